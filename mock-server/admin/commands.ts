import * as z from 'zod/mini'
import { text } from '../../src/contract/text.ts'
import { readBody, refuseLongText } from '../message/body.ts'
import { Refusal } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import { atOnce } from '../message/turns.ts'
import { scenarios } from '../screening/scenarios/catalogue.ts'
import type { Server } from '../server.ts'
import { refuseWrong } from './refuse-wrong.ts'
import { PreparedState, readState, snapshotPieces } from './snapshot.ts'

/** The input of a command. */
export interface Call {
  readonly server: Server
  /** From the path; empty where it has none. */
  readonly id: string
  readonly query: URLSearchParams
  readonly body: string
  /** The body as it was received. */
  readonly received: IncomingRequest['body']
}

export type Command = (call: Call) => unknown

const advanceRequest = z.object({ ms: z.number().check(z.minimum(0), z.maximum(1e14)) })
const caseStatusRequest = z.object({ caseStatus: text })
const teamRequest = z.object({
  id: z.optional(text),
  apiKey: z.optional(text),
  entityLimit: z.optional(z.int().check(z.nonnegative())),
})

/** The service as an OpenAPI document: at the origin that serves it. */
async function openApi() {
  const { default: document } = await import('../../docs/openapi.json')
  return { ...document, servers: [{ ...document.servers[0], url: '/' }] }
}

/** The control API by method and path (docs/mock-server.md). */
export const commands: Readonly<Record<string, Command>> = {
  'POST /__admin/reset': ({ server }) => {
    server.reset()
    return clockState(server)
  },
  'GET /__admin/clock': ({ server }) => clockState(server),
  'POST /__admin/clock/advance': ({ server, body }) => {
    const { ms } = readBody(advanceRequest, body)
    refuseWrong(() => server.clock.advance(ms))
    return clockState(server)
  },
  'POST /__admin/clock/settle': ({ server }) => {
    refuseWrong(() => server.clock.settle())
    return clockState(server)
  },
  'GET /__admin/faults': ({ server }) => server.faults.list(),
  'POST /__admin/faults': ({ server, body }) => ({
    id: refuseWrong(() => server.faults.add(readJson(body))),
  }),
  'DELETE /__admin/faults': ({ server, query }) => {
    const id = query.get('id') ?? undefined
    if (!server.faults.remove(id) && id !== undefined)
      throw new Refusal(404, 'There is no fault with this id.')
    return server.faults.list()
  },
  'GET /__admin/requests': ({ server }) => server.requests.list(),
  'DELETE /__admin/requests': ({ server }) => {
    server.requests.clear()
    return []
  },
  'GET /__admin/snapshot': ({ server }) => snapshotPieces(server),
  'PUT /__admin/snapshot': ({ server, body, received }) => {
    server.take(received instanceof PreparedState ? received.state : atOnce(readState(server, body)))
    return clockState(server)
  },
  'GET /__admin/teams': ({ server }) =>
    Array.from(server.state.teams.all(), ({ id, entityLimit, entities }) => ({
      id,
      entityLimit,
      entities: entities.size,
    })),
  'POST /__admin/teams': ({ server, body }) => {
    const options = readBody(teamRequest, body || '{}')
    refuseLongText(server, options)
    return refuseWrong(() => server.teams.create(options))
  },
  'GET /__admin/openapi.json': openApi,
  'GET /__admin/scenarios': () => scenarios,
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

function clockState({ clock }: Server) {
  return { now: new Date(clock.now()).toISOString() }
}
