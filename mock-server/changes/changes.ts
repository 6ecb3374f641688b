import * as z from 'zod/mini'
import { calendarDate, countryCode, text, webAddress } from '../../src/contract/text.ts'
import { documentTypes, entityTypes } from '../../src/contract/values.ts'
import { copyJson, isJsonValue, isRecord, type JsonRecord } from '../../src/shared/json.ts'
import { type Clock, clockEnd } from '../clock/clock.ts'
import { faultInput } from '../faults/fault.ts'
import type { ActiveFault } from '../faults/fault-registry.ts'
import { type KeyedResponse, listIdempotencyKeys, slotOf } from '../idempotency/idempotency-keys.ts'
import type { Server } from '../server.ts'
import { entityId } from '../state/entity-id.ts'
import { entitiesOf, type StoredEntity, type Team, teamFields } from '../state/teams.ts'

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
    number: z.int().check(z.minimum(0)),
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
 * - `idempotency_key`: a key with its number in the team and the response to its request;
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

/** Describes an entity as a change, without its computed score, and without its documents, which are separate changes. */
export function entityChange(
  team: Team,
  { riskScore: _, tags, documents: __, ...entity }: StoredEntity,
): Change {
  return { kind: 'entity', team: team.id, entity: { ...copyLoadedFields(entity), tags: [...tags] } }
}

/** Copies the network and the list fields that an entity was loaded with, so that a change and the state share no objects. */
export function copyLoadedFields<Entity extends Pick<StoredEntity, 'network' | 'statedFields'>>(
  entity: Entity,
): Entity {
  const { network, statedFields } = entity
  if (network === undefined && statedFields === undefined) return entity
  return {
    ...entity,
    ...(network === undefined ? {} : { network: copyJson(network) }),
    ...(statedFields === undefined ? {} : { statedFields: copyJson(statedFields) }),
  }
}

export function clockChange(clock: Clock): Change {
  return { kind: 'clock', ahead: clock.ahead(), now: clock.now() }
}

export function faultsChange(faults: readonly ActiveFault[]): Change {
  return { kind: 'faults', faults: faults.map(({ id, happened, ...fault }) => ({ id, happened, fault })) }
}

export function idempotencyKeyChange(
  { id }: Team,
  number: number,
  key: string,
  { fingerprint, status, headers, body }: KeyedResponse,
): Change {
  return {
    kind: 'idempotency_key',
    ...{ team: id, number, key, fingerprint, status, headers: { ...headers }, body },
  }
}

export function teamChange(apiKey: string, { id, entityLimit }: Team): Change {
  return { kind: 'team', id, apiKey, entityLimit }
}

/**
 * Iterates over the state as changes: first the clock, then the keys of all teams, then the entities and the idempotency keys
 * of each team. The documents of an entity directly follow the entity. The iterator shows the state at the time of the call,
 * even if the state changes later.
 */
export function changesOf(server: Server): Generator<Change, void, undefined> {
  const clock = clockChange(server.clock)
  const keys = Array.from(server.state.teams.keys(), ([apiKey, team]) => teamChange(apiKey, team))
  const teams = Array.from(server.state.teams.all(), team => ({
    team,
    entities: entitiesOf(team),
    idempotencyKeys: [...listIdempotencyKeys(team.idempotencyKeys)],
  }))
  return describe()

  function* describe(): Generator<Change, void, undefined> {
    yield clock
    yield* keys
    for (const { team, entities, idempotencyKeys } of teams) {
      for (const entity of entities) {
        yield entityChange(team, entity)
        for (const [number, document] of entity.documents.entries()) {
          yield { kind: 'document', team: team.id, entity: entity.id, number, document: { ...document } }
        }
      }
      for (const { number, key, response } of idempotencyKeys)
        yield idempotencyKeyChange(team, number, key, response)
    }
  }
}

/** Copies changes for a listener, which may modify them. */
export function copyChanges(changes: readonly Change[]): Change[] {
  return copyJson([...changes])
}

/**
 * Returns a key for the subject of a change, such as one entity or one team. A later change with the same subject replaces the
 * earlier change.
 */
export function subjectOf(change: Change): string {
  switch (change.kind) {
    case 'entity':
      return `entity ${change.entity.id}`
    case 'document':
      return `document ${change.number} ${change.entity}`
    case 'team':
      return `key ${change.apiKey}`
    case 'idempotency_key':
      return `idempotency key ${slotOf(change.number)} ${change.team}`
    default:
      return change.kind
  }
}

export function takeSnapshot(server: Server): Snapshot {
  return { version: 1, seed: server.seed, changes: [...changesOf(server)] }
}
