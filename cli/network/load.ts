import type { Network } from '../../src/model/network.ts'
import { connect } from '../connection/connect.ts'
import { type CommandCall, onlyArgument } from '../definition/define.ts'

/**
 * The network of the one entity that a command is called with.
 *
 * @throws Error where the entity itself is not in it: a rule has nobody to be applied to.
 */
export async function loadRootedNetwork(call: CommandCall, command: string): Promise<Network> {
  const id = onlyArgument(call, command, 'one ID')
  const client = await connect(call)
  const network = await client.entities.network(id, { signal: call.signal })
  if (network.rootId === null)
    throw new Error(`the network of ${id} does not contain the entity itself: its owners are unknown`)
  return network
}
