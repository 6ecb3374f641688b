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

/** Reads the items of a list, and the result of a rescan. */
export const entityReader = createRecordReader(
  entityRecord,
  (wire, context) => ({
    /** Identifier in the service, which `network`, `rescan` and the other methods take. */
    id: textOrEmpty(wire.id, context, 'id'),
    /** Name of the organization or person. */
    name: textOrEmpty(wire.name, context, 'name'),
    /** `organization`, `person`, or another that the service may send. */
    type: entityType(wire.type, context, 'type'),
    /** Status of its case: `NOT_STARTED`, `IN_PROGRESS`, or another. */
    caseStatus: caseStatus(wire.caseStatus, context, 'caseStatus'),
    /** Registration number; null if there is none. */
    registration: textUnlessPlaceholder(wire.registration, context, 'registration'),
    /** 2-letter ISO country code; null if there is none. */
    countryCode: isoCountryCode(wire.countryCode, context, 'countryCode'),
    /** The level alone, in lower case: `low`, `medium`, `high`, or another; null before the first screening is done. */
    riskLevel: riskLevel(wire.riskLevel, context, 'riskLevel'),
    /** The service's own label, such as `Low Risk`; null before the first screening is done. */
    riskLabel: null as string | null,
    /**
     * Higher is riskier; neither the scale nor the computation is documented. The mock server uses 0 to 100. Null before
     * the first screening is done, even if the service sends 0, and if it is not a number.
     */
    riskScore: numberOrNull(wire.riskScore, context, 'riskScore'),
    /** Platform-side identifier: 32 hexadecimal digits in the documented samples. */
    platformId: textOrEmpty(wire.platformId, context, 'platformId'),
    /** Day of the last update, YYYY-MM-DD; null if there is none. */
    lastUpdate: isoDate(wire.lastUpdate, context, 'lastUpdate'),
    /** Day on which the case is due, YYYY-MM-DD; null if there is none. */
    dueDate: isoDate(wire.dueDate, context, 'dueDate'),
    /** When it was created: ISO 8601, UTC, such as `2025-01-05T09:30:00.000Z`. */
    createdAt: textOrEmpty(wire.createdAt, context, 'createdAt'),
    /** When it last changed, or was last rescanned: ISO 8601, UTC. */
    updatedAt: textOrEmpty(wire.updatedAt, context, 'updatedAt'),
    /** Whether an unknown field mentions screening, and has to be looked at. */
    isUnclear: false,
    unknownFields: noUnknownFields,
  }),
  {
    conclude(entity, wire, context) {
      const { type, registration, countryCode } = entity
      // The registration of a person can be a country code (specification: Entity, registration). Two countries stay as they are.
      const isOnlyCountry = registration === (countryCode ?? registration)
      if (type === 'person' && registration !== null && isOnlyCountry && isCountryCode(registration)) {
        entity.registration = null
        entity.countryCode = registration
        noteQuirk(context, 'registration', 'country_in_registration', registration)
      }
      entity.riskLabel = riskLabel(wire.riskLevel)
      // A score of 0 beside no level is that of an entity without results: it must not pass for the safest of all.
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
 * `id`, `name`, `type`, `caseStatus`, `platformId`, `createdAt` and `updatedAt` are always there: if a response
 * lacks one, it is `''` and reported as drift.
 *
 * @example
 * const [entity] = await client.entities.list()
 * console.log(entity?.name, entity?.riskLevel, entity?.riskLabel) // Halfmoon Minerals Oy high High Risk
 */
export interface Entity extends ModelOf<typeof entityReader> {}

/** A list is a bare array; the form of a search is not documented. */
export const decodeEntities = createListDecoder('entities', entityReader)

/** A response must be about the requested entity. One without an id is accepted. */
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
    /** Empty on a fresh entity. */
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
 * An entity just created: the response has no type, registration or risk yet, and the case status is `NOT_STARTED`. Its `id` is never empty: a response without one throws.
 */
export interface CreatedEntity
  extends Pick<Entity, keyof Entity & keyof ModelOf<typeof createdEntityReader>>,
    ModelOf<typeof createdEntityReader> {}

export const decodeCreatedEntity = createDataDecoder(createdEntityReader)
