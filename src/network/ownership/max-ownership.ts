import { findComponents } from '../graph/components.ts'
import { reach } from '../graph/reach.ts'
import { stepsFrom, type Upward } from './upward.ts'

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
  const components = findComponents(upward)
  const isLoop = components.map(component => isLoopIn(upward, component))
  return {
    unsure: unsureOwners(upward),
    ownedBy(goals) {
      if (effort.weighed > mostWeighed) return null
      const likely = new Float64Array(upward.size)
      for (const goal of goals) likely[goal] = 1
      const isGoal = new Set(goals)
      // A component comes after all that its companies are owned by.
      for (const [number, component] of components.entries()) {
        if (isLoop[number]) effort.weighed += settle(upward, component, isGoal, likely)
        else
          for (const member of component)
            if (!isGoal.has(member)) likely[member] = weigh(upward, member, likely)
      }
      effort.weighed += upward.to.length
      return likely[0] ?? 0
    },
  }
}

function isLoopIn({ start, to }: Upward, component: readonly number[]): boolean {
  return component.length > 1 || component.some(one => to.subarray(start[one], start[one + 1]).includes(one))
}

/**
 * In a loop no member is likelier than the likeliest way out of it. From there the members come down, each by its owners. Returns
 * how many shares were weighed.
 */
function settle(
  upward: Upward,
  component: readonly number[],
  isGoal: ReadonlySet<number>,
  likely: Float64Array,
): number {
  const members = component.filter(member => !isGoal.has(member))
  const inside = new Set(members)
  let highest = 0
  let steps = 1
  for (const member of members) {
    for (const step of stepsFrom(upward, member)) {
      const owner = upward.to[step] ?? 0
      steps += 1
      if (!inside.has(owner)) highest = Math.max(highest, likely[owner] ?? 0)
    }
  }
  for (const member of members) likely[member] = highest
  let weighed = 0
  for (let change = highest; change > closeEnough && weighed < mostWeighedForOne; weighed += steps) {
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
function weigh(
  { start, to, least, most, room: rooms }: Upward,
  company: number,
  likely: Float64Array,
): number {
  let unknown: (readonly [likelihood: number, room: number])[] | undefined
  let sum = 0
  for (let step = start[company] ?? 0; step < (start[company + 1] ?? 0); step += 1) {
    const [likelihood, held] = [likely[to[step] ?? 0] ?? 0, least[step] ?? 0]
    sum += held * likelihood
    const room = (most[step] ?? 0) - held
    if (room <= 0 || likelihood <= 0) continue
    unknown ??= []
    unknown.push([likelihood, room])
  }
  if (unknown === undefined) return Math.min(1, sum)
  let rest = rooms[company] ?? 0
  for (const [likelihood, room] of unknown.sort(([one], [other]) => other - one)) {
    const given = Math.min(room, rest)
    sum += given * likelihood
    rest -= given
  }
  return Math.min(1, sum)
}

/** Owners by an unknown share, and those who own them. */
function unsureOwners(upward: Upward): number[] {
  const { to, least, most } = upward
  const first = [...to].filter((_, step) => (most[step] ?? 0) > (least[step] ?? 0))
  return [...reach(first, point => Array.from(stepsFrom(upward, point), step => to[step] ?? 0))]
}
