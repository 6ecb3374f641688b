import type { NetworkIndex } from '../graph/index-network.ts'
import { isMajority, whole } from '../graph/share.ts'
import type { OwnerRule } from './rules.ts'
import type { Structure } from './structure.ts'

/** A company of whose owners the network does not name enough: a beneficial owner may be among them. */
export interface UnlistedOwners {
  /** Identifier within the network. */
  readonly id: string
  /** Name; null where none is given. */
  readonly name: string | null
}

/** The company and those above it that leave so much to owners who are not named that one of these may be a beneficial owner. */
export function unlistedIn(
  { parties }: NetworkIndex,
  company: string,
  structure: Structure,
  { isMixed }: Pick<OwnerRule, 'isMixed'>,
): UnlistedOwners[] {
  const { above, controllers, reaches, ownedOf, heldOf, leftOf } = structure
  const owned = ownedOf(company)
  const isUnlisted = (id: string) => {
    const left = leftOf(id)
    if (id === company) return reaches(left)
    if (reaches((owned(id) * left) / whole)) return true
    if (isMixed && controllers.has(id) && reaches(left)) return true
    return isMajority(left) && (controllers.has(id) || reaches(heldOf(company, one => one === id)))
  }
  return [company, ...above]
    .filter(id => (id === company || parties.get(id)?.type === 'organization') && isUnlisted(id))
    .map(id => ({ id, name: parties.get(id)?.name ?? null }))
}
