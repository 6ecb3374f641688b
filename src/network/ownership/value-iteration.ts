import { findStronglyConnectedComponents } from '../graph/loops.ts'
import { breadthFirstSearch } from '../graph/upstream.ts'
import type { UpstreamGraph } from './upstream-graph.ts'

/**
 * The limit of weighed shares, so that a tangle of unknown shares does not take minutes. Beyond it, the result is a wider range.
 */
const maxWeighedShares = 2_000_000
const maxWeighedSharesInLoop = 200_000
const tolerance = 1e-15

/** The number of weighed shares of a result so far. */
export interface Effort {
  weighed: number
}

/**
 * The maximum probability that a walk reaches the goals, over all values of the unknown shares: value iteration on an interval
 * Markov chain. In each company, the unheld part goes to the owners with the highest probability. The value falls from above, so
 * that it is never too low.
 */
export function createValueIteration(upstream: UpstreamGraph, effort: Effort) {
  const ownersOf = (point: number) => (upstream[point]?.steps ?? []).map(({ to }) => to)
  // A component comes after all components of its owners.
  const components = findStronglyConnectedComponents(upstream.keys(), ownersOf).map(members => ({
    members,
    isLoop: members.some(member => members.length > 1 || ownersOf(member).includes(member)),
  }))
  const uncertainPoints = upstream.flatMap(({ steps }) =>
    steps.flatMap(({ to, least, most }) => (most > least ? [to] : [])),
  )
  const stepCount = upstream.reduce((sum, { steps }) => sum + steps.length, 0)
  return {
    /** The points that may own more than their minimum: owners by an unknown share, and their owners. */
    uncertainPoints: [...breadthFirstSearch(uncertainPoints, ownersOf).keys()],
    /** The maximum that the goals own together, net of loops; null if the effort is used up. */
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
 * No member of a loop is more probable than the most probable way out of it. From that value, the members fall, each by its
 * owners. Returns the number of weighed shares.
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

/** The probability of a company from those of its owners; the unheld part goes to the most probable ones. */
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
