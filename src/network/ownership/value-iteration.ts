import { findStronglyConnectedComponents } from '../graph/loops.ts'
import { breadthFirstSearch } from '../graph/upstream.ts'
import type { UpstreamGraph } from './upstream-graph.ts'

/** How many shares may be weighed for one result, so that a tangle of unknown shares takes no minutes: its result is wider. */
const maxWeighedShares = 2_000_000
const maxWeighedSharesInLoop = 200_000
const tolerance = 1e-15

/** How many shares were weighed for a result so far. */
export interface Effort {
  weighed: number
}

/**
 * How likely a walk may reach the goals, if the unknown shares are such that they help it most: in every company what is left
 * goes to the owners from whom the goals are reached most likely. It is approached from above, so that it is never too low.
 */
export function createValueIteration(upstream: UpstreamGraph, effort: Effort) {
  const ownersOf = (point: number) => (upstream[point]?.steps ?? []).map(({ to }) => to)
  // A component comes after all that its companies are owned by.
  const components = findStronglyConnectedComponents(upstream.keys(), ownersOf).map(members => ({
    members,
    isLoop: members.some(member => members.length > 1 || ownersOf(member).includes(member)),
  }))
  const uncertainPoints = upstream.flatMap(({ steps }) =>
    steps.flatMap(({ to, least, most }) => (most > least ? [to] : [])),
  )
  const stepCount = upstream.reduce((sum, { steps }) => sum + steps.length, 0)
  return {
    /** Who may own more than the least: owners by an unknown share, and those who own them. */
    unsure: [...breadthFirstSearch(uncertainPoints, ownersOf).keys()],
    /** What goals own together at the most, net of loops; null where so much was weighed already that it would take too long. */
    maxReachability(goals: readonly number[]): number | null {
      if (effort.weighed > maxWeighedShares) return null
      const probabilities = new Float64Array(upstream.length)
      for (const goal of goals) probabilities[goal] = 1
      const goalSet = new Set(goals)
      for (const { members, isLoop } of components) {
        const others = members.filter(member => !goalSet.has(member))
        if (isLoop) effort.weighed += iterateLoop(upstream, others, probabilities)
        else for (const member of others) probabilities[member] = weighOwners(upstream, member, probabilities)
      }
      effort.weighed += stepCount
      return probabilities[0] ?? 0
    },
  }
}

/**
 * In a loop no member is likelier than the likeliest way out of it. From there the members come down, each by its owners. Returns
 * how many shares were weighed.
 */
function iterateLoop(
  upstream: UpstreamGraph,
  members: readonly number[],
  probabilities: Float64Array,
): number {
  const loop = new Set(members)
  const steps = members.flatMap(member => upstream[member]?.steps ?? [])
  const highest = steps.reduce(
    (most, { to }) => (loop.has(to) ? most : Math.max(most, probabilities[to] ?? 0)),
    0,
  )
  for (const member of members) probabilities[member] = highest
  let weighed = steps.length
  for (let change = highest; change > tolerance && weighed < maxWeighedSharesInLoop; ) {
    change = 0
    for (const member of members) {
      const before = probabilities[member] ?? 0
      const after = Math.min(before, weighOwners(upstream, member, probabilities))
      probabilities[member] = after
      change = Math.max(change, before - after)
    }
    weighed += 1 + steps.length
  }
  return weighed
}

/** The likelihood of a company out of that of its owners, what is left given to the likeliest. */
function weighOwners(upstream: UpstreamGraph, company: number, probabilities: Float64Array): number {
  const { steps = [], room = 0 } = upstream[company] ?? {}
  let sum = 0
  let remaining = room
  for (const { to, least } of steps) sum += least * (probabilities[to] ?? 0)
  const unknown = steps.filter(({ to, least, most }) => most > least && (probabilities[to] ?? 0) > 0)
  for (const { to, least, most } of unknown.sort(
    (a, b) => (probabilities[b.to] ?? 0) - (probabilities[a.to] ?? 0),
  )) {
    const assigned = Math.min(most - least, remaining)
    sum += assigned * (probabilities[to] ?? 0)
    remaining -= assigned
  }
  return Math.min(1, sum)
}
