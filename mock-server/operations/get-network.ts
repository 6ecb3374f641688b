import { spellNetwork } from '../dialects/index.ts'
import { spellNetworkOddly } from '../dialects/quirky.ts'
import { networkOf } from '../screening/network.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import { type Exchange, requireEntity } from './behaviour.ts'

/** The organizations and persons around an entity (specification: GET /v1/entities/{id}/network). */
export function getNetwork(exchange: Exchange) {
  const entity = requireEntity(exchange)
  const { server } = exchange
  const network = networkOf(server, entity)
  if (isQuirky(server, entity.name)) return { success: true, data: spellNetworkOddly(network, entity.id) }
  // One that was loaded is spelled as it was given.
  if (network === entity.network) return { success: true, data: network }
  return { success: true, data: spellNetwork(network, server.dialect, entity.id) }
}
