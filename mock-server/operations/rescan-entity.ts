import { rescanRequest } from '../../src/contract/entity.ts'
import { parseBodyWith } from '../message/body.ts'
import { restartScreening } from '../screening/lifecycle.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import { storeEntity } from '../state/entities.ts'
import { toEntityResponse } from './entity-body.ts'
import { type OperationCall, requireEntity } from './handler.ts'

/** Resets the case status and starts a new screening (specification: PUT /v1/entities/{id}). */
export function handleRescanEntity(call: OperationCall) {
  const { server, team, body, now } = call
  const previous = requireEntity(call)
  parseBodyWith(rescanRequest, body)
  const entity = restartScreening(server, previous, now)
  storeEntity(server, team, entity, null)
  const data = toEntityResponse(server, entity, now)
  // The scenario "quirky" leaves out the envelope of the response.
  return isQuirky(server, entity.name) ? data : { success: true, data }
}
