import { entryOf } from '../../shared/lists.ts'
import type { Holds } from '../graph/data-issues.ts'
import type { Holdings, NetworkIndex } from '../graph/index-network.ts'
import { isMajority, parts, whole } from '../graph/share.ts'
import type { Holding } from '../graph/stakes.ts'
import { type Bound, countedIn, holdingsWith } from './counted.ts'

/** Parts of a company that are held together, in parts of a trillion. */
export type Held = { readonly min: number; readonly max: number }

/** Shares or votes, each for itself, and whether something passes on to a company of which so much is held. */
export interface Measure {
  readonly of: Holds
  readonly holdings: Holdings
  readonly reaches: (held: Held) => boolean
  /** Whether it is one of control, beside the measures of the rule itself. */
  readonly isControl?: boolean
}

export interface Leads {
  readonly get: (id: string) => readonly string[] | undefined
  /** Whether it is one of control. */
  readonly isControl?: boolean
}

/** How something passes from owners on to companies, such as control, or being blocked. */
export interface Spreading {
  readonly by: readonly Measure[]
  /** Where it ends before all are reached. */
  readonly until?: (id: string) => boolean
  /** By id, to whom it passes on in any case. */
  readonly always: readonly Leads[]
  /** By id, whose holdings are added to those of whom it has reached. */
  readonly partners?: Leads
}

/** Why somebody is reached: from the start, by holdings under one of the measures, or by one of the leads. */
export type Reason =
  | { readonly kind: 'seed' }
  | HeldReason
  | { readonly kind: 'lead'; readonly from: string; readonly leads: Leads }

/** `place` is how many were reached or held before: they may be the reason, and no others. */
export type HeldReason = { readonly kind: 'held'; readonly measure: Measure; readonly place: number }

/** Who is reached and why, in the order in which they are; and by id, the places of those whose holdings counted. */
export interface Spread {
  readonly reached: Map<string, Reason>
  readonly holders: Map<string, number>
}

/** The seeds and all whom they reach: the least fixpoint, so that no party is reached through itself alone. */
export function spread(seeds: Iterable<string>, { by, until, always, partners }: Spreading): Spread {
  const reached = new Map<string, Reason>()
  const holders = new Map<string, number>()
  const hold = (id: string) => {
    if (!holders.has(id)) holders.set(id, holders.size)
  }
  const take = (id: string, reason: Reason) => {
    if (!reached.has(id)) reached.set(id, reason)
    hold(id)
    for (const partner of partners?.get(id) ?? []) hold(partner)
  }
  for (const id of seeds) take(id, { kind: 'seed' })
  const sums = by.map(measure => ({ measure, adders: new Map<string, (holding: Holding) => Held>() }))
  for (const owner of holders.keys()) {
    if (until?.(owner)) break
    for (const { measure, adders } of sums) {
      for (const holding of measure.holdings.ofOwner.get(owner) ?? []) {
        const { company } = holding
        if (reached.has(company)) continue
        const add = entryOf(adders, company, () => adderOf(measure.holdings, company))
        if (measure.reaches(add(holding))) take(company, { kind: 'held', measure, place: holders.size })
      }
    }
    for (const leads of always)
      for (const one of leads.get(owner) ?? [])
        if (!reached.has(one)) take(one, { kind: 'lead', from: owner, leads })
  }
  return { reached, holders }
}

/** The holdings in a company by which it was reached, or may have been: those of who was reached or held before. */
export function heldBefore({ holders }: Spread, company: string, { measure, place }: HeldReason): Holding[] {
  const held = measure.holdings.ofCompany.get(company) ?? []
  return held.filter(({ owner }) => (holders.get(owner) ?? place) < place)
}

/** What some of the holdings in a company are together. */
export function sumOf(holdings: Holdings, company: string, some: Iterable<Holding>): Held {
  const add = adderOf(holdings, company)
  let held: Held = { min: 0, max: 0 }
  for (const holding of some) held = add(holding)
  return held
}

/** Control: more than half of the votes, or of the shares where no votes are given, or of either; or it is said to be there. */
export function controlling(
  index: NetworkIndex,
  bound: Bound,
  by: 'votes' | 'shares or votes' = 'votes',
  isEnough: (held: number) => boolean = isMajority,
): Spreading {
  const reaches = (held: Held) => isEnough(held[bound])
  const shares = holdingsWith(countedIn(index, index.shares, bound), (company, held) =>
    by === 'votes' && index.votes.ofCompany.has(company) ? null : held,
  )
  return {
    by: [
      { of: 'votes', holdings: countedIn(index, index.votes, bound), reaches, isControl: true },
      { of: 'shares', holdings: shares, reaches, isControl: true },
    ],
    always: [leadsOf(index.controls, true), ...(bound === 'max' ? [leadsOf(index.mayControl, true)] : [])],
  }
}

/** Who of some controls a company, best those nearest to it first: those who control one of them control it, too. */
export function controllersAmong(some: Iterable<string>, company: string, control: Spreading): Set<string> {
  const controllers = new Set<string>()
  const others = new Set<string>()
  const isThere = (id: string) => id === company || controllers.has(id)
  for (const party of some) {
    if (others.has(party)) continue
    const { reached } = spread([party], { ...control, until: isThere })
    if ([...reached.keys()].some(isThere)) controllers.add(party)
    // Who does not control it controls nobody who does.
    else for (const one of reached.keys()) others.add(one)
  }
  return controllers
}

export function leadsOf(leads: ReadonlyMap<string, readonly string[]>, isControl = false): Leads {
  return { get: id => leads.get(id), isControl }
}

const certainIn = new WeakMap<readonly Holding[], number>()

/** Adds up holdings in a company, one by one: at the most they hold what they may, and no more than the others leave. */
export function adderOf({ ofCompany }: Holdings, company: string): (holding: Holding) => Held {
  const all = ofCompany.get(company) ?? []
  // Thousands of owners of one company each ask for it.
  const certain = certainIn.get(all) ?? all.reduce((sum, { share }) => sum + parts(share.min), 0)
  certainIn.set(all, certain)
  let [min, max, isLimited] = [0, 0, true]
  return ({ share, isUnlimited }) => {
    min += parts(share.min)
    max += parts(share.max)
    if (isUnlimited) isLimited = false
    const left = isLimited ? whole - (certain - min) : whole
    return { min, max: Math.max(min, Math.min(max, left)) }
  }
}
