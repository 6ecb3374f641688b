import { isLocalOrigin, withCors } from '../message/origins.ts'
import { pendingReply, type Reply } from '../message/reply.ts'
import { type IncomingRequest, isAdminRequest, pathOf } from '../message/request.ts'
import type { MockServer } from '../mock-server.ts'
import type { Server } from '../server.ts'

/** Returns a server that also responds to calls of the control API. The adapters that need the control API call this. */
export function withControlApi(server: MockServer): MockServer {
  return {
    ...server,
    dispatch: request =>
      isAdminRequest(request) ? dispatchAdmin(server.internal, request) : server.dispatch(request),
  }
}

/** Responds to a call of the control API. The code is loaded at the first call, because most servers never get one. */
function dispatchAdmin(server: Server, request: IncomingRequest): Reply {
  const reply = import('./index.ts').then(({ runAdmin }) => runAdmin(server, request, pathOf(request)))
  return withCors(
    request,
    pendingReply(reply),
    origin => isLocalOrigin(origin) || server.adminOrigins.includes(origin),
  )
}
