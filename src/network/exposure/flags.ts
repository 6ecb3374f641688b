import type { Open, RelationType } from '../../contract/values.ts'
import { controlling, type Spreading, spread } from '../control/spread.ts'
import type { PartyNames } from '../graph/findings.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { byText } from '../graph/order.ts'
import { isOwnershipType } from '../graph/relation-types.ts'
import type { Share } from '../graph/share.ts'
import { effectiveShareOf } from '../ownership/effective.ts'
import { lookUp } from '../ownership/upward.ts'

/**
 * What does not block a company, but needs a closer look, distinguished by `kind`. `ids` are the blocked or possibly blocked
 * parties that it comes from.
 *
 * @example
 * const { flags } = exposure(await client.entities.network(id), { regime: 'eu' })
 * const isControlled = flags.some(flag => flag.kind === 'control' && flag.isCertain)
 */
export type ExposureFlag = Flag & PartyNames

/** What is flagged, by ids alone. */
export type Flag = MinorityFlag | ControlFlag | RelationFlag | UnlistedOwnersFlag

/** Parties that are blocked, or may be, own less of the company than the rule asks for, themselves or through others. */
export interface MinorityFlag {
  /** Says that it is this flag. */
  readonly kind: 'minority_holding'
  /** Who owns it. */
  readonly ids: readonly string[]
  /** What they own together, multiplied along each chain up to them and added over all chains, net of the company's own loop. */
  readonly share: Share
}

/** A party that is blocked, or may be, controls the company: by votes, or by a relation that says so. */
export interface ControlFlag {
  /** Says that it is this flag. */
  readonly kind: 'control'
  /** Who controls it. */
  readonly ids: readonly string[]
  /** Whether both are certain: that the party is blocked, and that it controls the company. */
  readonly isCertain: boolean
}

/** A party that is blocked, or may be, stands in another relation to the company, such as a role. */
export interface RelationFlag {
  /** `role`, or any other relation. */
  readonly kind: 'role' | 'relation'
  /** Who that is. */
  readonly ids: readonly string[]
  /** The type of the relation. */
  readonly type: Open<RelationType>
  /** What the relation says of itself, such as the position held; null where it says nothing. */
  readonly description: string | null
}

/**
 * The network does not name the owners of so much, here or further up, that the company would be blocked if they were. `ids` are
 * the companies whose owners are not all named.
 */
export interface UnlistedOwnersFlag {
  /** Says that it is this flag. */
  readonly kind: 'unlisted_owners'
  /** The companies. */
  readonly ids: readonly string[]
}

/** Flags of a company that is not blocked by its owners. */
export function flagsOf(
  index: NetworkIndex,
  company: string,
  blocked: ReadonlySet<string>,
  possible: ReadonlySet<string>,
): Flag[] {
  const isSuspect = (id: string) => id !== company && (blocked.has(id) || possible.has(id))
  const suspects = [...blocked, ...possible].filter(isSuspect)
  return [
    ...minorityFlag(index, company, isSuspect),
    ...controlFlags(index, company, suspects, blocked),
    ...relationFlags(index, company, isSuspect),
  ]
}

/** Parties above a suspect are left out: what counts is counted with the suspect below them. */
function minorityFlag(
  { shares }: NetworkIndex,
  company: string,
  isSuspect: (id: string) => boolean,
): MinorityFlag[] {
  const upward = lookUp(shares, company, isSuspect)
  const holders = upward.ids.filter(isSuspect)
  if (holders.length === 0) return []
  return [
    { kind: 'minority_holding', ids: holders.toSorted(byText), share: effectiveShareOf(upward, holders) },
  ]
}

function controlFlags(
  index: NetworkIndex,
  company: string,
  suspects: readonly string[],
  blocked: ReadonlySet<string>,
): ControlFlag[] {
  const certainly = controlling(index, 'min')
  const possibly = controlling(index, 'max')
  const blockedOnes = suspects.filter(id => blocked.has(id))
  const certain = new Set(controllersOf(company, blockedOnes, certainly))
  const possible = controllersOf(company, suspects, possibly).filter(id => !certain.has(id))
  return [
    ...Array.from(certain, (id): ControlFlag => ({ kind: 'control', ids: [id], isCertain: true })),
    ...possible.map((id): ControlFlag => ({ kind: 'control', ids: [id], isCertain: false })),
  ]
}

/** Who of some controls a company. Parties that one of them controls are looked at together with it. */
function controllersOf(company: string, some: readonly string[], spreading: Spreading): string[] {
  const seen = new Set<string>()
  return some.filter(id => {
    if (seen.has(id)) return false
    const controlled = spread([id], spreading)
    for (const one of controlled) seen.add(one)
    return controlled.has(company)
  })
}

function relationFlags(
  { relations }: NetworkIndex,
  company: string,
  isSuspect: (id: string) => boolean,
): RelationFlag[] {
  const flags = new Map<string, RelationFlag>()
  for (const { source, target, type, label, details } of relations.get(company) ?? []) {
    const other = source === company ? target : source
    if (!isSuspect(other) || isOwnershipType(type)) continue
    const kind = type === 'RoleRelationship' ? 'role' : 'relation'
    const description = details.keyPosition ?? label ?? details.description
    // A relation that is listed twice is one.
    flags.set(JSON.stringify([other, type, description]), { kind, ids: [other], type, description })
  }
  return [...flags.values()]
}
