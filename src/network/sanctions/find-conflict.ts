import { isNamed } from '../../shared/names/placeholder-names.ts'
import { computeUnheld, type Holding, type Holdings, indexHoldings } from '../graph/holdings.ts'
import { isCertainlyPerson } from '../graph/parties.ts'
import { type Leads, type Measure, type PropagationRule, propagate } from '../propagation/propagate.ts'
import { unknownEnd } from '../relations/relation-types.ts'
import { toShare } from '../share.ts'
import {
  type AssessmentInput,
  groupSuspects,
  listBranchLeads,
  type ReachedParties,
} from './blocked-parties.ts'
import { listFactsBehind } from './list-facts-behind.ts'
import { type Fact, factKey } from './missing-facts.ts'

/**
 * Returns whether a fact is treated as settled. A settled share is set to its minimum. Any other settled fact is resolved in
 * the company's favour.
 */
type SettledTest = (kind: Fact['kind'], ...ids: readonly string[]) => boolean

/**
 * The question whether unnamed owners, or listed and possibly listed parties, may still block a company. Only parties upstream
 * of the company are examined. The party `''` represents all unnamed owners: it holds every part of a company that no named
 * party certainly holds, and it may be any listed party.
 */
export interface OpenQuestion {
  readonly input: AssessmentInput
  /**
   * The rule by which a possible block passes from owners to companies, and from parties to their branches.
   */
  readonly propagationRule: PropagationRule
  /** The holdings of unnamed owners, one list for each measure of the rule. */
  readonly unnamedHoldings: readonly (readonly Holding[])[]
  /** Listed and possibly listed parties upstream of the company. */
  readonly suspects: readonly string[]
  /** Parties upstream of the company whose name is a placeholder: each may be any party. */
  readonly placeholders: ReadonlySet<string>
}

export function createOpenQuestion(
  input: AssessmentInput,
  possibleRule: PropagationRule,
  possible: ReachedParties,
  upstreamIds: readonly string[],
  exemptCompanies: ReadonlySet<string>,
): OpenQuestion {
  const { index } = input
  const { listed, doubts } = input.listing
  const placeholders = new Set(
    upstreamIds.filter(id => {
      const party = index.parties.get(id)
      const isSuspect = listed.has(id) || doubts.has(id)
      return id !== input.id && party !== undefined && !isSuspect && !isNamed(party)
    }),
  )
  const companies = upstreamIds.filter(company => {
    const party = index.parties.get(company)
    const isPerson = party !== undefined && isCertainlyPerson(index, party)
    const isUnnamed = company === unknownEnd || placeholders.has(company)
    return !isUnnamed && !isPerson && !exemptCompanies.has(company)
  })
  const upstream = new Set(upstreamIds)
  return {
    input,
    propagationRule: {
      ...possibleRule,
      measures: possibleRule.measures.map(measure => withoutExempt(measure, placeholders, exemptCompanies)),
      leads: [...possibleRule.leads, ...listBranchLeads(input, id => possible.has(id))],
    },
    unnamedHoldings: possibleRule.measures.map(measure => findUnnamedHoldings(input, measure, companies)),
    suspects: input.suspects.filter(suspect => upstream.has(suspect)),
    placeholders,
  }
}

/**
 * Finds unsettled facts because of which the company may still be blocked when the facts in `settled` are
 * settled. Returns null if it can no longer be blocked.
 */
export function findConflict(question: OpenQuestion, settled: readonly Fact[]): Fact[] | null {
  const { input, propagationRule, unnamedHoldings, placeholders } = question
  const { id, listing } = input
  const isSettled = createSettledTest(settled)
  const isApart = (party: string) => isSettled('same_person', party)
  const isClean = (party: string) =>
    listing.duplicates.has(party) ? isApart(party) : listing.doubts.has(party) && isSettled('listing', party)
  const seeds = question.suspects.filter(suspect => !isClean(suspect))
  const seedSet = new Set(seeds)
  const openRule: PropagationRule = {
    ...propagationRule,
    measures: propagationRule.measures.map((measure, position) =>
      withoutSettledHoldings(
        input.index[measure.of],
        measure,
        unnamedHoldings[position] ?? [],
        owner => owner === unknownEnd || placeholders.has(owner),
        isSettled,
      ),
    ),
    leads: propagationRule.leads.map(lookup => withoutSettledLeads(lookup, isSettled)),
    stopsAt: party => party === id,
  }
  const groups = input.regimeRule.isAggregated ? [seeds] : [[], ...groupSuspects(input, seeds, isApart)]
  for (const group of groups) {
    const unnamed = [unknownEnd, ...placeholders]
    const propagation = propagate([...group.filter(party => seedSet.has(party)), ...unnamed], openRule)
    if (propagation.reached.has(id)) return listFactsBehind(input, propagation, placeholders)
  }
  return null
}

