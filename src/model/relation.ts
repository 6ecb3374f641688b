import { relation, relationDetails } from '../contract/network.ts'
import type { Open, RelationType } from '../contract/values.ts'
import { textList } from '../quirks/lists.ts'
import { boolean, number, placeholder, relationType, requiredText, text } from '../quirks/scalar.ts'
import { tableOf } from '../reading/read-record.ts'
import type { UnknownFields } from '../reading/reading.ts'
import { isUnclear } from '../reading/screening.ts'
import type { Reader } from '../reading/table.ts'

/** A relationship between two nodes of a network (specification: Network, relation object). */
export interface Relation {
  /** Node id where the relationship starts. */
  source: string
  /** Node id where it ends. */
  target: string
  /** One of the ten types, or one that the specification does not list. */
  type: Open<RelationType>
  /** The type as it came: `HasRole` for some of the role relationships. */
  rawType: string
  /** A role title, such as `Director`; null where there is none. */
  label: string | null
  /** Risk of the relationship: seen in the sample payload, its scale not shown. Null where there is none. */
  risk: number | null
  /** What the relationship says about itself. */
  details: RelationDetails
  /** Whether it may say something about screening that could not be read: an unknown field mentions it. */
  isUnclear: boolean
  /** Unknown fields, and those that could not be read, unchanged. */
  unknownFields: UnknownFields
}

/** What a relationship says about itself; null where it does not (specification: Network, relation object, details). */
export type RelationDetails = {
  /** Relationship identifier. */
  uid: string | null
  /** Of roles: whether it is an executive one. */
  isExecutive: boolean | null
  /** The relationship in words. */
  description: string | null
  /** Of roles: the position held. */
  keyPosition: string | null
  /** Of roles: advisor, board_member, executive, or another. */
  roleType: string | null
  /** Source URLs. */
  sources: string[]
  /** Of shareholdings: what part is held, as a fraction: 0.25 for a quarter. */
  exactShare: number | null
  /** Unknown fields, and those that could not be read, unchanged. */
  unknownFields: UnknownFields
}

const details = tableOf(
  relationDetails,
  (take, rest): RelationDetails => ({
    uid: take('uid', text),
    isExecutive: take('is_executive', boolean),
    description: take('description', placeholder),
    keyPosition: take('key_position', placeholder),
    roleType: take('role_type', placeholder),
    sources: take('sources', textList),
    exactShare: take('exact_share', number),
    unknownFields: rest(),
  }),
)

const nestedDetails: Reader<RelationDetails> = (value, { log, path, field }) =>
  details(log)(value ?? undefined, [...path, field])

export const relations = tableOf(
  relation,
  (take, rest): Relation => ({
    source: take('source', requiredText),
    target: take('target', requiredText),
    type: take('type', relationType),
    rawType: take('type', requiredText),
    label: take('label', placeholder),
    risk: take('risk', number),
    details: take('details', nestedDetails),
    isUnclear: false,
    unknownFields: rest(),
  }),
  (relation, facts) => {
    relation.isUnclear =
      facts.isForeign ||
      isUnclear(relation.unknownFields, facts) ||
      isUnclear(relation.details.unknownFields, facts, ['details'])
  },
)
