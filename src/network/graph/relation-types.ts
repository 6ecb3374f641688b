import { type RelationType, relationTypes } from '../../contract/values.ts'
import type { Relation } from '../../model/network.ts'
import { memoize } from '../../shared/memoize.ts'
import type { Holds } from './data-issues.ts'

const byLowerCase: ReadonlyMap<string, RelationType> = new Map([
  ...relationTypes.map(type => [type.toLowerCase(), type] as const),
  ['hasrole', 'RoleRelationship'],
])

/** What a relation of a known type says of its ends; nothing of who owns whom where it is missing here. */
const kinds: ReadonlyMap<string, Holds | 'control' | 'unclear'> = new Map([
  ['ShareholdingRelationship', 'shares'],
  // A subsidiary and an investment are shareholdings, too.
  ['SubsidiaryRelationship', 'shares'],
  ['InvestmentRelationship', 'shares'],
  ['VotingRightsRelationship', 'votes'],
  ['ControlsRelationship', 'control'],
  ['AcquisitionRelationship', 'unclear'],
  ['BranchRelationship', 'unclear'],
])

const spellType = memoize(type => byLowerCase.get(type.toLowerCase()) ?? type)

/** The relation, its type in the spelling of the specification whatever the case it came in, its ends as `endOf` reads them. */
export function respelled(relation: Relation, endOf: (end: string) => string): Relation {
  const type = spellType(relation.type)
  const [source, target] = [endOf(relation.source), endOf(relation.target)]
  const isSame = type === relation.type && source === relation.source && target === relation.target
  return isSame ? relation : { ...relation, type, source, target }
}

/** What a type says: who holds shares or votes, who controls, that a party may own another (`unclear`), or neither (null). */
export function kindOf(type: string): Holds | 'control' | 'unclear' | null {
  return kinds.get(type) ?? (byLowerCase.has(type.toLowerCase()) ? null : 'unclear')
}

/** Whether the type says which end is the owner. Of a branch, and of a type that is not known, either end may be. */
export function isDirected(type: string): boolean {
  return kinds.has(type) && type !== 'BranchRelationship'
}

/** Whether relations of a type are of shares, votes or control. */
export function isOwnershipType(type: string): boolean {
  const kind = kindOf(type)
  return kind !== null && kind !== 'unclear'
}

const ownerWords = /\b(owners?|shareholder|stockholder|trustee|settlor|beneficiary|nominee|partner)\b/i

/** Whether a role, or a partnership, may make somebody an owner: it says so in words, or does not say that it does not. */
export function isOwnerRole({ type, label, details }: Relation): boolean {
  if (type === 'PartnershipRelationship') return true
  if (type !== 'RoleRelationship') return false
  const words = [label, details.keyPosition, details.roleType, details.description]
    .join(' ')
    .replaceAll('_', ' ')
  return ownerWords.test(words) && !/\bformer\b/i.test(words)
}
