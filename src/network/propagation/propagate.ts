import { getOrInsert } from '../../shared/get-or-insert.ts'
import type { Holding, Holdings } from '../graph/holdings.ts'
import type { HoldingKind } from '../relations/relation-types.ts'
import { partsPerWhole, toParts } from '../share.ts'

/** The sum of several holdings in a company, in parts of a trillion. */
export type HeldParts = { readonly min: number; readonly max: number }

/**
 * A kind of holding, such as shares, and the threshold at which such holdings pass a property, such as
 * control, from owners to a company.
 */
export interface Measure {
  readonly of: HoldingKind
  readonly holdings: Holdings
  readonly reaches: (heldParts: HeldParts) => boolean
  /** Whether a holding that reaches the threshold means control of the company. */
  readonly isControl?: boolean
}

/**
 * For each party, the parties to which it passes a property, such as control or a block, by a relation other
 * than a holding.
 */
export interface Leads {
  readonly get: (id: string) => readonly string[] | undefined
  /** Whether these relations mean control. */
  readonly isControl?: boolean
}

/** The rule by which a property, such as control or a block, passes from owners to companies. */
export interface PropagationRule {
  readonly measures: readonly Measure[]
  /** Returns whether to end the propagation early, at this party. */
  readonly stopsAt?: (id: string) => boolean
  readonly leads: readonly Leads[]
  /**
   * The partners of each party. When a party is reached, the holdings of its partners are added to the
   * party's own.
   */
  readonly partners?: Leads
}

/**
 * The reason why a party has the property. `seed`: the propagation starts from the party. `held`: holdings in
 * the party reach a threshold. `lead`: another party passes the property on by a relation other than a
 * holding.
 */
export type Reason =
  | { readonly kind: 'seed' }
  | HeldReason
  | { readonly kind: 'lead'; readonly from: string; readonly leads: Leads }

/**
 * `position` is the number of holders that were found before the company. Only their holdings were added up.
 */
export type HeldReason = { readonly kind: 'held'; readonly measure: Measure; readonly position: number }

/** The parties that a propagation reached. */
export interface Propagation {
  /** The reason for each party with the property, in the order of discovery. */
  readonly reached: Map<string, Reason>
  /** The parties whose holdings are added up, each with its position in the order of discovery. */
  readonly holders: Map<string, number>
}

/**
 * Passes a property from the starting parties to other parties. Holdings are not multiplied along a chain: if
 * A owns half of B, B owns half of C, and the threshold is one half, the property passes from A to B and from
 * B to C. A worklist computes the least fixpoint, so that no party has the property only because of itself.
 */
export function propagate(
  seeds: Iterable<string>,
  { measures, stopsAt, leads, partners }: PropagationRule,
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
  const accumulators = measures.map(measure => ({
    measure,
    sums: new Map<string, (holding: Holding) => HeldParts>(),
  }))
  for (const owner of holders.keys()) {
    if (stopsAt?.(owner)) break
    for (const { measure, sums } of accumulators) {
      for (const holding of measure.holdings.ofOwner.get(owner) ?? []) {
        const { company } = holding
        if (reached.has(company)) continue
        const add = getOrInsert(sums, company, () => createHoldingSum(measure.holdings, company))
        if (measure.reaches(add(holding)))
          markReached(company, { kind: 'held', measure, position: holders.size })
      }
    }
    for (const lookup of leads)
      for (const target of lookup.get(owner) ?? [])
        if (!reached.has(target)) markReached(target, { kind: 'lead', from: owner, leads: lookup })
  }
  return { reached, holders }
}

/**
 * Lists the holdings because of which a company has the property: those of parties that were found before the
 * company.
 */
export function holdingsCountedFor(
  { holders }: Propagation,
  company: string,
  { measure, position }: HeldReason,
): Holding[] {
  const companyHoldings = measure.holdings.ofCompany.get(company) ?? []
  return companyHoldings.filter(({ owner }) => (holders.get(owner) ?? position) < position)
}

export function sumHoldings(holdings: Holdings, company: string, subset: Iterable<Holding>): HeldParts {
  const add = createHoldingSum(holdings, company)
  let sum: HeldParts = { min: 0, max: 0 }
  for (const holding of subset) sum = add(holding)
  return sum
}

export function toLeads(leads: ReadonlyMap<string, readonly string[]>, isControl = false): Leads {
  return { get: id => leads.get(id), isControl }
}

const certainTotals = new WeakMap<readonly Holding[], number>()

/**
 * Creates a function that adds up holdings in a company, one by one. The sum's maximum is at most the part
 * that the minimum holdings of all other owners leave.
 */
export function createHoldingSum({ ofCompany }: Holdings, company: string): (holding: Holding) => HeldParts {
  const companyHoldings = ofCompany.get(company) ?? []
  // The sum of all minimum holdings is cached, because a company may have thousands of owners.
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
