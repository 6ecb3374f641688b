import type { Entity } from '../../src/model/entity.ts'
import { notScreened, readScreeningState, screeningUnknown } from '../../src/network/sanctions/listing.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { connect } from '../connection/connect.ts'
import type { CommandCall } from '../definition/command.ts'

/**
 * The network of the one entity that a command is called with. The key is not in it, should the service have sent it back. Warns
 * where the screening has no result, or may have none, unless the caller does: a network shows no hits yet.
 *
 * @throws Error where the entity is not in its network and has to be.
 */
export async function loadNetwork(
  call: CommandCall,
  { needsRoot, warns = true }: { readonly needsRoot: boolean; readonly warns?: boolean },
) {
  const id = call.argument
  const client = await connect(call)
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
  // The service gives an entity in no other way than in the list of the team, which is read no further than that.
  for await (const one of client.entities.stream({ signal: call.signal }))
    if (one.id === id) {
      entity = call.output.redacted(one)
      break
    }
  if (warns) for (const doubt of screeningDoubts(entity)) call.output.note(`warning: ${doubt}`)
  // Says where the list has no row of it.
  const screening = entity === undefined ? ('unknown' as const) : undefined
  return { network: call.output.redacted(network), client, readAt, entity, screening }
}

/** Why a network may show no hits yet, by what the list says of its entity; undefined where the list does not have it. */
export function screeningDoubts(entity: Entity | undefined): string[] {
  const state = entity === undefined ? 'unknown' : readScreeningState(entity)
  if (state === 'ended') return []
  return [state === 'unknown' ? screeningUnknown : notScreened]
}
