import type { EntityScreening } from '../../src/client.ts'
import type { Entity } from '../../src/model/entity.ts'
import { readScreeningState } from '../../src/network/sanctions/screening-state.ts'
import { sleep } from '../../src/pacing/sleep.ts'
import { streamCompleteList } from '../../src/resources/stream-entities.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { WaitTimeoutError } from '../../src/transport/errors/WaitTimeoutError.ts'
import type { CommandCall } from '../definition/command.ts'
import type { Output } from '../output/output.ts'

/** How the wait for new results ended, with the entities that still have none. */
export interface WaitResult {
  readonly pending: readonly Entity[]
  /** The error that ended the wait early; null if there was none. */
  readonly error: unknown
}

/** Waits until each entity shows a new result. @param timeout - The maximum wait in milliseconds. */
export async function waitForResults(
  { hint, signal }: CommandCall,
  client: EntityScreening,
  entities: readonly Entity[],
  timeout: number,
): Promise<WaitResult> {
  // An interrupted command has sent only some of its requests, so there is nothing to wait for.
  if (signal.aborted || entities.length === 0) return { pending: entities, error: null }
  hint(`waiting for the results of ${countOf(entities.length, 'entity', 'entities')}`)
  try {
    await client.entities.waitForScreening(entities, { timeout, signal })
    return { pending: [], error: null }
  } catch (error) {
    if (!WaitTimeoutError.is(error)) return { pending: entities, error }
    const ids = new Set(error.pending)
    return { pending: entities.filter(({ id }) => ids.has(id)), error: null }
  }
}

/** How the wait for the team ended. */
export interface TeamWaitResult extends WaitResult {
  /** The number of entities that the team must have, and that the list does not show. */
  readonly unlisted: number
}

interface TeamWait {
  /** The maximum wait in milliseconds. */
  readonly timeout: number
  /** The minimum number of entities of the team. A list with fewer entities lags behind. */
  readonly minEntities: number
}

/** The time between two reads of a list that lags behind, in milliseconds. */
const listInterval = 2000

/** Waits until the list shows the whole team, and each entity a result. */
export async function waitForTeam(
  call: CommandCall,
  client: EntityScreening,
  { timeout, minEntities }: TeamWait,
): Promise<TeamWaitResult> {
  const endsAt = performance.now() + timeout
  let pending: readonly Entity[] = []
  let unlisted = minEntities
  let hintedCount = 0
  try {
    for (;;) {
      const team = await readTeam(client, call.signal)
      pending = team.pending
      unlisted = Math.max(0, minEntities - team.size)
      const remainingTime = Math.ceil(endsAt - performance.now())
      if (unlisted === 0)
        return { ...(await waitForResults(call, client, pending, Math.max(1, remainingTime))), unlisted }
      if (remainingTime <= 0) return { pending, unlisted, error: null }
      if (hintedCount !== unlisted)
        call.hint(`waiting until the list shows ${countOf(unlisted, 'more entity', 'more entities')}`)
      hintedCount = unlisted
      await sleep(Math.min(listInterval, remainingTime), call.signal)
    }
  } catch (error) {
    return { pending, unlisted, error }
  }
}

/** Reads the number of the team's entities, and the entities without a result. */
async function readTeam(client: EntityScreening, signal: AbortSignal) {
  const pending: Entity[] = []
  let size = 0
  for await (const entity of streamCompleteList(client.entities, { signal })) {
    size += 1
    if (readScreeningState(entity) !== 'ended') pending.push(entity)
  }
  return { size, pending }
}

/** Counts the team's entities; 0 if the list cannot be read. */
export async function countTeam(client: EntityScreening, signal: AbortSignal): Promise<number> {
  return readTeam(client, signal).then(
    ({ size }) => size,
    () => 0,
  )
}

/** The maximum number of pending entities to name. The output of --json contains all of them. */
const maxNamed = 20

/** Names the entities without a result. @param result - The kind of result that they lack. */
export function notePending(
  output: Output,
  pending: readonly Entity[],
  result: 'result' | 'new result',
): void {
  for (const { id, name } of pending.slice(0, maxNamed)) output.note(`${id}: ${name} shows no ${result} yet`)
  if (pending.length > maxNamed) output.note(`and ${pending.length - maxNamed} more`)
}
