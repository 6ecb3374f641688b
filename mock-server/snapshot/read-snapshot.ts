import { copyJson } from '../../src/shared/json.ts'
import { clockEnd, manualStart } from '../clock/clock.ts'
import { storeKeyedResponse } from '../idempotency/idempotency-keys.ts'
import { describeTooLongText } from '../message/body.ts'
import type { Settings } from '../options.ts'
import { parseArgument } from '../parse-argument.ts'
import { computeSettledAt } from '../screening/lifecycle.ts'
import { identityOf, putEntity } from '../state/entities.ts'
import { addTeam, createState, extendSettledTime, type State } from '../state/state.ts'
import { noDocuments, noTags, type StoredEntity } from '../state/stored-entity.ts'
import type { Team } from '../state/teams.ts'
import { type Snapshot, snapshotSchema } from './snapshot-schema.ts'

/** A state that was read from a snapshot, and the time of its clock. */
export interface SavedState {
  readonly state: State
  /** How far the clock was moved forward, in milliseconds. */
  readonly ahead: number
  /** The earliest time that the clock may show. */
  readonly minTime: number
}

/**
 * Reads the state of a snapshot.
 *
 * @throws TypeError naming the field that is wrong.
 */
export function readSnapshot(settings: Settings, input: unknown): SavedState {
  const snapshot = parseArgument(snapshotSchema, input, {
    caller: 'restore',
    root: 'the snapshot',
    maxIssues: 3,
  })
  if (snapshot.seed !== settings.seed)
    throw new TypeError(
      `restore: the seed of the snapshot is ${snapshot.seed}, and that of this server ${settings.seed}`,
    )
  const { now } = snapshot.clock
  const state = createState(settings)
  const ids = new Set<string>()
  let minTime = now
  for (const [teamIndex, savedTeam] of snapshot.teams.entries()) {
    const team = restoreTeam(state, settings, savedTeam)
    for (const [index, saved] of savedTeam.entities.entries()) {
      const place = `teams[${teamIndex}].entities[${index}]`
      // A second entity with the same identifier would replace the first, or hide it from the control API.
      if (ids.has(saved.id))
        throw new TypeError(`restore: ${place}.id occurs twice: ${JSON.stringify(saved.id)}`)
      ids.add(saved.id)
      const entity = restoreEntity(saved)
      assertPossible(settings, entity, now, place)
      putEntity(team, entity, identityOf(settings, team, entity))
      extendSettledTime(state, settings, entity)
      // The clock must not be earlier than the start of a screening.
      minTime = Math.max(minTime, entity.scanStartedAt)
    }
    for (const { key, ...response } of savedTeam.idempotencyKeys)
      storeKeyedResponse(team.idempotencyKeys, key, response)
  }
  return { state, ahead: readAhead(snapshot), minTime }
}

/**
 * Adds a team with its keys. The options of the running server take precedence: an existing team keeps its entity limit.
 *
 * @throws TypeError if a key belongs to another team, because no key could then reach the entities of the saved team.
 */
function restoreTeam(
  state: State,
  settings: Settings,
  { id, keys, entityLimit }: Snapshot['teams'][number],
): Team {
  for (const apiKey of keys) {
    const owner = state.teamByKey.get(apiKey)
    if (owner !== undefined && owner.id !== id)
      throw new TypeError(
        `restore: a key that the state has for team "${id}" is given to team "${owner.id}" at this start: give it to "${id}", or give "${owner.id}" another key`,
      )
    addTeam(state, settings, state.teams.has(id) ? { id, apiKey } : { id, apiKey, entityLimit })
  }
  const team = state.teams.get(id)
  if (team === undefined) throw new TypeError(`restore: the team "${id}" must have a key`)
  return team
}

function restoreEntity(saved: Snapshot['teams'][number]['entities'][number]): StoredEntity {
  const { tags, documents, network, statedFields } = saved
  return {
    ...saved,
    // Shared lists, so that a million entities fit in memory.
    tags: tags.length === 0 ? noTags : tags,
    documents: documents.length === 0 ? noDocuments : documents,
    riskScore: null,
    ...(network === undefined ? {} : { network: copyJson(network) }),
    ...(statedFields === undefined ? {} : { statedFields: copyJson(statedFields) }),
  }
}

/**
 * Refuses a text that is too long, and a screening that would end after `clockEnd`, because the clock could never settle. Accepts
 * the screening if the snapshot's clock has reached its start, because a server whose clock is near `clockEnd` may have started
 * it.
 *
 * @throws TypeError naming the field.
 */
function assertPossible(settings: Settings, entity: StoredEntity, now: number, place: string): void {
  const { name, registration, nationalId, scanStartedAt } = entity
  const tooLong = describeTooLongText(settings, { name, registration, nationalId })
  if (tooLong !== undefined) throw new TypeError(`restore: ${place}.${tooLong}`)
  const settledAt = computeSettledAt(settings, { ...entity, documents: noDocuments })
  if (settledAt > clockEnd && now < scanStartedAt)
    throw new TypeError(
      `restore: ${place}.scanStartedAt leads beyond the start of the year 9999, where the clock stops`,
    )
}

/**
 * Returns how far the clock was ahead of real time; 0 for a clock that stands still, because its time is enough to restore it.
 *
 * @throws TypeError if the clock would pass its end.
 */
function readAhead({ clock: { now, ahead } }: Snapshot): number {
  if (now === manualStart + ahead) return 0
  if (manualStart + ahead > clockEnd)
    throw new TypeError('restore: clock.ahead leads beyond the start of the year 9999, where the clock stops')
  return ahead
}
