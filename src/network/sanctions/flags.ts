import type { Open, RelationType } from '../../contract/values.ts'
import type { Bound } from '../control/counted.ts'
import { controllersAmong, controlling } from '../control/spread.ts'
import type { PartyNames } from '../graph/data-issues.ts'
import { byText, type NetworkIndex } from '../graph/index-network.ts'
import { waysTo } from '../graph/reach.ts'
import { isOwnershipType } from '../graph/relation-types.ts'
import { type Share, tidy } from '../graph/share.ts'
import { effectiveShareOf } from '../ownership/ownership-of.ts'
import { lookUp } from '../ownership/upward.ts'
import type { Question } from './reached.ts'

/** A reason for a closer look, by `kind`: `flags` of the assessment has them all. */
type Flag = {
  /** The blocked or possibly blocked party that it comes from, first. */
  readonly ids: readonly string[]
} & (
  | { readonly kind: 'minority_holding'; readonly share: Share }
  | { readonly kind: 'control'; readonly isCertain: boolean }
  | {
      readonly kind: 'relation'
      readonly type: Open<RelationType>
      /** What the relation says, such as the position held; null where it says nothing. */
      readonly description: string | null
    }
  | { readonly kind: 'possibly_same' | 'connection' }
)

/**
 * What does not block a company, but needs a closer look. Each party of the network that is blocked, or may be, and is no reason for
 * the verdict has one at least.
 *
 * `minority_holding`: parties own `share` of the company together, multiplied along each chain and added over all chains, which is
 * less than the rule asks for, or not known. `control`: a party controls the company; `isCertain` if it is certainly blocked, and
 * certainly does. `relation`: a party has a role in the company, or another relation with it that is no ownership. `possibly_same`:
 * nothing tells a party apart from one of its name that is listed, or may be; `ids` has both. `connection`: a party is in the
 * network otherwise; `ids` is the chain up from the company, else the shortest one of any relations, and the party alone without one.
 *
 * @example
 * const { flags } = assessSanctions(await client.entities.network(id), { regime: 'eu' })
 * const isControlled = flags.some(flag => flag.kind === 'control' && flag.isCertain)
 */
export type SanctionsFlag = Flag & PartyNames

/** @param reasons - Through whom the company is blocked. */
export function flagsOf(
  { index, id, listing }: Question,
  blocked: ReadonlySet<string>,
  possible: readonly string[],
  reasons: ReadonlySet<string>,
): SanctionsFlag[] {
  const suspects = [...blocked, ...possible].filter(one => one !== id)
  const others = suspects.filter(one => !reasons.has(one))
  const flags: Flag[] = [
    ...minorityFlags(index, id, new Set(others)),
    ...controlFlags(index, id, others, blocked),
    ...relationFlags(index, id, new Set(suspects)),
    ...[...listing.twins].filter(([one]) => one !== id).map((ids): Flag => ({ kind: 'possibly_same', ids })),
  ]
  const flagged = new Set(flags.flatMap(({ ids }) => ids))
  const rest = others.filter(one => !flagged.has(one))
  if (rest.length > 0) flags.push(...connectionFlags(index, id, rest))
  return flags.map(flag => ({ ...flag, names: flag.ids.map(one => index.parties.get(one)?.name ?? null) }))
}

/** Parties above a suspect are left out: what counts is counted with the suspect below them. */
function minorityFlags({ shares }: NetworkIndex, company: string, suspects: ReadonlySet<string>): Flag[] {
  const upward = lookUp(shares, company, one => suspects.has(one))
  const ids = upward.flatMap(({ id }) => (suspects.has(id) ? [id] : [])).sort(byText)
  if (ids.length === 0) return []
  return [{ kind: 'minority_holding', ids, share: tidy(effectiveShareOf(upward, ids)) }]
}

function controlFlags(
  index: NetworkIndex,
  company: string,
  suspects: readonly string[],
  blocked: ReadonlySet<string>,
): Flag[] {
  const among = (some: readonly string[], bound: Bound) =>
    controllersAmong(some.toReversed(), company, controlling(index, bound))
  const blockedOnes = suspects.filter(one => blocked.has(one))
  const [certain, all] = [among(blockedOnes, 'min'), among(suspects, 'max')]
  const controllers = suspects.filter(one => all.has(one) || certain.has(one))
  return controllers.map(id => ({ kind: 'control', ids: [id], isCertain: certain.has(id) }))
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

/** Of a longer way only the ends are named: that of each party of a long ring would be long too. */
const mostNamed = 50

function connectionFlags(index: NetworkIndex, company: string, suspects: readonly string[]): Flag[] {
  const { wayOf } = waysTo(index, company)
  return suspects.map(one => {
    const way = wayOf(one) ?? [one]
    return { kind: 'connection', ids: way.length > mostNamed ? [one, company] : way }
  })
}
