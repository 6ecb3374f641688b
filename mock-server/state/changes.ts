import * as z from 'zod/mini'
import { entityTypes } from '../../src/contract/values.ts'
import { check } from '../check.ts'
import type { Server } from '../server.ts'
import { latest } from './clock.ts'
import { putEntity } from './entities.ts'
import type { StoredEntity, Team } from './teams.ts'

const nullableText = z.nullable(z.string())
const time = z.number().check(z.minimum(0), z.maximum(latest))

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
  documents: z.array(savedDocument),
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
  z.object({ kind: z.literal('clock'), ahead: time }),
  z.object({ kind: z.literal('team'), id: z.string(), apiKey: z.string(), entityLimit: z.int() }),
  z.object({ kind: z.literal('entity'), team: z.string(), entity: savedEntity }),
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

/**
 * One step from nothing to a state, told apart by `kind`: `reset`, `clock` with the milliseconds that it is ahead, `team` with
 * a key, or `entity` with all that is kept of one.
 *
 * @useDeclaredType
 */
export type Change = z.infer<typeof changeSchema>

/** The whole state as JSON: teams, keys, entities, documents and the clock. Restores in any runtime, on the same seed. */
export interface Snapshot extends z.infer<typeof snapshotSchema> {}

/** An entity as it is saved: what screening came to is computed again. */
export function entityChange(team: Team, { riskScore: _, tags, documents, ...entity }: StoredEntity): Change {
  return { kind: 'entity', team: team.id, entity: { ...entity, tags: [...tags], documents: [...documents] } }
}

export function takeSnapshot(server: Server): Snapshot {
  const changes: Change[] = [{ kind: 'clock', ahead: server.clock.ahead() }]
  for (const [apiKey, { id, entityLimit }] of server.teams.keys())
    changes.push({ kind: 'team', id, apiKey, entityLimit })
  for (const team of server.teams.all()) {
    for (const entity of team.entities.values()) changes.push(entityChange(team, entity))
  }
  return { version: 1, seed: server.seed, changes }
}

/** @throws TypeError naming what is wrong; the state is then as it was. */
export function restoreSnapshot(server: Server, given: unknown): void {
  const { seed, changes } = check(snapshotSchema, given, { called: 'restore', root: 'the snapshot', most: 3 })
  if (seed !== server.seed) throw new TypeError(`restore: seed must be ${server.seed}, as this server's is`)
  const before = takeSnapshot(server)
  try {
    takeChanges(server, changes)
  } catch (error) {
    takeChanges(server, before.changes)
    throw error instanceof Error ? new TypeError(`restore: ${error.message}`) : error
  }
}

function takeChanges(server: Server, changes: readonly Change[]): void {
  server.clear()
  for (const change of changes) applyChange(server, change)
}

/** @throws TypeError naming what is wrong. */
export function readChange(given: unknown): Change {
  return check(changeSchema, given, { root: 'the change' })
}

/** Changes may come twice, or to a server that has them already: the second time they change nothing. */
export function applyChange(server: Server, change: Change): void {
  switch (change.kind) {
    case 'reset':
      server.reset()
      break
    case 'clock':
      server.clock.restore(change.ahead)
      break
    case 'team':
      takeTeam(server, change)
      break
    case 'entity': {
      const team = server.teams.byId(change.team)
      if (team === undefined) break
      putEntity(server, team, { ...change.entity, riskScore: null })
      // A clock that goes faster has begun anew; what has happened may not lie ahead of it.
      server.clock.advance(Math.max(0, change.entity.scanStartedAt - server.clock.now()))
    }
  }
}

/** What a server was given at its start stands: a key's team, and a team's limit, may have been given anew since. */
function takeTeam({ teams }: Server, { id, apiKey, entityLimit }: Extract<Change, { kind: 'team' }>): void {
  if (teams.byKey(apiKey) !== undefined) return
  teams.create(teams.byId(id) === undefined ? { id, apiKey, entityLimit } : { id, apiKey })
}
