import { findComponents } from '../graph/components.ts'
import { stepsFrom, type Upward } from './upward.ts'

/** How many points may be weighed for one answer, so that a tangle of unknown shares takes no minutes: its answer is wider. */
const mostWeighed = 5_000_000
const mostWeighedForOne = 50_000
const closeEnough = 1e-15

/** What owners own of the company at the most, whatever the unknown shares are. */
export interface Most {
  /** Who may own more than the least, because of shares that are not known. */
  readonly unsure: readonly number[]
  /** What goals own together at the most, net of loops. */
  ownedBy(goals: readonly number[]): number
}

/**
 * How likely a walk may reach the goals, if the unknown shares are such that they help it most: in every company what is left
 * goes to the owners from whom the goals are reached most likely. It is approached from above, so that it is never too low.
 */
export function mostOwned(upward: Upward): Most {
  const components = findComponents(upward)
  const componentOf = new Int32Array(upward.size)
  for (const [number, members] of components.entries())
    for (const member of members) componentOf[member] = number
  const companies = companiesOf(upward)
  const unsure = unsureOwners(upward)
  const mostSweeps = Math.min(mostWeighedForOne, mostWeighed / (unsure.length + 1))
  return {
    unsure,
    ownedBy(goals) {
      const below = reach(goals, point => companies[point] ?? [])
      for (const goal of goals) below.delete(goal)
      const likely = new Float64Array(upward.size)
      for (const goal of goals) likely[goal] = 1
      // A component comes after all that its companies are owned by.
      const order = new Set([...below].map(point => componentOf[point] ?? 0))
      for (const number of [...order].sort((one, other) => one - other)) {
        const component = components[number] ?? []
        const members = component.filter(member => below.has(member))
        if (isLoop(upward, component)) settle(upward, component, members, likely, mostSweeps)
        else for (const member of members) likely[member] = weigh(upward, member, likely)
      }
      return likely[0] ?? 0
    },
  }
}

function isLoop({ start, to }: Upward, component: readonly number[]): boolean {
  return component.length > 1 || component.some(one => to.subarray(start[one], start[one + 1]).includes(one))
}

/** In a loop nobody is likelier than the likeliest way out of it. From there the members come down, each by its owners. */
function settle(
  upward: Upward,
  component: readonly number[],
  members: readonly number[],
  likely: Float64Array,
  most: number,
): void {
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
  for (let weighed = 0, change = 1; change > closeEnough && weighed < most; weighed += members.length) {
    change = 0
    for (const member of members) {
      const before = likely[member] ?? 0
      const after = Math.min(before, weigh(upward, member, likely))
      likely[member] = after
      change = Math.max(change, before - after)
    }
  }
}

/** The likelihood of a company out of that of its owners, what is left given to the likeliest. */
function weigh(upward: Upward, company: number, likely: Float64Array): number {
  const { to, least, most, left } = upward
  const unknown: (readonly [likelihood: number, room: number])[] = []
  let sum = 0
  for (const step of stepsFrom(upward, company)) {
    const [likelihood, held] = [likely[to[step] ?? 0] ?? 0, least[step] ?? 0]
    sum += held * likelihood
    const room = (most[step] ?? 0) - held
    if (room > 0 && likelihood > 0) unknown.push([likelihood, room])
  }
  if (unknown.length === 0) return Math.min(1, sum)
  let rest = left[company] ?? 0
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

function reach(from: readonly number[], next: (point: number) => readonly number[]): Set<number> {
  const reached = new Set(from)
  for (const point of reached) for (const one of next(point)) reached.add(one)
  return reached
}
