import * as z from 'zod/mini'
import { network } from '../../src/contract/network.ts'
import { calendarDate, countryCode, text, webAddress } from '../../src/contract/text.ts'
import { documentTypes, entityTypes } from '../../src/contract/values.ts'
import { check } from '../check.ts'
import type { Server } from '../server.ts'
import { type Clock, latest } from './clock.ts'
import { entitiesOf, type StoredEntity, type Team, teamFields } from './teams.ts'
import type { TeamView } from './views.ts'

const nullableText = z.nullable(text)
/** Up to the end of the year 9999: a clock stops at its start, and some times lie a little later. */
const time = z.number().check(z.minimum(0), z.maximum(Date.UTC(10_000, 0, 1) - 1))

const savedDocument = z.object({
  id: text,
  runId: text,
  url: webAddress,
  title: z.string(),
  type: z.enum(documentTypes),
  attachedAt: time,
})

/** What no call could make is refused. */
const savedEntity = z
  .object({
    id: text,
    name: text,
    type: z.enum(entityTypes),
    countryCode: z.nullable(countryCode),
    registration: nullableText,
    birthDate: z.nullable(calendarDate),
    nationalId: nullableText,
    nationality: z.nullable(countryCode),
    tags: z.array(z.string()),
    createdAt: time,
    updatedAt: time,
    scan: z.int().check(z.minimum(1)),
    scanStartedAt: time,
    lastResults: z.int().check(z.minimum(0)),
    caseStatus: z.nullable(z.string()),
    /** Left out if documents are changes of their own: an entity may have thousands. */
    documents: z.optional(z.array(savedDocument)),
    /** Of an entity that was loaded with one. */
    network: z.optional(network),
  })
  .check(
    z.refine(({ createdAt, updatedAt }) => updatedAt >= createdAt, {
      path: ['updatedAt'],
      error: 'must not be before createdAt',
    }),
    z.refine(({ createdAt, scanStartedAt }) => scanStartedAt >= createdAt, {
      path: ['scanStartedAt'],
      error: 'must not be before createdAt',
    }),
    z.refine(({ scan, lastResults }) => lastResults < scan, {
      path: ['lastResults'],
      error: 'must be less than scan',
    }),
    z.refine(
      ({ documents = [], createdAt }) => documents.every(({ attachedAt }) => attachedAt >= createdAt),
      {
        path: ['documents'],
        error: 'must not be attached before createdAt',
      },
    ),
  )

/**
 * One change of the state: snapshots, journals and a browser's store consist of them. Times are milliseconds since 1970.
 *
 * @example
 * const copy = createMockServer()
 * copy.apply(changeSchema.parse({ kind: 'team', id: 'team-1', apiKey: 'test-key', entityLimit: 50 }))
 */
export const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reset') }),
  z.object({ kind: z.literal('clock'), ahead: time, now: z.optional(time.check(z.maximum(latest))) }),
  z.object({ kind: z.literal('team'), ...teamFields }),
  z.object({ kind: z.literal('entity'), team: text, entity: savedEntity }),
  z.object({
    kind: z.literal('document'),
    team: text,
    entity: text,
    number: z.int().check(z.nonnegative()),
    document: savedDocument,
  }),
])

/**
 * A snapshot of the state, with the version of its format.
 *
 * @example
 * const { seed, changes } = snapshotSchema.parse(JSON.parse(JSON.stringify(server.snapshot())))
 */
export const snapshotSchema = z.object({
  version: z.literal(1),
  seed: z.int(),
  changes: z.array(changeSchema),
})

/**
 * One change of the state, by `kind`: `reset`, `clock` with how far it was moved and its time, `team` with a key, `entity` with
 * its fields, or `document` with its number in the entity, from 0.
 *
 * @useDeclaredType
 */
export type Change = z.infer<typeof changeSchema>

/** The whole state as JSON: teams, keys, entities, documents and the clock. Any runtime restores it, with the same seed. */
export interface Snapshot extends z.infer<typeof snapshotSchema> {}

/** An entity as it is saved: results are computed again, and documents are changes of their own. */
export function entityChange(
  team: Team,
  { riskScore: _, tags, documents: __, ...entity }: StoredEntity,
): Change {
  return { kind: 'entity', team: team.id, entity: { ...entity, tags: [...tags] } }
}

export function clockChange(clock: Clock): Change {
  return { kind: 'clock', ahead: clock.ahead(), now: clock.now() }
}

export function teamChange(apiKey: string, { id, entityLimit }: Team): Change {
  return { kind: 'team', id, apiKey, entityLimit }
}

/**
 * Iterates over the state as changes: the clock, then keys, then entities, each before its documents. The state may change
 * meanwhile: later teams and entities are left out, and everything else is as it is when its turn comes.
 */
export function changesOf(server: Server): Generator<Change, void, undefined> {
  const teams = Array.from(server.state.teams.all(), team => ({ team, entities: entitiesOf(team) }))
  return describeState(server, teams)
}

/** The same for one moment, whatever changes while it is written. */
export function changesNow(server: Server): Generator<Change, void, undefined> {
  return describeState(server, server.view())
}

function describeState(server: Server, teams: readonly TeamView[]): Generator<Change, void, undefined> {
  const clock = clockChange(server.clock)
  const keys = Array.from(server.state.teams.keys(), ([apiKey, team]) => teamChange(apiKey, team))
  return describe()

  function* describe(): Generator<Change, void, undefined> {
    yield clock
    yield* keys
    for (const { team, entities } of teams) {
      for (const entity of entities) {
        yield entityChange(team, entity)
        for (const [number, document] of entity.documents.entries()) {
          yield { kind: 'document', team: team.id, entity: entity.id, number, document }
        }
      }
    }
  }
}

export function takeSnapshot(server: Server): Snapshot {
  return { version: 1, seed: server.seed, changes: [...changesOf(server)] }
}

/** What was checked already: a check takes as long as applying a change, and a state has millions. */
const checked = new WeakSet<Change>()

/** @throws TypeError naming what is wrong. */
export function readChange(given: unknown): Change {
  const change = check(changeSchema, given, { root: 'the change' })
  checked.add(change)
  return change
}

/** A change that `apply` was given. @throws TypeError naming what is wrong. */
export function requireChange(given: Change): Change {
  return checked.has(given) ? given : check(changeSchema, given, { called: 'apply', root: 'the change' })
}
