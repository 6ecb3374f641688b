import { type RelationType, relationTypes } from '../../contract/values.ts'
import type { Relation } from '../../model/network.ts'
import { memoize } from '../../shared/memoize.ts'
import { isInvisible } from '../../shared/text/invisible.ts'

/** The id that represents an unnamed end of a relation. The unnamed ends of two relations may be different parties. */
export const unknownEnd = ''

/**
 * Whether an end of a relation is empty: it has only invisible characters, or a hyphen or dash, which the service writes for an
 * empty field.
 */
export function isUnnamedEnd(end: string): boolean {
  return isInvisible(end) || /^\s*[-–—]\s*$/.test(end)
}

/** Which end of a relation is the owner, if the relation is about shares, votes or control. */
export type Direction = 'source_owns_target' | 'target_owns_source'

/** Returns the owner and the company of a relation that is about ownership, votes or control. */
export function endsOf({ source, target }: Relation, direction: Direction): [owner: string, company: string] {
  return direction === 'source_owns_target' ? [source, target] : [target, source]
}

const typesByLowerCase: ReadonlyMap<string, RelationType> = new Map([
  ...relationTypes.map(type => [type.toLowerCase(), type] as const),
  ['hasrole', 'RoleRelationship'],
])

/** The kinds of holdings in a company: shares or votes. */
export type HoldingKind = 'shares' | 'votes'

/** What a relation is about. `unclear`, `branch` and `partnership` may be ownership; an office and `none` are not. */
export type InterestKind = HoldingKind | 'control' | 'unclear' | 'branch' | 'partnership' | 'office' | 'none'

const interestKinds: Readonly<Record<RelationType, InterestKind>> = {
  ShareholdingRelationship: 'shares',
  SubsidiaryRelationship: 'shares',
  InvestmentRelationship: 'shares',
  VotingRightsRelationship: 'votes',
  ControlsRelationship: 'control',
  AcquisitionRelationship: 'unclear',
  BranchRelationship: 'branch',
  PartnershipRelationship: 'partnership',
  RoleRelationship: 'office',
  SupplierRelationship: 'none',
}

const normalizeType = memoize(type => typesByLowerCase.get(type.toLowerCase()) ?? type)

/** Replaces the type of a relation with the specification's spelling, and its ends with the results of `endOf`. */
export function normalizeRelation(relation: Relation, endOf: (end: string) => string): Relation {
  const type = normalizeType(relation.type)
  const [source, target] = [endOf(relation.source), endOf(relation.target)]
  const isSame = type === relation.type && source === relation.source && target === relation.target
  return isSame ? relation : { ...relation, type, source, target }
}

/** Returns what relations of a type are about; of an unknown type, this is unclear. */
export const interestKindOf = memoize((type): InterestKind => {
  const knownType = typesByLowerCase.get(type.toLowerCase())
  return knownType === undefined ? 'unclear' : interestKinds[knownType]
})

/** Whether the type shows which end is the owner. For a branch or an unknown type, either end may be the owner. */
export function isDirected(type: string): boolean {
  return isOwnershipType(type) || type === 'AcquisitionRelationship'
}

export function isHoldingKind(kind: InterestKind): kind is HoldingKind {
  return kind === 'shares' || kind === 'votes'
}

/** Whether relations of a type are shares, votes or control. */
export function isOwnershipType(type: string): boolean {
  const kind = interestKindOf(type)
  return isHoldingKind(kind) || kind === 'control'
}
