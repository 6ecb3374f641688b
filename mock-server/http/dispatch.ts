import { Refusal } from '../../src/contract/refusal.ts'
import { persistChanges } from '../changes/persist-changes.ts'
import { honourIdempotencyKey } from '../idempotency/honour-idempotency-key.ts'
import {
  isLocalOrigin,
  isRegisteredHost,
  isSameOrigin,
  preflightReply,
  withCors,
} from '../message/origins.ts'
import { pendingReply, type Reply } from '../message/reply.ts'
import { decodeBody, type IncomingRequest, pathOf } from '../message/request.ts'
import { logRequest } from '../request-log/log-request.ts'
import type { Server } from '../server.ts'
import { authenticate } from './authenticate.ts'
import { finalizeReply, refuseErrors } from './finalize-reply.ts'
import { injectFault } from './inject-fault.ts'
import { compose, type OperationContext, type RequestContext } from './pipeline.ts'
import { requireJson, routeRequest } from './route-request.ts'
import { serviceRouter } from './router.ts'
import { runOperation } from './run-operation.ts'
import { warnOfForeignPage } from './warn-of-foreign-page.ts'

/** Responds to a request for an operation. */
const respondToOperation = compose<OperationContext>(
  [authenticate, injectFault, requireJson, honourIdempotencyKey],
  runOperation,
)

/**
 * Responds to any request to the service. To refuse a request, a step after `refuseErrors` throws a Refusal, which
 * `refuseErrors` turns into a response.
 */
const respond = compose<RequestContext>(
  [logRequest, addLatency, allowOrigin, persistChanges, refuseErrors, answerPreflight, refuseRegisteredHost],
  context => respondToOperation(routeRequest(context)),
)

export function dispatch(server: Server, request: IncomingRequest): Reply {
  const path = pathOf(request)
  if (path.startsWith('/__admin')) return dispatchAdmin(server, request, path)
  const startedAt = performance.now()
  return respond(
    createContext({ server, request, path, startedAt, text: decodeBody(server.bodyLimit, request) }),
  )
}

/** Creates the context of a request, with all fields: a field that is added later would slow down every access. */
function createContext({
  server,
  request,
  path,
  startedAt,
  text,
}: Pick<RequestContext, 'server' | 'request' | 'path' | 'startedAt' | 'text'>): RequestContext {
  return {
    server,
    request,
    path,
    startedAt,
    text,
    operation: null,
    id: '',
    team: server.keylessTeam,
    fault: null,
    onWritten: undefined,
    warning: null,
  }
}

/** Adds the configured latency to a reply. Without one, returns the reply itself, not a copy. */
function addLatency(context: RequestContext, next: (context: RequestContext) => Reply): Reply {
  const reply = next(context)
  const { latency } = context.server
  return latency === 0 ? reply : { ...reply, realDelay: latency }
}

function allowOrigin(context: RequestContext, next: (context: RequestContext) => Reply): Reply {
  const { server, request } = context
  const reply = next(context)
  const origin = request.header('origin')
  if (origin === null) return reply
  const isAllowed = server.hasOwnKeys || isLocalOrigin(origin)
  const host = request.header('host')
  // In process there is no host: a page that calls the server there can read every response.
  if (!isAllowed && host !== null && !isSameOrigin(origin, host)) {
    const warning = warnOfForeignPage(server, { origin }, ownKeysAdvice)
    context.warning ??= warning
  }
  return withCors(request, reply, () => isAllowed)
}

const ownKeysAdvice =
  'the server responds to other sites only if it has keys of your own (the option keys, --key), and not test-key.'

function answerPreflight(context: RequestContext, next: (context: RequestContext) => Reply): Reply {
  const { server, request, path } = context
  if (request.method !== 'OPTIONS') return next(context)
  return finalizeReply(server, null, preflightReply(request, serviceRouter.methodsAt(path)))
}

/**
 * Refuses requests under a registered host name. A foreign page whose host name resolves to this machine would otherwise look
 * like a local page.
 */
function refuseRegisteredHost(context: RequestContext, next: (context: RequestContext) => Reply): Reply {
  const { server, request } = context
  const host = request.header('host')
  if (server.hasOwnKeys || host === null || !isRegisteredHost(host)) return next(context)
  context.warning = warnOfForeignPage(server, { host }, ownKeysAdvice)
  throw new Refusal(
    403,
    'Under this host name the server responds only if it has keys of your own, and not test-key.',
  )
}

/**
 * Responds to a call of the control API. The code of the control API is loaded at the first call, because most servers never
 * get one.
 */
function dispatchAdmin(server: Server, request: IncomingRequest, path: string): Reply {
  // The reader of an event stream gets all events after this number, even those that occur while the code is loaded.
  const last = server.signals.last()
  const reply = import('../admin/index.ts').then(({ runAdmin }) => runAdmin(server, request, path, last))
  return withCors(
    request,
    pendingReply(reply),
    origin => isLocalOrigin(origin) || server.adminOrigins.includes(origin),
  )
}
