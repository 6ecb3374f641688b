import { computeUnheld, type Holding, type Holdings, indexHoldings } from '../graph/holdings.ts'
import { isCertainlyPerson } from '../graph/parties.ts'
import { isNamed } from '../graph/placeholder-names.ts'
import {
  createHoldingSum,
  type HeldParts,
  type HeldReason,
  holdingsCountedFor,
  type Leads,
  type Measure,
  type Propagation,
  type PropagationRule,
  propagate,
  sumHoldings,
} from '../propagation/propagate.ts'
import { type HoldingKind, unknownEnd } from '../relations/relation-types.ts'
import { toShare } from '../share.ts'
import {
  type AssessmentInput,
  groupSuspects,
  listBranchLeads,
  type ReachedParties,
} from './blocked-parties.ts'
import { createFact, type Fact, factKey } from './missing-facts.ts'

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
  readonly placeholders: readonly string[]
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
  const placeholders = upstreamIds.filter(id => {
    const party = index.parties.get(id)
    const isSuspect = listed.has(id) || doubts.has(id)
    return id !== input.id && party !== undefined && !isSuspect && !isNamed(party)
  })
  const companies = upstreamIds.filter(company => {
    const party = index.parties.get(company)
    const isPerson = party !== undefined && isCertainlyPerson(index, party)
    const isUnnamed = company === unknownEnd || placeholders.includes(company)
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
        owner => owner === unknownEnd || placeholders.includes(owner),
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
  placeholders: readonly string[],
  exemptCompanies: ReadonlySet<string>,
): Measure {
  if (placeholders.length === 0 || exemptCompanies.size === 0) return measure
  const holdings = [...measure.holdings.ofCompany.values()].flat()
  const counted = holdings.filter(
    ({ owner, company }) => !placeholders.includes(owner) || !exemptCompanies.has(company),
  )
  return { ...measure, holdings: indexHoldings(counted) }
}

/**
 * Lists the unknown facts because of which a propagation reaches the company. @param placeholders the parties that count as
 * unnamed owners.
 */
export function listFactsBehind(
  input: AssessmentInput,
  propagation: Propagation,
  placeholders: readonly string[] = [],
): Fact[] {
  const { index, id, regimeRule, listing } = input
  const [first = ''] = propagation.reached.keys()
  const facts: Fact[] = []
  const queue = new Set([id])
  for (const party of queue) {
    const reason = propagation.reached.get(party)
    if (reason === undefined || party === unknownEnd) continue
    if (reason.kind === 'seed') addSeed(party)
    else if (reason.kind === 'lead') {
      facts.push(
        reason.leads.isControl
          ? createFact('control', [party])
          : createFact('relation', [reason.from, party]),
      )
      queue.add(reason.from)
    } else {
      if (reason.measure.isControl) facts.push(createFact('control', [party]))
      if (index.parties.get(party)?.type === 'person') facts.push(createFact('type', [party]))
      addHolders(party, reason)
    }
  }
  return facts

  function addSeed(party: string): void {
    if (placeholders.includes(party)) return
    const duplicate = listing.duplicates.get(party)
    if (duplicate !== undefined) facts.push(createFact('same_person', [party, duplicate]))
    else if (listing.doubts.has(party)) facts.push(createFact('listing', [party]))
    // If the rule does not add the shares of different owners, two listed or possibly listed parties count
    // together only if they are the same person.
    if (!regimeRule.isAggregated && party !== first) facts.push(createFact('same_person', [party, first]))
  }

  function addHolders(company: string, reason: HeldReason): void {
    const { of, holdings, reaches } = reason.measure
    // Holdings of listed owners with a known share come first, because they need no further fact.
    const weight = ({ owner, share }: Holding) =>
      Number(!listing.listed.has(owner)) + Number(share.max > share.min)
    const ordered = holdingsCountedFor(propagation, company, reason).sort(
      (a, b) => weight(a) - weight(b) || b.share.max - a.share.max,
    )
    const add = createHoldingSum(holdings, company)
    const decisiveHoldings = ordered.slice(0, ordered.findIndex(holding => reaches(add(holding))) + 1)
    const { min } = sumHoldings(holdings, company, decisiveHoldings)
    const isCertain = reaches({ min, max: min })
    for (const { owner, share } of decisiveHoldings) {
      queue.add(owner)
      if (owner === unknownEnd || placeholders.includes(owner))
        facts.push(createFact('owners', [company], toShare(share.max), of))
      else if (!isCertain && share.max > share.min)
        facts.push(createFact('share', [owner, company], share, of))
    }
    if (!reason.measure.isControl && !reaches(sumStated(decisiveHoldings, company, of)))
      facts.push(createFact('own_shares', [company]))
  }

  /** Adds up the stated shares of the same owners, which include no part of what the company holds in itself. */
  function sumStated(decisiveHoldings: readonly Holding[], company: string, of: HoldingKind): HeldParts {
    const stated = new Map(index[of].ofCompany.get(company)?.map(holding => [holding.owner, holding]))
    const holdings = decisiveHoldings.map((holding): Holding => {
      const statedHolding = stated.get(holding.owner)
      if (statedHolding === undefined) return holding
      const { min, max } = statedHolding.share
      // A share that is settled counts with its minimum.
      return holding.share.min === holding.share.max
        ? { ...statedHolding, share: { min, max: min } }
        : { ...statedHolding, share: { min, max } }
    })
    return sumHoldings(index[of], company, holdings)
  }
}
