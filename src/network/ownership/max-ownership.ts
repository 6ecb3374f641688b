import { findComponents } from '../graph/components.ts'
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

/** What owners own of the company at the most, whatever the unknown shares are. */
export interface MaxOwnership {
  /** Who may own more than the least, because of shares that are not known. */
  readonly unsure: readonly number[]
  /** What goals own together at the most, net of loops; null where so much was weighed already that it would take too long. */
  ownedBy(goals: readonly number[]): number | null
}

/**
 * How likely a walk may reach the goals, if the unknown shares are such that they help it most: in every company what is left
 * goes to the owners from whom the goals are reached most likely. It is approached from above, so that it is never too low.
 */
export function maxOwnership(upward: Upward, effort: Effort): MaxOwnership {
  const ownersOf = (point: number) => (upward[point]?.steps ?? []).map(({ to }) => to)
  const components = findComponents(upward.keys(), ownersOf).map(members => {
    const inside = new Set(members)
    return { members, isLoop: members.some(member => ownersOf(member).some(owner => inside.has(owner))) }
  })
  const unsure = upward.flatMap(({ steps }) =>
    steps.flatMap(({ to, least, most }) => (most > least ? [to] : [])),
  )
  const total = upward.reduce((sum, { steps }) => sum + steps.length, 0)
  return {
    // Owners by an unknown share, and those who own them.
    unsure: [...reach(unsure, ownersOf)],
    ownedBy(goals) {
      if (effort.weighed > mostWeighed) return null
      const likely = new Float64Array(upward.length)
      for (const goal of goals) likely[goal] = 1
      const isGoal = new Set(goals)
      // A component comes after all that its companies are owned by.
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
  let weighed = 0
  for (
    let change = highest;
    change > closeEnough && weighed < mostWeighedForOne;
    weighed += 1 + steps.length
  ) {
    change = 0
    for (const member of members) {
      const before = likely[member] ?? 0
      const after = Math.min(before, weigh(upward, member, likely))
      likely[member] = after
      change = Math.max(change, before - after)
    }
  }
  return weighed
}

/** The likelihood of a company out of that of its owners, what is left given to the likeliest. */
function weigh(upward: Upward, company: number, likely: Float64Array): number {
  const { steps = [], room: rooms = 0 } = upward[company] ?? {}
  let sum = 0
  const unknown: { readonly likelihood: number; readonly room: number }[] = []
  for (const { to, least, most } of steps) {
    const likelihood = likely[to] ?? 0
    sum += least * likelihood
    if (most > least && likelihood > 0) unknown.push({ likelihood, room: most - least })
  }
  let left = rooms
  for (const { likelihood, room } of unknown.sort((one, other) => other.likelihood - one.likelihood)) {
    const given = Math.min(room, left)
    sum += given * likelihood
    left -= given
  }
  return Math.min(1, sum)
}
