import { findComponents } from '../graph/loops.ts'
import type { Upward } from './upward.ts'

/** To solve a loop of so many companies takes some hundredths of a second. What comes to a larger one may belong to anyone. */
const mostInLoop = 200

/**
 * What each point owns of the company at the least, net of what it owns of itself: how likely a walk from the company ever
 * reaches it. Every share is at its least, for more of any share never means less of an owner. `lost` comes to a huge loop, and
 * whose it is, is not known; `slack` is how likely a walk comes to a share that is not known.
 */
export function minOwnership(upward: Upward) {
  const arriving = new Float64Array(upward.length)
  const of = new Float64Array(upward.length)
  let lost = 0
  let slack = 0
  arriving[0] = 1
  const stepsOf = (point: number) => upward[point]?.steps ?? []
  const certainOwners = (point: number) => stepsOf(point).flatMap(({ to, least }) => (least > 0 ? [to] : []))
  for (const members of findComponents(upward.keys(), certainOwners).toReversed()) {
    const entering = members.map(member => arriving[member] ?? 0)
    const sum = entering.reduce((total, one) => total + one, 0)
    if (sum === 0) continue
    const places = new Map(members.map((member, at) => [member, at]))
    const isClosed = members.every(
      member => upward[member]?.left === 0 && certainOwners(member).every(owner => places.has(owner)),
    )
    // A walk that never leaves comes everywhere, and nowhere else.
    if (isClosed) for (const member of members) of[member] = Math.min(1, sum)
    else if (members.length > mostInLoop) lost += sum
    else {
      const visits = visitsIn(upward, places)
      for (const [member, at] of places) {
        const count = entering.reduce((total, part, first) => total + part * (visits[first]?.[at] ?? 0), 0)
        of[member] = Math.min(1, count / (visits[at]?.[at] ?? 1))
        for (const { to, least } of stepsOf(member))
          if (!places.has(to)) arriving[to] = (arriving[to] ?? 0) + count * least
        if (stepsOf(member).some(({ least, most }) => most > least))
          slack += count * (upward[member]?.room ?? 0)
      }
    }
  }
  return { of, lost, slack: slack + lost }
}

/**
 * How often a walk from each company of a loop visits each other one, its beginning included. What does not stay with a company is
 * added up from what leaves it, and nothing is subtracted, so that a loop that is nearly closed is as exact as any (Grassmann,
 * Taksar and Heyman, 1985).
 */
function visitsIn(upward: Upward, places: ReadonlyMap<number, number>): readonly Float64Array[] {
  const leaving = new Float64Array(places.size)
  const flows = Array.from(places, ([member, at]) => {
    const flow = new Float64Array(places.size)
    const { steps = [], left = 0 } = upward[member] ?? {}
    leaving[at] = left
    for (const { to, least } of steps) {
      const place = places.get(to)
      if (place === undefined) leaving[at] = (leaving[at] ?? 0) + least
      else flow[place] = least
    }
    return flow
  })
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
