import * as z from 'zod/mini'
import { Refusal } from '../../src/contract/refusal.ts'
import { text } from '../../src/contract/text.ts'
import { isRecord } from '../../src/shared/json.ts'
import { withoutDefaults } from '../behaviour.ts'
import { advanceClock, settleClock } from '../clock/move-clock.ts'
import { addFault } from '../faults/add-fault.ts'
import { replaceEntity, toFixture } from '../fixtures/replace-entity.ts'
import {
  assertTextLengths,
  parseBodyWith,
  parseJsonBody,
  parseQueryWith,
  refuseInvalidCall,
  toRefusal,
} from '../message/body.ts'
import { settingsSchema } from '../options.ts'
import { loadDocument } from '../parity/recording/load-document.ts'
import { scenarios } from '../screening/scenarios/catalogue.ts'
import { restoreSnapshot } from '../snapshot/replace-state.ts'
import { takeSnapshot } from '../snapshot/take-snapshot.ts'
import { setCaseStatus } from '../state/case-status.ts'
import { createTeamAccess } from '../state/create-team-access.ts'
import { teamOptions } from '../state/teams.ts'
import type { AdminCall } from './admin-call.ts'
import { advanceToNext, describeClock } from './clock.ts'
import { describeEntity, findEntity, listTeamEntities, showNetwork } from './entities.ts'
import { listRequests, showFullRequest } from './requests.ts'
import { resetWithUndo, undoReset } from './reset.ts'
import { sendToService } from './send-to-service.ts'
import { describeTeams } from './teams.ts'

type Command = (call: AdminCall) => unknown

const advanceRequest = z
  .strictObject({
    ms: z.optional(z.number().check(z.minimum(0), z.maximum(1e14))),
    to: z.optional(z.literal('next')),
  })
  .check(
    z.refine(({ ms, to }) => (ms === undefined) !== (to === undefined), {
      error: 'must have either ms or to',
    }),
  )
const caseStatusRequest = z.strictObject({ caseStatus: text })
const faultQuery = z.strictObject({ id: z.optional(text) })
const emptyObject = z.strictObject({})
const resetRequest = z.strictObject({ undo: z.optional(z.boolean()) })
const requestsQuery = z.strictObject({
  after: z.optional(z.int().check(z.minimum(0))),
})

/** The calls that accept query parameters. */
export const callsWithQuery: ReadonlySet<string> = new Set([
  'DELETE /__admin/faults',
  'GET /__admin/entities',
  'GET /__admin/requests',
])

/** The calls that do not change the state themselves. */
export const unchangingCalls = /^GET |^POST \/__admin\/send$|^DELETE \/__admin\/requests$/

/** The calls of the control API, except the event stream and the files. */
export const adminCommands: Readonly<Record<string, Command>> = {
  'POST /__admin/reset': ({ server, body }) => {
    const { undo = false } = parseBodyWith(resetRequest, body || '{}')
    resetWithUndo(server, undo)
    return describeClock(server)
  },
  'POST /__admin/reset/undo': ({ server, body }) => {
    parseBodyWith(emptyObject, body || '{}')
    undoReset(server)
    return describeClock(server)
  },
  'GET /__admin/clock': ({ server }) => describeClock(server),
  'POST /__admin/clock/advance': ({ server, body }) => {
    const { ms } = parseBodyWith(advanceRequest, body)
    refuseInvalidCall(() => (ms === undefined ? advanceToNext(server) : advanceClock(server, ms)))
    return describeClock(server)
  },
  'POST /__admin/clock/settle': ({ server }) => {
    refuseInvalidCall(() => settleClock(server))
    return describeClock(server)
  },
  'GET /__admin/faults': ({ server: { faults } }) => faults.list(),
  'POST /__admin/faults': ({ server, body }) => ({
    id: refuseInvalidCall(() => addFault(server, parseJsonBody(body))),
  }),
  'DELETE /__admin/faults': ({ server: { faults }, query }) => {
    const { id } = parseQueryWith(faultQuery, query)
    if (!faults.remove(id) && id !== undefined) throw new Refusal(404, 'There is no fault with this id.')
    return faults.list()
  },
  'GET /__admin/requests': ({ server, query }) => {
    const { after = 0 } = parseQueryWith(requestsQuery, query, ['after'])
    return listRequests(server, after)
  },
  'GET /__admin/requests/{id}': ({ server, id }) => showFullRequest(server, id),
  'DELETE /__admin/requests': ({ server }) => {
    server.requests.clear()
    return []
  },
  'GET /__admin/snapshot': ({ server }) => takeSnapshot(server),
  'PUT /__admin/snapshot': ({ server, body }) => {
    const json = parseJsonBody(body)
    // The snapshot is sent alone, or in `data`, as the control API returns it.
    refuseInvalidCall(() => restoreSnapshot(server, isRecord(json) && 'data' in json ? json.data : json))
    return describeClock(server)
  },
  'POST /__admin/load': async ({ server, body }) => ({
    ids: await loadDocument(server, parseJsonBody(body)).catch(error => Promise.reject(toRefusal(error))),
  }),
  'POST /__admin/send': sendToService,
  'GET /__admin/teams': ({ server }) => describeTeams(server),
  'POST /__admin/teams': ({ server, body }) => {
    const options = parseBodyWith(teamOptions, body || '{}')
    assertTextLengths(server, options)
    return refuseInvalidCall(() => createTeamAccess(server, options))
  },
  'GET /__admin/scenarios': () => scenarios,
  'GET /__admin/options': ({ server }) => ({
    ...z.parse(settingsSchema, server),
    behaviour: withoutDefaults(server.behaviour),
  }),
  'GET /__admin/entities': listTeamEntities,
  'GET /__admin/entities/{id}/network': showNetwork,
  'GET /__admin/entities/{id}': ({ server, id }) => describeEntity(server, id),
  'PUT /__admin/entities/{id}': ({ server, id, body }) => {
    const { team, entity } = findEntity(server, id)
    replaceEntity(server, team, entity, parseJsonBody(body))
    return describeEntity(server, id)
  },
  'GET /__admin/entities/{id}/fixture': ({ server, id }) => toFixture(server, findEntity(server, id).entity),
  'POST /__admin/entities/{id}/case-status': ({ server, id, body }) => {
    const { caseStatus } = parseBodyWith(caseStatusRequest, body)
    assertTextLengths(server, { caseStatus })
    try {
      setCaseStatus(server, id, caseStatus)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new Refusal(404, 'No team has an entity with this id.')
    }
    return { id, caseStatus }
  },
}
