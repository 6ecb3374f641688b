import { type RelationType, relationTypes } from '../../contract/values.ts'
import { remembering } from '../../contract/words/remembering.ts'
import type { Relation } from '../../model/network.ts'
import type { Holds } from './findings.ts'

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

const spellType = remembering(type => byLowerCase.get(type.toLowerCase()) ?? type)

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
