import { relation, relationDetails } from '../contract/network.ts'
import { textList } from '../quirks/lists.ts'
import { boolean, number, placeholder, relationType, requiredText, text } from '../quirks/scalar.ts'
import { type RecordOf, tableOf } from '../reading/read-record.ts'
import { isUnclear } from '../reading/screening.ts'
import type { Reader } from '../reading/table.ts'

const details = tableOf(relationDetails, (take, rest) => ({
  /** Relationship identifier. */
  uid: take('uid', text),
  /** Of roles: whether it is an executive one. */
  isExecutive: take('is_executive', boolean),
  /** The relationship in words. */
  description: take('description', placeholder),
  /** Of roles: the position held. */
  keyPosition: take('key_position', placeholder),
  /** Of roles: advisor, board_member, executive, or another. */
  roleType: take('role_type', placeholder),
  /** Source URLs. */
  sources: take('sources', textList),
  /** Of shareholdings: what part is held, as a fraction: 0.25 for a quarter. */
  exactShare: take('exact_share', number),
  unknownFields: rest(),
}))

/** What a relationship says about itself; null where it does not (specification: Network, relation object, details). @useDeclaredType */
type RelationDetails = RecordOf<typeof details>

const nestedDetails: Reader<RelationDetails> = (value, { log, path, field }) =>
  details(log)(value ?? undefined, [...path, field])

export const relations = tableOf(
  relation,
  (take, rest) => ({
    /** Node id where the relationship starts. */
    source: take('source', requiredText),
    /** Node id where it ends. */
    target: take('target', requiredText),
    /** One of the ten types, or one that the specification does not list. */
    type: take('type', relationType),
    /** The type as it came: `HasRole` for some of the role relationships. */
    rawType: take('type', requiredText),
    /** A role title, such as `Director`; null where there is none. */
    label: take('label', placeholder),
    /** Risk of the relationship: seen in the sample payload, its scale not shown. Null where there is none. */
    risk: take('risk', number),
    /** What the relationship says about itself. */
    details: take('details', nestedDetails),
    /** Whether it may say something about screening that could not be read: an unknown field mentions it. */
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

/** A relationship between two nodes of a network (specification: Network, relation object). */
export interface Relation extends RecordOf<typeof relations> {}
