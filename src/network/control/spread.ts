import type { Holds } from '../graph/data-issues.ts'
import type { Holdings, NetworkIndex } from '../graph/index-network.ts'
import { isMajority, parts, whole } from '../graph/share.ts'
import type { Holding } from '../graph/stakes.ts'
import { type Bound, countedIn, holdingsWith } from './counted.ts'

/** Parts of a company that are held together, in parts of a trillion. */
export type Held = {
  readonly min: number
  readonly max: number
}

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
  readonly always?: readonly Leads[]
  /** By id, whose holdings are added to those of whom it has reached. */
  readonly partners?: Leads
}

/** Why somebody is reached: from the start, by holdings under one of the measures, or by one of the leads. */
export type Reason = (
  | { readonly kind: 'seed' }
  | { readonly kind: 'held'; readonly measure: Measure }
  | { readonly kind: 'lead'; readonly from: string; readonly leads: Leads }
) & {
  /** How many were reached or held before: they may be the reason, and no others. */
  readonly place: number
}

/** Who is reached and why, in the order in which they are; and by id, the places of those whose holdings counted. */
export interface Spread {
  readonly reached: Map<string, Reason>
  readonly holders: Map<string, number>
}

/** The seeds and all whom they reach: the least fixpoint, so that no party is reached through itself alone. */
export function spread(seeds: Iterable<string>, { by, until, always = [], partners }: Spreading): Spread {
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
  for (const id of seeds) take(id, { kind: 'seed', place: 0 })
  const tallies = by.map(measure => ({ measure, of: new Map<string, Tally>() }))
  for (const owner of holders.keys()) {
    if (until?.(owner)) break
    for (const { measure, of } of tallies) {
      for (const holding of measure.holdings.ofOwner.get(owner) ?? []) {
        const { company } = holding
        if (reached.has(company)) continue
        const tally = of.get(company) ?? openTally(measure.holdings, company)
        of.set(company, tally)
        addTo(tally, holding)
        if (measure.reaches(heldOf(tally))) take(company, { kind: 'held', measure, place: holders.size })
      }
    }
    for (const leads of always)
      for (const one of leads.get(owner) ?? [])
        if (!reached.has(one)) take(one, { kind: 'lead', from: owner, leads, place: holders.size })
  }
  return { reached, holders }
}

export function heldBy(
  holdings: Pick<Holdings, 'ofCompany'>,
  company: string,
  isOwner: (owner: string) => boolean,
): Held {
  const tally = openTally(holdings, company)
  for (const holding of holdings.ofCompany.get(company) ?? [])
    if (isOwner(holding.owner)) addTo(tally, holding)
  return heldOf(tally)
}

/**
 * Control: more than half of the votes, or of the shares where no votes are given, or of either; or it is said to be there.
 * Control that is certain holds with every share at its least.
 */
export function controlling(
  index: NetworkIndex,
  bound: Bound,
  by: 'votes' | 'shares or votes' = 'votes',
  isEnough: (held: number) => boolean = isMajority,
): Spreading & { readonly always: readonly Leads[] } {
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

export function leadsOf(leads: ReadonlyMap<string, readonly string[]>, isControl = false): Leads {
  return { get: id => leads.get(id), isControl }
}

interface Tally {
  min: number
  max: number
  isUnlimited: boolean
  /** What all owners certainly hold. */
  readonly certain: number
}

const certainIn = new WeakMap<readonly Holding[], number>()

export function openTally({ ofCompany }: Pick<Holdings, 'ofCompany'>, company: string): Tally {
  const held = ofCompany.get(company) ?? []
  // Thousands of owners of one company each ask for it.
  const certain = certainIn.get(held) ?? held.reduce((sum, { share }) => sum + parts(share.min), 0)
  certainIn.set(held, certain)
  return { min: 0, max: 0, isUnlimited: false, certain }
}

export function addTo(tally: Tally, { share, isUnlimited }: Holding): void {
  tally.min += parts(share.min)
  tally.max += parts(share.max)
  if (isUnlimited) tally.isUnlimited = true
}

/** At the most they hold what they may, and no more than the others leave. */
export function heldOf({ min, max, isUnlimited, certain }: Tally): Held {
  const left = isUnlimited ? whole : whole - (certain - min)
  return { min, max: Math.max(min, Math.min(max, left)) }
}
