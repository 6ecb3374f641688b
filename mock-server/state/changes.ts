import * as z from 'zod/mini'
import { entityTypes } from '../../src/contract/values.ts'
import { check } from '../check.ts'
import type { Sliced } from '../message/turns.ts'
import type { Server } from '../server.ts'
import type { Beside, Target } from './beside.ts'
import type { Clock } from './clock.ts'
import { addDocument, noDocuments, noTags, putEntity } from './entities.ts'
import type { StoredEntity, Team } from './teams.ts'
import type { TeamView } from './views.ts'

const nullableText = z.nullable(z.string())
/** To the end of the year 9999: a clock stops when that begins, and what follows on an instant may lie a little later. */
const time = z.number().check(z.minimum(0), z.maximum(Date.UTC(10_000, 0, 1) - 1))

const savedDocument = z.object({
  id: z.string(),
  runId: z.string(),
  url: z.string(),
  title: z.string(),
  type: z.string(),
  attachedAt: time,
})

const savedEntity = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(entityTypes),
  countryCode: nullableText,
  registration: nullableText,
  birthDate: nullableText,
  nationalId: nullableText,
  nationality: nullableText,
  tags: z.array(z.string()),
  createdAt: time,
  updatedAt: time,
  scan: z.int(),
  scanStartedAt: time,
  lastResults: z.int(),
  caseStatus: nullableText,
  /** Left out where documents are changes of their own: an entity may have thousands. */
  documents: z.optional(z.array(savedDocument)),
})

/**
 * One step from nothing to a state: what a snapshot, a journal and a browser's store are made of. Times are milliseconds since
 * 1970.
 *
 * @example
 * const copy = createMockServer()
 * copy.apply(changeSchema.parse({ kind: 'team', id: 'team-1', apiKey: 'test-key', entityLimit: 50 }))
 */
export const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reset') }),
  z.object({ kind: z.literal('clock'), ahead: time, now: z.optional(time) }),
  z.object({ kind: z.literal('team'), id: z.string(), apiKey: z.string(), entityLimit: z.int() }),
  z.object({ kind: z.literal('entity'), team: z.string(), entity: savedEntity }),
  z.object({
    kind: z.literal('document'),
    team: z.string(),
    entity: z.string(),
    number: z.int().check(z.nonnegative()),
    document: savedDocument,
  }),
])

/**
 * What a snapshot looks like; its version says by which rules.
 *
 * @example
 * const { seed, changes } = snapshotSchema.parse(JSON.parse(JSON.stringify(server.snapshot())))
 */
export const snapshotSchema = z.object({
  version: z.literal(1),
  seed: z.int(),
  changes: z.array(changeSchema),
})

/** What its changes are is looked at one by one. */
const snapshotFrame = z.object({
  ...snapshotSchema.shape,
  changes: z.unknown().check(z.refine(Array.isArray, { error: 'must be an array' })),
})

/**
 * One step from nothing to a state, told apart by `kind`: `reset`, `clock` with the milliseconds that it is ahead and what it
 * shows, `team` with a key, `entity` with what is kept of one, or `document` with its number among those of an entity, from 0.
 *
 * @useDeclaredType
 */
export type Change = z.infer<typeof changeSchema>

/** The whole state as JSON: teams, keys, entities, documents and the clock. Restores in any runtime, on the same seed. */
export interface Snapshot extends z.infer<typeof snapshotSchema> {}

/** An entity as it is saved: what screening came to is computed again, and documents are changes of their own. */
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
 * The state, one change after the other: first the clock, then keys, then entities, each before its documents. The state may
 * change between two of them: teams and entities that come later are left out, and of anything else there is what was there when
 * its turn came.
 */
export function changesOf(server: Server): Generator<Change, void, undefined> {
  const teams = Array.from(server.state.teams.all(), team => ({
    team,
    entities: first(team.entities.size, team),
  }))
  return describeState(server, teams)
}

