import type { Network } from '../../model/network.ts'
import { holdingsCountedFor, type Propagation, type Reason, sumHoldings } from '../control/propagate.ts'
import { assertKnownOptions } from '../graph/assertions.ts'
import {
  buildCompanyResult,
  type CompanyResult,
  type NetworkIndex,
  partyOf,
  toIndex,
} from '../graph/index-network.ts'
import type { Party } from '../graph/parties.ts'
import { partsPerWhole, roundShare, type Share } from '../graph/share.ts'
import { findUpstream, ownersOfUnnamedCompanies } from '../graph/upstream.ts'
import { notice, type RuleSource } from '../sources.ts'
import {
  createFact,
  describeMissingFacts,
  type Fact,
  findMinimumHittingSet,
  type MissingFact,
} from './facts.ts'
import { collectFlags, type SanctionsFlag } from './flags.ts'
import { type Doubt, determineScreening, findListed, type ScreeningState } from './listing.ts'
import { createConflictFinder, listFactsBehind } from './open-owners.ts'
import { type AccountedFor, type AssessOptions, assertAssessOptions, assessOptionNames } from './options.ts'
import {
  type AssessmentInput,
  createPossibleRule,
  findCertainlyBlocked,
  findPossiblyBlocked,
  findReadingDoubt,
  findReasons,
  groupPartners,
} from './reached.ts'
import { type Regime, regimes } from './regimes.ts'

/**
 * `blocked`: certainly, as listed or by its owners. `possible`: unknown or doubtful data, or control under `eu` and `uk`, may
 * block it. `incomplete`: owners who are not named or not screened could block it. `nothing_found`: none of these, which is no
 * clearance.
 */
export type Verdict = 'blocked' | 'possible' | 'incomplete' | 'nothing_found'

/** Whether sanctioned parties block a company under the rule of a regime. */
export interface SanctionsAssessment extends CompanyResult {
  /** Distinguishes this result from the others. */
  readonly kind: 'sanctions'
  /** The regime whose rule was applied. */
  readonly regime: Regime
  /** The verdict on the company. */
  readonly verdict: Verdict
  /** For `possible` and `incomplete`: the fewest facts that would settle the verdict, most decisive first. */
  readonly missing: readonly MissingFact[]
  /** All blocked parties of the network; listed parties come first. */
  readonly blocked: readonly AssessedParty[]
  /** All possibly blocked parties of the network. A relation with an unnamed end makes only this company possibly blocked. */
  readonly possible: readonly AssessedParty[]
  /** Findings that do not block the company, but need a closer look. */
  readonly flags: readonly SanctionsFlag[]
  /** The option as passed. */
  readonly jointArrangements: readonly (readonly string[])[]
  /** The option as passed. */
  readonly accountedFor: readonly AccountedFor[]
  /** State of the screening; null if neither `entity` nor `screening` was passed. */
  readonly screening: ScreeningState | null
  /** The rule in one sentence. */
  readonly rule: string
  /** Where the rule is published. */
  readonly sources: readonly RuleSource[]
  /** What the result does not claim. */
  readonly notice: string
}

/** A blocked or possibly blocked party. */
export interface AssessedParty extends Party {
  /**
   * Whether it is, or may be, upstream of the company by shares, votes, control or an unclear relation; false for the company
   * itself.
   */
  readonly isUpstream: boolean
  /** Why it is blocked: it is listed, or listed parties own (or control) it. */
  readonly basis: 'listed' | 'ownership'
  /** Why the block is only possible; null if it is certain. */
  readonly doubt: Doubt | null
  /**
   * The joint holding of `owners`, relative to the part that the company does not own of itself; null for a listed party, and
   * without owners.
   */
  readonly share: Share | null
  /** The owners that were found blocked, or possibly blocked, before it, with their holdings. */
  readonly owners: readonly { readonly id: string; readonly share: Share }[]
}

/**
 * Assesses whether sanctioned parties block a company under the rule of a regime: `ofac` (50 % or more, added over blocked
 * owners, tested tier by tier, ownership only), `eu` (the same; control makes `possible`), `uk` (more than 50 % of shares or
 * votes, of one designated person; control makes `possible`). Unknown data makes the verdict `possible` or `incomplete` if it may
 * reach the threshold. Decision support only: not legal advice, not clearance.
 *
 * @throws InputValidationError (`invalid_input`) if an option is invalid, if no node has the id, or if there is neither an id nor a root.
 * @example
 * const assessed = assessSanctions(await client.entities.network(id), { regime: 'ofac' })
 * if (assessed.verdict !== 'nothing_found') for (const sentence of explain(assessed)) console.log(sentence)
 */
export function assessSanctions(
  network: Network | NetworkIndex,
  options: AssessOptions,
): SanctionsAssessment {
  assertKnownOptions('assessSanctions', options, assessOptionNames)
  const index = toIndex(network, 'assessSanctions', options)
  return assessIndex('assessSanctions', index, options)
}

