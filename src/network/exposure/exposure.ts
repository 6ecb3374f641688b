import type { EntityType, Open } from '../../contract/values.ts'
import type { Network } from '../../model/network.ts'
import { heldBy, type Spreading, shareOf } from '../control/spread.ts'
import { checkId, checkOneOf, refuse } from '../graph/check.ts'
import type { Finding } from '../graph/findings.ts'
import { type Holdings, indexed, type NetworkIndex } from '../graph/index-network.ts'
import { nothing, type Share } from '../graph/share.ts'
import { findingsAbout } from '../ownership/ownership-of.ts'
import { lookUp } from '../ownership/upward.ts'
import { notice, type RuleSource } from '../sources.ts'
import { type ExposureFlag, flagsOf } from './flags.ts'
import { findUnlisted, groupsOf, type Reached, spreadFrom } from './reached.ts'
import { type Regime, regimes } from './regimes.ts'
import { type Doubt, type IsBlocked, standingOf } from './standing.ts'

/**
 * Under which rule, and who is blocked.
 *
 * @example
 * const options: ExposureOptions = { regime: 'eu', isBlocked: node => node.sanctions.some(({ extra }) => extra.program === 'EU') }
 */
export interface ExposureOptions {
  /** The company; the root of the network where it is left out. */
  id?: string | undefined
  /** Whose rule. */
  regime: Regime
  /**
   * Whether a party is blocked in its own name: `true`, `false`, or `'possible'`. A party whose entries cannot be read, or that
   * has no name, is possibly blocked even if this says `false`.
   *
   * @default every node with a sanctions entry that can be read is blocked.
   */
  isBlocked?: IsBlocked | undefined
  /** For `uk`: ids of parties whose holdings are added, because they act under a joint arrangement. */
  jointArrangements?: readonly (readonly string[])[] | undefined
  /**
   * What becomes of shares for which the network names no owner at all: they are told in a flag, or count as possibly held by
   * blocked parties. Most networks do not name every owner.
   *
   * @default 'flagged'
   */
  unlistedOwners?: 'flagged' | 'possible' | undefined
}

/** Whether blocked parties stand behind a company. It is an aid, and neither legal advice nor a clearance. */
export interface Exposure {
  /** Says that it is this answer. */
  readonly kind: 'exposure'
  /** The company that was asked for. */
  readonly id: string
  /** Its name; null where none is given. */
  readonly name: string | null
  /** Whose rule. */
  readonly regime: Regime
  /**
   * `blocked`: certainly, in its own name or by its owners. `possible`: it depends on what is not known. `clear`: no owner whom
   * the network names makes it blocked, whatever the shares that are not known are.
   */
  readonly root: 'blocked' | 'possible' | 'clear'
  /** All of the network who are blocked, those in their own name first. */
  readonly blocked: readonly ExposedParty[]
  /** All of the network who are possibly blocked. */
  readonly possible: readonly ExposedParty[]
  /** What does not block the company and calls for a closer look. */
  readonly flags: readonly ExposureFlag[]
  /** What is odd or unknown about the company and its owners. */
  readonly findings: readonly Finding[]
  /** The rule in a sentence. */
  readonly rule: string
  /** Where the rule is written. */
  readonly sources: readonly RuleSource[]
  /** What the answer is not. */
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
  /** Whether it is the company that was asked for, or owns, or may own, a part of it. */
  readonly isAbove: boolean
  /** Why: in its own name, or by what its owners hold. */
  readonly by: 'name' | 'owners'
  /** Why it is not certain; null where it is. */
  readonly doubt: Doubt | null
  /** What the owners hold who were found blocked, or possibly blocked, before it; null of who is so in their own name. */
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
 * each tier judged for itself, ownership only), `eu` (the same, and control as a flag), `uk` (more than 50 % of shares or votes, of
 * one designated person, control as a flag). A cross-holding does not block itself. `sources` says where each rule is written.
 *
 * A share that is not known, an entry that cannot be read, a missing node and a node without a name make `possible`, never
 * `clear`, wherever they may reach the threshold. It is an aid to a decision, and no legal advice.
 *
 * @throws InputValidationError (`invalid_input`) where no node has the id, none is given and the network has no root, or the
 * regime is none.
 * @example
 * const exposed = exposure(await client.entities.network(id), { regime: 'ofac' })
 * if (exposed.root !== 'clear') for (const sentence of explain(exposed)) console.log(sentence)
 */
export function exposure(network: Network | NetworkIndex, options: ExposureOptions): Exposure {
  return exposureFor('exposure', indexed(network), options)
}

