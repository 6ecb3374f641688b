import { findComponents } from '../graph/components.ts'
import { reach } from '../graph/reach.ts'
import { stepsFrom, type Upward } from './upward.ts'

/** How many shares may be weighed for one result, so that a tangle of unknown shares takes no minutes: its result is wider. */
const mostWeighed = 5_000_000
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
  const companies = companiesOf(upward)
  return {
    unsure: unsureOwners(upward),
    ownedBy(goals) {
      if (effort.weighed > mostWeighed) return null
      const isBelow = markBelow(upward, goals, companies)
      const likely = new Float64Array(upward.size)
      for (const goal of goals) likely[goal] = 1
      // A component comes after all that its companies are owned by.
      for (const [number, component] of components.entries()) {
        const members = component.filter(member => isBelow[member] === 1)
        if (members.length === 0) continue
        if (isLoop[number]) effort.weighed += settle(upward, component, members, likely)
        else for (const member of members) likely[member] = weigh(upward, member, likely)
      }
      effort.weighed += upward.to.length
      return likely[0] ?? 0
    },
  }
}

function isLoopIn({ start, to }: Upward, component: readonly number[]): boolean {
  return component.length > 1 || component.some(one => to.subarray(start[one], start[one + 1]).includes(one))
}

/** Marks all from whom a walk may come to one of the goals, but the goals. */
function markBelow({ size }: Upward, goals: readonly number[], companies: readonly number[][]): Uint8Array {
  const isBelow = new Uint8Array(size)
  for (const goal of goals) isBelow[goal] = 1
  const waiting = [...goals]
  for (let point = waiting.pop(); point !== undefined; point = waiting.pop()) {
    for (const company of companies[point] ?? []) {
      if (isBelow[company] === 1) continue
      isBelow[company] = 1
      waiting.push(company)
    }
  }
  for (const goal of goals) isBelow[goal] = 0
  return isBelow
}

/**
 * In a loop no member is likelier than the likeliest way out of it. From there the members come down, each by its owners. Returns
 * how many shares were weighed.
 */
function settle(
  upward: Upward,
  component: readonly number[],
  members: readonly number[],
  likely: Float64Array,
): number {
  const inside = new Set(members)
  let highest = 0
  for (const member of component) {
    if (!inside.has(member)) highest = Math.max(highest, likely[member] ?? 0)
    for (const step of stepsFrom(upward, member)) {
      const owner = upward.to[step] ?? 0
      if (!inside.has(owner)) highest = Math.max(highest, likely[owner] ?? 0)
    }
  }
  for (const member of members) likely[member] = highest
  const stepsOf = (member: number) => (upward.start[member + 1] ?? 0) - (upward.start[member] ?? 0)
  const steps = members.reduce((sum, member) => sum + stepsOf(member), 1)
  let weighed = 0
  for (let change = 1; change > closeEnough && weighed < mostWeighedForOne; weighed += steps) {
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

/** By point, the companies that it may own a part of. */
function companiesOf(upward: Upward): number[][] {
  const companies = Array.from({ length: upward.size }, (): number[] => [])
  for (let company = 0; company < upward.size; company += 1) {
    for (const step of stepsFrom(upward, company)) companies[upward.to[step] ?? 0]?.push(company)
  }
  return companies
}

/** Owners by an unknown share, and those who own them. */
function unsureOwners(upward: Upward): number[] {
  const { to, least, most } = upward
  const first = [...to].filter((_, step) => (most[step] ?? 0) > (least[step] ?? 0))
  return [...reach(first, point => Array.from(stepsFrom(upward, point), step => to[step] ?? 0))]
}
