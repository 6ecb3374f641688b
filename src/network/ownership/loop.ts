/**
 * Companies that own parts of each other, numbered. The part of a company that no member of the loop owns leaves the loop: in all of them
 * together that is more than nothing.
 */
export interface Loop {
  /** By company, how much of it each other company of the loop owns. */
  readonly flows: readonly ReadonlyMap<number, number>[]
  /** By company, how much of it is owned outside of the loop, or by no one. */
  readonly leaving: Float64Array
}

/** What happens in a loop to walks that enter it. */
export interface Visits {
  /** How often each company is visited, at the least. */
  readonly count: Float64Array
  /** How often a walk from each company visits it, the beginning included: at the least and at the most. */
  readonly ownLeast: Float64Array
  readonly ownMost: Float64Array
  /** The part of the walks that has not left yet. */
  readonly unresolved: number
}

/** Solves a loop; one that is so tangled that this would take seconds is walked until nearly nothing is left in it. */
export function visitLoop(loop: Loop, entering: Float64Array): Visits {
  const removals = removeAll(loop)
  if (removals === null) return walkLoop(loop, entering)
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
  const own = ownVisits(removals)
  return { count, ownLeast: own, ownMost: own, unresolved: 0 }
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
 * Takes out one company after the other, those with the fewest neighbours first. Nothing is ever subtracted (Grassmann, Taksar and
 * Heyman, 1985), so that a loop that is nearly closed is as exact as any. Null where the loop is too tangled to take that long.
 */
function removeAll({ flows, leaving }: Loop): Removal[] | null {
  const owners = flows.map(flow => new Map(flow))
  const owned = flows.map(() => new Map<number, number>())
  for (const [company, flow] of owners.entries())
    for (const [owner, share] of flow) owned[owner]?.set(company, share)
  const left = Float64Array.from(leaving)
  const costOf = (company: number) => (owned[company]?.size ?? 0) * (owners[company]?.size ?? 0)
  const costs = Float64Array.from(flows, (_, company) => costOf(company))
  const removals: Removal[] = []
  let effort = 0
  while (removals.length < flows.length) {
    const company = leastIn(costs)
    const cost = costOf(company)
    // Those that are left cost as much at first. Where they are all neighbours, each costs a third on average: a quarter is on the safe side.
    if (effort + Math.max(cost, (cost * (flows.length - removals.length)) / 4) > mostEffort) return null
    effort += cost
    const removal = remove(company, owned, owners, left)
    removals.push(removal)
    costs[company] = Number.POSITIVE_INFINITY
    for (const [neighbour] of [...removal.owned, ...removal.owners]) costs[neighbour] = costOf(neighbour)
  }
  return removals
}

function leastIn(costs: Float64Array): number {
  let least = 0
  for (let at = 1; at < costs.length; at += 1) if ((costs[at] ?? 0) < (costs[least] ?? 0)) least = at
  return least
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

/** Out of the same factors, without an inverse (Takahashi, 1973). */
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

const closeEnough = 1e-14
const mostSteps = 30_000_000

/**
 * Moves each part of the walks on, those behind in the row with what just came. What leaves the loop is as exact as in any; how
 * often a walk comes back to a company is bounded by what leaves it at once.
 */
function walkLoop({ flows, leaving }: Loop, entering: Float64Array): Visits {
  const start = new Int32Array(flows.length + 1)
  for (const [at, flow] of flows.entries()) start[at + 1] = (start[at] ?? 0) + flow.size
  const to = Int32Array.from(flows.flatMap(flow => [...flow.keys()]))
  const share = Float64Array.from(flows.flatMap(flow => [...flow.values()]))
  // What a company holds of itself comes back to it at once.
  const pivots = Float64Array.from(flows, (flow, at) =>
    [...flow.values()].reduce((sum, one) => sum + one, leaving[at] ?? 0),
  )
  const count = new Float64Array(flows.length)
  const here = Float64Array.from(entering)
  let unresolved = 1
  for (let walked = 0; unresolved > closeEnough && walked < mostSteps; walked += 1 + to.length) {
    for (let at = 0; at < here.length; at += 1) {
      const visits = (here[at] ?? 0) / (pivots[at] ?? 1)
      if (visits === 0) continue
      here[at] = 0
      count[at] = (count[at] ?? 0) + visits
      for (let step = start[at] ?? 0; step < (start[at + 1] ?? 0); step += 1) {
        const owner = to[step] ?? 0
        here[owner] = (here[owner] ?? 0) + visits * (share[step] ?? 0)
      }
    }
    unresolved = here.reduce((sum, part) => sum + part, 0)
  }
  return {
    count,
    ownLeast: pivots.map(pivot => 1 / pivot),
    ownMost: leaving.map(part => 1 / part),
    unresolved,
  }
}