function* first(size: number, { entities }: Team): Generator<StoredEntity> {
  let left = size
  for (const entity of entities.values()) {
    // Those that come faster than they are taken would never end.
    if (left === 0) return
    left -= 1
    yield entity
  }
}

/** The state as it is now, whatever changes while it is written. */
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

/**
 * The state of a snapshot, beside the one that the server has.
 *
 * @throws TypeError naming what is wrong.
 */
export function* readSnapshot(server: Server, given: unknown): Sliced<Beside> {
  const frame = check(snapshotFrame, given, { called: 'restore', root: 'the snapshot', most: 3 })
  const { seed } = frame
  const changes: unknown[] = Array.isArray(frame.changes) ? frame.changes : []
  if (seed !== server.seed) throw new TypeError(`restore: seed must be ${server.seed}, as this server's is`)
  const beside = server.beside()
  for (const [at, change] of changes.entries()) {
    takeGiven(beside, change, ['changes', at])
    yield
  }
  return beside
}

function takeGiven(beside: Beside, given: unknown, at: readonly (string | number)[]): void {
  const change = check(changeSchema, given, { called: 'restore', root: 'the snapshot', at, most: 3 })
  try {
    applyChange(beside, change)
  } catch (error) {
    throw error instanceof Error ? new TypeError(`restore: ${error.message}`) : error
  }
}

/** @throws TypeError naming what is wrong. */
export function readChange(given: unknown): Change {
  return check(changeSchema, given, { root: 'the change' })
}

/**
 * Changes may come twice, or to a server that has them already: the second time they change nothing.
 *
 * @throws TypeError where a key is another team's here, or something belongs to what is not there: it would be lost in silence.
 */
export function applyChange(server: Target, change: Change): void {
  switch (change.kind) {
    case 'reset':
      server.reset()
      break
    case 'clock':
      server.clock.restore(change.ahead)
      // One that goes faster begins anew at each start: without this, time would go back.
      server.clock.reach(change.now ?? 0)
      break
    case 'team':
      takeTeam(server, change)
      break
    case 'entity':
      takeEntity(server, change)
      break
    case 'document':
      takeDocument(server, change)
  }
}

type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>

/**
 * What a server was given at its start stands: a team's limit may have been given anew since. A key may not: the entities of
 * the team that had it would be out of reach.
 */
function takeTeam({ teams }: Target, { id, apiKey, entityLimit }: ChangeOf<'team'>): void {
  const owner = teams.byKey(apiKey)
  if (owner === undefined)
    teams.add(teams.byId(id) === undefined ? { id, apiKey, entityLimit } : { id, apiKey })
  else if (owner.id !== id) {
    throw new TypeError(
      `a key that the state has for team "${id}" is given to team "${owner.id}" at this start: give it to "${id}", or give "${owner.id}" another key`,
    )
  }
}

function takeEntity(server: Target, { team: id, entity }: ChangeOf<'entity'>): void {
  const team = server.teams.byId(id)
  if (team === undefined) throw new TypeError('there is no such team for the entity')
  const known = team.entities.get(entity.id)
  const documents = entity.documents ?? known?.documents ?? noDocuments
  const tags = entity.tags.length === 0 ? noTags : entity.tags
  const stored = { ...entity, tags, documents, riskScore: null }
  putEntity(server, team, stored)
  server.screeningStarted(stored)
  // What has happened may not lie ahead.
  server.clock.reach(entity.scanStartedAt)
}

function takeDocument(server: Target, { team, entity: id, number, document }: ChangeOf<'document'>): void {
  const entity = server.teams.byId(team)?.entities.get(id)
  if (entity === undefined) throw new TypeError('there is no such entity for the document')
  if (number > entity.documents.length) throw new TypeError('a document before this one is not there')
  if (number < entity.documents.length) return
  addDocument(server, entity, document)
  server.screeningStarted(entity)
}
