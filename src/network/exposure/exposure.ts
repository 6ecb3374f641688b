import type { EntityType, Open } from '../../contract/values.ts'
import type { Network } from '../../model/network.ts'
import { controlling, type Spreading } from '../control/spread.ts'
import type { Finding } from '../graph/findings.ts'
import { findingsAbout } from '../graph/findings-about.ts'
import { indexed, type NetworkIndex, type NetworkReading, readingOf } from '../graph/index-network.ts'
import type { Share } from '../graph/share.ts'
import { lookUp } from '../ownership/upward.ts'
import { notice, type RuleSource } from '../sources.ts'
import { type ExposureFlag, flagsOf } from './flags.ts'
import { maybeAbove, mayOwn, withUnknown } from './may-own.ts'
import { checkExposureOptions } from './options.ts'
import { doubtOf, reasonOf } from './parties.ts'
import { findUnlisted, partnersIn, spreadFrom, unlistedAbove } from './reached.ts'
import { measuresOf, type Regime, regimes } from './regimes.ts'
import { type Doubt, type IsBlocked, standingOf } from './standing.ts'
import { isTurnedRound } from './turned-round.ts'

/**
 * The rule to apply, and who is blocked.
 *
 * @example
 * const options: ExposureOptions = { regime: 'eu', isBlocked: node => node.sanctions.some(({ extra }) => extra.program === 'EU') }
 */
export interface ExposureOptions {
  /**
   * The node id of the company.
   *
   * @default the root of the network
   */
  id?: string | undefined
  /** Whose rule to apply: `ofac`, `eu` or `uk`. */
  regime: Regime
  /**
   * Whether a party is blocked in its own name: `true`, `false`, or `'possible'`. A party whose entries cannot be read, or that
   * has no name, is possibly blocked even if this returns `false`.
   *
   * @default `true` for every node with a readable sanctions entry
   */
  isBlocked?: IsBlocked | undefined
  /**
   * Only for `uk`, whose rule does not add the shares of several owners: groups of node ids that act together under an agreement,
   * such as `[['a', 'b']]`. The shares of a group are added and count for each of its members, so one
   * blocked member is enough to block a company.
   */
  jointArrangements?: readonly (readonly string[])[] | undefined
  /**
   * How to treat shares whose owner the network does not name, which most networks have:
   *
   * - `flagged`: if they would suffice to block, the flag `unlisted_owners` says so, and the result stays the same.
   * - `possible`: blocked parties may hold them, so the company is possibly blocked.
   *
   * @default 'flagged'
   */
  unlistedOwners?: 'flagged' | 'possible' | undefined
}

/** Whether blocked parties stand behind a company: an aid, neither legal advice nor a clearance. */
export interface Exposure extends NetworkReading {
  /** Marks this kind of result. */
  readonly kind: 'exposure'
  /** The node id of the company. */
  readonly id: string
  /** Its name; null where none is given. */
  readonly name: string | null
  /** Whose rule was applied. */
  readonly regime: Regime
  /** The given groups of parties that act together. */
  readonly jointArrangements: readonly (readonly string[])[]
  /** How shares without an owner in the network were treated. */
  readonly unlistedOwners: 'flagged' | 'possible'
  /**
   * `blocked`: certainly, in its own name or by its owners. `possible`: it depends on unknown data or, for `eu` and `uk`, on
   * whether blocked parties control it. `clear`: no owner in the network blocks it, whatever the unknown shares are.
   */
  readonly root: 'blocked' | 'possible' | 'clear'
  /** All blocked parties of the network, those blocked in their own name first. */
  readonly blocked: readonly ExposedParty[]
  /** All possibly blocked parties of the network; of those that a relation without an end may be about, this company. */
  readonly possible: readonly ExposedParty[]
  /** What does not block the company, but needs a closer look. */
  readonly flags: readonly ExposureFlag[]
  /** What is odd or unknown about the company and its owners. */
  readonly findings: readonly Finding[]
  /** The rule in a sentence. */
  readonly rule: string
  /** Where the rule is written. */
  readonly sources: readonly RuleSource[]
  /** What the result does not claim. */
  readonly notice: string
}

/** A party that is blocked, or may be. */
export interface ExposedParty {
  /** Identifier within the network. */
  readonly id: string
  /** Name; null where none is given. */
  readonly name: string | null
  /** `organization`, `person`, or another; null where the source does not say, or the node is missing. */
  readonly type: Open<EntityType> | null
  /** Whether it is the company itself, or owns or may own a part of it. */
  readonly isAbove: boolean
  /** Why it is blocked: in its own name, or by its owners, or by others behind it. */
  readonly by: 'name' | 'owners'
  /** Why it is not certain; null if it is. */
  readonly doubt: Doubt | null
  /**
   * What the owners hold who were found blocked, or possibly blocked, before it, as a part of what the company does not hold of
   * itself; null where there are none, and of who is so in their own name.
   */
  readonly share: Share | null
  /** These owners. */
  readonly owners: readonly ExposedOwner[]
}

