import { findStronglyConnectedComponents } from '../graph/loops.ts'
import { breadthFirstSearch } from '../graph/upstream.ts'
import type { UpstreamGraph } from './upstream-graph.ts'

/**
 * The maximum number of shares to evaluate for one result. A network with many unknown shares could otherwise
 * take minutes. When the maximum is reached, ranges in the result become wider.
 */
const maxWeighedShares = 2_000_000
const maxWeighedSharesInLoop = 200_000
const tolerance = 1e-15

/** The work that was done for one result so far. */
export interface Effort {
  /** The number of shares that were evaluated. */
  weighed: number
  /** Whether a limit was reached, so that ranges may be wider than necessary. */
  isExceeded: boolean
}

export function createEffort(): Effort {
  return { weighed: 0, isExceeded: false }
}

/**
 * Computes the maximum probability that a random walk reaches the goals, over all values of the unknown shares, by value
 * iteration on an interval Markov chain. In each company, the shares whose owners are not known are assigned to the owners with
 * the highest probability. The value decreases towards the result, so that an early stop never returns a value that is too low.
 */
export function createValueIteration(upstream: UpstreamGraph, effort: Effort) {
  const ownersOf = (point: number) => (upstream[point]?.steps ?? []).map(({ to }) => to)
  // Each component comes after the components of its owners.
  const components = findStronglyConnectedComponents(upstream.keys(), ownersOf).map(members => ({
    members,
    isLoop: members.some(member => members.length > 1 || ownersOf(member).includes(member)),
  }))
  const uncertainPoints = upstream.flatMap(({ steps }) =>
    steps.flatMap(({ to, least, most }) => (most > least ? [to] : [])),
  )
  const stepCount = upstream.reduce((sum, { steps }) => sum + steps.length, 0)
  return {
    /** The parties that may own more than their minimum: owners with an unknown share, and all parties upstream of them. */
    uncertainPoints: [...breadthFirstSearch(uncertainPoints, ownersOf).keys()],
    /** Returns the maximum share that the goals own together, without loops; null if the maximum effort is used up. */
    maxReachability(goals: readonly number[]): number | null {
      if (effort.weighed > maxWeighedShares) {
        effort.isExceeded = true
        return null
      }
      const probabilities = new Float64Array(upstream.length)
      for (const goal of goals) probabilities[goal] = 1
      const goalSet = new Set(goals)
      for (const { members, isLoop } of components) {
        const others = members.filter(member => !goalSet.has(member))
        if (isLoop) iterateLoop(upstream, others, probabilities, effort)
        else for (const member of others) probabilities[member] = weighOwners(upstream, member, probabilities)
      }
      effort.weighed += stepCount
      return probabilities[0] ?? 0
    },
  }
}

/**
 * Computes the probabilities of a loop's members. Starts with the highest probability among owners outside
 * the loop, which no member can exceed, and lowers the values until they are stable.
 */
function iterateLoop(
  upstream: UpstreamGraph,
  members: readonly number[],
  probabilities: Float64Array,
  effort: Effort,
): void {
  const loop = new Set(members)
  const steps = members.flatMap(member => upstream[member]?.steps ?? [])
  const highest = steps.reduce(
    (most, { to }) => (loop.has(to) ? most : Math.max(most, probabilities[to] ?? 0)),
    0,
  )
  for (const member of members) probabilities[member] = highest
  let [change, weighed] = [highest, steps.length]
  const maxWeighed = Math.min(maxWeighedSharesInLoop, maxWeighedShares + steps.length - effort.weighed)
  while (change > tolerance && weighed < maxWeighed) {
    change = 0
    for (const member of members) {
      const before = probabilities[member] ?? 0
      const after = Math.min(before, weighOwners(upstream, member, probabilities))
      probabilities[member] = after
      change = Math.max(change, before - after)
    }
    weighed += 1 + steps.length
  }
  if (change > tolerance) effort.isExceeded = true
  effort.weighed += weighed
}

/**
 * Computes the maximum probability that a walk from a company reaches a goal, from the probabilities of its owners. The share of
 * the company whose owner is uncertain is assigned to the owners with the highest probabilities.
 */
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
