import type { EntityType, Open } from '../../contract/values.ts'
import type { Network } from '../../model/network.ts'
import { heldBy, type Reason, type Spread, shareOf } from '../control/spread.ts'
import type { DataIssue } from '../graph/data-issues.ts'
import { indexed, type NetworkIndex } from '../graph/index-network.ts'
import { issuesAbout } from '../graph/issues-about.ts'
import { isNotShown } from '../graph/parties.ts'
import { partiesAbove } from '../graph/reach.ts'
import { type NetworkReading, readingIn, readingOf } from '../graph/reading.ts'
import { type Share, tidy } from '../graph/share.ts'
import { notice, type RuleSource } from '../sources.ts'
import { factOf, fewestFacts } from './facts.ts'
import { flagsOf, type SanctionsFlag } from './flags.ts'
import { type Doubt, listingOf } from './listing.ts'
import { type MissingFact, missingFacts } from './missing-facts.ts'
import { factsBehind, openOwners } from './open-owners.ts'
import { type AccountedFor, type AssessOptions, checkAssessOptions, checkKnownOptions } from './options.ts'
import { certainlyReached, possibleSpreading, possiblyReached, type Question } from './reached.ts'
import { type Regime, regimes } from './regimes.ts'
import { isBlockedReversed } from './reversed-ownership.ts'
import { type ScreeningState, screeningOf } from './screening-state.ts'

/**
 * `blocked`: certainly, as listed or by its owners. `possible`: unknown or doubtful data, or control under `eu` and `uk`, may block
 * it. `incomplete`: whoever is not named or not screened could block it. `nothing_found`: neither, which is no clearance.
 */
export type Verdict = 'blocked' | 'possible' | 'incomplete' | 'nothing_found'

