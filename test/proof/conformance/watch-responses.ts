import type { Reply } from '../../../mock-server/message/reply.ts'
import { type IncomingRequest, pathOf } from '../../../mock-server/message/request.ts'
import { readBodyText } from '../../../mock-server/message/response-body.ts'
import type { MockServer } from '../../../mock-server/mock-server.ts'
import type { MockServerOptions } from '../../../mock-server/options.ts'
import { type Exception, except, seeResponse } from './observations.ts'

/** Longer ones would keep memory that other tests measure. */
const longest = 1_000_000

/** Lets every response of a mock server be seen before an adapter has it. */
export function watch(server: MockServer, { behaviour, transform }: MockServerOptions = {}): MockServer {
  const { dispatch, load } = server
  let mayHaveItems = false
  const isUnusual = behaviour !== undefined || transform !== undefined
  return Object.assign(server, {
    load(fixtures: Parameters<typeof load>[0]) {
      mayHaveItems = true
      return load(fixtures)
    },
    dispatch(request: IncomingRequest): Reply {
      const faults = happened(server)
      mayHaveItems ||= pathOf(request).startsWith('/__admin/')
      const reply = dispatch(request)
      const isUnspecified = isUnusual || (mayHaveItems && hasStatedItems(server))
      const reason = isUnspecified ? 'behaviour' : exception(request, faults !== happened(server))
      if (reason !== undefined) except(reason)
      else if (reply.ready === undefined) return seen(request, reply)
      else return { ...reply, ready: reply.ready.then(due => seen(request, due)) }
      return reply
    },
  })
}

function seen(request: IncomingRequest, reply: Reply): Reply {
  const { method } = request
  const { status, headers } = reply
  const body = readBodyText(reply.body)
  if (/\[quirky\]/i.test(body)) except('quirky')
  else if (status === 403 && body.includes('Under this host name')) except('host name')
  else if (body.length > longest) except('long')
  else seeResponse({ method, path: pathOf(request), status, type: headers['content-type'], body })
  return reply
}

/** An item of a list that was loaded shows what it states: it may lack what the specification requires. */
function hasStatedItems({ internal: { state } }: MockServer): boolean {
  for (const { entities } of state.teams.values())
    for (const { statedFields } of entities.values()) if (statedFields !== undefined) return true
  return false
}

function happened({ faults }: MockServer): string {
  return faults
    .list()
    .map(({ id, happened }) => `${id} ${happened}`)
    .join()
}

function exception(request: IncomingRequest, isSpoiled: boolean): Exception | undefined {
  if (pathOf(request).startsWith('/__admin')) return 'control API'
  if (isSpoiled) return 'fault'
  const text = textOf(request)
  if (/\[quirky\]/i.test(text)) return 'quirky'
  return /\[error-\d+\]/i.test(text) ? 'reserved name' : undefined
}

function textOf({ body }: IncomingRequest): string {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  return typeof body === 'string' ? body : ''
}
