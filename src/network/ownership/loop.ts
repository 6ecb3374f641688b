/**
 * Companies that own parts of each other, numbered. The part of a company that no member of the loop owns leaves the loop: in all of them
 * together that is more than nothing.
 */
export interface Loop {
  /** By company, how much of it each other company of the loop owns. */
  readonly flows: readonly Map<number, number>[]
  /** By company, how much of it is owned outside of the loop, or by no one. */
  readonly leaving: Float64Array
}

/** What happens in a loop to walks that enter it. */
export interface Visits {
  /** How often each company is visited. */
  readonly count: Float64Array
  /** How often a walk from each company visits it, the beginning included. */
  readonly own: Float64Array
}

/** How often a share may be led past a company: some hundredths of a second. */
const mostEffort = 100_000

/** A company that was taken out: what led to it now leads past it. */
interface Removal {
  readonly company: number
  /** The part that does not stay with it. */
  readonly pivot: number
  /** Those that were left which it owned a part of. */
  readonly owned: readonly (readonly [number, number])[]
  /** Those that were left which owned a part of it. */
  readonly owners: readonly (readonly [number, number])[]
}

/**
 * Solves the loop by taking out one company after the other, those with the fewest neighbours first. Nothing is ever
 * subtracted (Grassmann, Taksar and Heyman, 1985), so that a loop that is nearly closed is as exact as any. The own visits
 * come from the same factors, without an inverse (Takahashi, 1973). Null where the loop is too tangled to take that long.
 */
export function solveLoop(loop: Loop, entering: Float64Array): Visits | null {
  const removals = removeAll(loop)
  if (removals === null) return null
  const count = Float64Array.from(entering)
  for (const { company, pivot, owners } of removals) {
    const rate = (count[company] ?? 0) / pivot
    for (const [owner, share] of owners) count[owner] = (count[owner] ?? 0) + rate * share
  }
  for (const { company, pivot, owned } of removals.toReversed()) {
    let arriving = count[company] ?? 0
    for (const [below, share] of owned) arriving += share * (count[below] ?? 0)
    count[company] = arriving / pivot
  }
  return { count, own: ownVisits(removals) }
}

function removeAll({ flows, leaving }: Loop): Removal[] | null {
  const owners = flows.map(flow => new Map(flow))
  const owned = flows.map(() => new Map<number, number>())
  for (const [company, flow] of owners.entries())
    for (const [owner, share] of flow) owned[owner]?.set(company, share)
  const left = Float64Array.from(leaving)
  const costOf = (company: number) => (owned[company]?.size ?? 0) * (owners[company]?.size ?? 0)
  const waiting = createShelves(flows.length, costOf)
  const removals: Removal[] = []
  let effort = 0
  for (let company = waiting.take(); company !== undefined; company = waiting.take()) {
    const cost = costOf(company)
    // Those that are left cost as much at first. Where they are all neighbours, each costs a third on average: a quarter is on the safe side.
    if (effort + Math.max(cost, (cost * (flows.length - removals.length)) / 4) > mostEffort) return null
    effort += cost
    const removal = remove(company, owned, owners, left)
    removals.push(removal)
    for (const [neighbour] of [...removal.owned, ...removal.owners]) waiting.move(neighbour)
  }
  return removals
}

/** Numbers on shelves by their cost: the cheapest is taken first. One that has moved stays on its old shelf, too. */
function createShelves(size: number, costOf: (number: number) => number) {
  const shelves: number[][] = []
  const isTaken = new Uint8Array(size)
  let lowest = 0
  function move(number: number): void {
    const cost = costOf(number)
    const shelf = shelves[cost] ?? []
    shelves[cost] = shelf
    shelf.push(number)
    lowest = Math.min(lowest, cost)
  }
  for (let number = 0; number < size; number += 1) move(number)
  return {
    move,
    take(): number | undefined {
      for (; lowest < shelves.length; lowest += 1) {
        for (let number = shelves[lowest]?.pop(); number !== undefined; number = shelves[lowest]?.pop()) {
          if (isTaken[number] === 1 || costOf(number) !== lowest) continue
          isTaken[number] = 1
          return number
        }
      }
      return undefined
    },
  }
}

function remove(
  company: number,
  owned: readonly Map<number, number>[],
  owners: readonly Map<number, number>[],
  left: Float64Array,
): Removal {
  const above = [...(owners[company] ?? [])]
  const below = [...(owned[company] ?? [])]
  const leaving = left[company] ?? 0
  const pivot = above.reduce((total, [, share]) => total + share, leaving)
  for (const [owner] of above) owned[owner]?.delete(company)
  for (const [lower, held] of below) {
    const flow = owners[lower]
    flow?.delete(company)
    left[lower] = (left[lower] ?? 0) + (held * leaving) / pivot
    for (const [owner, share] of above) {
      // What comes back to itself stays with it: the pivot counts only what leaves.
      if (owner === lower) continue
      const past = (flow?.get(owner) ?? 0) + (held * share) / pivot
      flow?.set(owner, past)
      owned[owner]?.set(lower, past)
    }
  }
  return { company, pivot, owned: below, owners: above }
}

function ownVisits(removals: readonly Removal[]): Float64Array {
  const own = new Float64Array(removals.length)
  // By company, how often a walk from another one visits it.
  const visits = removals.map(() => new Map<number, number>())
  const visitsTo = (to: number, from: number) => (to === from ? (own[to] ?? 0) : (visits[to]?.get(from) ?? 0))
  for (const { company, pivot, owned, owners } of removals.toReversed()) {
    for (const [lower] of owned) {
      const arriving = owners.reduce((sum, [owner, share]) => sum + share * visitsTo(lower, owner), 0)
      visits[lower]?.set(company, arriving / pivot)
    }
    for (const [owner] of owners) {
      const arriving = owned.reduce((sum, [lower, share]) => sum + share * visitsTo(lower, owner), 0)
      visits[company]?.set(owner, arriving / pivot)
    }
    const back = owned.reduce((sum, [lower, share]) => sum + share * visitsTo(lower, company), 0)
    own[company] = (1 + back) / pivot
  }
  return own
}
