import { createdEntityRecord, entityRecord } from '../contract/entity.ts'
import { UnreadableBody } from '../contract/issues.ts'
import { isRecord } from '../contract/json.ts'
import {
  type CaseStatus,
  caseStatuses,
  type EntityType,
  entityTypes,
  type Open,
  type RiskLevel,
} from '../contract/values.ts'
import { country } from '../quirks/country.ts'
import { displayDate } from '../quirks/display-date.ts'
import { registrationCountry } from '../quirks/registration-country.ts'
import { riskLabel } from '../quirks/risk-label.ts'
import { riskScore } from '../quirks/risk-score.ts'
import { openValue } from '../quirks/scalar.ts'
import { tags } from '../quirks/tags.ts'
import type { Extra } from '../reading/extra.ts'
import { createFieldNames } from '../reading/field-names.ts'
import type { Path, QuirkLog } from '../reading/log.ts'
import {
  fieldNames,
  mapItems,
  openRecord,
  take,
  takeExtra,
  takeItems,
  takeShown,
  takeText,
  unwrap,
} from './record.ts'

/**
 * An entity of the team, as returned by `list`, `search` and `rescan` (specification: Resources, Entity).
 *
 * `id`, `name`, `type`, `caseStatus`, `platformId`, `createdAt` and `updatedAt` are promised by the specification: if a response
 * lacks one, it is `''` and reported as drift.
 *
 * @example
 * const [entity] = await client.entities.list()
 * console.log(entity?.name, entity?.riskLevel, entity?.riskLabel) // Halfmoon Minerals Oy high High Risk
 */
export interface Entity {
  /** Identifier in the service, which `network`, `rescan` and the other methods take. */
  id: string
  /** Name of the organization or person. */
  name: string
  /** `organization`, `person`, or another that the service may send. */
  type: Open<EntityType>
  /** Where its case stands: `NOT_STARTED`, `IN_PROGRESS`, or another (specification: States and transitions). */
  caseStatus: CaseStatus
  /** Registration number; null where there is none. */
  registration: string | null
  /** 2-letter ISO country code; null where none was given. */
  countryCode: string | null
  /** The level alone, in lower case: `low`, `medium`, `high`, or another; null before the first screening is done. */
  riskLevel: RiskLevel | null
  /** The service's own label, such as `Low Risk`; null before the first screening is done. */
  riskLabel: string | null
  /**
   * Higher is riskier; the specification shows neither the scale nor the computation. The mock server uses 0 to 100. Null before
   * the first screening is done, even if the service sends 0, and if it is not a number.
   */
  riskScore: number | null
  /** Platform-side identifier: 32 hexadecimal digits in the specification's samples. */
  platformId: string
  /** Day of the last update, YYYY-MM-DD; null where there is none. */
  lastUpdate: string | null
  /** Day on which the case is due, YYYY-MM-DD; null where none is. */
  dueDate: string | null
  /** When it was created: ISO 8601, UTC, such as `2025-01-05T09:30:00.000Z`. */
  createdAt: string
  /** When it last changed, or was last rescanned: ISO 8601, UTC. */
  updatedAt: string
  /** Unknown fields, and those that could not be read, unchanged. */
  extra: Extra
}

/**
 * An entity just created: the response has no type, registration or risk yet (specification: Resources, Entity (result
 * of create)).
 */
export interface CreatedEntity {
  /** Identifier that the service gave the entity. Never empty: a response without one throws. */
  id: string
  /** Name of the organization or person. */
  name: string
  /** 2-letter ISO country code; null where none was given. */
  countryCode: string | null
  /** `NOT_STARTED`: its screening begins (specification: States and transitions). */
  caseStatus: CaseStatus
  /** Platform-side identifier. */
  platformId: string
  /** Empty on a fresh entity. */
  tags: string[]
  /** When it was created: ISO 8601, UTC. */
  createdAt: string
  /** When it last changed: ISO 8601, UTC. */
  updatedAt: string
  /** Identifier of the team that the API key belongs to. */
  teamId: string
  /** Unknown fields, and those that could not be read, unchanged. */
  extra: Extra
}

