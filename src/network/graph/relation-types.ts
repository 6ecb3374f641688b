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

/** Whether relations of a type are of shares or votes. */
export function isHolding(type: string): boolean {
  const kind = kindOf(type)
  return kind === 'shares' || kind === 'votes'
}

/** Whether relations of a type are of shares, votes or control. */
export function isOwnershipType(type: string): boolean {
  return isHolding(type) || kindOf(type) === 'control'
}

const ownerWords =
  /\b(owners?|(share|stock|equity)\W?holders?|trustees?|settlors?|beneficiar(y|ies)|nominees?|partners?|ubo|proprietors?|protectors?|gesellschafter(in)?)\b/i
const officeWords =
  /\b(directors?|secretar(y|ies)|employees?|officers?|auditors?|managers?|presidents?|chair(man|woman|person)?|c[efot]o|board|heads?|executives?|treasurers?|accountants?|counsel|lawyers?|advis[eo]rs?|consultants?|signator(y|ies)|liquidators?|staff)\b/i

/**
 * What a role, or a partnership, says of ownership: that somebody is an owner, or was one; that it is a mere office; or neither, so
 * that it may be ownership. Null for other types.
 */
export function roleOf({
  type,
  label,
  details,
}: Relation): 'owner' | 'former_owner' | 'office' | 'unclear' | null {
  if (type === 'PartnershipRelationship') return 'owner'
  if (type !== 'RoleRelationship') return null
  const texts = [label, details.keyPosition, details.roleType, details.description].map(text =>
    (text ?? '').replaceAll('_', ' '),
  )
  const owners = texts.filter(text => ownerWords.test(text))
  if (owners.length > 0) return owners.every(text => /\bformer\b/i.test(text)) ? 'former_owner' : 'owner'
  return texts.some(text => officeWords.test(text)) ? 'office' : 'unclear'
}