/** The same; errors name the operation that was called. */
export function exposureFor(operation: string, index: NetworkIndex, options: ExposureOptions): Exposure {
  const id = checkOptions(operation, index, options)
  const { regime, isBlocked, jointArrangements = [], unlistedOwners = 'flagged' } = options
  const { reaches, holdings, sources, summary, ...rule } = regimes[regime]
  const by = holdings(index)
  const { blocked: listed, doubts } = standingOf(index, isBlocked)
  const find = (seeds: readonly string[], how: Omit<Spreading, 'by'>) =>
    spreadFrom(groupsOf(seeds, rule.isAggregated, jointArrangements), { by, ...how })

  const blocked = find([...listed], { reaches: ({ min }) => reaches(min) })
  const suspects = [...blocked.keys(), ...doubts.keys()]
  const atMost: Spreading['reaches'] = ({ max }) => reaches(max)
  const unlisted = findUnlisted(index, by, reaches)
  const byAnybody = find([...suspects, ...unlisted], { reaches: atMost, withUnlisted: true })
  const withUnlisted = unlistedOwners === 'possible'
  const possible = withUnlisted ? byAnybody : find(suspects, { reaches: atMost })
  const onlyPossible = [...possible.keys()].filter(party => !blocked.has(party))

  const nameOf = (party: string) => index.parties.get(party)?.name ?? null
  const upward = new Set(lookUp(index, id).ids)
  const flags = blocked.has(id) ? [] : flagsOf(index, id, new Set(blocked.keys()), new Set(onlyPossible))
  if (!possible.has(id) && byAnybody.has(id)) {
    flags.push({ kind: 'unlisted_owners', ids: unlisted.filter(company => upward.has(company)) })
  }
  const seeds = new Set(doubts.keys())
  const unnamed = new Set(withUnlisted ? unlisted : [])
  return {
    kind: 'exposure',
    id,
    name: nameOf(id),
    regime,
    root: blocked.has(id) ? 'blocked' : possible.has(id) ? 'possible' : 'clear',
    blocked: Array.from(blocked.keys(), party => ({
      ...exposedParty(index, by, blocked, party, listed),
      isAbove: upward.has(party),
      doubt: null,
    })),
    possible: onlyPossible.map(party => ({
      ...exposedParty(index, by, possible, party, seeds),
      isAbove: upward.has(party),
      doubt: doubts.get(party) ?? (unnamed.has(party) ? 'unlisted_owners' : 'owners'),
    })),
    flags: flags.map(flag => ({ ...flag, names: flag.ids.map(nameOf) })),
    findings: findingsAbout(index, upward),
    rule: summary,
    sources,
    notice,
  }
}

/** Why a party was found. Only owners that were found before it count: nobody is the reason of their own reason. */
function exposedParty(
  index: NetworkIndex,
  by: readonly Holdings[],
  reached: Reached,
  id: string,
  seeds: ReadonlySet<string>,
): Omit<ExposedParty, 'doubt' | 'isAbove'> {
  const { name = null, type = null } = index.parties.get(id) ?? {}
  if (seeds.has(id)) return { id, name, type, by: 'name', share: null, owners: [] }
  const places = reached.get(id) ?? new Map<string, number>()
  const place = places.get(id) ?? 0
  const isBefore = (owner: string) => (places.get(owner) ?? place) < place
  const [share = nothing, holdings] = by
    .map(one => [shareOf(heldBy(one, id, isBefore)), one] as const)
    .reduce((one, other) => (other[0].max > one[0].max ? other : one))
  const owners = (holdings.ofCompany.get(id) ?? []).filter(({ owner }) => isBefore(owner))
  return {
    id,
    name,
    type,
    by: 'owners',
    share,
    owners: owners.map(one => ({ id: one.owner, share: one.share })),
  }
}

/** The id of the company. */
function checkOptions(operation: string, index: NetworkIndex, options: ExposureOptions): string {
  const { regime, isBlocked, jointArrangements, unlistedOwners } = Object(options)
  checkOneOf(operation, 'regime', regime, Object.keys(regimes))
  checkOneOf(operation, 'unlistedOwners', unlistedOwners ?? 'flagged', ['flagged', 'possible'])
  if (isBlocked !== undefined && typeof isBlocked !== 'function')
    refuse(operation, 'isBlocked', 'must be a function')
  const joint = jointArrangements ?? []
  if (!Array.isArray(joint) || !joint.every(Array.isArray))
    refuse(operation, 'jointArrangements', 'must be lists of ids')
  for (const id of joint.flat()) {
    if (!index.parties.has(id))
      refuse(operation, 'jointArrangements', 'must be lists of ids of nodes of the network')
  }
  return checkId(operation, index, options.id)
}
