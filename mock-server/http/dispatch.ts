import { isLocalOrigin, withCors } from '../message/origins.ts'
import { pendingReply, type Reply } from '../message/reply.ts'
import { type IncomingRequest, isAdminRequest, pathOf } from '../message/request.ts'
import type { Server } from '../server.ts'
import { handleRequest } from './handle-request.ts'

/** Responds to a request to the service or to the control API. */
export function dispatch(server: Server, request: IncomingRequest): Reply {
  return isAdminRequest(request) ? dispatchAdmin(server, request) : handleRequest(server, request)
}

/**
 * Responds to a call of the control API. The code of the control API is loaded at the first call, because most servers never
 * get one.
 */
function dispatchAdmin(server: Server, request: IncomingRequest): Reply {
  const reply = import('../admin/index.ts').then(({ runAdmin }) => runAdmin(server, request, pathOf(request)))
  return withCors(
    request,
    pendingReply(reply),
    origin => isLocalOrigin(origin) || server.adminOrigins.includes(origin),
  )
}
