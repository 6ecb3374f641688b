import { spellNetwork } from '../dialects/index.ts'
import { networkOf } from '../screening/network.ts'
import { type Exchange, requireEntity } from './behaviour.ts'

/** The organizations and persons around an entity (specification: GET /v1/entities/{id}/network). */
export function getNetwork(exchange: Exchange) {
  const entity = requireEntity(exchange)
  const { server } = exchange
  return { success: true, data: spellNetwork(networkOf(server, entity), server.dialect, entity.id) }
}
