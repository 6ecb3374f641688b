import { Refusal } from '../../src/contract/refusal.ts'
import { isLocalOrigin, withCors } from '../message/origins.ts'
import { pendingReply, type Reply } from '../message/reply.ts'
import { type IncomingRequest, pathOf } from '../message/request.ts'
import { logRequest } from '../request-log/log-request.ts'
import type { Server } from '../server.ts'
import { createRefusalReply } from './finalize-reply.ts'
import { handleRequest } from './handle-request.ts'
import { createContext } from './request-context.ts'

/** Responds to a request to the service or to the control API. */
export function dispatch(server: Server, request: IncomingRequest): Reply {
  return pathOf(request).startsWith('/__admin')
    ? dispatchAdmin(server, request)
    : handleRequest(server, request)
}

/**
 * Responds to a call of the control API. The code of the control API is loaded at the first call, because most servers never
 * get one.
 */
function dispatchAdmin(server: Server, request: IncomingRequest): Reply {
  // The reader of an event stream gets all events after this number, even those that occur while the code is loaded.
  const last = server.signals.last()
  const reply = import('../admin/index.ts').then(({ runAdmin }) =>
    runAdmin(server, request, pathOf(request), last),
  )
  return withCors(
    request,
    pendingReply(reply),
    origin => isLocalOrigin(origin) || server.adminOrigins.includes(origin),
  )
}

/** Returns the reply to a request that an adapter refuses, with the error body that the service would send. Logs the request. */
export function refuseRequest(
  server: Server,
  request: IncomingRequest,
  status: number,
  sentence: string,
): Reply {
  const reply = createRefusalReply(server, null, new Refusal(status, sentence))
  return logRequest(createContext(server, request, ''), reply)
}
