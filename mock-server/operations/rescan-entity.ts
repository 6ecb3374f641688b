import { rescanRequest } from '../../src/contract/entity.ts'
import { parseBodyWith } from '../message/body.ts'
import { restartScreening } from '../screening/lifecycle.ts'
import { isQuirky } from '../screening/scenarios/index.ts'
import { entityAnswer } from './entity-body.ts'
import { type Call, requireEntity } from './handler.ts'

/** Resets the case status and screens again (specification: PUT /v1/entities/{id}). */
export function rescanEntity(call: Call) {
  const { server, team, body, now } = call
  const before = requireEntity(call)
  parseBodyWith(rescanRequest, body)
  const entity = restartScreening(server, before, now)
  server.entityChanged(team, entity, null)
  server.screeningStarted(entity)
  const data = entityAnswer(server, entity, now)
  // The quirky scenario leaves out the wrapper.
  return isQuirky(server, entity.name) ? data : { success: true, data }
}
