import { findStronglyConnectedComponents } from '../graph/loops.ts'
import type { UpstreamGraph } from './upstream-graph.ts'

/**
 * The maximum number of companies in a loop that is solved exactly. Solving a loop of this size takes some
 * hundredths of a second. A share that leads into a larger loop may belong to any owner.
 */
const maxLoopSize = 200

/**
 * Computes the minimum share of the company that each point owns, not counting chains that pass through the
 * point twice. This share equals the probability that a random walk from the company ever reaches the point,
 * in an absorbing Markov chain. Every direct share is set to its minimum, because a larger direct share never
 * reduces the result.
 *
 * `untraced` is the probability that the walk enters a loop too large to solve; `slack` is the probability
 * that it reaches an unknown share or such a loop.
 */
export function solveAbsorbingChain(upstream: UpstreamGraph) {
  const arriving = new Float64Array(upstream.length)
  const minShares = new Float64Array(upstream.length)
  let untraced = 0
  let slack = 0
  arriving[0] = 1
  const stepsOf = (point: number) => upstream[point]?.steps ?? []
  const certainOwners = (point: number) => stepsOf(point).flatMap(({ to, least }) => (least > 0 ? [to] : []))
  for (const members of findStronglyConnectedComponents(upstream.keys(), certainOwners).toReversed()) {
    const entering = members.map(member => arriving[member] ?? 0)
    const sum = entering.reduce((total, probability) => total + probability, 0)
    if (sum === 0) continue
    const positions = new Map(members.map((member, position) => [member, position]))
    const isClosed = members.every(
      member => upstream[member]?.unheld === 0 && certainOwners(member).every(owner => positions.has(owner)),
    )
    // A random walk in a loop that it cannot leave reaches each member of the loop, and no other point.
    if (isClosed) for (const member of members) minShares[member] = Math.min(1, sum)
    else if (members.length > maxLoopSize) untraced += sum
    else {
      const visits = computeExpectedVisits(upstream, positions)
      for (const [member, position] of positions) {
        const count = entering.reduce(
          (total, part, origin) => total + part * (visits[origin]?.[position] ?? 0),
          0,
        )
        minShares[member] = Math.min(1, count / (visits[position]?.[position] ?? 1))
        for (const { to, least } of stepsOf(member))
          if (!positions.has(to)) arriving[to] = (arriving[to] ?? 0) + count * least
        if (stepsOf(member).some(({ least, most }) => most > least))
          slack += count * (upstream[member]?.room ?? 0)
      }
    }
  }
  return { minShares, untraced, slack: slack + untraced }
}

/**
 * Computes the expected number of visits to each company of a loop, from each company as the start. Uses the
 * algorithm of Grassmann, Taksar and Heyman (1985), which only adds and never subtracts, so the result is
 * precise even for a nearly closed loop.
 */
function computeExpectedVisits(
  upstream: UpstreamGraph,
  positions: ReadonlyMap<number, number>,
): readonly Float64Array[] {
  const leaving = new Float64Array(positions.size)
  const flows = Array.from(positions, ([member, position]) => {
    const flow = new Float64Array(positions.size)
    const { steps = [], unheld = 0 } = upstream[member] ?? {}
    leaving[position] = unheld
    for (const { to, least } of steps) {
      const successor = positions.get(to)
      if (successor === undefined) leaving[position] = (leaving[position] ?? 0) + least
      else flow[successor] = least
    }
    return flow
  })
  for (const [via, passing] of flows.entries()) {
    const onward = passing.subarray(via + 1).reduce((sum, share) => sum + share, 0)
    const pivot = onward + (leaving[via] ?? 0)
    const scaledFlow = passing.map((share, to) => (to === via ? 1 / pivot - 1 : share / pivot))
    passing.set(scaledFlow)
    for (const [from, flow] of flows.entries()) {
      const share = flow[via] ?? 0
      if (from === via || share === 0) continue
      for (let to = 0; to < flow.length; to += 1) flow[to] = (flow[to] ?? 0) + share * (scaledFlow[to] ?? 0)
      leaving[from] = (leaving[from] ?? 0) + (share * (leaving[via] ?? 0)) / pivot
    }
  }
  for (const [position, flow] of flows.entries()) flow[position] = (flow[position] ?? 0) + 1
  return flows
}
