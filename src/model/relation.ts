import { relation, relationDetails } from '../contract/network.ts'
import { textList } from '../quirks/lists.ts'
import {
  booleanOrNull,
  numberOrNull,
  rawRelationType,
  relationType,
  textOrEmpty,
  textOrNull,
  textUnlessPlaceholder,
} from '../quirks/scalar.ts'
import { isAbsent, pathOfField, type ReadContext } from '../reading/read-context.ts'
import { createRecordReader, type ModelOf, shareReader } from '../reading/read-record.ts'
import { reportUnclearField } from '../reading/screening/unclear-fields.ts'
import { noUnknownFields } from '../reading/unknown-fields.ts'

const relationDetailsReader = createRecordReader(relationDetails, (wire, context) => ({
  /** Relationship identifier. */
  uid: textOrNull(wire.uid, context, 'uid'),
  /** Whether the role is executive. Only roles have this field. */
  isExecutive: booleanOrNull(wire.is_executive, context, 'is_executive'),
  /** The relationship in words. */
  description: textUnlessPlaceholder(wire.description, context, 'description'),
  /** The position that the person holds. Only roles have this field. */
  keyPosition: textUnlessPlaceholder(wire.key_position, context, 'key_position'),
  /** The kind of role: advisor, board_member, executive, or another kind. Only roles have this field. */
  roleType: textUnlessPlaceholder(wire.role_type, context, 'role_type'),
  /** Source URLs. */
  sources: textList(wire.sources, context, 'sources'),
  /** The share as a fraction, such as 0.25 for a quarter. Only shareholdings have this field. */
  exactShare: numberOrNull(wire.exact_share, context, 'exact_share'),
  unknownFields: noUnknownFields,
}))

const sharedDetailsReader = shareReader(relationDetailsReader)

/** Details of a relationship. A missing value is null. @useDeclaredType */
type RelationDetails = ModelOf<typeof relationDetailsReader>

function readDetails(value: unknown, context: ReadContext, field: string): RelationDetails {
  const details = isAbsent(value, context) ? undefined : value
  return sharedDetailsReader(context.log)(details, pathOfField(context, field))
}

export const relationReader = createRecordReader(
  relation,
  (wire, context) => ({
    /** Identifier of the node where the relationship starts. */
    source: textOrEmpty(wire.source, context, 'source'),
    /** Identifier of the node where the relationship ends. */
    target: textOrEmpty(wire.target, context, 'target'),
    /** One of the ten documented types, or a type that the specification does not list. */
    type: relationType(wire.type, context, 'type'),
    /** The type as the service sent it. Some role relationships arrive as `HasRole`. */
    rawType: '',
    /** A role title, such as `Director`; null if there is none. */
    label: textUnlessPlaceholder(wire.label, context, 'label'),
    /** Risk score of the relationship; null if there is none. The scale is not documented. */
    risk: numberOrNull(wire.risk, context, 'risk'),
    /** Details of the relationship. Which fields have values depends on the type. */
    details: readDetails(wire.details, context, 'details'),
    /** Whether an unknown field mentions screening. If so, review the relation's `unknownFields` yourself. */
    isUnclear: false,
    unknownFields: noUnknownFields,
  }),
  {
    conclude(relation, wire, context) {
      relation.rawType = rawRelationType(wire.type)
      relation.isUnclear =
        context.isUnsearched ||
        reportUnclearField(relation.unknownFields, context) ||
        reportUnclearField(relation.details.unknownFields, context, ['details'])
    },
  },
)

/** A relationship between two nodes of a network. */
export interface Relation extends ModelOf<typeof relationReader> {}
