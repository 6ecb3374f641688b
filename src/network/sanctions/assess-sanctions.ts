import type { Network } from '../../model/network.ts'
import { refuseUnknown } from '../graph/check.ts'
import { type Answer, answerOf, indexed, type NetworkIndex } from '../graph/index-network.ts'
import { isNotShown } from '../graph/parties.ts'
import { ownersOfUnknown, partiesAbove } from '../graph/reach.ts'
import { notice, type RuleSource } from '../sources.ts'
import { type AssessedParty, doubtOf, partyMaker } from './assessed-party.ts'
import { type Fact, factOf, fewestFacts, type MissingFact, missingFacts } from './facts.ts'
import { flagsOf, type SanctionsFlag } from './flags.ts'
import { listingOf, type ScreeningState, screeningIn } from './listing.ts'
import { factsBehind, openOwners } from './open-owners.ts'
import { type AccountedFor, type AssessOptions, assessOptions, checkAssessOptions } from './options.ts'
import {
  certainlyReached,
  isReachedReversed,
  looseOwners,
  possibleSpreading,
  possiblyReached,
  type Question,
  reasonsFor,
} from './reached.ts'
import { type Regime, regimes } from './regimes.ts'

/**
 * `blocked`: certainly, as listed or by its owners. `possible`: unknown or doubtful data, or control under `eu` and `uk`, may block
 * it. `incomplete`: owners who are not named or not screened could block it. `nothing_found`: none of these, which is no clearance.
 */
export type Verdict = 'blocked' | 'possible' | 'incomplete' | 'nothing_found'

/** Whether sanctioned parties block a company under the rule of a regime. */
export interface SanctionsAssessment extends Answer {
  /** Marks this kind of result. */
  readonly kind: 'sanctions'
  /** Whose rule was applied. */
  readonly regime: Regime
  /** What follows for the company: see docs/networks.md for what to do next. */
  readonly verdict: Verdict
  /** For `possible` and `incomplete`: the fewest facts that would settle it, the most decisive first. */
  readonly missing: readonly MissingFact[]
  /** All blocked parties of the network, those listed first. */
  readonly blocked: readonly AssessedParty[]
  /** All possibly blocked parties of the network; of those that a relation without an end may be about, this company only. */
  readonly possible: readonly AssessedParty[]
  /** What does not block the company, but needs a closer look. */
  readonly flags: readonly SanctionsFlag[]
  /** The given groups of parties that act together. */
  readonly jointArrangements: readonly (readonly string[])[]
  /** The companies whose unnamed owners are no concern by the caller's word. */
  readonly accountedFor: readonly AccountedFor[]
  /** Whether the screening had ended; null where it was not looked at. */
  readonly screening: ScreeningState | null
  /** The rule in a sentence. */
  readonly rule: string
  /** Where the rule is written. */
  readonly sources: readonly RuleSource[]
  /** What the result does not claim. */
  readonly notice: string
}

/**
 * Says whether sanctioned parties block a company, under the rule of a regime: `ofac` (50 % or more, added over blocked owners,
 * tested tier by tier, ownership only), `eu` (the same; control makes `possible`), `uk` (more than 50 % of shares or votes, of one
 * designated person; control makes `possible`). `sources` says where each rule is written.
 *
 * `nothing_found` is said only where no owner who is not named, of any company on the way up, could change that. Whatever is
 * unknown makes `possible` or `incomplete`, wherever it may reach the threshold. Decision support only: not legal advice, not clearance.
 *
 * @throws InputValidationError (`invalid_input`) where no node has the id, none is given and the network has no root, or an
 * option is unknown or wrong, such as an `isBlocked` that returns a promise.
 * @example
 * const assessed = assessSanctions(await client.entities.network(id), { regime: 'ofac' })
 * if (assessed.verdict !== 'nothing_found') for (const sentence of explain(assessed)) console.log(sentence)
 */
export function assessSanctions(
  network: Network | NetworkIndex,
  options: AssessOptions,
): SanctionsAssessment {
  refuseUnknown('assessSanctions', options, assessOptions)
  const index = indexed(network, 'assessSanctions', options)
  return assessIndexed('assessSanctions', index, options)
}

