import * as z from 'zod/mini'
import { Refusal } from '../../src/contract/refusal.ts'
import { text } from '../../src/contract/text.ts'
import { withoutDefaults } from '../behaviour.ts'
import { commitChange } from '../changes/commit-change.ts'
import { replaceEntity, toFixture } from '../fixtures/replace-entity.ts'
import {
  assertTextLengths,
  parseBodyWith,
  parseQueryWith,
  refuseInvalidCall,
  toRefusal,
} from '../message/body.ts'
import { JsonFragments } from '../message/body-chunks.ts'
import { runInSlices } from '../message/sliced-work.ts'
import { settingsSchema } from '../options.ts'
import { scenarios } from '../screening/scenarios/catalogue.ts'
import { teamOptions } from '../state/teams.ts'
import type { AdminCall } from './admin-call.ts'
import { advanceToNext, describeClock } from './clock.ts'
import { describeEntity, findEntity, listTeamEntities, showNetwork } from './entities.ts'
import { showFullRequest, writeRequests } from './requests.ts'
import { resetServer, undoReset } from './reset.ts'
import { sendToService } from './send-to-service.ts'
import { readSnapshotBody, writeSnapshot } from './snapshot.ts'
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
const requestsQuery = z.strictObject({
  after: z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(0)))),
})
const emptyObject = z.strictObject({})
const resetRequest = z.strictObject({ undo: z.optional(z.boolean()) })

/** The calls that accept query parameters. */
export const callsWithQuery: ReadonlySet<string> = new Set([
  'DELETE /__admin/faults',
  'GET /__admin/entities',
  'GET /__admin/requests',
])

/** The calls of the control API, except the event stream and the files. */
export const adminCommands: Readonly<Record<string, Command>> = {
  'POST /__admin/reset': async ({ server, body }) => {
    const { undo = false } = parseBodyWith(resetRequest, body || '{}')
    await commitChange(server, () => resetServer(server, undo))
    return describeClock(server)
  },
  'POST /__admin/reset/undo': async ({ server, body }) => {
    parseBodyWith(emptyObject, body || '{}')
    await commitChange(server, () => undoReset(server))
    return describeClock(server)
  },
  'GET /__admin/clock': ({ server }) => describeClock(server),
  'POST /__admin/clock/advance': async ({ server, body }) => {
    const { ms } = parseBodyWith(advanceRequest, body)
    if (ms === undefined) await advanceToNext(server)
    else await commitChange(server, () => refuseInvalidCall(() => server.clock.advance(ms)))
    return describeClock(server)
  },
  'POST /__admin/clock/settle': async ({ server }) => {
    await commitChange(server, () => refuseInvalidCall(server.clock.settle))
    return describeClock(server)
  },
  'GET /__admin/faults': ({ server: { faults } }) => faults.list(),
  'POST /__admin/faults': ({ server, body }) => ({
    id: refuseInvalidCall(() => server.faults.add(parseBodyWith(z.any(), body))),
  }),
  'DELETE /__admin/faults': ({ server: { faults }, query }) => {
    const { id } = parseQueryWith(faultQuery, query)
    if (!faults.remove(id) && id !== undefined) throw new Refusal(404, 'There is no fault with this id.')
    return faults.list()
  },
  'GET /__admin/requests': ({ server, query }) => {
    const { after = 0 } = parseQueryWith(requestsQuery, query)
    return new JsonFragments(writeRequests(server, after))
  },
  'GET /__admin/requests/{id}': ({ server, id }) => showFullRequest(server, id),
  'DELETE /__admin/requests': ({ server }) => {
    server.requests.clear()
    return []
  },
  'GET /__admin/snapshot': ({ server }) => writeSnapshot(server),
  'PUT /__admin/snapshot': async ({ server, body }) => {
    const state = await runInSlices(readSnapshotBody(server, body))
    await commitChange(server, () => server.replaceState(state))
    return describeClock(server)
  },
  'POST /__admin/load': async ({ server, body }) => ({
    ids: await server.load(parseBodyWith(z.any(), body)).catch(error => Promise.reject(toRefusal(error))),
  }),
  'POST /__admin/send': sendToService,
  'GET /__admin/teams': ({ server }) => describeTeams(server),
  'POST /__admin/teams': ({ server, body }) => {
    const options = parseBodyWith(teamOptions, body || '{}')
    assertTextLengths(server, options)
    return refuseInvalidCall(() => server.teams.create(options))
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
    replaceEntity(server, team, entity, parseBodyWith(z.any(), body))
    return describeEntity(server, id)
  },
  'GET /__admin/entities/{id}/fixture': ({ server, id }) => toFixture(server, findEntity(server, id).entity),
  'POST /__admin/entities/{id}/case-status': ({ server, id, body }) => {
    const { caseStatus } = parseBodyWith(caseStatusRequest, body)
    assertTextLengths(server, { caseStatus })
    try {
      server.setCaseStatus(id, caseStatus)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new Refusal(404, 'No team has an entity with this id.')
    }
    return { id, caseStatus }
  },
}
