import { findStronglyConnectedComponents } from '../graph/loops.ts'
import { solveLoop } from './solve-loop.ts'
import type { UpstreamGraph } from './upstream-graph.ts'
import type { Effort } from './value-iteration.ts'

/**
 * The maximum number of shares that are followed, for one result, through loops that cannot be solved. A share that is then
 * still in a loop may belong to any owner.
 */
const maxPassedShares = 2_000_000
const tolerance = 1e-15

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
    const solution = solveLoop(upstream, positions, entering, effort)
    const walk = solution === null ? walkThroughLoop(upstream, positions, entering, effort) : null
    if (walk !== null) effort.isExceeded = true
    for (const [member, position] of positions) {
      const count = (solution ?? walk)?.counts[position] ?? 0
      const share = walk?.directShares[position] ?? count / (solution?.returns[position] ?? 1)
      minShares[member] = Math.min(1, share)
      const maxShare = walk === null ? share : Math.min(sum, count + walk.remaining)
      untraced[member] = Math.max(0, maxShare - share) + enteringUntraced
      for (const { to, least } of stepsOf(member)) {
        if (positions.has(to)) continue
        arriving[to] = (arriving[to] ?? 0) + count * least
        if (enteringUntraced > 0 || walk !== null) pointsReachedUntraced.add(to)
      }
      if (stepsOf(member).some(({ least, most }) => most > least))
        slack += count * (upstream[member]?.room ?? 0)
    }
    untracedFlow += walk?.remaining ?? 0
  }
  return { minShares, untraced, untracedFlow, slack: slack + untracedFlow }
}

/**
 * Follows a random walk through a loop that cannot be solved, until almost nothing of it remains in the loop.
 * `counts` is the expected number of visits to each member, an upper bound of its share. `directShares` is the
 * probability of entering the loop at the member, or one direct share away from it, a lower bound of its
 * share. `remaining` is the probability that the walk is still in the loop.
 */
function walkThroughLoop(
  upstream: UpstreamGraph,
  positions: ReadonlyMap<number, number>,
  entering: readonly number[],
  effort: Effort,
) {
  const flows = [...positions].flatMap(([member, from]) =>
    (upstream[member]?.steps ?? []).flatMap(({ to: owner, least }) => {
      const to = positions.get(owner)
      return to === undefined || least === 0 ? [] : [{ from, to, least }]
    }),
  )
  const counts = Float64Array.from(entering)
  const directShares = Float64Array.from(entering)
  for (const { from, to, least } of flows)
    if (from !== to) directShares[to] = (directShares[to] ?? 0) + (entering[from] ?? 0) * least
  let current = Float64Array.from(entering)
  let remaining = entering.reduce((sum, probability) => sum + probability, 0)
  while (remaining > tolerance && effort.passed < maxPassedShares) {
    effort.passed += flows.length
    const next = new Float64Array(positions.size)
    for (const { from, to, least } of flows) next[to] = (next[to] ?? 0) + (current[from] ?? 0) * least
    for (const [position, probability] of next.entries())
      counts[position] = (counts[position] ?? 0) + probability
    current = next
    remaining = current.reduce((sum, probability) => sum + probability, 0)
  }
  return { counts, directShares, remaining }
}