/** Of an index, whatever the options say of how to read a network; errors name the operation that was called. */
export function assessIndexed(
  operation: string,
  index: NetworkIndex,
  options: AssessOptions,
): SanctionsAssessment {
  const id = checkAssessOptions(operation, index, options)
  const { regime, jointArrangements = [], accountedFor = [] } = options
  const screening = screeningIn(options)
  const rule = regimes[regime]
  const listing = listingOf(operation, index, options)
  const { listed, doubts } = listing
  const joint = jointArrangements.map(group => group.map(index.idOf))
  const question: Question = { index, id, rule, listing, joint }
  const above = partiesAbove(index, id)
  const near = [id, ...above]

  const blocked = certainlyReached(question)
  const suspects = [...new Set([...listed, ...blocked.keys(), ...doubts.keys()])]
  const spreading = possibleSpreading(question)
  const possible = possiblyReached(question, suspects, spreading)
  const reached = possible.get(id)
  const isBlocked = blocked.has(id)
  // A relation that does not name its company may be of this one.
  const loose = isBlocked ? [] : [...ownersOfUnknown(index, rule.isControlPossible)]
  const isLoose = !isBlocked && looseOwners(question, possible).length > 0
  const isReversed = !isBlocked && reached === undefined && !isLoose && isReachedReversed(question)
  const doubt = isReversed ? 'direction' : isLoose ? 'relation' : null

  const accounted = new Set(accountedFor.map(one => index.idOf(one.id)))
  const conflictIn = isBlocked ? () => null : openOwners(question, spreading, possible, near, accounted)
  // Large networks have so many unknown facts that finding the fewest of them would take longer than all the rest.
  const rounds = Math.min(200, Math.max(4, Math.floor(50_000 / (index.network.relations.length + 1))))
  const open = fewestFacts(conflictIn, rounds)
  const missing = isBlocked
    ? []
    : [
        ...pendingFacts(index, near, screening),
        ...loose.map(owner => factOf('relation', [owner, id])),
        ...(isReversed ? [factOf('direction', [])] : []),
        ...(open ?? []),
      ]
  const isPossible = reached !== undefined || doubt !== null
  const uncertain = isPossible
    ? 'possible'
    : open !== null || missing.length > 0
      ? 'incomplete'
      : 'nothing_found'
  const decisive = reached === undefined ? [] : factsBehind(question, reached.spread)
  const onlyPossible = [...possible].filter(([party]) => !blocked.has(party))
  const party = partyMaker(index, above)
  return {
    kind: 'sanctions',
    ...answerOf(index, id, near),
    regime,
    verdict: isBlocked ? 'blocked' : uncertain,
    missing: missingFacts(index, missing, near, decisive),
    blocked: Array.from(blocked, ([one, reach]) => party(one, reach, null)),
    possible: [
      ...onlyPossible.map(([one, reach]) => party(one, reach, doubts.get(one) ?? doubtOf(index, one, reach))),
      ...(reached === undefined && doubt !== null ? [party(id, null, doubt)] : []),
    ],
    flags: flagsOf(question, {
      blocked: new Set(blocked.keys()),
      possible: new Set(onlyPossible.map(([one]) => one)),
      reasons: reasonsFor(id, blocked),
    }),
    jointArrangements,
    accountedFor,
    screening,
    rule: rule.summary,
    sources: rule.sources,
    notice,
  }
}

/** What leaves every network open: a screening or a network that is not whole, and who was not screened on the way up. */
function pendingFacts(
  { network, parties, relations }: NetworkIndex,
  near: readonly string[],
  screening: ScreeningState | null,
): Fact[] {
  const [id = ''] = near
  const isNear = new Set(near)
  const isUnscreened = (one: string) => {
    const { nodes = [] } = parties.get(one) ?? {}
    return nodes.length > 0 && nodes.every(isNotShown)
  }
  const unclear = near.flatMap(one =>
    (relations.get(one) ?? []).filter(
      ({ source, target, isUnclear }) => isUnclear && source === one && isNear.has(target),
    ),
  )
  return [
    ...(screening === null || screening === 'ended' ? [] : [factOf('screening', [id])]),
    ...(network.isWhole === true ? [] : [factOf('network', [])]),
    ...near.filter(isUnscreened).map(one => factOf('listing', [one])),
    ...unclear.map(({ source, target }) => factOf('relation', [source, target])),
  ]
}
