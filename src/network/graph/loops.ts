import { computeUnheld, type Holdings } from './holdings.ts'

/**
 * Finds strongly connected components by Tarjan's algorithm. Each component comes after all components that
 * can be reached from it. The search uses its own stack instead of recursion, because a chain of owners may
 * be too long for the JavaScript engine's call stack.
 */
export function findStronglyConnectedComponents<Point>(
  points: Iterable<Point>,
  successorsOf: (point: Point) => Iterable<Point>,
): Point[][] {
  const components: Point[][] = []
  const indices = new Map<Point, number>()
  const stack: Point[] = []
  const visit = (point: Point) => {
    const index = indices.size
    indices.set(point, index)
    stack.push(point)
    return { point, index, lowLink: index, remaining: successorsOf(point)[Symbol.iterator]() }
  }
  for (const root of points) {
    if (indices.has(root)) continue
    const callStack = [visit(root)]
    for (let frame = callStack.at(-1); frame !== undefined; frame = callStack.at(-1)) {
      const { value: successor, done } = frame.remaining.next()
      if (!done) {
        const successorIndex = indices.get(successor)
        if (successorIndex === undefined) callStack.push(visit(successor))
        else frame.lowLink = Math.min(frame.lowLink, successorIndex)
        continue
      }
      callStack.pop()
      const caller = callStack.at(-1)
      if (caller !== undefined) caller.lowLink = Math.min(caller.lowLink, frame.lowLink)
      if (frame.lowLink < frame.index) continue
      const members = stack.splice(stack.lastIndexOf(frame.point))
      // Marks the members as finished, because no later point belongs to their component.
      for (const member of members) indices.set(member, Number.POSITIVE_INFINITY)
      components.push(members)
    }
  }
  return components
}

/** Groups companies that own parts of each other, certainly (`min`) or possibly (`max`). A company outside all loops is a group of one. */
export function findOwnershipLoops(
  { ofCompany }: Pick<Holdings, 'ofCompany'>,
  bound: 'min' | 'max',
): string[][] {
  return findStronglyConnectedComponents(ofCompany.keys(), company =>
    (ofCompany.get(company) ?? []).flatMap(({ owner, share }) =>
      share[bound] > 0 && ofCompany.has(owner) ? [owner] : [],
    ),
  )
}

/**
 * Finds groups of companies that own each other completely, and companies that own themselves completely: all
 * their shares have a certain owner, and no such owner is an outsider.
 */
export function findClosedLoops({ ofCompany }: Pick<Holdings, 'ofCompany'>): string[][] {
  return findOwnershipLoops({ ofCompany }, 'min').filter(members => {
    const loop = new Set(members)
    return members.every(member => {
      const holdings = ofCompany.get(member) ?? []
      return (
        computeUnheld(holdings) === 0 &&
        holdings.every(({ owner, share }) => share.min === 0 || loop.has(owner))
      )
    })
  })
}
