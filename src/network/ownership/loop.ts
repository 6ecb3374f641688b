/**
 * How often a walk from each company of a loop visits each other one, its beginning included. What does not stay with a company is
 * added up from what leaves it, and nothing is subtracted, so that a loop that is nearly closed is as exact as any (Grassmann,
 * Taksar and Heyman, 1985).
 *
 * @param flows - By company, how much of it each company of the loop owns. They are changed.
 * @param leaving - By company, how much of it nobody in the loop owns: in all of them together more than nothing. It is changed.
 */
export function visitsIn(flows: readonly Float64Array[], leaving: Float64Array): readonly Float64Array[] {
  for (const [via, passing] of flows.entries()) {
    const onward = passing.subarray(via + 1).reduce((sum, share) => sum + share, 0)
    const pivot = onward + (leaving[via] ?? 0)
    const past = passing.map((share, to) => (to === via ? 1 / pivot - 1 : share / pivot))
    passing.set(past)
    for (const [from, flow] of flows.entries()) {
      const share = flow[via] ?? 0
      if (from === via || share === 0) continue
      for (let to = 0; to < flow.length; to += 1) flow[to] = (flow[to] ?? 0) + share * (past[to] ?? 0)
      leaving[from] = (leaving[from] ?? 0) + (share * (leaving[via] ?? 0)) / pivot
    }
  }
  for (const [at, flow] of flows.entries()) flow[at] = (flow[at] ?? 0) + 1
  return flows
}
