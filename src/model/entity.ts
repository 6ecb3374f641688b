import { createdEntityRecord, entityRecord } from '../contract/entity.ts'
import { UnreadableBody } from '../contract/issues.ts'
import { tags } from '../quirks/lists.ts'
import {
  caseStatus,
  entityType,
  isoCountryCode,
  isoDate,
  numberOrNull,
  riskLabel,
  riskLevel,
  textOrEmpty,
  textUnlessPlaceholder,
} from '../quirks/scalar.ts'
import { createDataDecoder, createListDecoder, type DecodeContext, readData } from '../reading/body.ts'
import { noteQuirk } from '../reading/read-context.ts'
import { createRecordReader, type ModelOf } from '../reading/read-record.ts'
import { reportUnclearField } from '../reading/screening/unclear-fields.ts'
import { noUnknownFields } from '../reading/unknown-fields.ts'
import { isCountryCode } from '../shared/countries/codes.ts'

/** Creates the reader for items of the entity list and for the result of a rescan. */
export const entityReader = createRecordReader(
  entityRecord,
  (wire, context) => ({
    /** Identifier in the service. Pass it to `network`, `rescan` and other methods. */
    id: textOrEmpty(wire.id, context, 'id'),
    /** Name of the organization or person. */
    name: textOrEmpty(wire.name, context, 'name'),
    /** `organization`, `person`, or a type that the specification does not list. */
    type: entityType(wire.type, context, 'type'),
    /**
     * Status of the case: `NOT_STARTED`, `IN_PROGRESS`, or another status. It does not show whether a screening has ended: see
     * `waitForScreening`.
     */
    caseStatus: caseStatus(wire.caseStatus, context, 'caseStatus'),
    /** Registration number; null if there is none. */
    registration: textUnlessPlaceholder(wire.registration, context, 'registration'),
    /** 2-letter ISO country code; null if there is none. */
    countryCode: isoCountryCode(wire.countryCode, context, 'countryCode'),
    /**
     * The risk level in lower case: `low`, `medium`, `high`, or another level; null until the first screening
     * has ended. Compare it with `high`, not with a label such as `High Risk`.
     */
    riskLevel: riskLevel(wire.riskLevel, context, 'riskLevel'),
    /** The risk label as the service sent it, such as `Low Risk`; null until the first screening has ended. */
    riskLabel: null as string | null,
    /**
     * The risk score: a higher score means a higher risk. Neither the scale nor the computation is
     * documented; the mock server uses 0 to 100. Null if the service sends no number. Also null until the
     * first screening has ended, even if the service sends 0.
     */
    riskScore: numberOrNull(wire.riskScore, context, 'riskScore'),
    /** Identifier of the entity on the platform: 32 hexadecimal digits in the documented samples. */
    platformId: textOrEmpty(wire.platformId, context, 'platformId'),
    /** Day of the last update, YYYY-MM-DD; null if there is none. */
    lastUpdate: isoDate(wire.lastUpdate, context, 'lastUpdate'),
    /** Day on which the case is due, YYYY-MM-DD; null if there is none. */
    dueDate: isoDate(wire.dueDate, context, 'dueDate'),
    /** Time of creation: ISO 8601, UTC, such as `2025-01-05T09:30:00.000Z`. */
    createdAt: textOrEmpty(wire.createdAt, context, 'createdAt'),
    /** Time of the last change or rescan: ISO 8601, UTC. */
    updatedAt: textOrEmpty(wire.updatedAt, context, 'updatedAt'),
    /** Whether an unknown field mentions screening. If so, review the entity's `unknownFields` yourself. */
    isUnclear: false,
    unknownFields: noUnknownFields,
  }),
  {
    conclude(entity, wire, context) {
      const { type, registration, countryCode } = entity
      // The service may send a person's country code as the registration. The code is then moved to `countryCode`, unless the
      // entity already has another country.
      const isOnlyCountry = registration === (countryCode ?? registration)
      if (type === 'person' && registration !== null && isOnlyCountry && isCountryCode(registration)) {
        entity.registration = null
        entity.countryCode = registration
        noteQuirk(context, 'registration', 'country_in_registration', registration)
      }
      entity.riskLabel = riskLabel(wire.riskLevel, entity.riskLevel)
      // A score of 0 without a risk level means that there are no results yet, not that the risk is low.
      if (entity.riskScore === 0 && entity.riskLabel === null) {
        entity.riskScore = null
        noteQuirk(context, 'riskScore', 'placeholder', 0)
      }
      entity.isUnclear = context.isUnsearched || reportUnclearField(entity.unknownFields, context)
    },
  },
)

/**
 * An entity of the team, as returned by `list`, `search` and `rescan`.
 *
 * `id`, `name`, `type`, `caseStatus`, `platformId`, `createdAt` and `updatedAt` are never null: if a response lacks one, it is `''` and
 * reported as drift.
 *
 * @example
 * const [entity] = await client.entities.list()
 * console.log(entity?.name, entity?.riskLevel, entity?.riskLabel) // Halfmoon Minerals Oy high High Risk
 */
export interface Entity extends ModelOf<typeof entityReader> {}

/**
 * Decodes the responses of the list and of the search. The list is a bare array; the form of the search response is not
 * documented.
 */
export const decodeEntities = createListDecoder('entities', entityReader)

/**
 * Decodes the response of a rescan. Refuses a response about another entity, but accepts a response without
 * an id.
 */
export function decodeRescannedEntity(body: unknown, { id, log }: DecodeContext): Entity {
  return readData(body, log, (data, path) => {
    const entity = entityReader(log)(data, path)
    if (entity.id === '' && entity.name === '') throw new UnreadableBody(path, 'must be an entity')
    if (entity.id !== '' && entity.id !== id)
      throw new UnreadableBody([...path, 'id'], 'must be the entity that was asked for')
    return entity
  })
}

const createdEntityReader = createRecordReader(
  createdEntityRecord,
  (wire, context) => ({
    id: textOrEmpty(wire.id, context, 'id'),
    name: textOrEmpty(wire.name, context, 'name'),
    countryCode: isoCountryCode(wire.countryCode, context, 'countryCode'),
    caseStatus: caseStatus(wire.caseStatus, context, 'caseStatus'),
    platformId: textOrEmpty(wire.platformId, context, 'platformId'),
    /** Tags of the entity; empty for a new entity. */
    tags: tags(wire.tags, context, 'tags'),
    createdAt: textOrEmpty(wire.createdAt, context, 'createdAt'),
    updatedAt: textOrEmpty(wire.updatedAt, context, 'updatedAt'),
    /** Identifier of the team that the API key belongs to. */
    teamId: textOrEmpty(wire.teamId, context, 'teamId'),
    unknownFields: noUnknownFields,
  }),
  {
    conclude({ id }, _, { path }) {
      if (id === '') throw new UnreadableBody([...path, 'id'], 'must be the identifier of the created entity')
    },
  },
)

/**
 * A new entity, with the case status `NOT_STARTED`. The response does not contain type, registration or risk. `id` is never
 * empty: a response without an id causes an error.
 */
export interface CreatedEntity
  extends Pick<Entity, keyof Entity & keyof ModelOf<typeof createdEntityReader>>,
    ModelOf<typeof createdEntityReader> {}

export const decodeCreatedEntity = createDataDecoder(createdEntityReader)
