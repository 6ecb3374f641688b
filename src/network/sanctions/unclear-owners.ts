import { type Leads, leadsOf } from '../control/spread.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { ownersOfUnknown, unknownEnd } from '../graph/unknown-ends.ts'

/**
 * The companies that a party may own, by its id, as far as relations leave it open. A relation without a company may concern the
 * company in question, but only if a named party is suspected: an unreadable entry alone makes no one a suspect.
 */
export function unclearOwners(
  index: NetworkIndex,
  company: string,
  suspects: readonly string[],
  isControlCounted: boolean,
): Leads {
  const owners = ownersOfUnknown(index, isControlCounted)
  if (owners.size === 0 || suspects.every(id => id === unknownEnd)) return leadsOf(index.unclear)
  const isOwner = (id: string) => owners.has(id) || owners.has(unknownEnd)
  return { get: id => [...(index.unclear.get(id) ?? []), ...(isOwner(id) ? [company] : [])] }
}

/** An owner who is not known may be anybody: what it holds counts with what others hold. */
export function withUnknown({ parties }: NetworkIndex, partners: Leads): Leads {
  if (!parties.has(unknownEnd)) return partners
  return { get: id => [...(partners.get(id) ?? []), unknownEnd] }
}