function createSettledTest(settled: readonly Fact[]): SettledTest {
  const keys = new Set(settled.map(factKey))
  const firstIds = new Set(settled.map(({ ids }) => ids[0]))
  return (kind, ...ids) => firstIds.has(ids[0]) && keys.has(factKey({ kind, ids }))
}

/**
 * Computes which part of each company has no named owner: all of it if the company has no owners or is in a
 * closed loop.
 */
function findUnnamedHoldings(
  { index }: AssessmentInput,
  { of, holdings, isControl = false }: Measure,
  companies: readonly string[],
): Holding[] {
  const isFirst = of === 'shares' && !isControl
  const closed = new Set(index.issues.flatMap(({ kind, ids }) => (kind === 'closed_loop' ? ids : [])))
  return companies.flatMap((company): Holding[] => {
    const companyHoldings = holdings.ofCompany.get(company)
    // If the network states no votes for a company, its votes are treated as equal to its shares.
    if (companyHoldings === undefined && !isFirst) return []
    const isClosed = closed.has(company) && isFirst
    const unheld = isClosed ? 1 : computeUnheld(companyHoldings ?? [])
    const holding = { owner: unknownEnd, company, share: { min: 0, max: unheld } }
    // In a closed loop, the holdings of the members do not limit the holding of an unnamed outsider.
    return unheld === 0 ? [] : [isClosed ? { ...holding, isUnlimited: true } : holding]
  })
}

/** @param stated the holdings as stated, with the shares that companies hold in themselves. */
function withoutSettledHoldings(
  stated: Holdings,
  measure: Measure,
  unnamed: readonly Holding[],
  isUnnamed: (owner: string) => boolean,
  isSettled: SettledTest,
): Measure {
  const statedOf = (company: string) =>
    isSettled('own_shares', company) ? (stated.ofCompany.get(company) ?? []) : null
  const named = [...measure.holdings.ofCompany].flatMap(
    ([company, companyHoldings]) => statedOf(company) ?? companyHoldings,
  )
  const limitedUnnamed = unnamed.map(holding => {
    const companyHoldings = holding.isUnlimited ? null : statedOf(holding.company)
    return companyHoldings === null
      ? holding
      : { ...holding, share: { min: 0, max: computeUnheld(companyHoldings) } }
  })
  const allHoldings = [...named, ...limitedUnnamed]
  const isOpen = ({ owner, company }: Holding) =>
    !(isUnnamed(owner) && isSettled('owners', company)) &&
    !isSettled('type', company) &&
    !(measure.isControl && isSettled('control', company))
  const holdings = allHoldings.filter(isOpen).map((holding): Holding => {
    const { owner, company, share } = holding
    return isSettled('share', owner, company) ? { owner, company, share: toShare(share.min) } : holding
  })
  return { ...measure, holdings: indexHoldings(holdings) }
}

function withoutSettledLeads(leads: Leads, isSettled: SettledTest): Leads {
  const openTest = (owner: string) => (company: string) =>
    leads.isControl ? !isSettled('control', company) : !isSettled('relation', owner, company)
  return { ...leads, get: owner => leads.get(owner)?.filter(openTest(owner)) }
}

/** Removes the holdings of unnamed owners in companies whose unnamed owners do not matter. */
function withoutExempt(
  measure: Measure,
  placeholders: ReadonlySet<string>,
  exemptCompanies: ReadonlySet<string>,
): Measure {
  if (placeholders.size === 0 || exemptCompanies.size === 0) return measure
  const holdings = [...measure.holdings.ofCompany.values()].flat()
  const counted = holdings.filter(
    ({ owner, company }) => !placeholders.has(owner) || !exemptCompanies.has(company),
  )
  return { ...measure, holdings: indexHoldings(counted) }
}
