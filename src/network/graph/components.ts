/**
 * Strongly connected components: points that lead to each other. Each comes after all that it leads to. Tarjan's algorithm, with
 * a stack of its own: a chain of owners may be longer than the engine's.
 */
export function findComponents<Point>(
  points: Iterable<Point>,
  next: (point: Point) => Iterable<Point>,
): Point[][] {
  const components: Point[][] = []
  const orders = new Map<Point, number>()
  const open: Point[] = []
  const enter = (point: Point) => {
    const order = orders.size
    orders.set(point, order)
    open.push(point)
    return { point, order, lowest: order, rest: next(point)[Symbol.iterator]() }
  }
  for (const first of points) {
    if (orders.has(first)) continue
    const walk = [enter(first)]
    for (let here = walk.at(-1); here !== undefined; here = walk.at(-1)) {
      const { value: reached, done } = here.rest.next()
      if (!done) {
        const order = orders.get(reached)
        if (order === undefined) walk.push(enter(reached))
        else here.lowest = Math.min(here.lowest, order)
        continue
      }
      walk.pop()
      const above = walk.at(-1)
      if (above !== undefined) above.lowest = Math.min(above.lowest, here.lowest)
      if (here.lowest < here.order) continue
      const members = open.splice(open.lastIndexOf(here.point))
      // A component that is complete is no way back.
      for (const member of members) orders.set(member, Number.POSITIVE_INFINITY)
      components.push(members)
    }
  }
  return components
}
