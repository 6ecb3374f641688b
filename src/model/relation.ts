import { relation, relationDetails } from '../contract/network.ts'
import type { Open, RelationType } from '../contract/values.ts'
import type { Extra } from '../quirks/extra.ts'
import type { Path, QuirkLog } from '../quirks/log.ts'
import { placeholder } from '../quirks/placeholder.ts'
import { relationType } from '../quirks/relation-type.ts'
import { boolean, number } from '../quirks/scalar.ts'
import { textList } from '../quirks/text-list.ts'
import { fieldNames, note, openRecord, takeExtra, takeText, type WireRecord } from './record.ts'

/** A relationship between two nodes of a network. */
export interface Relation {
  /** Node id where the relationship starts. */
  source: string
  /** Node id where it ends. */
  target: string
  /** One of the ten types, or one that the specification does not list. */
  type: Open<RelationType>
  /** The type as it came: `HasRole` for some of the role relationships. */
  rawType: string
  /** A role title. */
  label: string | null
  risk: number | null
  details: RelationDetails
  extra: Extra
}

export interface RelationDetails {
  /** Relationship identifier. */
  uid: string | null
  /** Roles. */
  isExecutive: boolean | null
  description: string | null
  /** Roles. */
  keyPosition: string | null
  /** Roles: advisor, board_member, executive, or another. */
  roleType: string | null
  /** Source URLs. */
  sources: string[]
  /** Shareholdings: a fraction, 0.25 for a quarter. */
  exactShare: number | null
  extra: Extra
}

const relationFields = fieldNames(relation)

export function decodeRelation(value: unknown, path: Path, log: QuirkLog): Relation {
  const record = openRecord(value, path, log)
  const { fields } = record
  const rawType = takeText(record, 'type', fields.type) ?? ''
  return {
    source: takeText(record, 'source', fields.source) ?? '',
    target: takeText(record, 'target', fields.target) ?? '',
    type: note(record, 'type', relationType(rawType)),
    rawType,
    label: note(record, 'label', placeholder(fields.label)),
    risk: note(record, 'risk', number(fields.risk)),
    details: decodeDetails(openRecord(fields.details, [...path, 'details'], log)),
    extra: takeExtra(record, relationFields),
  }
}

const detailFields = fieldNames(relationDetails)

function decodeDetails(record: WireRecord): RelationDetails {
  const { fields } = record
  return {
    uid: takeText(record, 'uid', fields.uid),
    isExecutive: note(record, 'is_executive', boolean(fields.is_executive)),
    description: note(record, 'description', placeholder(fields.description)),
    keyPosition: note(record, 'key_position', placeholder(fields.key_position)),
    roleType: note(record, 'role_type', placeholder(fields.role_type)),
    sources: note(record, 'sources', textList(fields.sources)),
    exactShare: note(record, 'exact_share', number(fields.exact_share)),
    extra: takeExtra(record, detailFields),
  }
}
