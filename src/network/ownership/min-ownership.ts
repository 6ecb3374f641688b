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
  const [only = 0] = members
  if (members.length === 1 && arriving[only] === 0) return new Float64Array(1)
  const entering = Float64Array.from(members, member => arriving[member] ?? 0)
  const total = Math.min(
    1,
    entering.reduce((sum, one) => sum + one, 0),
  )
  if (total === 0) return entering
  const leaving = Float64Array.from(members, member => leavingFrom(upward, member, place))
  // A walk that never leaves comes everywhere.
  if (leaving.every(part => part === 0) && hasSteps(upward, only)) {
    for (const member of members) from[member] = to[member] = total
    return new Float64Array(members.length)
  }
  if (members.length === 1) {
    from[only] = to[only] = total
    const own = ownShare(upward, only)
    return own === 0 ? entering : Float64Array.of((entering[0] ?? 0) / (leaving[0] ?? 1))
  }
  const flows = members.map(member => flowFrom(upward, member, place))
  const { count, ownLeast, ownMost, unresolved } = visitLoop({ flows, leaving }, entering)
  walk.unresolved += unresolved
  for (const [at, member] of members.entries()) {
    from[member] = Math.min(1, (count[at] ?? 0) / (ownMost[at] ?? 1))
    to[member] = Math.min(1, (count[at] ?? 0) / (ownLeast[at] ?? 1))
  }
  return count
}

function hasSteps({ start }: Upward, point: number): boolean {
  return start[point] !== start[point + 1]
}

function ownShare(upward: Upward, point: number): number {
  for (const step of stepsFrom(upward, point)) {
    if (upward.to[step] === point) return upward.least[step] ?? 0
  }
  return 0
}

function leavingFrom(upward: Upward, member: number, place: Int32Array): number {
  let leaving = upward.left[member] ?? 0
  for (const step of stepsFrom(upward, member)) {
    if (place[upward.to[step] ?? 0] === -1) leaving += upward.least[step] ?? 0
  }
  return leaving
}

function flowFrom(upward: Upward, member: number, place: Int32Array): Map<number, number> {
  const flow = new Map<number, number>()
  for (const step of stepsFrom(upward, member)) {
    const [owner, share] = [upward.to[step] ?? 0, upward.least[step] ?? 0]
    const at = place[owner] ?? -1
    if (at !== -1 && owner !== member && share > 0) flow.set(at, share)
  }
  return flow
}
