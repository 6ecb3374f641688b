import type { Network } from '../../model/network.ts'
import { buildCompanyResult, type CompanyResult } from '../company-result.ts'
import { assertKnownOptions } from '../graph/assertions.ts'
import { toIndex } from '../graph/index-network.ts'
import { type NetworkIndex, partyOf } from '../graph/network-index.ts'
import type { Party } from '../graph/parties.ts'
import { findUpstream } from '../graph/upstream.ts'
import { createEffort } from '../ownership/value-iteration.ts'
import { hasWideHoldings } from '../propagation/counted-holdings.ts'
import {
  type HeldParts,
  holdingsCountedFor,
  type Propagation,
  type Reason,
  sumHoldings,
} from '../propagation/propagate.ts'
import { notice, type RuleSource } from '../rule-info.ts'
import { partsPerWhole, roundShare, type Share } from '../share.ts'
import {
  type AssessmentInput,
  type BlockedParties,
  findBlockedParties,
  groupPartners,
} from './blocked-parties.ts'
import { collectFlags, type SanctionsFlag } from './flags.ts'
import { listFactsBehind } from './list-facts-behind.ts'
import { type Doubt, findListed } from './listing.ts'
import { describeMissingFacts, type Fact, type MissingFact } from './missing-facts.ts'
import { findOpenFacts } from './open-facts.ts'
import { type AssessOptions, assertAssessOptions, assessOptionNames, type ExemptCompany } from './options.ts'
import { type Regime, regimes } from './regimes.ts'
import { determineScreening, type ScreeningState } from './screening-state.ts'

/**
 * `blocked`: the company is certainly blocked, because it is listed or because of its owners. `possible`:
 * unknown or doubtful data, or control under `eu` and `uk`, may block it. `incomplete`: owners who are not
 * named or not screened, or a screening that has not ended for certain, could block it. `nothing_found`: none of the other verdicts applies, which does not
 * mean clearance.
 */
export type SanctionsVerdict = 'blocked' | 'possible' | 'incomplete' | 'nothing_found'

/** Whether sanctioned parties block a company under the rule of a regime. */
export interface SanctionsAssessment extends CompanyResult {
  /** The kind of the result: `sanctions`. Distinguishes this result from those of other functions. */
  readonly kind: 'sanctions'
  /** The regime whose rule was applied. */
  readonly regime: Regime
  /** The verdict on the company. */
  readonly verdict: SanctionsVerdict
  /**
   * The smallest set of missing facts that would settle the verdict `possible` or `incomplete`, the most decisive fact first;
   * empty for other verdicts.
   */
  readonly missing: readonly MissingFact[]
  /** All blocked parties of the network; listed parties come first. */
  readonly blocked: readonly AssessedParty[]
  /**
   * All possibly blocked parties of the network. A relation of such a party may not name the company that is
   * owned. In that case, only the assessed company is treated as possibly blocked by the relation.
   */
  readonly possible: readonly AssessedParty[]
  /** Findings that do not block the company, but need a closer look. */
  readonly flags: readonly SanctionsFlag[]
  /** The option `jointArrangements` as passed. */
  readonly jointArrangements: readonly (readonly string[])[]
  /** The option `exemptCompanies` as passed. */
  readonly exemptCompanies: readonly ExemptCompany[]
  /** State of the screening; `unknown` if neither `entity` nor `screening` was passed. */
  readonly screening: ScreeningState
  /** The rule in one sentence. */
  readonly rule: string
  /** Where the rule is published. */
  readonly sources: readonly RuleSource[]
  /** A notice about the limits of the result, for example that it is not legal advice. */
  readonly notice: string
}

/** A blocked or possibly blocked party. */
export interface AssessedParty extends Party {
  /**
   * Whether the party owns or controls the company, or may do so, directly or through others: by shares,
   * votes, control or an unclear relation. False for the company itself.
   */
  readonly isUpstream: boolean
  /**
   * The basis of the block. `listed`: the party is listed. `ownership`: listed or blocked parties own or
   * control it.
   */
  readonly basis: 'listed' | 'ownership'
  /** The reason why the block is only possible; null if the block is certain. */
  readonly doubt: Doubt | null
  /** The share of the party that `owners` hold together, as stated. Null for a listed party, and if `owners` is empty. */
  readonly share: Share | null
  /**
   * The share that `owners` hold together without the shares that the party holds in itself, directly or through companies of
   * which it holds, or may hold, more than half. Null if this share is not the reason.
   */
  readonly netShare: Share | null
  /** The blocked or possibly blocked owners because of which the party is blocked, with their shares. */
  readonly owners: readonly { readonly id: string; readonly share: Share }[]
}

/**
 * Assesses whether sanctioned parties block a company under the rule of a regime: `ofac` (50 % or more in total, held by
 * blocked owners, tested tier by tier; ownership only), `eu` (the same, but control makes the verdict `possible`), or `uk`
 * (more than 50 % of shares or votes, held by one designated person; control makes the verdict `possible`). If unknown shares
 * or relations could reach the threshold, the verdict is `possible` or `incomplete`. Decision support only: not legal advice,
 * not clearance.
 *
 * @throws InputValidationError (`invalid_input`) if an option is invalid, if `id` is not the id of a node, or if there is
 * neither an `id` nor a root.
 * @example
 * const entity = await client.entities.waitForScreening(id)
 * const assessed = assessSanctions(await client.entities.network(id), { regime: 'ofac', entity })
 * if (assessed.verdict !== 'nothing_found') for (const sentence of toSentences(assessed)) console.log(sentence)
 */
