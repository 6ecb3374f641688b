import { findStronglyConnectedComponents } from '../graph/loops.ts'
import { solveLoop } from './solve-loop.ts'
import type { UpstreamGraph } from './upstream-graph.ts'
import type { Effort } from './value-iteration.ts'

/**
 * Computes the minimum share of the company that each party of the graph owns, not counting chains that pass through the party
 * twice. This share equals the probability that a random walk from the company ever reaches the party, in an absorbing Markov
 * chain. Every direct share is set to its minimum, because a larger direct share never reduces the result.
 *
 * `untraced` is the amount by which the share of each party may be larger, because a loop was not solved. `untracedFlow` is the
 * probability that the walk ends in such a loop, and `slack` the probability that it reaches an unknown share or ends there.
 */
export function solveAbsorbingChain(upstream: UpstreamGraph, effort: Effort) {
  const arriving = new Float64Array(upstream.length)
  const minShares = new Float64Array(upstream.length)
  const untraced = new Float64Array(upstream.length)
  const pointsReachedUntraced = new Set<number>()
  let [untracedFlow, slack] = [0, 0]
  arriving[0] = 1
  const stepsOf = (point: number) => upstream[point]?.steps ?? []
  const certainOwners = (point: number) => stepsOf(point).flatMap(({ to, least }) => (least > 0 ? [to] : []))
  for (const members of findStronglyConnectedComponents(upstream.keys(), certainOwners).toReversed()) {
    const entering = members.map(member => arriving[member] ?? 0)
    const sum = entering.reduce((total, probability) => total + probability, 0)
    const enteringUntraced = members.some(member => pointsReachedUntraced.has(member)) ? untracedFlow : 0
    if (sum + enteringUntraced === 0) continue
    const positions = new Map(members.map((member, position) => [member, position]))
    const isClosed = members.every(
      member => upstream[member]?.unheld === 0 && certainOwners(member).every(owner => positions.has(owner)),
    )
    // A random walk in a loop that it cannot leave reaches each member of the loop, and no other party.
    if (isClosed) {
      for (const member of members) {
        minShares[member] = Math.min(1, sum)
        untraced[member] = enteringUntraced
      }
      continue
    }
    const solution = solveLoop(upstream, positions, entering)
    const bounds = solution === null ? boundLoop(upstream, positions, entering) : null
    if (bounds !== null) effort.isExceeded = true
    for (const [member, position] of positions) {
      const count = solution?.counts[position] ?? entering[position] ?? 0
      const share = bounds?.minShares[position] ?? count / (solution?.returns[position] ?? 1)
      minShares[member] = Math.min(1, share)
      const maxShare = bounds === null ? share : Math.min(sum, count + bounds.remaining)
      untraced[member] = Math.max(0, maxShare - share) + enteringUntraced
      for (const { to, least } of stepsOf(member)) {
        if (positions.has(to)) continue
        arriving[to] = (arriving[to] ?? 0) + count * least
        if (enteringUntraced > 0 || bounds !== null) pointsReachedUntraced.add(to)
      }
      if (stepsOf(member).some(({ least, most }) => most > least))
        slack += count * (upstream[member]?.room ?? 0)
    }
    untracedFlow += bounds?.remaining ?? 0
  }
  return { minShares, untraced, untracedFlow, slack: slack + untracedFlow }
}

/**
 * Follows a random walk into a loop that is not solved, by one step. `minShares` is the probability that the walk enters the loop
 * at a member or steps to it next, a lower bound of the member's share. `remaining` is the probability that the walk is then still
 * in the loop.
 */
function boundLoop(
  upstream: UpstreamGraph,
  positions: ReadonlyMap<number, number>,
  entering: readonly number[],
) {
  const minShares = Float64Array.from(entering)
  let remaining = 0
  for (const [member, from] of positions) {
    for (const { to: owner, least } of upstream[member]?.steps ?? []) {
      const to = positions.get(owner)
      if (to === undefined) continue
      const probability = (entering[from] ?? 0) * least
      remaining += probability
      if (to !== from) minShares[to] = (minShares[to] ?? 0) + probability
    }
  }
  return { minShares, remaining }
}
