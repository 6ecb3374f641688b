import type { Open, RelationType } from '../../contract/values.ts'
import type { Bound } from '../control/counted.ts'
import { controlling, spread } from '../control/spread.ts'
import type { PartyNames } from '../graph/data-issues.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { byText } from '../graph/order.ts'
import { chainFrom, stepsAnyway, stepsUp } from '../graph/reach.ts'
import { isOwnershipType } from '../graph/relation-types.ts'
import { type Share, tidy } from '../graph/share.ts'
import { effectiveShareOf } from '../ownership/effective.ts'
import { lookUp } from '../ownership/upward.ts'
import { type Question, suspectTwin } from './reached.ts'

/** What is flagged, by ids alone. */
type Flag = {
  /** The blocked or possibly blocked party that it comes from, first. */
  readonly ids: readonly string[]
} & (
  | {
      /** Parties own less of the company than the rule asks for, themselves or through others, or a part that is not known. */
      readonly kind: 'minority_holding'
      /** What they own together, multiplied along each chain and added over all chains, net of the company's own loop. */
      readonly share: Share
    }
  | {
      /** A party controls the company, by votes or by a relation that says so. */
      readonly kind: 'control'
      /** Whether both are certain: that the party is blocked, and that it controls the company. */
      readonly isCertain: boolean
    }
  | {
      /** A party has a role in the company, the company in it, or they stand in another relation that is no ownership. */
      readonly kind: 'relation'
      /** The type of the relation. */
      readonly type: Open<RelationType>
      /** What the relation says of itself, such as the position held; null where it says nothing. */
      readonly description: string | null
    }
  | {
      /** A party may be the same as a listed, or possibly listed, one: of one name, and nothing tells them apart. `ids`: both. */
      readonly kind: 'possibly_same'
    }
  | {
      /** A party is in the network otherwise. `ids`: the chain upstream to the company, or that of any relations; itself alone without one. */
      readonly kind: 'connection'
    }
)

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
  readonly possible: readonly string[]
  /** Through whom the company is blocked. */
  readonly reasons: ReadonlySet<string>
}

export function flagsOf(question: Question, { blocked, possible, reasons }: Suspects): SanctionsFlag[] {
  const { index, id } = question
  const suspects = [...blocked, ...possible].filter(one => one !== id)
  const others = suspects.filter(one => !reasons.has(one))
  const flags: Flag[] = [
    ...minorityFlags(index, id, new Set(others)),
    ...controlFlags(index, id, others, blocked),
    ...relationFlags(index, id, new Set(suspects)),
    ...suspects.flatMap((one): Flag[] => {
      const twin = suspectTwin(question, one)
      return twin === undefined ? [] : [{ kind: 'possibly_same', ids: [one, twin] }]
    }),
  ]
  const flagged = new Set(flags.flatMap(({ ids }) => ids))
  const rest = others.filter(one => !flagged.has(one))
  const ways = rest.length === 0 ? [] : [stepsUp(index, id), stepsAnyway(index, id)]
  for (const one of rest) {
    const chains = ways.flatMap(steps => [chainFrom(one, steps) ?? []])
    flags.push({ kind: 'connection', ids: chains.find(({ length }) => length > 0) ?? [one] })
  }
  return flags.map(flag => ({ ...flag, names: flag.ids.map(one => index.parties.get(one)?.name ?? null) }))
}

/** Parties above a suspect are left out: what counts is counted with the suspect below them. */
function minorityFlags({ shares }: NetworkIndex, company: string, suspects: ReadonlySet<string>): Flag[] {
  const upward = lookUp(shares, company, one => suspects.has(one))
  const ids = upward
    .map(({ id }) => id)
    .filter(one => suspects.has(one))
    .sort(byText)
  return ids.length === 0
    ? []
    : [{ kind: 'minority_holding', ids, share: tidy(effectiveShareOf(upward, ids)) }]
}

function controlFlags(
  index: NetworkIndex,
  company: string,
  suspects: readonly string[],
  blocked: ReadonlySet<string>,
): Flag[] {
  const certain = new Set(
    controllersOf(
      index,
      company,
      suspects.filter(id => blocked.has(id)),
      'min',
    ),
  )
  const all = new Set([...certain, ...controllersOf(index, company, suspects, 'max')])
  return Array.from(all, id => ({ kind: 'control', ids: [id], isCertain: certain.has(id) }))
}

/** Who of some controls a company. Parties that one of them controls are looked at together with it. */
function controllersOf(
  index: NetworkIndex,
  company: string,
  some: readonly string[],
  bound: Bound,
): string[] {
  const spreading = controlling(index, bound)
  const seen = new Set<string>()
  return some.filter(id => {
    if (seen.has(id)) return false
    const { reached } = spread([id], spreading)
    for (const one of reached.keys()) seen.add(one)
    return reached.has(company)
  })
}

function relationFlags({ relations }: NetworkIndex, company: string, suspects: ReadonlySet<string>): Flag[] {
  const flags = new Map<string, Flag>()
  for (const { source, target, type, label, details } of relations.get(company) ?? []) {
    const other = source === company ? target : source
    if (!suspects.has(other) || isOwnershipType(type)) continue
    const description = details.keyPosition ?? label ?? details.description
    // A relation that is listed twice is one.
    flags.set(JSON.stringify([other, type, description]), {
      kind: 'relation',
      ids: [other],
      type,
      description,
    })
  }
  return [...flags.values()]
}
