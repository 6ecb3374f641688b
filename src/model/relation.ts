import { relation, relationDetails } from '../contract/network.ts'
import { textList } from '../quirks/lists.ts'
import {
  boolean,
  number,
  placeholder,
  rawRelationType,
  relationType,
  requiredText,
  text,
} from '../quirks/scalar.ts'
import { isAbsent, pathOfField, type ReadContext } from '../reading/read-context.ts'
import { createRecordReader, type ModelOf, type Wire } from '../reading/read-record.ts'
import { noUnknownFields } from '../reading/reading.ts'
import { isUnclear } from '../reading/screening.ts'

function relationDetailsOf(wire: Wire<typeof relationDetails>, context: ReadContext) {
  return {
    /** Relationship identifier. */
    uid: text(wire.uid, context, 'uid'),
    /** Of roles: whether it is an executive one. */
    isExecutive: boolean(wire.is_executive, context, 'is_executive'),
    /** The relationship in words. */
    description: placeholder(wire.description, context, 'description'),
    /** Of roles: the position held. */
    keyPosition: placeholder(wire.key_position, context, 'key_position'),
    /** Of roles: advisor, board_member, executive, or another. */
    roleType: placeholder(wire.role_type, context, 'role_type'),
    /** Source URLs. */
    sources: textList(wire.sources, context, 'sources'),
    /** Of shareholdings: what part is held, as a fraction: 0.25 for a quarter. */
    exactShare: number(wire.exact_share, context, 'exact_share'),
    unknownFields: noUnknownFields,
  }
}

const relationDetailsReader = createRecordReader(relationDetails, relationDetailsOf)

/** What a relationship says about itself; null where it does not (specification: Network, relation object, details). @useDeclaredType */
type RelationDetails = ModelOf<typeof relationDetailsOf>

function detailsIn(value: unknown, context: ReadContext, field: string): RelationDetails {
  const details = isAbsent(value, context) ? undefined : value
  return relationDetailsReader(context.log)(details, pathOfField(context, field))
}

function relationOf(wire: Wire<typeof relation>, context: ReadContext) {
  return {
    /** Node id where the relationship starts. */
    source: requiredText(wire.source, context, 'source'),
    /** Node id where it ends. */
    target: requiredText(wire.target, context, 'target'),
    /** One of the ten types, or one that the specification does not list. */
    type: relationType(wire.type, context, 'type'),
    /** The type as it came: `HasRole` for some of the role relationships. */
    rawType: '',
    /** A role title, such as `Director`; null where there is none. */
    label: placeholder(wire.label, context, 'label'),
    /** Risk of the relationship: seen in the sample payload, its scale not shown. Null where there is none. */
    risk: number(wire.risk, context, 'risk'),
    /** What the relationship says about itself. */
    details: detailsIn(wire.details, context, 'details'),
    /** Whether it may say something about screening that could not be read: an unknown field mentions it. */
    isUnclear: false,
    unknownFields: noUnknownFields,
  }
}

export const relationReader = createRecordReader(relation, relationOf, {
  conclude(relation, wire, context) {
    relation.rawType = rawRelationType(wire.type)
    relation.isUnclear =
      context.isUnsearched ||
      isUnclear(relation.unknownFields, context) ||
      isUnclear(relation.details.unknownFields, context, ['details'])
  },
})

/** A relationship between two nodes of a network (specification: Network, relation object). */
export interface Relation extends ModelOf<typeof relationOf> {}