/** Whether sanctioned parties block a company under the rule of a regime. */
export interface SanctionsAssessment extends NetworkReading {
  /** Marks this kind of result. */
  readonly kind: 'sanctions'
  /** The node id of the company. */
  readonly id: string
  /** Its name; null where none is given. */
  readonly name: string | null
  /** Whose rule was applied. */
  readonly regime: Regime
  /** What follows for the company: see docs/networks.md for what to do next. */
  readonly verdict: Verdict
  /** For `possible` and `incomplete`: the fewest facts that would settle it, the most decisive first. */
  readonly missing: readonly MissingFact[]
  /** All blocked parties of the network, those listed first. */
  readonly blocked: readonly AssessedParty[]
  /** All possibly blocked parties of the network; of those that a relation without an end may be about, this company. */
  readonly possible: readonly AssessedParty[]
  /** What does not block the company, but needs a closer look. */
  readonly flags: readonly SanctionsFlag[]
  /** What is odd or unknown about the company and its owners. */
  readonly issues: readonly DataIssue[]
  /** The ids of the parties that were judged listed, whoever judged them. */
  readonly listed: readonly string[]
  /** The ids of the parties that were judged possibly listed. */
  readonly possiblyListed: readonly string[]
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

/** A party that is blocked, or may be. */
export interface AssessedParty {
  /** Identifier within the network. */
  readonly id: string
  /** Name; null where none is given. */
  readonly name: string | null
  /** `organization`, `person`, or another; null where the source does not say, or the node is missing. */
  readonly type: Open<EntityType> | null
  /** Whether it stands above the company, or may, by shares, votes, control or an unclear relation; false for the company itself. */
  readonly isUpstream: boolean
  /** Why it is blocked: listed, or owned (or controlled) by those who are. */
  readonly basis: 'listed' | 'ownership'
  /** Why it is not certain; null if it is. */
  readonly doubt: Doubt | null
  /**
   * What the owners hold who were found blocked, or possibly blocked, before it, as a part of what the company does not hold of
   * itself; null where there are none, and of those listed.
   */
  readonly share: Share | null
  /** These owners. */
  readonly owners: readonly AssessedOwner[]
}

/** What a blocked or possibly blocked owner holds. */
export interface AssessedOwner {
  /** Identifier within the network. */
  readonly id: string
  /** What it holds itself. */
  readonly share: Share
}

/**
 * Says whether sanctioned parties block a company, under the rule of a regime: `ofac` (50 % or more, added over blocked owners,
 * tested tier by tier, ownership only), `eu` (the same; control makes `possible`), `uk` (more than 50 % of shares or votes, of one
 * designated person; control makes `possible`). `sources` says where each rule is written.
 *
 * `nothing_found` is said only where the owners of every company on the way up are accounted for. Whatever is unknown makes
 * `possible` or `incomplete`, wherever it may reach the threshold. Decision support only: not legal advice, not clearance.
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
  return assess('assessSanctions', network, options)
}

/** The same; errors name the operation that was called. */
export function assess(
  operation: string,
  network: Network | NetworkIndex,
  options: AssessOptions,
): SanctionsAssessment {
  checkKnownOptions(operation, options)
  const index = indexed(network, operation, readingIn(options))
  const id = checkAssessOptions(operation, index, options)
  const { regime, entity, jointArrangements = [], accountedFor = [] } = options
  const screening = entity === undefined ? (options.screening ?? null) : screeningOf(entity)
  const rule = regimes[regime]
  const listing = listingOf(operation, index, options.isBlocked)
  const { listed, doubts } = listing
  if (entity?.isUnclear && id === index.rootId && !listed.has(id) && !doubts.has(id))
    doubts.set(id, 'unclear_node')
  const joint = jointArrangements.map(group => group.map(index.idOf))
  const question: Question = { index, id, rule, listing, joint }

  const blocked = certainlyReached(question)
  const suspects = [...new Set([...listed, ...blocked.keys(), ...doubts.keys()])]
  const spreading = possibleSpreading(question, suspects)
  const possible = possiblyReached(question, suspects, spreading)
  const isBlocked = blocked.has(id)
  const isReversed = !isBlocked && isBlockedReversed(question)
  const above = partiesAbove(index, id)
  const isPossible = possible.has(id) || isReversed
  const accounted = new Set(accountedFor.map(one => index.idOf(one.id)))
  const owners = isBlocked ? null : openOwners(question, spreading, possible, above, accounted)
  // Large networks have so many unknown facts that finding the fewest of them would take longer than all the rest.
  const rounds = Math.min(200, Math.max(4, Math.floor(200_000 / (index.network.relations.length + 1))))
  const pending = isBlocked ? [] : pendingIn(index, id, above, screening)
  const opening = owners?.conflictIn(new Set()) ?? null
  const open = owners === null ? [] : fewestFacts(opening, owners.conflictIn, rounds)
  const first = possible.get(id)
  const decisive = first === undefined ? [] : factsBehind(question, first.spread)
  const missing = [...pending, ...(isReversed ? [factOf('direction', [])] : []), ...open]
  const isOpen = pending.length > 0 || opening !== null

  const assessed = partyMaker(question, above)
  const onlyPossible = [...possible].filter(([party]) => !blocked.has(party))
  const directed = isReversed && !possible.has(id) ? [assessed.reversed()] : []
  return {
    kind: 'sanctions',
    id,
    name: index.parties.get(id)?.name ?? null,
    regime,
    verdict: isBlocked ? 'blocked' : isPossible ? 'possible' : isOpen ? 'incomplete' : 'nothing_found',
    missing: missingFacts(index, missing, { above, decisive, id }),
    blocked: Array.from(blocked, ([party, { why, spread }]) => assessed.party(party, why, spread, null)),
    possible: [
      ...onlyPossible.map(([party, { why, spread }]) =>
        assessed.party(party, why, spread, doubts.get(party) ?? doubtOf(index, party, why)),
      ),
      ...directed,
    ],
    flags: flagsOf(question, {
      blocked: new Set(blocked.keys()),
      possible: new Set(onlyPossible.map(([party]) => party)),
      above,
    }),
    issues: issuesAbout(index, id, above),
    listed: [...listed],
    possiblyListed: [...doubts.keys()],
    jointArrangements,
    accountedFor,
    screening,
    rule: rule.summary,
    sources: rule.sources,
    notice,
    ...readingOf(index),
  }
}

/** What leaves every network open: a screening or a network that is not whole, and who was not screened on the way up. */
function pendingIn(
  { network, parties, relations }: NetworkIndex,
  id: string,
  above: ReadonlySet<string>,
  screening: ScreeningState | null,
) {
  const near = [id, ...above]
  const isNear = (end: string) => end === id || above.has(end)
  const unclear = near.flatMap(one =>
    (relations.get(one) ?? []).filter(
      ({ source, target, isUnclear }) => isUnclear && source === one && isNear(source) && isNear(target),
    ),
  )
  return [
    ...(screening === null || screening === 'ended' ? [] : [factOf('screening', [id])]),
    ...(network.isWhole === true ? [] : [factOf('network', [])]),
    ...near
      .filter(one => (parties.get(one)?.nodes.length ?? 0) > 0 && parties.get(one)?.nodes.every(isNotShown))
      .map(one => factOf('listing', [one])),
    ...unclear.map(({ source, target }) => factOf('relation', [source, target])),
  ]
}

/** Why somebody is possibly blocked who is not listed. */
function doubtOf({ parties }: NetworkIndex, id: string, why: Reason): Doubt {
  if (parties.get(id)?.type === 'person') return 'owned_person'
  if (why.kind === 'lead') return why.leads.isControl ? 'control' : 'relation'
  return why.kind === 'held' && why.measure.isControl ? 'control' : 'ownership'
}

function partyMaker({ index, id }: Question, above: ReadonlySet<string>) {
  const facts = (party: string) => {
    const { name = null, type = null } = index.parties.get(party) ?? {}
    return { id: party, name, type, isUpstream: above.has(party) }
  }
  return {
    /** Only owners that were found before it count: nobody is the reason of their own reason. */
    party(party: string, why: Reason, { holders }: Spread, doubt: Doubt | null): AssessedParty {
      if (why.kind === 'seed') return { ...facts(party), basis: 'listed', doubt, share: null, owners: [] }
      if (why.kind === 'lead') return { ...facts(party), basis: 'ownership', doubt, share: null, owners: [] }
      const isBefore = (owner: string) => (holders.get(owner) ?? why.place) < why.place
      const { holdings } = why.measure
      const owners = (holdings.ofCompany.get(party) ?? []).filter(({ owner }) => isBefore(owner))
      return {
        ...facts(party),
        basis: 'ownership',
        doubt,
        share: shareOf(heldBy(holdings, party, isBefore)),
        owners: owners.map(one => ({ id: one.owner, share: tidy(one.share) })),
      }
    },
    reversed: (): AssessedParty => ({
      ...facts(id),
      basis: 'ownership',
      doubt: 'direction',
      share: null,
      owners: [],
    }),
  }
}
