import * as z from 'zod/mini'
import { text } from '../../src/contract/text.ts'
import type { Controls } from '../controls.ts'
import { readBody } from '../http/body.ts'
import { Refusal } from '../http/reply.ts'
import { refuseLongText } from '../http/text-length.ts'
import { atOnce } from '../http/turns.ts'
import { createOpenApi } from '../openapi/index.ts'
import { scenarios } from '../screening/scenarios/catalogue.ts'
import type { Server } from '../server.ts'
import type { Beside } from '../state/beside.ts'
import { refuseWrong } from './refuse-wrong.ts'
import { readState, snapshotPieces } from './snapshot.ts'

/** What a command of the control API is run with. */
export interface Call {
  readonly server: Server
  readonly controls: Controls
  /** From the path; empty where it has none. */
  readonly id: string
  readonly query: URLSearchParams
  readonly body: string
  /** The state of a snapshot, where that is long. */
  readonly state: Beside | undefined
}

export type Command = (call: Call) => unknown

const advanceRequest = z.object({ ms: z.number().check(z.minimum(0), z.maximum(1e14)) })
const caseStatusRequest = z.object({ caseStatus: text })
const teamRequest = z.object({
  id: z.optional(text),
  apiKey: z.optional(text),
  entityLimit: z.optional(z.int().check(z.nonnegative())),
})

/** The service as an OpenAPI document. */
export const openApi: Command = () => createOpenApi()

/** The control API: method and path, and what each does (docs/mock-server.md). */
export const commands: Readonly<Record<string, Command>> = {
  'POST /__admin/reset': ({ server, controls }) => {
    controls.reset()
    return clockState(server)
  },
  'GET /__admin/clock': ({ server }) => clockState(server),
  'POST /__admin/clock/advance': ({ server, controls, body }) => {
    const { ms } = readBody(advanceRequest, body)
    refuseWrong(() => controls.advance(ms))
    return clockState(server)
  },
  'POST /__admin/clock/settle': ({ server, controls }) => {
    refuseWrong(() => controls.settle())
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
  'PUT /__admin/snapshot': ({ server, controls, body, state: prepared }) => {
    controls.take(prepared ?? atOnce(readState(server, body)))
    return clockState(server)
  },
  'GET /__admin/teams': ({ server }) =>
    Array.from(server.teams.all(), ({ id, entityLimit, entities }) => ({
      id,
      entityLimit,
      entities: entities.size,
    })),
  'POST /__admin/teams': ({ server, controls, body }) => {
    const options = readBody(teamRequest, body || '{}')
    refuseLongText(server, options)
    return refuseWrong(() => controls.createTeam(options))
  },
  'GET /__admin/openapi.json': openApi,
  'GET /__admin/scenarios': () => scenarios,
  'POST /__admin/entities/{id}/case-status': ({ server, controls, id, body }) => {
    const { caseStatus } = readBody(caseStatusRequest, body)
    refuseLongText(server, { caseStatus })
    try {
      controls.setCaseStatus(id, caseStatus)
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
