import * as z from 'zod/mini'
import { check } from '../check.ts'
import { findLongText } from '../message/body.ts'
import type { Sliced } from '../message/turns.ts'
import type { Server } from '../server.ts'
import type { Beside, Target } from './beside.ts'
import { type Change, changeSchema, snapshotSchema } from './changes.ts'
import { manualStart } from './clock.ts'
import { addDocument, noDocuments, noTags, putEntity } from './entities.ts'
import { createOnce } from './once.ts'

/** Its changes are checked one by one. */
const snapshotFrame = z.object({
  ...snapshotSchema.shape,
  changes: z.unknown().check(z.refine(Array.isArray, { error: 'must be an array' })),
})

/**
 * Builds the state of a snapshot beside the server's own.
 *
 * @throws TypeError naming what is wrong.
 */
export function* readSnapshot(server: Server, given: unknown): Sliced<Beside> {
  const frame = check(snapshotFrame, given, { called: 'restore', root: 'the snapshot', most: 3 })
  const { seed } = frame
  const changes: unknown[] = Array.isArray(frame.changes) ? frame.changes : []
  if (seed !== server.seed) throw new TypeError(`restore: seed must be ${server.seed}, as this server's is`)
  const beside = server.beside()
  const once = createOnce()
  const take = (change: Change) => {
    applyChange(beside, change)
    once(change)
  }
  for (const [at, change] of changes.entries()) {
    takeGiven(server, take, change, at)
    yield
  }
  return beside
}

function takeGiven(server: Server, take: (change: Change) => void, given: unknown, at: number): void {
  const change = check(changeSchema, given, {
    called: 'restore',
    root: 'the snapshot',
    at: ['changes', at],
    most: 3,
  })
  if (change.kind === 'entity') {
    const { name, registration, nationalId } = change.entity
    const tooLong = findLongText(server, { name, registration, nationalId })
    if (tooLong !== undefined) throw new TypeError(`restore: changes[${at}].entity.${tooLong}`)
  }
  try {
    take(change)
  } catch (error) {
    throw error instanceof Error ? new TypeError(`restore: ${error.message}`) : error
  }
}

/**
 * Applies a change; a change that was applied before has no effect.
 *
 * @throws TypeError if a key belongs to another team here, or the team or entity of the change does not exist.
 */
export function applyChange(server: Target, change: Change): void {
  switch (change.kind) {
    case 'reset':
      server.reset()
      break
    case 'clock':
      server.clock.restore(aheadOf(change))
      // A faster clock restarts from now: without this, time would go back.
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

/** How far a clock was ahead of real time. One that stands still counts from its own start, as its time shows: that is enough. */
function aheadOf({ ahead, now }: ChangeOf<'clock'>): number {
  return now === manualStart + ahead ? 0 : ahead
}

type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>

/**
 * The options of this start win: a team's limit may differ from the stored one. A key may not move to another team, or the
 * entities of the first would be out of reach.
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
  if (known !== undefined) server.beforeChange(known)
  const documents = entity.documents ?? known?.documents ?? noDocuments
  const tags = entity.tags.length === 0 ? noTags : entity.tags
  const stored = { ...entity, tags, documents, riskScore: null }
  putEntity(server, team, stored)
  server.screeningStarted(stored)
  // The past must not lie ahead of the clock.
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
