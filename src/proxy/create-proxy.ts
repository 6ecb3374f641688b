import { Refusal } from '../contract/refusal.ts'
import { isInstanceOf } from '../shared/errors.ts'
import { createPreflightHeaders, isPreflight, refuseOtherSites } from './cross-origin.ts'
import { forward } from './forward.ts'
import { sendOnce } from './keys/send-once.ts'
import { type ProxyOptions, type ProxySettings, resolveProxyOptions } from './options.ts'
import { passArrivingBody, readCompleteBody } from './read-response.ts'
import {
  assertRequest,
  findRoute,
  hashKey,
  type IdentifyCaller,
  type Route,
  readCaller,
  readIdempotencyKey,
  readRequestBody,
} from './request.ts'
import { refusalToResponse } from './response.ts'
import { toResponse } from './to-response.ts'

/**
 * Creates the handler of the route `/screening/*`, which adds the API key to requests of a client in a web page. That client has
 * the options `apiKey: null` and `baseUrl: '/screening'`. The handler forwards only the operations of the service. A write with
 * an `Idempotency-Key` reaches the service at most once, even if the page, the browser or the network repeats it.
 *
 * Arguments that you pass to the handler after the request reach `callerOf`.
 *
 * @throws TypeError naming the option that is wrong. The handler rejects with a TypeError if it is called with the `req` of Express.
 * @example
 * const proxy = createProxy({ baseUrl, apiKey, callerOf: request => request.headers.get('x-user') })
 * const response = await proxy(new Request('https://app.example/screening/v1/entities'))
 * console.log(response.status) // 401
 */
export function createProxy<Context extends readonly unknown[] = []>(
  options: ProxyOptions<Context>,
): (request: Request, ...context: Context) => Promise<Response> {
  const settings = resolveProxyOptions(options)
  const { callerOf } = options
  return async (request, ...context) => {
    assertRequest(request)
    try {
      if (isPreflight(settings.origins, request)) return respondToPreflight(settings, request)
      const call = openCall(settings, request, () => callerOf(request, ...context))
      const { key } = call
      return key === null ? await respond(settings, call) : await respondOnce(settings, { ...call, key })
    } catch (error) {
      return refuse(settings, request, error)
    }
  }
}

/** A request of a page for an operation of the service. */
interface ProxyCall {
  readonly request: Request
  /** Calls the option `callerOf`. */
  readonly identifyCaller: IdentifyCaller
  readonly route: Route
  /** The `Idempotency-Key` of a write; null if there is none. */
  readonly key: string | null
}

type KeyedCall = ProxyCall & { readonly key: string }

/** @throws Refusal (400, 403 or 404) that the same request always gets. */
function openCall(
  { origins, basePath }: ProxySettings,
  request: Request,
  identifyCaller: IdentifyCaller,
): ProxyCall {
  refuseOtherSites(origins, request)
  const route = findRoute(request, basePath)
  return { request, identifyCaller, route, key: readIdempotencyKey(request, route) }
}

function respondToPreflight(settings: ProxySettings, request: Request): Response {
  const headers = createPreflightHeaders(request)
  return toResponse(settings, request, { status: 204, headers, body: new Uint8Array(), outcome: 'not_done' })
}

/** Responds to a request that is sent whenever it comes: a read, or a write without a key. */
async function respond(
  settings: ProxySettings,
  { request, identifyCaller, route }: ProxyCall,
): Promise<Response> {
  await readCaller(settings, request, identifyCaller)
  const body = await readRequestBody(settings, request, route)
  const { signal } = request
  const forwarded = { ...route, body, idempotencyKey: null, signal }
  const response = route.operation.tellsErrors
    ? await forward(settings, forwarded, readCompleteBody)
    : await forward(settings, forwarded, passArrivingBody)
  return toResponse(settings, request, response)
}

/** Responds to a write with a key, which is sent at most once. */
async function respondOnce(
  settings: ProxySettings,
  { request, identifyCaller, route, key }: KeyedCall,
): Promise<Response> {
  try {
    const caller = await readCaller(settings, request, identifyCaller)
    const body = await readRequestBody(settings, request, route)
    const { signal } = request
    const idempotencyKey = await hashKey(caller, key)
    const response = await sendOnce(settings, { ...route, body, idempotencyKey, caller, signal })
    return toResponse(settings, request, response)
  } catch (error) {
    if (isInstanceOf(error, Refusal) && certainStatuses.includes(error.status)) throw error
    if (!isInstanceOf(error, Refusal)) reportError(settings, request, error)
    const explanation = isInstanceOf(error, Refusal) ? `${error.message} ` : ''
    throw new Refusal(504, `${explanation}${unknownOutcome}`)
  }
}

/**
 * The statuses with which the proxy may refuse a write with a key, although an earlier request with the same key may have been sent:
 * the same request always gets them. A 429 means that the store does not know the key.
 */
const certainStatuses: readonly number[] = [400, 403, 413, 415, 422, 429]

const unknownOutcome =
  'This request was not sent, but an earlier one with its Idempotency-Key may have been: reconcile.'

/** Creates the response for a request that was not forwarded. */
function refuse(settings: ProxySettings, request: Request, error: unknown): Response {
  if (isInstanceOf(error, Refusal)) return toResponse(settings, request, refusalToResponse(error, 'not_done'))
  reportError(settings, request, error)
  return toResponse(settings, request, refusalToResponse(new Refusal(504, 'The proxy failed.'), 'unknown'))
}

/** Reports an error, unless the page has left: then most errors come from its connection. */
function reportError({ onError }: ProxySettings, { signal }: Request, error: unknown): void {
  if (!signal.aborted) onError(error)
}
