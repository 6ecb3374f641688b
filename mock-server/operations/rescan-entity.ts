import { rescanRequest } from '../../src/contract/entity.ts'
import { readBody } from '../message/body.ts'
import { rescan } from '../screening/life.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import { type Exchange, requireEntity } from './behaviour.ts'
import { entityAnswer } from './entity-body.ts'

/** Resets the case status and screens again (specification: PUT /v1/entities/{id}). */
export function rescanEntity(exchange: Exchange) {
  const { server, team, body } = exchange
  const entity = requireEntity(exchange)
  readBody(rescanRequest, body)
  server.beforeChange(entity)
  rescan(server, entity)
  server.entityChanged(team, entity)
  const data = entityAnswer(server, entity)
  // The quirky scenario leaves out the wrapper.
  return isQuirky(server, entity.name) ? data : { success: true, data }
}
