import { type RelationType, relationTypes } from '../../contract/values.ts'
import type { Relation } from '../../model/network.ts'
import { memoize } from '../../shared/memoize.ts'
import { isInvisible } from '../../shared/text/invisible.ts'
import type { HoldingKind } from './data-issues.ts'
import type { Direction } from './index-options.ts'

/** The id that represents an unnamed end of a relation. The unnamed ends of two relations may be different parties. */
export const unknownEnd = ''

/**
 * Whether an end of a relation is empty: it has only invisible characters, or a hyphen or dash, which the service writes for an
 * empty field.
 */
export function isUnnamedEnd(end: string): boolean {
  return isInvisible(end) || /^\s*[-–—]\s*$/.test(end)
}

/** Returns the owner and the company of a relation that is about ownership, votes or control. */
export function endsOf({ source, target }: Relation, direction: Direction): [owner: string, company: string] {
  return direction === 'source_owns_target' ? [source, target] : [target, source]
}

const typesByLowerCase: ReadonlyMap<string, RelationType> = new Map([
  ...relationTypes.map(type => [type.toLowerCase(), type] as const),
  ['hasrole', 'RoleRelationship'],
])

/** The meaning of each known relation type that is related to ownership. All other known types are not ownership. */
const typeKinds: ReadonlyMap<string, HoldingKind | 'control' | 'unclear'> = new Map([
  ['ShareholdingRelationship', 'shares'],
  ['SubsidiaryRelationship', 'shares'],
  ['InvestmentRelationship', 'shares'],
  ['VotingRightsRelationship', 'votes'],
  ['ControlsRelationship', 'control'],
  ['AcquisitionRelationship', 'unclear'],
  ['BranchRelationship', 'unclear'],
])

const normalizeType = memoize(type => typesByLowerCase.get(type.toLowerCase()) ?? type)

/**
 * Gives the type of a relation the specification's spelling, and replaces its ends with the results of
 * `endOf`.
 */
export function normalizeRelation(relation: Relation, endOf: (end: string) => string): Relation {
  const type = normalizeType(relation.type)
  const [source, target] = [endOf(relation.source), endOf(relation.target)]
  const isSame = type === relation.type && source === relation.source && target === relation.target
  return isSame ? relation : { ...relation, type, source, target }
}

/**
 * Returns the meaning of a relation type: shares, votes, control, possible ownership (`unclear`), or no
 * ownership (null).
 */
export function relationKindOf(type: string): HoldingKind | 'control' | 'unclear' | null {
  return typeKinds.get(type) ?? (typesByLowerCase.has(type.toLowerCase()) ? null : 'unclear')
}

/**
 * Whether a relation type determines which end is the owner. For a branch or an unknown type, either end may
 * be the owner.
 */
export function isDirected(type: string): boolean {
  return typeKinds.has(type) && type !== 'BranchRelationship'
}

/** Whether relations of a type are shares or votes. */
export function isHoldingType(type: string): boolean {
  return isOwnershipType(type) && relationKindOf(type) !== 'control'
}

/** Whether relations of a type are shares, votes or control. */
export function isOwnershipType(type: string): boolean {
  return typeKinds.has(type) && relationKindOf(type) !== 'unclear'
}

const ownerWords =
  /\b(owners?|(share|stock|equity)\W?holders?|trustees?|settlors?|beneficiar(y|ies)|nominees?|partners?|ubo|proprietors?|protectors?|gesellschafter(in)?)\b/i
const officeWords =
  /\b(directors?|secretar(y|ies)|employees?|officers?|auditors?|managers?|presidents?|chair(man|woman|person)?|c[efot]o|board|heads?|executives?|treasurers?|accountants?|counsel|lawyers?|advis[eo]rs?|consultants?|signator(y|ies)|liquidators?|staff)\b/i

/**
 * Classifies a role or partnership as ownership, an office without ownership, or possible ownership (`unclear`). Returns null
 * for other types.
 */
export function classifyRole({ type, label, details }: Relation): 'owner' | 'office' | 'unclear' | null {
  if (type === 'PartnershipRelationship') return 'owner'
  if (type !== 'RoleRelationship') return null
  const { keyPosition, roleType, description } = details
  const text = [label, keyPosition, roleType, description].join(' ').replaceAll('_', ' ')
  return ownerWords.test(text) ? 'owner' : officeWords.test(text) ? 'office' : 'unclear'
}
