import { findComponents } from '../graph/components.ts'
import { type Loop, visitLoop } from './loop.ts'
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
  const { size, to, least, most, room } = upward
  const walk: Walk = {
    upward,
    arriving: new Float64Array(size),
    from: new Float64Array(size),
    to: new Float64Array(size),
    place: new Int32Array(size).fill(-1),
    unresolved: 0,
    slack: 0,
  }
  const { arriving, place } = walk
  arriving[0] = 1
  const components = findComponents(upward, step => (least[step] ?? 0) > 0)
  for (const members of components.toReversed()) {
    for (const [at, member] of members.entries()) place[member] = at
    const counts = visit(walk, members)
    for (const [at, member] of members.entries()) {
      const count = counts[at] ?? 0
      let isKnown = true
      for (let step = upward.start[member] ?? 0; step < (upward.start[member + 1] ?? 0); step += 1) {
        const owner = to[step] ?? 0
        if ((most[step] ?? 0) > (least[step] ?? 0)) isKnown = false
        if (place[owner] === -1) arriving[owner] = (arriving[owner] ?? 0) + count * (least[step] ?? 0)
      }
      if (!isKnown) walk.slack += count * (room[member] ?? 0)
    }
    for (const member of members) place[member] = -1
  }
  if (walk.unresolved > 0) {
    walk.slack += walk.unresolved
    for (let point = 0; point < size; point += 1)
      walk.to[point] = Math.min(1, (walk.to[point] ?? 0) + walk.unresolved)
  }
  return walk
}

/** What is known as the components are gone through, from the company upwards. */
interface Walk {
  readonly upward: Upward
  /** How much comes to each point from below. */
  readonly arriving: Float64Array
  readonly from: Float64Array
  readonly to: Float64Array
  /** Of each member of the component at hand its place in it; -1 of all others. */
  readonly place: Int32Array
  /** What got lost in tangles: it may belong to anyone. */
  unresolved: number
  slack: number
}

/** How often each member is visited; what it owns is noted on the way. */
function visit(walk: Walk, members: readonly number[]): Float64Array {
  const { upward, arriving, from, to, place } = walk
  const entering = Float64Array.from(members, member => arriving[member] ?? 0)
  const sum = entering.reduce((total, one) => total + one, 0)
  if (sum === 0) return entering
  const { flows, leaving } = loopOf(upward, members, place)
  const isClosed = leaving.every(part => part === 0)
  if (isClosed || members.length === 1) {
    for (const member of members) from[member] = to[member] = Math.min(1, sum)
    // A walk that never leaves comes everywhere, and nowhere else.
    if (isClosed) return new Float64Array(members.length)
    const isOwn = flows.some(flow => flow.size > 0)
    return isOwn ? entering.map((part, at) => part / (leaving[at] ?? 1)) : entering
  }
  const { count, ownLeast, ownMost, unresolved } = visitLoop({ flows, leaving }, entering)
  walk.unresolved += unresolved
  for (const [at, member] of members.entries()) {
    from[member] = Math.min(1, (count[at] ?? 0) / (ownMost[at] ?? 1))
    to[member] = Math.min(1, (count[at] ?? 0) / (ownLeast[at] ?? 1))
  }
  return count
}

function loopOf(upward: Upward, members: readonly number[], place: Int32Array): Loop {
  const leaving = Float64Array.from(members, member => upward.left[member] ?? 0)
  const flows = members.map((member, at) => {
    const flow = new Map<number, number>()
    for (const step of stepsFrom(upward, member)) {
      const [owner, share] = [upward.to[step] ?? 0, upward.least[step] ?? 0]
      const other = place[owner] ?? -1
      if (other === -1) leaving[at] = (leaving[at] ?? 0) + share
      else if (share > 0 && (owner !== member || members.length === 1)) flow.set(other, share)
    }
    return flow
  })
  return { flows, leaving }
}
