import { findComponents } from '../graph/loops.ts'
import { reach } from '../graph/reach.ts'
import type { Upward } from './upward.ts'

/** How many shares may be weighed for one result, so that a tangle of unknown shares takes no minutes: its result is wider. */
const mostWeighed = 2_000_000
const mostWeighedForOne = 200_000
const closeEnough = 1e-15

/** How many shares were weighed for a result so far. */
export interface Effort {
  weighed: number
}

/**
 * How likely a walk may reach the goals, if the unknown shares are such that they help it most: in every company what is left
 * goes to the owners from whom the goals are reached most likely. It is approached from above, so that it is never too low.
 */
export function maxOwnership(upward: Upward, effort: Effort) {
  const ownersOf = (point: number) => (upward[point]?.steps ?? []).map(({ to }) => to)
  // A component comes after all that its companies are owned by.
  const components = findComponents(upward.keys(), ownersOf).map(members => ({
    members,
    isLoop: members.some(member => members.length > 1 || ownersOf(member).includes(member)),
  }))
  const unsure = upward.flatMap(({ steps }) =>
    steps.flatMap(({ to, least, most }) => (most > least ? [to] : [])),
  )
  const total = upward.reduce((sum, { steps }) => sum + steps.length, 0)
  return {
    /** Who may own more than the least: owners by an unknown share, and those who own them. */
    unsure: [...reach(unsure, ownersOf).keys()],
    /** What goals own together at the most, net of loops; null where so much was weighed already that it would take too long. */
    ownedBy(goals: readonly number[]): number | null {
      if (effort.weighed > mostWeighed) return null
      const likely = new Float64Array(upward.length)
      for (const goal of goals) likely[goal] = 1
      const isGoal = new Set(goals)
      for (const { members, isLoop } of components) {
        const others = members.filter(member => !isGoal.has(member))
        if (isLoop) effort.weighed += settle(upward, others, likely)
        else for (const member of others) likely[member] = weigh(upward, member, likely)
      }
      effort.weighed += total
      return likely[0] ?? 0
    },
  }
}

/**
 * In a loop no member is likelier than the likeliest way out of it. From there the members come down, each by its owners. Returns
 * how many shares were weighed.
 */
function settle(upward: Upward, members: readonly number[], likely: Float64Array): number {
  const inside = new Set(members)
  const steps = members.flatMap(member => upward[member]?.steps ?? [])
  const highest = steps.reduce((most, { to }) => (inside.has(to) ? most : Math.max(most, likely[to] ?? 0)), 0)
  for (const member of members) likely[member] = highest
  let weighed = steps.length
  for (let change = highest; change > closeEnough && weighed < mostWeighedForOne; ) {
    change = 0
    for (const member of members) {
      const before = likely[member] ?? 0
      const after = Math.min(before, weigh(upward, member, likely))
      likely[member] = after
      change = Math.max(change, before - after)
    }
    weighed += 1 + steps.length
  }
  return weighed
}

/** The likelihood of a company out of that of its owners, what is left given to the likeliest. */
function weigh(upward: Upward, company: number, likely: Float64Array): number {
  const { steps = [], room = 0 } = upward[company] ?? {}
  let sum = 0
  let left = room
  for (const { to, least } of steps) sum += least * (likely[to] ?? 0)
  const unknown = steps.filter(({ to, least, most }) => most > least && (likely[to] ?? 0) > 0)
  for (const { to, least, most } of unknown.sort(
    (one, other) => (likely[other.to] ?? 0) - (likely[one.to] ?? 0),
  )) {
    const given = Math.min(most - least, left)
    sum += given * (likely[to] ?? 0)
    left -= given
  }
  return Math.min(1, sum)
}
