import type { Open, RelationType } from '../../contract/values.ts'
import type { PartyNames } from '../graph/data-issues.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { compareText } from '../graph/sort-items.ts'
import { findChainsTo } from '../graph/upstream.ts'
import { computeJointShare } from '../ownership/compute-ownership.ts'
import { buildUpstreamGraph } from '../ownership/upstream-graph.ts'
import type { Effort } from '../ownership/value-iteration.ts'
import { createControlRule, findControllers } from '../propagation/control-rule.ts'
import type { Bound } from '../propagation/counted-holdings.ts'
import { isOwnershipType } from '../relations/relation-types.ts'
import { roundShare, type Share } from '../share.ts'
import {
  type AssessmentInput,
  type BlockedParties,
  findBlockingParties,
  type ReachedParties,
} from './blocked-parties.ts'

/** A flag without the names of its parties. */
type Flag = {
  /** The parties of the flag. The blocked or possibly blocked party that caused the flag comes first. */
  readonly ids: readonly string[]
} & (
  | {
      /** The parties own less than the threshold, or an unknown share. */
      readonly kind: 'minority_holding'
      /** The share of the company that the parties hold together. */
      readonly share: Share
    }
  | {
      /** A party controls the company. */
      readonly kind: 'control'
      /** Whether it is certain that the party is blocked, and that it controls the company. */
      readonly isCertain: boolean
    }
  | {
      /** A party has a role, or another relation that is not ownership. */
      readonly kind: 'relation'
      /** The type of the relation. */
      readonly type: Open<RelationType>
      /** Description of the relation, such as a position; null if the relation has none. */
      readonly description: string | null
    }
  | {
      /**
       * `possibly_same`: a party cannot be distinguished from a listed or possibly listed party with the same
       * name. `connection`: a blocked or possibly blocked party is in the network, but no other flag applies
       * to it.
       */
      readonly kind: 'possibly_same' | 'connection'
    }
)

/**
 * A finding that does not block a company, but needs a closer look. Each blocked or possibly blocked party of the network has
 * at least one
 * flag, unless it already is a reason for the verdict.
 *
 * `minority_holding`: parties together own `share` of the company, which is below the threshold or unknown. The share is
 * multiplied along each chain of owners and added over all chains. `control`: a party controls the company; `isCertain` if it is
 * certain that the party is blocked and that it controls the company. `relation`: a party has a role in the company, or another
 * relation that is not ownership. `possibly_same`: a party cannot be distinguished from a listed or possibly listed party with
 * the same name; `ids` has both. `connection`: a party is elsewhere in the network; `ids` is the chain from the party to the
 * company by ownership or control, or else by any relations, or else only the party.
 *
 * @example
 * const { flags } = assessSanctions(await client.entities.network(id), { regime: 'eu' })
 * const isControlled = flags.some(flag => flag.kind === 'control' && flag.isCertain)
 */
export type SanctionsFlag = Flag & PartyNames

export function collectFlags(
  { index, id, listing }: AssessmentInput,
  { blocked, certainOrPossible }: BlockedParties,
  effort: Effort,
): SanctionsFlag[] {
  const suspects = [...new Set([...blocked.keys(), ...certainOrPossible.keys()])].filter(
    suspect => suspect !== id,
  )
  const reasons = findBlockingParties(id, blocked)
  const others = suspects.filter(suspect => !reasons.has(suspect))
  const flags: Flag[] = [
    ...minorityFlags(index, id, new Set(others), effort),
    ...controlFlags(index, id, others, blocked),
    ...relationFlags(index, id, new Set(suspects)),
    ...[...listing.duplicates]
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

/**
 * Creates the flag for the share that blocked or possibly blocked parties hold together. Omits parties
 * upstream of another such party, because its holding already contains theirs.
 */
function minorityFlags(
  { shares }: NetworkIndex,
  company: string,
  suspects: ReadonlySet<string>,
  effort: Effort,
): Flag[] {
  const upstream = buildUpstreamGraph(shares, company, partyId => suspects.has(partyId))
  const ids = upstream.flatMap(({ id }) => (suspects.has(id) ? [id] : [])).sort(compareText)
  if (ids.length === 0) return []
  return [{ kind: 'minority_holding', ids, share: roundShare(computeJointShare(upstream, ids, effort)) }]
}

function controlFlags(
  index: NetworkIndex,
  company: string,
  suspects: readonly string[],
  blocked: ReachedParties,
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
    flags.set(JSON.stringify([other, type, description]), {
      kind: 'relation',
      ids: [other],
      type,
      description,
    })
  }
  return [...flags.values()]
}

/**
 * The maximum number of parties in a listed chain. Of a longer chain, only both ends are listed. Otherwise
 * each party of a long ring would have a long chain.
 */
const maxChainLength = 50

function connectionFlags(index: NetworkIndex, company: string, suspects: readonly string[]): Flag[] {
  const { chainOf } = findChainsTo(index, company)
  return suspects.map(suspect => {
    const chain = chainOf(suspect) ?? [suspect]
    return { kind: 'connection', ids: chain.length > maxChainLength ? [suspect, company] : chain }
  })
}
