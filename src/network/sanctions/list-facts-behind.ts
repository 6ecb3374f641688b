import type { Holding } from '../graph/holdings.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import {
  createHoldingSum,
  type HeldParts,
  type HeldReason,
  holdingsCountedFor,
  type Propagation,
  sumHoldings,
} from '../propagation/propagate.ts'
import { type HoldingKind, unknownEnd } from '../relations/relation-types.ts'
import { toShare } from '../share.ts'
import type { AssessmentInput } from './blocked-parties.ts'
import { createFact, type Fact } from './missing-facts.ts'

/**
 * Lists the unknown facts because of which a propagation reaches the company. @param placeholders the parties that count as
 * unnamed owners.
 */
export function listFactsBehind(
  input: AssessmentInput,
  propagation: Propagation,
  placeholders: ReadonlySet<string> = new Set(),
): Fact[] {
  const { index, id, regimeRule, listing } = input
  const [first = ''] = propagation.reached.keys()
  const facts: Fact[] = []
  const queue = new Set([id])
  const isUnnamed = (party: string) => party === unknownEnd || placeholders.has(party)
  for (const party of queue) {
    const reason = propagation.reached.get(party)
    if (reason === undefined || isUnnamed(party)) continue
    if (reason.kind === 'seed') addSeed(party)
    else if (reason.kind === 'lead') {
      const { from, leads } = reason
      facts.push(leads.isControl ? createFact('control', [party]) : createFact('relation', [from, party]))
      queue.add(from)
    } else {
      if (reason.measure.isControl) facts.push(createFact('control', [party]))
      if (index.parties.get(party)?.type === 'person') facts.push(createFact('type', [party]))
      addHolders(party, reason)
    }
  }
  return facts

  function addSeed(party: string): void {
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
      if (isUnnamed(owner)) facts.push(createFact('owners', [company], toShare(share.max), of))
      else if (!isCertain && share.max > share.min)
        facts.push(createFact('share', [owner, company], share, of))
    }
    if (!reason.measure.isControl && !reaches(sumStated(index, decisiveHoldings, company, of)))
      facts.push(createFact('own_shares', [company]))
  }
}

/** Adds up the stated shares of owners. The company holds a part of itself if they are less than the sum of the holdings. */
function sumStated(
  index: NetworkIndex,
  holdings: readonly Holding[],
  company: string,
  of: HoldingKind,
): HeldParts {
  const statedShares = new Map(index[of].ofCompany.get(company)?.map(({ owner, share }) => [owner, share]))
  const statedHoldings = holdings.map((holding): Holding => {
    const { min, max } = statedShares.get(holding.owner) ?? holding.share
    // A share that is settled counts with its minimum.
    const isSettled = holding.share.min === holding.share.max
    return { ...holding, share: { min, max: isSettled ? min : max } }
  })
  return sumHoldings(index[of], company, statedHoldings)
}
