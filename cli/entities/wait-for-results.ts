import type { EntityScreening } from '../../src/client.ts'
import type { Entity } from '../../src/model/entity.ts'
import { readScreeningState } from '../../src/network/sanctions/screening-state.ts'
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

/** Waits until each entity of the team shows a result. @param timeout - The maximum wait in milliseconds. */
export async function waitForTeam(
  call: CommandCall,
  client: EntityScreening,
  timeout: number,
): Promise<WaitResult> {
  const entities: Entity[] = []
  try {
    for await (const entity of streamCompleteList(client.entities, { signal: call.signal }))
      if (readScreeningState(entity) !== 'ended') entities.push(entity)
  } catch (error) {
    return { pending: entities, error }
  }
  return waitForResults(call, client, entities, timeout)
}

/** Names the entities without a new result. */
export function notePending(output: Output, pending: readonly Entity[]): void {
  for (const { id, name } of pending) output.note(`${id}: ${name} shows no new result yet`)
}
