import { entryOf } from '../../shared/lists.ts'
import type { HoldingKind } from '../graph/data-issues.ts'
import type { Holding } from '../graph/holdings.ts'
import type { Holdings, NetworkIndex } from '../graph/index-network.ts'
import { isMajority, partsPerWhole, toParts } from '../graph/share.ts'
import { type Bound, computeCountedHoldings, replaceHoldings } from './counted-holdings.ts'

/** Parts of a company that are held together, in parts of a trillion. */
export type HeldParts = { readonly min: number; readonly max: number }

/** Shares or votes, each for itself, and whether something passes on to a company of which so much is held. */
export interface Measure {
  readonly of: HoldingKind
  readonly holdings: Holdings
  readonly reaches: (held: HeldParts) => boolean
  /** Whether it is one of control, beside the measures of the rule itself. */
  readonly isControl?: boolean
}

export interface Leads {
  readonly get: (id: string) => readonly string[] | undefined
  /** Whether it is one of control. */
  readonly isControl?: boolean
}

/** How something passes from owners on to companies, such as control, or being blocked. */
export interface PropagationRule {
  readonly measures: readonly Measure[]
  /** Where it ends before all are reached. */
  readonly stopsAt?: (id: string) => boolean
  /** By id, to whom it passes on in any case. */
  readonly leads: readonly Leads[]
  /** By id, whose holdings are added to those of whom it has reached. */
  readonly partners?: Leads
}

/** Why somebody is reached: from the start, by holdings under one of the measures, or by one of the leads. */
export type Reason =
  | { readonly kind: 'seed' }
  | HeldReason
  | { readonly kind: 'lead'; readonly from: string; readonly leads: Leads }

/** `place` is how many were reached or held before: they may be the reason, and no others. */
export type HeldReason = { readonly kind: 'held'; readonly measure: Measure; readonly position: number }

/** Who is reached and why, in the order in which they are; and by id, the places of those whose holdings counted. */
export interface Propagation {
  readonly reached: Map<string, Reason>
  readonly holders: Map<string, number>
}

/** The seeds and all whom they reach: the least fixpoint, so that no party is reached through itself alone. */
export function propagate(
  seeds: Iterable<string>,
  { measures: by, stopsAt: until, leads: always, partners }: PropagationRule,
): Propagation {
  const reached = new Map<string, Reason>()
  const holders = new Map<string, number>()
  const addHolder = (id: string) => {
    if (!holders.has(id)) holders.set(id, holders.size)
  }
  const markReached = (id: string, reason: Reason) => {
    if (!reached.has(id)) reached.set(id, reason)
    addHolder(id)
    for (const partner of partners?.get(id) ?? []) addHolder(partner)
  }
  for (const id of seeds) markReached(id, { kind: 'seed' })
  const accumulators = by.map(measure => ({
    measure,
    adders: new Map<string, (holding: Holding) => HeldParts>(),
  }))
  for (const owner of holders.keys()) {
    if (until?.(owner)) break
    for (const { measure, adders } of accumulators) {
      for (const holding of measure.holdings.ofOwner.get(owner) ?? []) {
        const { company } = holding
        if (reached.has(company)) continue
        const add = entryOf(adders, company, () => createHoldingSum(measure.holdings, company))
        if (measure.reaches(add(holding)))
          markReached(company, { kind: 'held', measure, position: holders.size })
      }
    }
    for (const lookup of always)
      for (const target of lookup.get(owner) ?? [])
        if (!reached.has(target)) markReached(target, { kind: 'lead', from: owner, leads: lookup })
  }
  return { reached, holders }
}

/** The holdings in a company by which it was reached, or may have been: those of who was reached or held before. */
export function holdingsCountedFor(
  { holders }: Propagation,
  company: string,
  { measure, position: place }: HeldReason,
): Holding[] {
  const companyHoldings = measure.holdings.ofCompany.get(company) ?? []
  return companyHoldings.filter(({ owner }) => (holders.get(owner) ?? place) < place)
}

/** What some of the holdings in a company are together. */
export function sumHoldings(holdings: Holdings, company: string, subset: Iterable<Holding>): HeldParts {
  const add = createHoldingSum(holdings, company)
  let sum: HeldParts = { min: 0, max: 0 }
  for (const holding of subset) sum = add(holding)
  return sum
}

/** Control: more than half of the votes, or of the shares where no votes are given, or of either; or it is said to be there. */
export function createControlRule(
  index: NetworkIndex,
  bound: Bound,
  countedBy: 'votes' | 'shares or votes' = 'votes',
  isEnough: (partsHeld: number) => boolean = isMajority,
): PropagationRule {
  const reaches = (heldParts: HeldParts) => isEnough(heldParts[bound])
  const shares = replaceHoldings(
    computeCountedHoldings(index, index.shares, bound),
    (company, companyHoldings) =>
      countedBy === 'votes' && index.votes.ofCompany.has(company) ? null : companyHoldings,
  )
  return {
    measures: [
      { of: 'votes', holdings: computeCountedHoldings(index, index.votes, bound), reaches, isControl: true },
      { of: 'shares', holdings: shares, reaches, isControl: true },
    ],
    leads: [toLeads(index.controls, true), ...(bound === 'max' ? [toLeads(index.mayControl, true)] : [])],
  }
}

/** Who of some controls a company, best those nearest to it first: those who control one of them control it, too. */
export function findControllers(
  candidates: Iterable<string>,
  company: string,
  control: PropagationRule,
): Set<string> {
  const controllers = new Set<string>()
  const nonControllers = new Set<string>()
  const isController = (id: string) => id === company || controllers.has(id)
  for (const party of candidates) {
    if (nonControllers.has(party)) continue
    const { reached } = propagate([party], { ...control, stopsAt: isController })
    if ([...reached.keys()].some(isController)) controllers.add(party)
    // Who does not control it controls nobody who does.
    else for (const id of reached.keys()) nonControllers.add(id)
  }
  return controllers
}

export function toLeads(leads: ReadonlyMap<string, readonly string[]>, isControl = false): Leads {
  return { get: id => leads.get(id), isControl }
}

const certainTotals = new WeakMap<readonly Holding[], number>()

/** Adds up holdings in a company, one by one: at the most they hold what they may, and no more than the others leave. */
export function createHoldingSum({ ofCompany }: Holdings, company: string): (holding: Holding) => HeldParts {
  const companyHoldings = ofCompany.get(company) ?? []
  // Thousands of owners of one company each ask for it.
  const certain =
    certainTotals.get(companyHoldings) ??
    companyHoldings.reduce((sum, { share }) => sum + toParts(share.min), 0)
  certainTotals.set(companyHoldings, certain)
  let [min, max, isLimited] = [0, 0, true]
  return ({ share, isUnlimited }) => {
    min += toParts(share.min)
    max += toParts(share.max)
    if (isUnlimited) isLimited = false
    const available = isLimited ? partsPerWhole - (certain - min) : partsPerWhole
    return { min, max: Math.max(min, Math.min(max, available)) }
  }
}
