import * as z from 'zod/mini'
import { calendarDate, countryCode, text, webAddress } from '../../src/contract/text.ts'
import { documentTypes, entityTypes } from '../../src/contract/values.ts'
import { isJsonValue, isRecord, type JsonRecord } from '../../src/shared/json.ts'
import { clockEnd } from '../clock/clock.ts'
import { faultInput } from '../faults/fault.ts'
import { entityId } from '../state/entity-id.ts'
import { type StoredEntity, teamFields } from '../state/teams.ts'

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

/** The schema of an entity in a change. It accepts only entities that calls to the server can produce. */
const savedEntity = z
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
    /** Present if the entity was loaded with a network. */
    network: z.optional(jsonObject),
    /** Present if the entity was loaded with fields of the list. */
    statedFields: z.optional(jsonObject),
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
  )

/** Whether the list fields that the entity was loaded with differ from the entity in id, name or type. */
function hasOtherSubject({
  statedFields = {},
  ...entity
}: Pick<StoredEntity, 'id' | 'name' | 'type' | 'statedFields'>): boolean {
  const subjectFields = ['id', 'name', 'type'] as const
  return subjectFields.some(name => Object.hasOwn(statedFields, name) && statedFields[name] !== entity[name])
}

const savedFault = z.object({ id: text, happened: z.int().check(z.minimum(0)), fault: faultInput })

/**
 * The schema of a change of the state. Snapshots, state files and the store in a browser consist of changes. Times are
 * milliseconds since 1970.
 */
export const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reset') }),
  z.object({ kind: z.literal('clock'), ahead: time, now: z.optional(time) }),
  z.object({ kind: z.literal('team'), ...teamFields }),
  z.object({ kind: z.literal('faults'), faults: z.array(savedFault) }),
  z.object({ kind: z.literal('entity'), team: text, entity: savedEntity }),
  z.object({
    kind: z.literal('document'),
    team: text,
    entity: text,
    number: z.int().check(z.minimum(0)),
    document: savedDocument,
  }),
  z.object({
    kind: z.literal('idempotency_key'),
    team: text,
    key: z.string(),
    fingerprint: z.string(),
    status: z.int().check(z.minimum(200), z.maximum(399)),
    // z.record would add three kilobytes to what a browser loads.
    headers: z.catchall(z.object({}), z.string()),
    body: z.string(),
  }),
])

/** The schema of a snapshot, with the version of its format. */
export const snapshotSchema = z.object({
  version: z.literal(1),
  seed: z.int(),
  changes: z.array(changeSchema),
})

/**
 * A change of the state, by `kind`:
 *
 * - `reset`;
 * - `clock`: the time of the clock, and how far it was moved forward, in milliseconds;
 * - `team`: a team with one of its keys;
 * - `entity`: an entity with its fields;
 * - `document`: a document with its number in the entity, from 0;
 * - `idempotency_key`: a key of a team with the response to its request;
 * - `faults`: all active faults. A snapshot has no change of this kind.
 *
 * @useDeclaredType
 */
export type Change = z.infer<typeof changeSchema>

/**
 * The state as JSON: teams, keys, entities, documents, idempotency keys and the clock. A server with the same seed can restore
 * the state, in any runtime.
 */
export interface Snapshot extends z.infer<typeof snapshotSchema> {}
