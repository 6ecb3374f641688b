import type { NetworkNode } from '../../model/network.ts'
import { refuse } from '../graph/check.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { hasUnreadableSanctions, isUnreadable, type NetworkParty } from '../graph/parties.ts'
import { unknownEnd } from '../graph/unknown-ends.ts'

/**
 * Why a party is possibly blocked. `missing_node`: it stands in a relation, and the network has no node of it. `unnamed_node`: it
 * has no name that could have been looked for. `unreadable_sanctions`: an entry against it could not be read. `undecided`:
 * `isBlocked` said `'possible'`. `owners`: shares that are not known, or owners who are possibly blocked, may reach the
 * threshold. `control`: such parties control it, or may. `relation`: they may own or control it by a relation whose type does not
 * say so, or that does not name both of its ends. `owned_person`: a person has owners, so that owners and companies may be the
 * wrong way round. `unlisted_owners`: the network does not name the owners of so much.
 */
export type Doubt =
  | 'missing_node'
  | 'unnamed_node'
  | 'unreadable_sanctions'
  | 'undecided'
  | 'owners'
  | 'control'
  | 'relation'
  | 'owned_person'
  | 'unlisted_owners'

/** Who is blocked in their own name. */
export interface Standing {
  readonly blocked: ReadonlySet<string>
  /** Why others may be. */
  readonly doubts: ReadonlyMap<string, Doubt>
}

/** Whether a party is blocked in its own name, as {@link ExposureOptions.isBlocked} says it. */
export type IsBlocked = (node: NetworkNode) => boolean | 'possible'

export function standingOf(
  operation: string,
  { parties }: NetworkIndex,
  isBlocked: IsBlocked = isSanctioned,
): Standing {
  const blocked = new Set<string>()
  const doubts = new Map<string, Doubt>()
  for (const party of parties.values()) {
    const results = party.nodes.map(isBlocked)
    if (results.some(result => typeof result !== 'boolean' && result !== 'possible'))
      refuse(operation, 'isBlocked', 'must return true, false or "possible", and no promise of it')
    if (results.includes(true)) blocked.add(party.id)
    else {
      const doubt = doubtOf(party) ?? (results.includes('possible') ? 'undecided' : null)
      if (doubt !== null) doubts.set(party.id, doubt)
    }
  }
  return { blocked, doubts }
}

/** An entry that cannot be read is no certain hit: it is a doubt. */
function isSanctioned({ sanctions }: NetworkNode): boolean {
  return sanctions.some(entry => !isUnreadable(entry))
}

/** No result about a node takes this away: who is not known cannot be known to be clean. */
function doubtOf({ id, name, nodes }: NetworkParty): Doubt | null {
  if (nodes.length === 0 || id === unknownEnd) return 'missing_node'
  if (nodes.some(hasUnreadableSanctions)) return 'unreadable_sanctions'
  return name === null ? 'unnamed_node' : null
}
