import { createdEntityRecord, entityRecord } from '../contract/entity.ts'
import { UnreadableBody } from '../contract/issues.ts'
import { tags } from '../quirks/lists.ts'
import {
  caseStatus,
  country,
  displayDate,
  entityType,
  number,
  placeholder,
  requiredText,
  riskLabel,
  riskLevel,
} from '../quirks/scalar.ts'
import { dataOf, itemsOf, readData } from '../reading/body.ts'
import type { QuirkLog } from '../reading/log.ts'
import { type RecordOf, tableOf } from '../reading/read-record.ts'
import { isUnclear } from '../reading/screening.ts'
import { isCountryCode } from '../shared/countries/codes.ts'

export const entities = tableOf(
  entityRecord,
  (take, rest) => ({
    /** Identifier in the service, which `network`, `rescan` and the other methods take. */
    id: take('id', requiredText),
    /** Name of the organization or person. */
    name: take('name', requiredText),
    /** `organization`, `person`, or another that the service may send. */
    type: take('type', entityType),
    /** Where its case stands: `NOT_STARTED`, `IN_PROGRESS`, or another (specification: States and transitions). */
    caseStatus: take('caseStatus', caseStatus),
    /** Registration number; null where there is none. */
    registration: take('registration', placeholder),
    /** 2-letter ISO country code; null where none was given. */
    countryCode: take('countryCode', country),
    /** The level alone, in lower case: `low`, `medium`, `high`, or another; null before the first screening is done. */
    riskLevel: take('riskLevel', riskLevel),
    /** The service's own label, such as `Low Risk`; null before the first screening is done. */
    riskLabel: take('riskLevel', riskLabel),
    /**
     * Higher is riskier; the specification shows neither the scale nor the computation. The mock server uses 0 to 100. Null before
     * the first screening is done, even if the service sends 0, and if it is not a number.
     */
    riskScore: take('riskScore', number),
    /** Platform-side identifier: 32 hexadecimal digits in the specification's samples. */
    platformId: take('platformId', requiredText),
    /** Day of the last update, YYYY-MM-DD; null where there is none. */
    lastUpdate: take('lastUpdate', displayDate),
    /** Day on which the case is due, YYYY-MM-DD; null where none is. */
    dueDate: take('dueDate', displayDate),
    /** When it was created: ISO 8601, UTC, such as `2025-01-05T09:30:00.000Z`. */
    createdAt: take('createdAt', requiredText),
    /** When it last changed, or was last rescanned: ISO 8601, UTC. */
    updatedAt: take('updatedAt', requiredText),
    /** Whether it may say something about screening that could not be read: an unknown field mentions it. */
    isUnclear: false,
    unknownFields: rest(),
  }),
  (entity, facts) => {
    const { log, path } = facts
    const { type, registration, countryCode } = entity
    // The registration of a person can be a country code (specification: Entity, registration). Two countries stay as they are.
    const isOnlyCountry = registration === (countryCode ?? registration)
    if (type === 'person' && registration !== null && isOnlyCountry && isCountryCode(registration)) {
      entity.registration = null
      entity.countryCode = registration
      log.report('country_in_registration', path, 'registration')
    }
    // A score of 0 beside no level is that of an entity without results: it must not pass for the safest of all.
    if (entity.riskScore === 0 && entity.riskLabel === null) {
      entity.riskScore = null
      log.report('placeholder', path, 'riskScore')
    }
    entity.isUnclear = facts.isForeign || isUnclear(entity.unknownFields, facts)
  },
)

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
export interface Entity extends RecordOf<typeof entities> {}

/** A list is bare (specification: GET /v1/entities); the form of a search is not shown. */
export const decodeEntities = itemsOf('entities', entities)

/** A response must be about the requested id. One without an id is accepted. */
export function decodeRescannedEntity(body: unknown, id: string, log: QuirkLog): Entity {
  return readData(body, log, (data, path) => {
    const entity = entities(log)(data, path)
    if (entity.id === '' && entity.name === '') throw new UnreadableBody(path, 'must be an entity')
    if (entity.id !== '' && entity.id !== id)
      throw new UnreadableBody([...path, 'id'], 'must be the entity that was asked for')
    return entity
  })
}

const createdEntities = tableOf(
  createdEntityRecord,
  (take, rest) => ({
    id: take('id', requiredText),
    name: take('name', requiredText),
    countryCode: take('countryCode', country),
    caseStatus: take('caseStatus', caseStatus),
    platformId: take('platformId', requiredText),
    /** Empty on a fresh entity. */
    tags: take('tags', tags),
    createdAt: take('createdAt', requiredText),
    updatedAt: take('updatedAt', requiredText),
    /** Identifier of the team that the API key belongs to. */
    teamId: take('teamId', requiredText),
    unknownFields: rest(),
  }),
  ({ id }, { path }) => {
    if (id === '') throw new UnreadableBody([...path, 'id'], 'must be the identifier of the created entity')
  },
)

/**
 * An entity just created: the response has no type, registration or risk yet, and the case status is `NOT_STARTED` (specification:
 * Resources, Entity (result of create)). Its `id` is never empty: a response without one throws.
 */
export interface CreatedEntity
  extends Pick<Entity, keyof Entity & keyof RecordOf<typeof createdEntities>>,
    RecordOf<typeof createdEntities> {}

export const decodeCreatedEntity = dataOf(createdEntities)
