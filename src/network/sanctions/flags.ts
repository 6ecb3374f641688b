import type { Open, RelationType } from '../../contract/values.ts'
import { controlling, type Spreading, spread } from '../control/spread.ts'
import type { PartyNames } from '../graph/data-issues.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { byText } from '../graph/order.ts'
import { chainFrom, partiesBelow, stepsAnyway, stepsUp } from '../graph/reach.ts'
import { isOwnershipType } from '../graph/relation-types.ts'
import { nothing, type Share, tidy } from '../graph/share.ts'
import { effectiveShareOf } from '../ownership/effective.ts'
import { lookUp } from '../ownership/upward.ts'
import { isTwinOnly, type Question, suspectTwin } from './reached.ts'

/** What each kind of flag says beside the parties that it comes from. */
export interface FlagFacts {
  /** Parties own less of the company than the rule asks for, themselves or through others, or a part that is not known. */
  minority_holding: {
    /** What they own together, multiplied along each chain and added over all chains, net of the company's own loop. */
    readonly share: Share
  }
  /** A party controls the company, by votes or by a relation that says so. */
  control: {
    /** Whether both are certain: that the party is blocked, and that it controls the company. */
    readonly isCertain: boolean
  }
  /** A party stands above the company in another way, such as by a part of a company that controls it. `ids`: the chain. */
  upstream: object
  /** The company owns a part of the party, or votes in it, itself or through others. `ids`: the party. */
  subsidiary: object
  /** A party has a role in the company, or the company in it. */
  role: RelationFacts
  /** A party stands in another relation to the company. */
  relation: RelationFacts
  /** A party may be the same as a listed, or possibly listed, one: of one name, and nothing tells them apart. `ids`: both. */
  possibly_same: object
  /** A party is in the network otherwise. `ids`: the shortest chain of relations to the company; itself alone where none leads there. */
  connection: object
}

/** What a relation of the network says. */
type RelationFacts = {
  /** The type of the relation. */
  readonly type: Open<RelationType>
  /** What the relation says of itself, such as the position held; null where it says nothing. */
  readonly description: string | null
}

/** What is flagged, by ids alone. */
type Flag = {
  [Kind in keyof FlagFacts]: {
    /** What it is. */
    readonly kind: Kind
    /** The blocked or possibly blocked party that it comes from, first. */
    readonly ids: readonly string[]
  } & FlagFacts[Kind]
}[keyof FlagFacts]

/**
 * What does not block a company, but needs a closer look, distinguished by `kind`. Each party of the network that is blocked, or may
 * be, and is no reason for the verdict has one at least.
 *
 * @example
 * const { flags } = assessSanctions(await client.entities.network(id), { regime: 'eu' })
 * const isControlled = flags.some(flag => flag.kind === 'control' && flag.isCertain)
 */
export type SanctionsFlag = Flag & PartyNames

interface Suspects {
  readonly blocked: ReadonlySet<string>
  readonly possible: ReadonlySet<string>
  /** Through whom the company is blocked. */
  readonly reasons: ReadonlySet<string>
}

export function flagsOf(question: Question, { blocked, possible, reasons }: Suspects): SanctionsFlag[] {
  const { index, id } = question
  const suspects = [...blocked, ...possible].filter(one => one !== id)
  if (suspects.length === 0) return []
  const isSuspect = (one: string) => one !== id && (blocked.has(one) || possible.has(one))
  const others = suspects.filter(one => !reasons.has(one))
  const below = partiesBelow(index, id)
  const flags: Flag[] = [
    ...minorityFlags(index, id, one => isSuspect(one) && !reasons.has(one)),
    ...controlFlags(index, id, others, blocked),
    ...suspects.filter(one => below.has(one)).map((one): Flag => ({ kind: 'subsidiary', ids: [one] })),
    ...relationFlags(index, id, isSuspect),
    ...suspects.flatMap((one): Flag[] => {
      const twin = isTwinOnly(question, one) ? suspectTwin(question, one) : undefined
      return twin === undefined ? [] : [{ kind: 'possibly_same', ids: [one, twin] }]
    }),
  ]
  const flagged = new Set(flags.flatMap(({ ids }) => ids))
  const rest = others.filter(one => !flagged.has(one))
  const nameOf = (one: string) => index.parties.get(one)?.name ?? null
  return [...flags, ...otherFlags(index, id, rest)].map(flag => ({ ...flag, names: flag.ids.map(nameOf) }))
}

/** Parties above a suspect are left out: what counts is counted with the suspect below them. */
function minorityFlags(
  { shares }: NetworkIndex,
  company: string,
  isSuspect: (id: string) => boolean,
): Flag[] {
  const upward = lookUp(shares, company, isSuspect)
  const holders = upward.map(({ id }) => id).filter(isSuspect)
  const without = (shares.ofCompany.get(company) ?? []).filter(
    ({ owner, share }) => share.max === 0 && isSuspect(owner),
  )
  const flagOf = (ids: readonly string[], share: Share): Flag => ({ kind: 'minority_holding', ids, share })
  return [
    ...(holders.length === 0
      ? []
      : [flagOf(holders.toSorted(byText), tidy(effectiveShareOf(upward, holders)))]),
    ...without.map(({ owner }) => flagOf([owner], nothing)),
  ]
}

function controlFlags(
  index: NetworkIndex,
  company: string,
  suspects: readonly string[],
  blocked: ReadonlySet<string>,
): Flag[] {
  const certainly = controlling(index, 'min')
  const possibly = controlling(index, 'max')
  const blockedOnes = suspects.filter(id => blocked.has(id))
  const certain = new Set(controllersOf(company, blockedOnes, certainly))
  const possible = controllersOf(company, suspects, possibly).filter(id => !certain.has(id))
  return [
    ...Array.from(certain, (id): Flag => ({ kind: 'control', ids: [id], isCertain: true })),
    ...possible.map((id): Flag => ({ kind: 'control', ids: [id], isCertain: false })),
  ]
}

/** Who of some controls a company. Parties that one of them controls are looked at together with it. */
function controllersOf(company: string, some: readonly string[], spreading: Spreading): string[] {
  const seen = new Set<string>()
  return some.filter(id => {
    if (seen.has(id)) return false
    const { reached } = spread([id], spreading)
    for (const one of reached.keys()) seen.add(one)
    return reached.has(company)
  })
}

function relationFlags(
  { relations }: NetworkIndex,
  company: string,
  isSuspect: (id: string) => boolean,
): Flag[] {
  const flags = new Map<string, Flag>()
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

function otherFlags(index: NetworkIndex, company: string, rest: readonly string[]): Flag[] {
  if (rest.length === 0) return []
  const [up, anyway] = [stepsUp(index, company), stepsAnyway(index, company)]
  return rest.map(one => {
    const chain = chainFrom(one, up)
    return chain === null
      ? { kind: 'connection', ids: chainFrom(one, anyway) ?? [one] }
      : { kind: 'upstream', ids: chain }
  })
}
