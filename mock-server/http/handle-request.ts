import { Refusal } from '../../src/contract/refusal.ts'
import { applyTransform } from '../callbacks/transform.ts'
import { applyFault, isRequestProcessed } from '../faults/apply-fault.ts'
import { faultKindOf } from '../faults/fault.ts'
import { honourIdempotencyKey } from '../idempotency/honour-idempotency-key.ts'
import {
  isLocalOrigin,
  isRegisteredHost,
  isSameOrigin,
  preflightReply,
  withCors,
} from '../message/origins.ts'
import { mapReply, type Reply } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import { defaultKey } from '../options.ts'
import { logRequest } from '../request-log/log-request.ts'
import type { Server } from '../server.ts'
import { shortHash } from '../state/identifiers.ts'
import { authenticate } from './authenticate.ts'
import { createRefusalReply, finalizeReply } from './finalize-reply.ts'
import { createContext, type OperationContext, type RequestContext } from './request-context.ts'
import { routeRequest } from './route-request.ts'
import { serviceRouter } from './router.ts'
import { runOperation } from './run-operation.ts'
import { warnOfForeignPage } from './warn-of-foreign-page.ts'

/** Responds to a request to the service. */
export function handleRequest(server: Server, request: IncomingRequest): Reply {
  const context = createContext(server, request)
  const reply = addRequestId(context, allowOrigin(context, respond(context)))
  return logRequest(context, addLatency(server, reply))
}

/** Runs the operation of a request. Each step before it may throw a Refusal, which becomes the response. */
function respond(context: RequestContext): Reply {
  const { server, request, path } = context
  try {
    if (request.method === 'OPTIONS')
      return finalizeReply(server, null, preflightReply(request, serviceRouter.methodsAt(path)))
    refuseRegisteredHost(context)
    const routed = routeRequest(context)
    authenticate(routed)
    const fault = server.faults.draw(routed.operation, routed.team.id)
    if (fault === undefined) return respondAsOperation(routed)
    context.fault = faultKindOf(fault)
    const reply = applyFault(fault, () => respondAsOperation(routed))
    // The option `behaviour` does not change an injected error, but the option `transform` does.
    if (isRequestProcessed(fault) || server.transform === undefined) return reply
    return applyTransform(server.transform, reply, routed.operation)
  } catch (error) {
    return createRefusalReply(server, context.operation, error)
  }
}

/** Runs the operation, unless the request repeats an earlier one. Errors become the response, which a fault may then damage. */
function respondAsOperation(context: OperationContext): Reply {
  const { server, operation, warning } = context
  try {
    if (warning !== null && server.behaviour.wrongContentType === 'reject') throw new Refusal(415, warning)
    return server.behaviour.idempotencyKeys === 'honoured'
      ? honourIdempotencyKey(context, runOperation)
      : runOperation(context)
  } catch (error) {
    return createRefusalReply(server, operation, error)
  }
}

/** Adds the header `x-request-id`. The same seed and the same requests of a team lead to the same ids. */
function addRequestId({ server, team }: RequestContext, reply: Reply): Reply {
  team.requestCount += 1
  const id = shortHash('request', server.seed, team.id, team.requestCount)
  return mapReply(reply, reply => ({ ...reply, headers: { 'x-request-id': id, ...reply.headers } }))
}

/** Allows pages from other origins to read a reply, if they may use the server. Warns of those that may not. */
function allowOrigin(context: RequestContext, reply: Reply): Reply {
  const { server, request } = context
  const origin = request.header('origin')
  if (origin === null) return reply
  const isAllowed = hasOwnKeys(server) || isLocalOrigin(origin)
  const host = request.header('host')
  // In process there is no host: a page that calls the server there can read every response.
  if (!isAllowed && host !== null && !isSameOrigin(origin, host))
    context.warning ??= warnOfForeignPage(server, { origin }, ownKeysAdvice)
  return withCors(request, reply, () => isAllowed)
}

const ownKeysAdvice =
  'the server responds to other sites only if it has keys of your own (the option keys, --key), and not test-key.'

/**
 * Refuses requests under a registered host name. A foreign page whose host name resolves to this machine would otherwise look
 * like a local page.
 */
function refuseRegisteredHost(context: RequestContext): void {
  const { server, request } = context
  const host = request.header('host')
  if (hasOwnKeys(server) || host === null || !isRegisteredHost(host)) return
  context.warning = warnOfForeignPage(server, { host }, ownKeysAdvice)
  throw new Refusal(
    403,
    'Under this host name the server responds only if it has keys of your own, and not test-key.',
  )
}

/** Whether the option `keys` has keys, and `test-key` is not valid. If so, pages from any origin may use the server. */
function hasOwnKeys({ keys, state }: Server): boolean {
  return Object.keys(keys).length > 0 && !state.teamByKey.has(defaultKey)
}

/** Adds the configured latency to a reply. Without one, returns the reply itself, not a copy. */
function addLatency({ latency }: Server, reply: Reply): Reply {
  return latency === 0 ? reply : { ...reply, realDelay: latency }
}
