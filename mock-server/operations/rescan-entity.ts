import { rescanRequest } from '../../src/contract/entity.ts'
import { readBody } from '../http/body.ts'
import { rescan } from '../screening/life.ts'
import { type Exchange, requireEntity } from './behaviour.ts'
import { entityBody } from './entity-body.ts'

/** Resets the case status and screens again (specification: PUT /v1/entities/{id}). */
export function rescanEntity(exchange: Exchange) {
  const entity = requireEntity(exchange)
  readBody(rescanRequest, exchange.body)
  rescan(exchange.server, entity)
  return { success: true, data: entityBody(exchange.server, entity) }
}
