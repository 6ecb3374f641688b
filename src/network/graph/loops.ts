import type { Holdings } from './index-network.ts'
import { leftIn } from './stakes.ts'

type Companies = Pick<Holdings, 'ofCompany'>

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

/** Companies that own parts of each other, certainly (`min`) or possibly; one that stands alone is a loop of one. */
export function findLoops({ ofCompany }: Companies, bound: 'min' | 'max'): string[][] {
  return findComponents(ofCompany.keys(), company =>
    (ofCompany.get(company) ?? []).flatMap(({ owner, share }) =>
      share[bound] > 0 && ofCompany.has(owner) ? [owner] : [],
    ),
  )
}

/** Companies that own all of each other, or of themselves: no share in them is certainly held, or left to be held, outside. */
export function findClosedLoops({ ofCompany }: Companies): string[][] {
  return findLoops({ ofCompany }, 'min').filter(members => {
    const loop = new Set(members)
    return members.every(member => {
      const held = ofCompany.get(member) ?? []
      return leftIn(held) === 0 && held.every(({ owner, share }) => share.min === 0 || loop.has(owner))
    })
  })
}
