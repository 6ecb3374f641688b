import type { NetworkNode } from '../../model/network.ts'
import { throwInvalidInput } from '../graph/assertions.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { hasUnreadableSanctions, type NetworkParty } from '../graph/parties.ts'
import { unknownEnd } from '../graph/relation-types.ts'
import type { AssessOptions } from './options.ts'

/**
 * Why a party is possibly blocked.
 *
 * It may be listed: `missing_node` has no node in the network; `unnamed_node` has no name that could have been screened;
 * `unreadable_sanctions` has an entry, and `unclear_node` a field about screening, that cannot be read; `undecided`: `isBlocked`
 * returned `'possible'`; `possibly_same`: nothing distinguishes it from a listed or possibly listed namesake.
 *
 * Its owners may block it: `ownership`: unknown shares, or possibly blocked owners, may reach the threshold; `control`: such
 * parties control it, or may; `relation`: they may own or control it by a relation of unclear meaning or with an unnamed end;
 * `direction`: they would block it if owners and companies are the other way round.
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

/** Listed parties, possibly listed parties with the reason, and for each mere namesake of a suspect that suspect. */
export interface Listing {
  readonly listed: ReadonlySet<string>
  readonly doubts: ReadonlyMap<string, Doubt>
  readonly duplicates: ReadonlyMap<string, string>
}

/** Whether a party is listed, as {@link AssessOptions.isBlocked} decides. */
export type IsBlocked = (node: NetworkNode) => boolean | 'possible'

export function findListed(
  operation: string,
  { parties, possiblySame, rootId }: NetworkIndex,
  { isBlocked = isSanctioned, entity }: Pick<AssessOptions, 'isBlocked' | 'entity'>,
): Listing {
  const listed = new Set<string>()
  const doubts = new Map<string, Doubt>()
  for (const party of parties.values()) {
    const results = party.nodes.map(isBlocked)
    if (results.some(result => typeof result !== 'boolean' && result !== 'possible'))
      throwInvalidInput(operation, 'isBlocked', 'must return true, false or "possible", not a promise')
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

/** An unreadable entry is a doubt, not a certain hit. */
export function isSanctioned({ sanctions }: NetworkNode): boolean {
  return sanctions.some(entry => entry.isReadable)
}

/** A doubt that no result of `isBlocked` removes: an unknown party cannot be known to be clean. */
function findDoubt({ id, name, nodes }: NetworkParty): Doubt | null {
  if (nodes.length === 0 || id === unknownEnd) return 'missing_node'
  if (nodes.some(hasUnreadableSanctions)) return 'unreadable_sanctions'
  if (nodes.some(node => node.sanctionsStatus === 'unclear')) return 'unclear_node'
  return name === null ? 'unnamed_node' : null
}
