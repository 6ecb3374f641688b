import * as z from 'zod/mini'
import { text } from '../../src/contract/text.ts'
import { parseBody, readBody, readQuery, refuseLongText } from '../message/body.ts'
import { JsonPieces } from '../message/pieces.ts'
import { Refusal } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import { atOnce, inTurns } from '../message/turns.ts'
import { settingsOf } from '../options.ts'
import { scenarios } from '../screening/scenarios/catalogue.ts'
import type { Server } from '../server.ts'
import { teamOptions } from '../state/teams.ts'
import { asRefusal, refuseWrong } from './refuse-wrong.ts'
import type { AdminRoute, eventsRoute, openApiRoute } from './routes.ts'
import { PreparedState, readState, snapshotPieces } from './snapshot.ts'

/** The input of a command. */
export interface Call {
  readonly server: Server
  /** From the path; empty where it has none. */
  readonly id: string
  readonly query: URLSearchParams
  readonly body: string
  readonly request: IncomingRequest
}

type Command = (call: Call) => unknown

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
const faultsQuery = z.strictObject({ ended: z.optional(z.enum(['true', 'false'])) })
const faultQuery = z.strictObject({ id: z.optional(text) })
const resetRequest = z.strictObject({ to: z.optional(z.enum(['start', 'beginning'])) })

// What only a console, or a tool like it, asks for is loaded when it is.
const clockState = async (server: Server) => (await import('./clock.ts')).describeClock(server)

async function returnToBeginning(server: Server) {
  await (await import('./beginning.ts')).returnToBeginning(server)
  return clockState(server)
}

async function advanceToNext(server: Server) {
  await (await import('./clock.ts')).advanceToNext(server)
  return clockState(server)
}

async function loadFixtures({ server, body }: Call) {
  const fixtures = await inTurns(parseBody(body))
  const { load } = await import('../fixtures/load.ts')
  return { ids: await load(server, fixtures).catch(error => Promise.reject(asRefusal(error))) }
}

/** What each call of the control API does; the events are a stream. */
export const commands: Readonly<
  Record<Exclude<AdminRoute, typeof eventsRoute | typeof openApiRoute>, Command>
> = {
  'POST /__admin/reset': ({ server, body }) => {
    const { to } = readBody(resetRequest, body || '{}')
    if (to === 'beginning') return returnToBeginning(server)
    server.reset()
    return clockState(server)
  },
  'GET /__admin/beginning': async ({ server }) => (await import('./beginning.ts')).findBeginning(server),
  'POST /__admin/beginning': async ({ server }) => (await import('./beginning.ts')).markBeginning(server),
  'GET /__admin/clock': ({ server }) => clockState(server),
  'POST /__admin/clock/advance': ({ server, body }) => {
    const { ms } = readBody(advanceRequest, body)
    if (ms === undefined) return advanceToNext(server)
    refuseWrong(() => server.clock.advance(ms))
    return clockState(server)
  },
  'POST /__admin/clock/settle': ({ server }) => {
    refuseWrong(() => server.clock.settle())
    return clockState(server)
  },
  'GET /__admin/faults': ({ server: { faults }, query }) =>
    readQuery(faultsQuery, query).ended === 'true' ? faults.withEnded() : faults.list(),
  'POST /__admin/faults': ({ server, body }) => ({
    id: refuseWrong(() => server.faults.add(readJson(body))),
  }),
  'DELETE /__admin/faults': ({ server, query }) => {
    const { faults } = server
    const { id } = readQuery(faultQuery, query)
    if (!faults.remove(id) && id !== undefined && !faults.forget(id))
      throw new Refusal(404, 'There is no fault with this id.')
    return faults.list()
  },
  'GET /__admin/requests': async ({ server }) =>
    new JsonPieces((await import('./requests.ts')).requestPieces(server)),
  'DELETE /__admin/requests': ({ server }) => {
    server.requests.clear()
    return []
  },
  'GET /__admin/snapshot': ({ server }) => snapshotPieces(server),
  'PUT /__admin/snapshot': ({ server, body, request }) => {
    const given = request.body
    server.take(given instanceof PreparedState ? given.state : atOnce(readState(server, body)))
    return clockState(server)
  },
  'POST /__admin/load': call => loadFixtures(call),
  'POST /__admin/send': async call => (await import('./send.ts')).send(call),
  'GET /__admin/teams': async ({ server }) => (await import('./teams.ts')).describeTeams(server),
  'POST /__admin/teams': ({ server, body }) => {
    const options = readBody(teamOptions, body || '{}')
    refuseLongText(server, options)
    return refuseWrong(() => server.teams.create(options))
  },
  'GET /__admin/scenarios': () => scenarios,
  'GET /__admin/options': ({ server }) => settingsOf(server),
  'GET /__admin/entities': async call => (await import('./entities.ts')).listEntities(call),
  'GET /__admin/entities/{id}/network': async call => (await import('./entities.ts')).showNetwork(call),
  'GET /__admin/entities/{id}': async ({ server, id }) =>
    (await import('./entities.ts')).describeEntity(server, id),
  'POST /__admin/entities/{id}/case-status': ({ server, id, body }) => {
    const { caseStatus } = readBody(caseStatusRequest, body)
    refuseLongText(server, { caseStatus })
    try {
      server.setCaseStatus(id, caseStatus)
    } catch {
      throw new Refusal(404, 'No team has an entity with this id.')
    }
    return { id, caseStatus }
  },
}

function readJson(body: string) {
  return readBody(z.any(), body)
}
