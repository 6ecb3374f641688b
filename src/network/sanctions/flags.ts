import type { Open, RelationType } from '../../contract/values.ts'
import type { Bound } from '../control/counted-holdings.ts'
import { createControlRule, findControllers } from '../control/propagate.ts'
import type { PartyNames } from '../graph/data-issues.ts'
import { compareText, type NetworkIndex } from '../graph/index-network.ts'
import { isOwnershipType } from '../graph/relation-types.ts'
import { roundShare, type Share } from '../graph/share.ts'
import { findChainsTo } from '../graph/upstream.ts'
import { computeJointShare } from '../ownership/ownership-of.ts'
import { buildUpstreamGraph } from '../ownership/upstream-graph.ts'
import type { AssessmentInput } from './reached.ts'

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
export function collectFlags(
  { index, id, listing }: AssessmentInput,
  blocked: ReadonlySet<string>,
  possible: readonly string[],
  reasons: ReadonlySet<string>,
): SanctionsFlag[] {
  const suspects = [...blocked, ...possible].filter(suspect => suspect !== id)
  const others = suspects.filter(suspect => !reasons.has(suspect))
  const flags: Flag[] = [
    ...minorityFlags(index, id, new Set(others)),
    ...controlFlags(index, id, others, blocked),
    ...relationFlags(index, id, new Set(suspects)),
    ...[...listing.twins]
      .filter(([suspect]) => suspect !== id)
      .map((ids): Flag => ({ kind: 'possibly_same', ids })),
  ]
  const flagged = new Set(flags.flatMap(({ ids }) => ids))
  const unflagged = others.filter(suspect => !flagged.has(suspect))
  if (unflagged.length > 0) flags.push(...connectionFlags(index, id, unflagged))
  return flags.map(flag => ({
    ...flag,
    names: flag.ids.map(partyId => index.parties.get(partyId)?.name ?? null),
  }))
}

/** Parties above a suspect are left out: what counts is counted with the suspect below them. */
function minorityFlags({ shares }: NetworkIndex, company: string, suspects: ReadonlySet<string>): Flag[] {
  const upstream = buildUpstreamGraph(shares, company, partyId => suspects.has(partyId))
  const ids = upstream.flatMap(({ id }) => (suspects.has(id) ? [id] : [])).sort(compareText)
  if (ids.length === 0) return []
  return [{ kind: 'minority_holding', ids, share: roundShare(computeJointShare(upstream, ids)) }]
}

function controlFlags(
  index: NetworkIndex,
  company: string,
  suspects: readonly string[],
  blocked: ReadonlySet<string>,
): Flag[] {
  const findControllersAmong = (candidates: readonly string[], bound: Bound) =>
    findControllers(candidates.toReversed(), company, createControlRule(index, bound))
  const blockedSuspects = suspects.filter(suspect => blocked.has(suspect))
  const [certain, possible] = [
    findControllersAmong(blockedSuspects, 'min'),
    findControllersAmong(suspects, 'max'),
  ]
  const controllers = suspects.filter(suspect => possible.has(suspect) || certain.has(suspect))
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
const maxChainLength = 50

function connectionFlags(index: NetworkIndex, company: string, suspects: readonly string[]): Flag[] {
  const { wayOf } = findChainsTo(index, company)
  return suspects.map(suspect => {
    const chain = wayOf(suspect) ?? [suspect]
    return { kind: 'connection', ids: chain.length > maxChainLength ? [suspect, company] : chain }
  })
}
