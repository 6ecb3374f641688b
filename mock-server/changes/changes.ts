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
/** When something was done. It cannot be after the clock's last moment. */
const time = z.number().check(z.minimum(0), z.maximum(clockEnd))
/** Results come after that, and each rescan at the end of the clock is a little later. */
const updateTime = z.number().check(z.minimum(0), z.maximum(clockEnd + 30 * 86_400_000))
/** The next rescan adds one. */
const scanNumber = z.int().check(z.minimum(1), z.maximum(2 ** 52))

/** Kept as it is: a recorded network may have any form, and a schema of its fields would drop one that is named __proto__. */
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

/** Accepts only an entity that calls to the server could have produced. */
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

/** Whether the stated fields are about another entity. */
function hasOtherSubject({
  statedFields = {},
  ...entity
}: Pick<StoredEntity, 'id' | 'name' | 'type' | 'statedFields'>): boolean {
  const subjectFields = ['id', 'name', 'type'] as const
  return subjectFields.some(name => Object.hasOwn(statedFields, name) && statedFields[name] !== entity[name])
}

const savedFault = z.object({ id: text, happened: z.int().check(z.minimum(0)), fault: faultInput })

/**
 * One change of the state: snapshots, journals and a browser's store consist of them. Times are milliseconds since 1970.
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
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
])

/** A snapshot of the state, with the version of its format. */
export const snapshotSchema = z.object({
  version: z.literal(1),
  seed: z.int(),
  changes: z.array(changeSchema),
})

/**
 * One change of the state, by `kind`: `reset`, `clock` with how far it was moved and its time, `team` with a key, `entity` with
 * its fields, `document` with its number in the entity, from 0, `idempotency_key` with its number in the team and the response to its
 * request, or `faults` with all active ones, which a snapshot does not have.
 *
 * @useDeclaredType
 */
export type Change = z.infer<typeof changeSchema>

/** The whole state as JSON: teams, keys, entities, documents and the clock. Any runtime restores it, with the same seed. */
export interface Snapshot extends z.infer<typeof snapshotSchema> {}

/** An entity as it is saved, in a copy. Results are computed again, and documents are separate changes. */
export function entityChange(
  team: Team,
  { riskScore: _, tags, documents: __, ...entity }: StoredEntity,
): Change {
  return { kind: 'entity', team: team.id, entity: { ...copyLoadedFields(entity), tags: [...tags] } }
}

/** Copies what an entity was loaded with: a change and the state share none of it. */
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
 * Iterates over the state of this moment as changes, even if it changes meanwhile: the clock, then keys, then entities, each
 * before its documents, and the idempotency keys of each team after its entities.
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

/** Copies for a listener, which may change them: they are JSON. */
export function copyChanges(changes: readonly Change[]): Change[] {
  return copyJson([...changes])
}

/** Identifies the subject of a change; a later change of the same subject replaces it. */
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
