import { findComponents } from '../graph/components.ts'
import { visitsIn } from './loop.ts'
import type { Upward } from './upward.ts'

/** What each point owns of the company when every share is at its least. */
export interface MinOwnership {
  readonly of: Float64Array
  /** How much of the company comes to a huge loop: whose it is, is not known. */
  readonly lost: number
  /** How much of the company is left to shares that are not known: how likely a walk comes to one of them. */
  readonly slack: number
}

/** To solve a loop of so many companies takes some hundredths of a second. What comes to a larger one may belong to anyone. */
const mostInLoop = 200

/**
 * What each point owns of the company at the least, net of what it owns of itself: how likely a walk from the company ever
 * reaches it. Every share is at its least, for more of any share never means less of an owner.
 */
export function minOwnership(upward: Upward): MinOwnership {
  const arriving = new Float64Array(upward.length)
  const of = new Float64Array(upward.length)
  let lost = 0
  let slack = 0
  arriving[0] = 1
  const stepsOf = (point: number) => upward[point]?.steps ?? []
  const certainOwners = (point: number) => stepsOf(point).flatMap(({ to, least }) => (least > 0 ? [to] : []))
  for (const members of findComponents(upward.keys(), certainOwners).toReversed()) {
    const places = new Map(members.map((member, at) => [member, at]))
    const visits = visit(members, places)
    for (const [at, member] of members.entries()) {
      const count = visits[at] ?? 0
      const { steps = [], room = 0 } = upward[member] ?? {}
      for (const { to, least } of steps)
        if (!places.has(to)) arriving[to] = (arriving[to] ?? 0) + count * least
      if (steps.some(({ least, most }) => most > least)) slack += count * room
    }
  }
  return { of, lost, slack: slack + lost }

  /** How often each member of a component is visited; what it owns is noted on the way. */
  function visit(members: readonly number[], places: ReadonlyMap<number, number>): Float64Array {
    const entering = Float64Array.from(members, member => arriving[member] ?? 0)
    const sum = entering.reduce((total, one) => total + one, 0)
    const isLoop = members.some(member =>
      stepsOf(member).some(({ to, least }) => least > 0 && places.has(to)),
    )
    if (members.length === 1) of[members[0] ?? 0] = Math.min(1, sum)
    if (sum === 0 || !isLoop) return entering
    const none = new Float64Array(members.length)
    const leaving = Float64Array.from(members, member =>
      stepsOf(member).reduce(
        (total, { to, least }) => (places.has(to) ? total : total + least),
        upward[member]?.left ?? 0,
      ),
    )
    if (leaving.every(part => part === 0)) {
      // A walk that never leaves comes everywhere, and nowhere else.
      for (const member of members) of[member] = Math.min(1, sum)
      return none
    }
    if (members.length > mostInLoop) {
      lost += sum
      return none
    }
    const flows = members.map(member => {
      const flow = new Float64Array(members.length)
      for (const { to, least } of stepsOf(member)) {
        const place = places.get(to)
        if (place !== undefined) flow[place] = least
      }
      return flow
    })
    const visits = visitsIn(flows, leaving)
    const counts = none.map((_, at) =>
      entering.reduce((total, part, first) => total + part * (visits[first]?.[at] ?? 0), 0),
    )
    for (const [at, member] of members.entries())
      of[member] = Math.min(1, (counts[at] ?? 0) / (visits[at]?.[at] ?? 1))
    return counts
  }
}