const entityFields = fieldNames(entityRecord)

export function decodeEntity(value: unknown, path: Path, log: QuirkLog): Entity {
  const record = openRecord(value, path, log, entityFields)
  const { fields } = record
  const type = take(record, 'type', openValue(entityTypes, fields.type)) ?? ''
  const given = {
    registration: takeShown(record, 'registration', fields.registration),
    countryCode: take(record, 'countryCode', country(fields.countryCode)),
  }
  const { registration, countryCode } = take(record, 'registration', registrationCountry(type, given))
  const { riskLevel, riskLabel: label } = take(record, 'riskLevel', riskLabel(fields.riskLevel))
  return {
    id: takeText(record, 'id', fields.id) ?? '',
    name: takeText(record, 'name', fields.name) ?? '',
    type,
    caseStatus: take(record, 'caseStatus', openValue(caseStatuses, fields.caseStatus)) ?? '',
    registration,
    countryCode,
    riskLevel,
    riskLabel: label,
    riskScore: take(record, 'riskScore', riskScore(fields.riskScore, label)),
    platformId: takeText(record, 'platformId', fields.platformId) ?? '',
    lastUpdate: take(record, 'lastUpdate', displayDate(fields.lastUpdate)),
    dueDate: take(record, 'dueDate', displayDate(fields.dueDate)),
    createdAt: takeText(record, 'createdAt', fields.createdAt) ?? '',
    updatedAt: takeText(record, 'updatedAt', fields.updatedAt) ?? '',
    extra: takeExtra(record),
  }
}

const listNames = createFieldNames(['data', 'results'], ['data', 'results'])

/**
 * The entities of a list, which is bare (specification: GET /v1/entities), or of a search, whose form is not shown: bare,
 * or under `data` or `results`.
 */
export function decodeEntities(body: unknown, log: QuirkLog): Entity[] {
  const { items, path } = takeItems(body, listNames, 'entities', log)
  return mapItems(items, path, (item, at) => decodeEntity(item, at, log))
}

/** A response must be about the requested id. One without an id is accepted. */
export function decodeRescannedEntity(body: unknown, id: string, log: QuirkLog): Entity {
  const { data, path } = unwrap(body, log)
  if (!isRecord(data)) throw new UnreadableBody(path, 'must be an entity')
  const entity = decodeEntity(data, path, log)
  if (entity.id !== '' && entity.id !== id)
    throw new UnreadableBody([...path, 'id'], 'must be the entity that was asked for')
  return entity
}

const createdEntityFields = fieldNames(createdEntityRecord)

export function decodeCreatedEntity(body: unknown, log: QuirkLog): CreatedEntity {
  const { data, path } = unwrap(body, log)
  const record = openRecord(data, path, log, createdEntityFields)
  const { fields } = record
  const id = takeText(record, 'id', fields.id) ?? ''
  if (id === '') throw new UnreadableBody([...path, 'id'], 'must be the identifier of the created entity')
  return {
    id,
    name: takeText(record, 'name', fields.name) ?? '',
    countryCode: take(record, 'countryCode', country(fields.countryCode)),
    caseStatus: take(record, 'caseStatus', openValue(caseStatuses, fields.caseStatus)) ?? '',
    platformId: takeText(record, 'platformId', fields.platformId) ?? '',
    tags: take(record, 'tags', tags(fields.tags)),
    createdAt: takeText(record, 'createdAt', fields.createdAt) ?? '',
    updatedAt: takeText(record, 'updatedAt', fields.updatedAt) ?? '',
    teamId: takeText(record, 'teamId', fields.teamId) ?? '',
    extra: takeExtra(record),
  }
}
