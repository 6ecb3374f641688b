import { relation, relationDetails } from '../contract/network.ts'
import type { Open, RelationType } from '../contract/values.ts'
import type { FoundHits } from '../quirks/hits.ts'
import { relationType } from '../quirks/relation-type.ts'
import { boolean, number } from '../quirks/scalar.ts'
import { textList } from '../quirks/text-list.ts'
import type { Extra } from '../reading/extra.ts'
import type { Path, QuirkLog } from '../reading/log.ts'
import { fieldNames, openRecord, take, takeExtra, takeShown, takeText, type WireRecord } from './record.ts'

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
  /** Unknown fields, and those that could not be read, unchanged. */
  extra: Extra
}

/** What a relationship says about itself; null where it does not (specification: Network, relation object, details). */
export interface RelationDetails {
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
  extra: Extra
}

export const relationFields = fieldNames(relation)

export function decodeRelation(value: unknown, path: Path, log: QuirkLog, hits: FoundHits[]): Relation {
  const record = openRecord(value, path, log, relationFields)
  const { fields } = record
  const rawType = takeText(record, 'type', fields.type) ?? ''
  return {
    source: takeText(record, 'source', fields.source) ?? '',
    target: takeText(record, 'target', fields.target) ?? '',
    type: take(record, 'type', relationType(rawType)),
    rawType,
    label: takeShown(record, 'label', fields.label),
    risk: take(record, 'risk', number(fields.risk)),
    details: decodeDetails(openRecord(fields.details, path.concat('details'), log, detailFields), hits),
    extra: takeExtra(record, hits),
  }
}

const detailFields = fieldNames(relationDetails)

function decodeDetails(record: WireRecord, hits: FoundHits[]): RelationDetails {
  const { fields } = record
  return {
    uid: takeText(record, 'uid', fields.uid),
    isExecutive: take(record, 'is_executive', boolean(fields.is_executive)),
    description: takeShown(record, 'description', fields.description),
    keyPosition: takeShown(record, 'key_position', fields.key_position),
    roleType: takeShown(record, 'role_type', fields.role_type),
    sources: take(record, 'sources', textList(fields.sources)),
    exactShare: take(record, 'exact_share', number(fields.exact_share)),
    extra: takeExtra(record, hits),
  }
}
