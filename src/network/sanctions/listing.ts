import type { Entity } from '../../model/entity.ts'
import type { NetworkNode } from '../../model/network.ts'
import { throwInvalidInput } from '../graph/assertions.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { hasUnreadableSanctions, type NetworkParty } from '../graph/parties.ts'
import { unknownEnd } from '../relations/relation-types.ts'

/**
 * Why a party is possibly blocked.
 *
 * The party may be listed:
 *
 * - `missing_node`: the network has no node for the party.
 * - `unnamed_node`: the party has no name that could have been screened.
 * - `unreadable_sanctions`: a sanctions entry cannot be read.
 * - `unclear_node`: a field about screening cannot be read.
 * - `undecided`: `listingOf` returned `'possible'`.
 * - `possibly_same`: the party cannot be distinguished from a listed or possibly listed party with the same
 *   name.
 *
 * Or blocked and possibly blocked parties may block the party:
 *
 * - `ownership`: their shares may reach the threshold.
 * - `control`: they control the party, or may control it.
 * - `relation`: they may own or control the party by a relation of unclear meaning or with an unnamed end.
 * - `direction`: they would block the party if the other end of a relation were the owner.
 */
export type Doubt =
  | 'missing_node'
  | 'unnamed_node'
  | 'unreadable_sanctions'
  | 'unclear_node'
  | 'undecided'
  | 'possibly_same'
  | 'ownership'
  | 'control'
  | 'relation'
  | 'direction'

/** The listed and the possibly listed parties. */
export interface Listing {
  readonly listed: ReadonlySet<string>
  /** The reason for each possibly listed party. */
  readonly doubts: ReadonlyMap<string, Doubt>
  /** For each party with the doubt `possibly_same`, the listed or possibly listed party that may be the same. */
  readonly duplicates: ReadonlyMap<string, string>
}

/** Decides whether a party is listed: the option `listingOf` of `assessSanctions`. */
export type ListingOf = (node: NetworkNode) => boolean | 'possible'

export function findListed(
  operation: string,
  { parties, possiblySame, rootId }: NetworkIndex,
  {
    listingOf = isSanctioned,
    entity,
  }: { readonly listingOf?: ListingOf | undefined; readonly entity?: Entity | undefined },
): Listing {
  const listed = new Set<string>()
  const doubts = new Map<string, Doubt>()
  for (const party of parties.values()) {
    const results = party.nodes.map(listingOf)
    if (results.some(result => typeof result !== 'boolean' && result !== 'possible'))
      throwInvalidInput(operation, 'listingOf', 'must return true, false or "possible", not a promise')
    if (results.includes(true)) listed.add(party.id)
    else {
      const isEntityUnclear = party.id === rootId && entity?.isUnclear === true
      const undecidedDoubt = results.includes('possible') ? 'undecided' : null
      const doubt = findDoubt(party) ?? (isEntityUnclear ? 'unclear_node' : undecidedDoubt)
      if (doubt !== null) doubts.set(party.id, doubt)
    }
  }
  const groups = new Map<readonly string[], string>()
  for (const id of [...listed, ...doubts.keys()])
    for (const group of possiblySame.get(id) ?? []) groups.set(group, groups.get(group) ?? id)
  const duplicates = new Map<string, string>()
  for (const [group, id] of groups)
    for (const duplicate of group.filter(partyId => !listed.has(partyId) && !doubts.has(partyId))) {
      doubts.set(duplicate, 'possibly_same')
      duplicates.set(duplicate, id)
    }
  return { listed, doubts, duplicates }
}

/** Whether a node has a readable sanctions entry. An unreadable entry only makes it possibly listed. */
export function isSanctioned({ sanctions }: NetworkNode): boolean {
  return sanctions.some(entry => entry.isReadable)
}

/**
 * Returns the doubt that missing or unreadable data about a party causes, regardless of what `listingOf`
 * returns.
 */
function findDoubt({ id, name, nodes }: NetworkParty): Doubt | null {
  if (nodes.length === 0 || id === unknownEnd) return 'missing_node'
  if (nodes.some(hasUnreadableSanctions)) return 'unreadable_sanctions'
  if (nodes.some(node => node.sanctionsStatus === 'unclear')) return 'unclear_node'
  return name === null ? 'unnamed_node' : null
}