export function assessSanctions(
  network: Network | NetworkIndex,
  options: AssessOptions,
): SanctionsAssessment {
  assertKnownOptions('assessSanctions', options, assessOptionNames)
  const index = toIndex(network, 'assessSanctions', options)
  return assessIndex('assessSanctions', index, options)
}

/**
 * Assesses a company of an indexed network. Ignores the options for building the index. @param operation the
 * name of the operation that errors show.
 */
export function assessIndex(
  operation: string,
  index: NetworkIndex,
  options: AssessOptions,
): SanctionsAssessment {
  const { regime, jointArrangements = [], exemptCompanies = [] } = options
  const id = assertAssessOptions(operation, index, options)
  const regimeRule = regimes[regime]
  const listing = findListed(operation, index, options)
  const suspects = [...listing.listed, ...listing.doubts.keys()]
  const partners = groupPartners(regimeRule, jointArrangements, index.idOf)
  const input = { index, id, regimeRule, listing, suspects, partners }
  const upstream = findUpstream(index, id)
  const upstreamIds = [id, ...upstream]
  const screening = determineScreening(options)
  const parties = findBlockedParties(input)
  const openFacts = findOpenFacts(input, parties, upstreamIds, screening, exemptCompanies)
  const propagation = parties.certainOrPossible.get(id)
  const decisiveFacts = propagation === undefined ? [] : listFactsBehind(input, propagation)
  const effort = createEffort()
  const flags = collectFlags(input, parties, effort)
  const verdict = decideVerdict(id, parties, openFacts)
  const isWide = effort.isExceeded || hasWideHoldings(index, upstreamIds, verdict === 'possible')
  return {
    kind: 'sanctions',
    ...buildCompanyResult(index, id, upstreamIds, isWide),
    regime,
    verdict,
    missing: describeMissingFacts(index, openFacts ?? [], upstreamIds, decisiveFacts),
    ...assessParties(input, parties, upstream),
    flags,
    jointArrangements,
    exemptCompanies,
    screening,
    rule: regimeRule.summary,
    sources: regimeRule.sources,
    notice,
  }
}

/** @param openFacts the facts that could still block the company; null if there are none. */
function decideVerdict(
  id: string,
  { blocked, certainOrPossible, unreachedDoubt }: BlockedParties,
  openFacts: readonly Fact[] | null,
): SanctionsVerdict {
  if (blocked.has(id)) return 'blocked'
  if (certainOrPossible.has(id) || unreachedDoubt !== null) return 'possible'
  return openFacts === null ? 'nothing_found' : 'incomplete'
}

function assessParties(
  { index, id, listing }: AssessmentInput,
  { blocked, certainOrPossible, unreachedDoubt }: BlockedParties,
  upstream: ReadonlySet<string>,
): Pick<SanctionsAssessment, 'blocked' | 'possible'> {
  const assess = (party: string, propagation: Propagation | null, doubt: Doubt | null) =>
    assessParty(index, party, upstream.has(party), propagation, doubt)
  const possible = [...certainOrPossible].flatMap(([party, propagation]) =>
    blocked.has(party)
      ? []
      : assess(party, propagation, listing.doubts.get(party) ?? explainReach(propagation.reached.get(party))),
  )
  return {
    blocked: Array.from(blocked, ([party, propagation]) => assess(party, propagation, null)),
    possible: unreachedDoubt === null ? possible : [...possible, assess(id, null, unreachedDoubt)],
  }
}

/** Returns the reason why a party that is not listed is possibly blocked. */
function explainReach(reason: Reason | undefined): Doubt {
  if (reason?.kind === 'held') return reason.measure.isControl ? 'control' : 'ownership'
  return reason?.kind === 'lead' && reason.leads.isControl ? 'control' : 'relation'
}

/**
 * @param propagation the propagation that reached the party; null if none did, and the party is possibly
 * blocked only because it may be the unnamed company of a relation, or because the owner may be at the other
 * end of a relation than assumed.
 */
function assessParty(
  index: NetworkIndex,
  id: string,
  isUpstream: boolean,
  propagation: Propagation | null,
  doubt: Doubt | null,
): AssessedParty {
  const reason = propagation?.reached.get(id)
  const basis = reason?.kind === 'seed' ? 'listed' : 'ownership'
  const base = { ...partyOf(index, id), isUpstream, basis, doubt } as const
  if (reason?.kind !== 'held' || propagation === null)
    return { ...base, share: null, netShare: null, owners: [] }
  // Counts only owners that the propagation reached before this party; otherwise, in an ownership loop, a
  // party could seem to be blocked through itself.
  const holdings = holdingsCountedFor(propagation, id, reason)
  const { of, holdings: measured } = reason.measure
  const ownerIds = new Set(holdings.map(({ owner }) => owner))
  const stated = index[of].ofCompany.get(id)?.filter(({ owner }) => ownerIds.has(owner)) ?? holdings
  const statedSum = sumHoldings(index[of], id, stated)
  const netShare = reason.measure.reaches(statedSum) ? null : toShareOf(sumHoldings(measured, id, holdings))
  const owners = stated.map(holding => ({ id: holding.owner, share: roundShare(holding.share) }))
  return { ...base, share: toShareOf(statedSum), netShare, owners }
}

function toShareOf({ min, max }: HeldParts): Share {
  return { min: min / partsPerWhole, max: max / partsPerWhole }
}
