import * as z from 'zod/mini'
import { isError } from '../../src/shared/errors.ts'
import { assertAheadWithinTime, clockEnd, manualStart } from '../clock/clock.ts'
import { storeKeyedResponse } from '../idempotency/idempotency-keys.ts'
import { describeTooLongText } from '../message/body.ts'
import type { SlicedWork } from '../message/sliced-work.ts'
import { parseArgument } from '../parse-argument.ts'
import { computeSettledAt } from '../screening/lifecycle.ts'
import type { Server } from '../server.ts'
import { addDocument, identityOf, noDocuments, noTags, putEntity } from '../state/entities.ts'
import type { State } from '../state/state.ts'
import { type Change, changeSchema, snapshotSchema } from './change-schema.ts'
import { copyLoadedFields, subjectOf } from './changes.ts'

/** The schema of a snapshot whose changes are checked later, one by one. */
const snapshotFrame = z.object({ ...snapshotSchema.shape, changes: z.array(z.unknown()) })

/**
 * Builds the state of a snapshot, without changing the server.
 *
 * @throws TypeError naming the field that is wrong.
 */
export function* readSnapshot(server: Server, snapshot: unknown): SlicedWork<State> {
  const { seed, changes } = parseArgument(snapshotFrame, snapshot, {
    caller: 'restore',
    root: 'the snapshot',
    maxIssues: 3,
  })
  if (seed !== server.seed) throw new TypeError(`restore: seed must be ${server.seed}, as this server's is`)
  const state = server.createInitialState()
  const keys = new Set<string>()
  let clockTime: number | undefined
  for (const [index, input] of changes.entries()) {
    const place = { caller: 'restore', root: 'the snapshot', path: ['changes', index], maxIssues: 3 }
    const change = parseArgument(changeSchema, input, place)
    if (change.kind === 'clock') clockTime = change.now
    if (change.kind === 'entity') {
      assertScreeningEnds(server, change, index, clockTime)
      const { name, registration, nationalId } = change.entity
      const tooLong = describeTooLongText(server, { name, registration, nationalId })
      if (tooLong !== undefined) throw new TypeError(`restore: changes[${index}].entity.${tooLong}`)
    }
    try {
      applyOnce(state, change, keys)
    } catch (error) {
      throw isError(error) ? new TypeError(`restore: ${error.message}`) : error
    }
    yield
  }
  return state
}

/**
 * Refuses a screening that would end after `clockEnd`, because the clock could never settle. Accepts the screening if the
 * snapshot's clock has reached its start, because a server whose clock is near `clockEnd` may have started it.
 *
 * @throws TypeError naming the change.
 */
function assertScreeningEnds(
  server: Server,
  { entity }: ChangeOf<'entity'>,
  index: number,
  clockTime: number | undefined,
): void {
  const settledAt = computeSettledAt(server, { ...entity, documents: noDocuments, riskScore: null })
  if (settledAt <= clockEnd || (clockTime ?? 0) >= entity.scanStartedAt) return
  throw new TypeError(
    `restore: changes[${index}].entity.scanStartedAt leads beyond the start of the year 9999, where the clock stops`,
  )
}

function applyOnce(state: State, change: Change, keys: Set<string>): void {
  if (change.kind === 'reset') throw new TypeError('a snapshot cannot contain a reset')
  if (change.kind === 'faults') throw new TypeError('a snapshot cannot contain faults')
  applyChange(state, change)
  // A second change with the same subject would silently replace the first.
  if (keys.has(subjectOf(change))) throw new TypeError(`the ${change.kind} occurs twice`)
  keys.add(subjectOf(change))
}

/**
 * Applies a change. Applying the same change again has no effect.
 *
 * @throws TypeError if the key of the change belongs to another team, or the team or entity of the change does not exist.
 */
export function applyChange(state: State, change: Exclude<Change, ChangeOf<'reset' | 'faults'>>): void {
  switch (change.kind) {
    case 'clock':
      assertAheadWithinTime(readAhead(change))
      state.ahead = readAhead(change)
      // A fast clock starts at the real time, which may be earlier than the stored time, so the clock may have to be moved
      // forward.
      state.minTime = change.now ?? 0
      break
    case 'team':
      applyTeam(state, change)
      break
    case 'entity':
      applyEntity(state, change)
      break
    case 'document':
      applyDocument(state, change)
      break
    case 'idempotency_key':
      applyIdempotencyKey(state, change)
  }
}

/**
 * Returns how far the clock was ahead of real time; 0 for a clock that stands still, because its time is enough to restore it.
 */
function readAhead({ ahead, now }: ChangeOf<'clock'>): number {
  return now === manualStart + ahead ? 0 : ahead
}

type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>

/**
 * Adds a team or a key. The options of the running server take precedence over the stored ones: an existing team keeps its
 * entity limit.
 *
 * @throws TypeError if the key belongs to another team, because no key could then reach the entities of the stored team.
 */
function applyTeam({ teams }: State, { id, apiKey, entityLimit }: ChangeOf<'team'>): void {
  const owner = teams.byKey(apiKey)
  if (owner === undefined)
    teams.add(teams.byId(id) === undefined ? { id, apiKey, entityLimit } : { id, apiKey })
  else if (owner.id !== id) {
    throw new TypeError(
      `a key that the state has for team "${id}" is given to team "${owner.id}" at this start: give it to "${id}", or give "${owner.id}" another key`,
    )
  }
}

function applyEntity(state: State, { team: id, entity }: ChangeOf<'entity'>): void {
  const team = state.teams.byId(id)
  if (team === undefined) throw new TypeError('there is no such team for the entity')
  const documents = team.entities.get(entity.id)?.documents ?? noDocuments
  const tags = entity.tags.length === 0 ? noTags : entity.tags
  const stored = { ...copyLoadedFields(entity), tags, documents, riskScore: null }
  putEntity(team, stored, team.entities.has(stored.id) ? null : identityOf(state, team, stored))
  state.extendSettledTime(stored)
  // The clock must not be earlier than the start of a screening.
  state.minTime = Math.max(state.minTime, entity.scanStartedAt)
}

function applyIdempotencyKey(state: State, change: ChangeOf<'idempotency_key'>): void {
  const { team: id, key, fingerprint, status, headers, body } = change
  const team = state.teams.byId(id)
  if (team === undefined) throw new TypeError('there is no such team for the idempotency key')
  storeKeyedResponse(team.idempotencyKeys, key, { fingerprint, status, headers, body })
}

function applyDocument(state: State, { team, entity: id, number, document }: ChangeOf<'document'>): void {
  const owner = state.teams.byId(team)
  const entity = owner?.entities.get(id)
  if (owner === undefined || entity === undefined)
    throw new TypeError('there is no such entity for the document')
  if (document.attachedAt < entity.createdAt)
    throw new TypeError('a document must not be attached before createdAt')
  if (number > entity.documents.length) throw new TypeError('an earlier document is missing')
  if (number < entity.documents.length) return
  addDocument(state, owner, entity, document)
}
