import type { EntityScreening } from '../../src/client.ts'
import type { Entity } from '../../src/model/entity.ts'
import type { Network } from '../../src/model/network.ts'
import { notScreened, screeningUnknown } from '../../src/network/report/doubts.ts'
import { screeningOf } from '../../src/network/sanctions/listing.ts'
import { connect } from '../connection/connect.ts'
import { type CommandCall, onlyArgument } from '../definition/define.ts'

/** A network, and the client that read it. */
export interface LoadedNetwork {
  readonly network: Network
  readonly client: EntityScreening
  readonly readAt: Date
}

/** The network of the one entity that a command is called with. The key is not in it, should the service have sent it back. */
export async function loadNetwork(call: CommandCall, command: string): Promise<LoadedNetwork> {
  const id = onlyArgument(call, command, 'one ID')
  const client = await connect(call)
  const network = await client.entities.network(id, { signal: call.signal })
  return { network: call.output.redacted(network), client, readAt: new Date() }
}

/**
 * The same, for a rule that is applied to the entity itself.
 *
 * @throws Error where the entity is not in its network.
 */
export async function loadRootedNetwork(call: CommandCall, command: string): Promise<LoadedNetwork> {
  const loaded = await loadNetwork(call, command)
  requireRoot(loaded.network, call)
  return loaded
}

export function requireRoot({ rootId }: Network, { positionals }: Pick<CommandCall, 'positionals'>): void {
  if (rootId === null)
    throw new Error(
      `the network of ${positionals[0]} does not contain the entity itself: its owners are unknown`,
    )
}

/**
 * The entity as the team's list has it, for the service gives one in no other way. The list is read no further than that. Warns
 * where its screening has no result, or may have none: its network shows no hits yet.
 */
export async function findEntity(
  client: EntityScreening,
  id: string | null,
  { signal, output }: CommandCall,
): Promise<Entity | undefined> {
  for await (const entity of client.entities.stream({ signal })) {
    if (entity.id !== id) continue
    if (screeningOf(entity) !== 'ended') output.note(`warning: ${notScreened}`)
    return output.redacted(entity)
  }
  output.note(`warning: ${screeningUnknown}`)
  return undefined
}
