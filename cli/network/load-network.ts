import type { Entity } from '../../src/model/entity.ts'
import {
  notScreened,
  readScreeningState,
  screeningUnknown,
} from '../../src/network/sanctions/screening-state.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { connectClient } from '../connection/connect.ts'
import type { CommandCall } from '../definition/command.ts'

/**
 * Loads the network of the entity in the argument, without the key if the service echoed it. Warns that a network may not show
 * hits yet, unless the screening has ended or the caller warns.
 *
 * @throws Error if the network must contain the entity and does not.
 */
export async function loadNetwork(
  call: CommandCall,
  { needsRoot, warns = true }: { readonly needsRoot: boolean; readonly warns?: boolean },
) {
  const id = call.argument
  const client = await connectClient(call)
  const network = await client.entities.network(id, { signal: call.signal }).catch(error => {
    if (NotFoundError.is(error) && !/^[\da-f-]{16,}$/i.test(id))
      call.output.note(
        `An ID is needed. To find it by name: entity-screening search entities ${JSON.stringify(id)}`,
      )
    throw error
  })
  const readAt = new Date()
  if (needsRoot && network.rootId === null)
    throw new Error(`the network of ${id} does not contain the entity itself: its owners are unknown`)
  let entity: Entity | undefined
  // The service returns an entity only in the team's list, which is read up to this entity.
  for await (const listEntity of client.entities.stream({ signal: call.signal }))
    if (listEntity.id === id) {
      entity = call.output.redacted(listEntity)
      break
    }
  if (warns) for (const doubt of screeningDoubts(entity)) call.output.note(`warning: ${doubt}`)
  // The list does not contain the entity.
  const screening = entity === undefined ? ('unknown' as const) : undefined
  return { network: call.output.redacted(network), client, readAt, entity, screening }
}

/** Explains why the network may not show hits yet. @param entity undefined if the list lacks it. */
export function screeningDoubts(entity: Entity | undefined): string[] {
  const state = entity === undefined ? 'unknown' : readScreeningState(entity)
  if (state === 'ended') return []
  return [state === 'unknown' ? screeningUnknown : notScreened]
}
