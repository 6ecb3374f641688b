import * as z from 'zod/mini'
import { calendarDate, countryCode, text, webAddress } from '../../src/contract/text.ts'
import { documentTypes, entityTypes } from '../../src/contract/values.ts'
import { isJsonValue, isRecord, type JsonRecord } from '../../src/shared/json.ts'
import { clockEnd } from '../clock/clock.ts'
import { entityId } from '../state/entity-id.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import { teamFields } from '../state/teams.ts'

const nullableText = z.nullable(text)
/** A time that the clock can show: at most `clockEnd`. */
const time = z.number().check(z.minimum(0), z.maximum(clockEnd))
/**
 * The time of the last update of an entity. It may be after `clockEnd` if it is the time of results, or of a rescan at the end
 * of the clock.
 */
const updateTime = z.number().check(z.minimum(0), z.maximum(clockEnd + 30 * 86_400_000))
/** The number of a screening, which each rescan increases. */
const scanNumber = z.int().check(z.minimum(1), z.maximum(2 ** 52))

/**
 * Accepts any JSON object, because a recorded network may have any form, and because a schema of its fields would drop a field
 * with the name `__proto__`.
 */
const jsonObject = z.custom<JsonRecord>(value => isRecord(value) && isJsonValue(value), {
  error: 'must be an object of JSON',
})

const savedDocument = z.object({
  id: text,
  runId: text,
  url: webAddress,
  title: z.string(),
  type: z.enum(documentTypes),
  attachedAt: time,
})

function notBeforeCreation(field: 'updatedAt' | 'scanStartedAt') {
  return z.refine<{ readonly createdAt: number } & { readonly [Name in typeof field]: number }>(
    entity => entity[field] >= entity.createdAt,
    { path: [field], error: 'must not be before createdAt' },
  )
}

/** The schema of an entity in a snapshot. It accepts only entities that calls to the server can produce. */
export const savedEntity = z
  .object({
    id: entityId,
    name: text,
    type: z.enum(entityTypes),
    countryCode: z.nullable(countryCode),
    registration: nullableText,
    birthDate: z.nullable(calendarDate),
    nationalId: nullableText,
    nationality: z.nullable(countryCode),
    tags: z.array(z.string()),
    createdAt: time,
    updatedAt: updateTime,
    scan: scanNumber,
    scanStartedAt: time,
    lastResults: z.int().check(z.minimum(0)),
    caseStatus: z.nullable(z.string()),
    documents: z.array(savedDocument),
    /** Present if the entity was loaded with a network. */
    network: z.optional(jsonObject),
    /** Present if the entity was loaded as an item of the list. */
    statedFields: z.optional(jsonObject),
    /** Present if fields of this item have been renewed. */
    renewedFields: z.optional(z.array(z.string())),
  })
  .check(
    notBeforeCreation('updatedAt'),
    notBeforeCreation('scanStartedAt'),
    z.refine(entity => !hasOtherSubject(entity), {
      path: ['statedFields'],
      error: 'must have the id, the name and the type of the entity, or leave them out',
    }),
    z.refine(({ scan, lastResults }) => lastResults < scan, {
      path: ['lastResults'],
      error: 'must be less than scan',
    }),
    z.refine(({ createdAt, documents }) => documents.every(({ attachedAt }) => attachedAt >= createdAt), {
      path: ['documents'],
      error: 'must not be attached before createdAt',
    }),
  )

/** Whether the list item that the entity was loaded with differs from the entity in id, name or type. */
function hasOtherSubject({
  statedFields = {},
  ...entity
}: Pick<StoredEntity, 'id' | 'name' | 'type' | 'statedFields'>): boolean {
  const subjectFields = ['id', 'name', 'type'] as const
  return subjectFields.some(name => {
    const stated = statedFields[name]
    // An item of a real list may have a type that the specification does not list.
    const isReadable = name !== 'type' || entityTypes.some(type => type === stated)
    return stated !== undefined && isReadable && String(stated) !== entity[name]
  })
}

const savedResponse = z.object({
  key: z.string(),
  fingerprint: z.string(),
  status: z.int().check(z.minimum(200), z.maximum(399)),
  // z.record would add three kilobytes to what a browser loads.
  headers: z.catchall(z.object({}), z.string()),
  body: z.string(),
})

const savedTeam = z.object({
  id: teamFields.id,
  entityLimit: teamFields.entityLimit,
  keys: z.array(teamFields.apiKey),
  entities: z.array(savedEntity),
  idempotencyKeys: z.array(savedResponse),
})

/** The schema of a snapshot, with the version of its format. Times are milliseconds since 1970. */
export const snapshotSchema = z.object({
  version: z.literal(2),
  seed: z.int(),
  clock: z.object({
    /** The time of the clock. */
    now: time,
    /** How far the clock was moved forward, in milliseconds. */
    ahead: time,
  }),
  /** The teams with their keys, their entities in creation order, and the responses to requests with an `Idempotency-Key`. */
  teams: z.array(savedTeam),
})

/**
 * The state as JSON: teams, keys, entities, documents, idempotency keys and the clock. A server with the same seed can restore
 * the state, in any runtime.
 */
export interface Snapshot extends z.infer<typeof snapshotSchema> {}