/** Assesses an existing index; options for the reading of a network are ignored. Errors name `operation`. */
export function assessIndex(
  operation: string,
  index: NetworkIndex,
  options: AssessOptions,
): SanctionsAssessment {
  const id = assertAssessOptions(operation, index, options)
  const { regime, jointArrangements = [], accountedFor = [] } = options
  const screening = determineScreening(options)
  const rule = regimes[regime]
  const listing = findListed(operation, index, options)
  const partners = groupPartners(rule, jointArrangements, index.idOf)
  const suspects = [...listing.listed, ...listing.doubts.keys()]
  const question: AssessmentInput = { index, id, rule, listing, suspects, partners }
  const above = findUpstream(index, id)
  const near = [id, ...above]

  const blocked = findCertainlyBlocked(question)
  const spreading = createPossibleRule(question)
  const possible = findPossiblyBlocked(question, [...new Set([...blocked.keys(), ...suspects])], spreading)
  const reach = possible.get(id)
  const doubt = reach === undefined ? findReadingDoubt(question, possible) : null

  const isBlocked = blocked.has(id)
  const accounted = new Set(accountedFor.map(one => index.idOf(one.id)))
  const conflictIn = isBlocked
    ? () => null
    : createConflictFinder(question, spreading, possible, near, accounted)
  // In a large network, the fewest facts would take longer to find than all other results.
  const mostAsked = Math.min(200, Math.max(4, Math.floor(50_000 / (index.network.relations.length + 1))))
  const open = findMinimumHittingSet(conflictIn, mostAsked)
  const facts = isBlocked ? [] : [...pendingFacts(question, near, screening, doubt), ...(open ?? [])]
  const isOpen = open !== null || facts.length > 0
  const uncertain =
    reach !== undefined || doubt !== null ? 'possible' : isOpen ? 'incomplete' : 'nothing_found'
  const party = (one: string, how: Propagation | null, why: Doubt | null) =>
    assessedParty(index, one, above.has(one), how, why)
  const onlyPossible = [...possible].filter(([one]) => !blocked.has(one))
  return {
    kind: 'sanctions',
    ...buildCompanyResult(index, id, near),
    regime,
    verdict: isBlocked ? 'blocked' : uncertain,
    missing: describeMissingFacts(
      index,
      facts,
      near,
      reach === undefined ? [] : listFactsBehind(question, reach),
    ),
    blocked: Array.from(blocked, ([one, how]) => party(one, how, null)),
    possible: [
      ...onlyPossible.map(([one, how]) =>
        party(one, how, listing.doubts.get(one) ?? doubtOf(how.reached.get(one))),
      ),
      ...(doubt === null ? [] : [party(id, null, doubt)]),
    ],
    flags: collectFlags(
      question,
      new Set(blocked.keys()),
      onlyPossible.map(([one]) => one),
      findReasons(id, blocked),
    ),
    jointArrangements,
    accountedFor,
    screening,
    rule: rule.summary,
    sources: rule.sources,
    notice,
  }
}

/**
 * The facts that are open whatever the owners hold: an unfinished screening, an incomplete network, and upstream parties that
 * were not screened.
 */
function pendingFacts(
  { index, id, rule }: AssessmentInput,
  near: readonly string[],
  screening: ScreeningState | null,
  doubt: Doubt | null,
): Fact[] {
  const isNear = new Set(near)
  const open = index.issues.flatMap((issue): Fact[] => {
    if (!issue.ids.every(one => isNear.has(one))) return []
    if (issue.kind === 'not_shown') return [createFact('listing', issue.ids)]
    return issue.kind === 'unclear_relation'
      ? [createFact('relation', [issue.relation.source, issue.relation.target])]
      : []
  })
  return [
    ...(screening === null || screening === 'ended' ? [] : [createFact('screening', [id])]),
    ...(index.network.isWhole === true ? [] : [createFact('network', [])]),
    ...open,
    // A relation that does not name its company may be about this one.
    ...Array.from(ownersOfUnnamedCompanies(index, rule.isControlPossible), one =>
      createFact('relation', [one, id]),
    ),
    ...(doubt === 'direction' ? [createFact('direction', [])] : []),
  ]
}

/** Why an unlisted party is possibly blocked. */
function doubtOf(why: Reason | undefined): Doubt {
  if (why?.kind === 'held') return why.measure.isControl ? 'control' : 'ownership'
  return why?.kind === 'lead' && why.leads.isControl ? 'control' : 'relation'
}

/** @param propagation - How the party is reached; null for the company itself, if it is reached by an unnamed relation or in the other direction. */
function assessedParty(
  index: NetworkIndex,
  id: string,
  isUpstream: boolean,
  found: Propagation | null,
  doubt: Doubt | null,
): AssessedParty {
  const why = found?.reached.get(id)
  const basis = why?.kind === 'seed' ? 'listed' : 'ownership'
  const facts = { ...partyOf(index, id), isUpstream, basis, doubt } as const
  if (why?.kind !== 'held' || found === null) return { ...facts, share: null, owners: [] }
  // Only owners that were found before it count: no party is blocked because of itself.
  const held = holdingsCountedFor(found, id, why)
  const { min, max } = sumHoldings(why.measure.holdings, id, held)
  const owners = held.map(({ owner, share }) => ({ id: owner, share: roundShare(share) }))
  return { ...facts, share: { min: min / partsPerWhole, max: max / partsPerWhole }, owners }
}
