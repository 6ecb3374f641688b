import { findComponents } from '../graph/components.ts'
import { visitLoop } from './loop.ts'
import { stepsFrom, type Upward } from './upward.ts'

/** What each point owns of the company when every share is at its least, between two bounds that are the same but in a tangle. */
export interface MinOwnership {
  readonly from: Float64Array
  readonly to: Float64Array
  /** How much of the company is left to shares that are not known: how likely a walk comes to one of them. */
  readonly slack: number
}

/**
 * What each point owns of the company at the least, net of what it owns of itself: how likely a walk from the company ever
 * reaches it. Every share is at its least, for more of any share never means less of an owner.
 */
export function minOwnership(upward: Upward): MinOwnership {
  const { size, least, most, room, left } = upward
  const arriving = new Float64Array(size)
  const from = new Float64Array(size)
  const to = new Float64Array(size)
  const place = new Int32Array(size).fill(-1)
  // What got lost in tangles may belong to anyone.
  let unresolved = 0
  let slack = 0
  arriving[0] = 1
  for (const members of findComponents(upward, step => (least[step] ?? 0) > 0).toReversed()) {
    for (const [at, member] of members.entries()) place[member] = at
    const counts = visit(members)
    for (const [at, member] of members.entries()) {
      const count = counts[at] ?? 0
      let isKnown = true
      for (let step = upward.start[member] ?? 0; step < (upward.start[member + 1] ?? 0); step += 1) {
        const owner = upward.to[step] ?? 0
        if ((most[step] ?? 0) > (least[step] ?? 0)) isKnown = false
        if (place[owner] === -1) arriving[owner] = (arriving[owner] ?? 0) + count * (least[step] ?? 0)
      }
      if (!isKnown) slack += count * (room[member] ?? 0)
    }
    for (const member of members) place[member] = -1
  }
  const lost = unresolved
  return { from, to: lost === 0 ? to : to.map(part => Math.min(1, part + lost)), slack: slack + lost }

  /** How often each member of a component is visited; what it owns is noted on the way. */
  function visit(members: readonly number[]): Float64Array {
    const entering = Float64Array.from(members, member => arriving[member] ?? 0)
    const sum = entering.reduce((total, one) => total + one, 0)
    if (sum === 0) return entering
    const leaving = Float64Array.from(members, member => left[member] ?? 0)
    const flows = members.map((member, at) => flowOf(member, at, leaving, members.length > 1))
    const isClosed = leaving.every(part => part === 0)
    if (isClosed || members.length === 1) {
      for (const member of members) from[member] = to[member] = Math.min(1, sum)
      // A walk that never leaves comes everywhere, and nowhere else.
      if (isClosed) return new Float64Array(members.length)
      const isOwn = flows.some(flow => flow.size > 0)
      return isOwn ? entering.map((part, at) => part / (leaving[at] ?? 1)) : entering
    }
    const { count, ownLeast, ownMost, ...found } = visitLoop({ flows, leaving }, entering)
    unresolved += found.unresolved
    for (const [at, member] of members.entries()) {
      from[member] = Math.min(1, (count[at] ?? 0) / (ownMost[at] ?? 1))
      to[member] = Math.min(1, (count[at] ?? 0) / (ownLeast[at] ?? 1))
    }
    return count
  }

  /** By member, how much of one it owns; what others own leaves. */
  function flowOf(member: number, at: number, leaving: Float64Array, isLoop: boolean): Map<number, number> {
    const flow = new Map<number, number>()
    for (const step of stepsFrom(upward, member)) {
      const [owner, share] = [upward.to[step] ?? 0, least[step] ?? 0]
      const other = place[owner] ?? -1
      if (other === -1) leaving[at] = (leaving[at] ?? 0) + share
      else if (share > 0 && (owner !== member || !isLoop)) flow.set(other, share)
    }
    return flow
  }
}