/** What a blocked or possibly blocked owner holds. */
export interface ExposedOwner {
  /** Identifier within the network. */
  readonly id: string
  /** What it holds itself. */
  readonly share: Share
}

/**
 * Whether sanctioned parties stand behind a company, under the rule of a regime: `ofac` (50 % or more, added over blocked owners,
 * tested tier by tier, ownership only), `eu` (the same; control makes `possible`, with a flag), `uk` (more than 50 % of
 * shares or votes, of one designated person; control makes `possible`, with a flag). A cross-holding does not block itself, and
 * what a company holds of itself is with its other owners in proportion. `sources` says where each rule is written.
 *
 * A share that is not known, an entry that cannot be read, a missing node and a node without a name make `possible`, never
 * `clear`, wherever they may reach the threshold. So do a relation whose type does not say whether it is ownership, one of a
 * possibly blocked owner that does not name its company or, where anybody is possibly blocked, neither end, and a person who is
 * said to have owners where a blocked party stands below. It is an aid to a decision, and no legal advice.
 *
 * @throws InputValidationError (`invalid_input`) where no node has the id, none is given and the network has no root, or an
 * option is not what it has to be, such as a regime that is none, or an `isBlocked` that returns a promise.
 * @example
 * const exposed = exposure(await client.entities.network(id), { regime: 'ofac' })
 * if (exposed.root !== 'clear') for (const sentence of explain(exposed)) console.log(sentence)
 */
export function exposure(network: Network | NetworkIndex, options: ExposureOptions): Exposure {
  return exposureFor('exposure', indexed(network), options)
}

/** The same; errors name the operation that was called. */
export function exposureFor(operation: string, index: NetworkIndex, options: ExposureOptions): Exposure {
  const id = checkExposureOptions(operation, index, options)
  const { regime, isBlocked, jointArrangements = [], unlistedOwners = 'flagged' } = options
  const rule = regimes[regime]
  const { blocked: listed, doubts: known } = standingOf(operation, index, isBlocked)
  const partners = partnersIn(rule.isAggregated ? [] : jointArrangements)
  const find = (seeds: readonly string[], how: Spreading) =>
    spreadFrom(rule.isAggregated ? [seeds] : seeds.map(seed => [seed]), { partners, ...how })

  const atLeast = measuresOf(index, rule, 'min')
  const blocked = find([...listed], { by: atLeast })
  const suspects = [...blocked.keys(), ...known.keys()]
  const doubts = new Map(known)
  if (isTurnedRound(index, id, suspects) && !known.has(id)) doubts.set(id, 'owned_person')
  const by = measuresOf(index, rule, 'max')
  const control = rule.isControlPossible ? controlling(index, 'max').by : []
  const seeds = [...suspects, ...doubts.keys()]
  const unclear = mayOwn(index, id, seeds, rule.isControlPossible)
  const atMost: Spreading = {
    by: [...by, ...control],
    always: rule.isControlPossible ? [unclear, index.controls] : [unclear],
    partners: withUnknown(index, partners),
  }
  const unlisted = findUnlisted(index, by)
  const byAnybody = find([...seeds, ...unlisted], { ...atMost, withUnlisted: true })
  const withUnlisted = unlistedOwners === 'possible'
  const possible = withUnlisted ? byAnybody : find(seeds, atMost)
  const onlyPossible = [...possible.keys()].filter(party => !blocked.has(party))

  const nameOf = (party: string) => index.parties.get(party)?.name ?? null
  const upward = new Set(lookUp(index.shares, id).ids)
  const above = maybeAbove(index, upward)
  const flags = blocked.has(id) ? [] : flagsOf(index, id, new Set(blocked.keys()), new Set(onlyPossible))
  if (!possible.has(id) && byAnybody.has(id)) {
    flags.push({ kind: 'unlisted_owners', ids: unlistedAbove(index.shares, unlisted, upward) })
  }
  const unnamed = new Set(withUnlisted ? unlisted : [])
  return {
    kind: 'exposure',
    id,
    name: nameOf(id),
    regime,
    jointArrangements,
    unlistedOwners,
    root: blocked.has(id) ? 'blocked' : possible.has(id) ? 'possible' : 'clear',
    blocked: Array.from(blocked.keys(), party => {
      const { isEnough, ...reason } = reasonOf(index, atLeast, blocked, party, listed)
      return { ...reason, isAbove: above.has(party), doubt: null }
    }),
    possible: onlyPossible.map(party => {
      const { isEnough, ...reason } = reasonOf(index, by, possible, party, known)
      const doubt =
        doubts.get(party) ??
        (unnamed.has(party) ? 'unlisted_owners' : null) ??
        doubtOf(index, unclear, control, possible, party, isEnough)
      return { ...reason, isAbove: above.has(party), doubt }
    }),
    flags: flags.map(flag => ({ ...flag, names: flag.ids.map(nameOf) })),
    findings: findingsAbout(index, id, above),
    rule: rule.summary,
    sources: rule.sources,
    notice,
    ...readingOf(index),
  }
}
