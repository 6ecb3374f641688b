import { Refusal } from '../contract/refusal.ts'
import { isInstanceOf } from '../shared/errors.ts'
import { callWithLimit } from './call-with-limit.ts'
import { createForward, notSent } from './forward.ts'
import { type ProxyOptions, resolveProxyOptions } from './options.ts'
import { findRoute, readRequestBody, refuseOtherSites } from './request.ts'
import { refusalToResponse, toResponse } from './response.ts'
import { type RunningWrite, readIdempotencyKey, sendOnce } from './send-once.ts'

/**
 * Creates the handler of the route `/screening/*`, which adds the API key to requests of a client in a web page. That client has
 * the options `apiKey: null` and `baseUrl: '/screening'`. The handler forwards only the operations of the service. A write with
 * an `Idempotency-Key` reaches the service at most once, even if the page, the browser or the network repeats it.
 *
 * @throws TypeError naming the option that is wrong.
 * @example
 * const proxy = createProxy({ baseUrl, apiKey, callerOf: request => request.headers.get('x-user') })
 * const response = await proxy(new Request('https://app.example/screening/v1/entities'))
 * console.log(response.status) // 401
 */
export function createProxy(options: ProxyOptions): (request: Request) => Promise<Response> {
  const settings = resolveProxyOptions(options)
  const forward = createForward(settings)
  const running = new Map<string, RunningWrite>()

  async function respond(request: Request) {
    const route = findRoute(request, settings.basePath)
    refuseOtherSites(request)
    const { signal } = request
    const limits = { signal, timeout: settings.timeout }
    const caller = await callWithLimit('callerOf', () => settings.callerOf(request), limits)
    if (typeof caller !== 'string' || caller === '') throw new Refusal(401, 'Please sign in.')
    const readBody = () => readRequestBody(request, route, settings.maxBodyBytes)
    const body = await callWithLimit('the body', readBody, limits)
    const idempotencyKey = route.operation.repeatable ? null : await readIdempotencyKey(request, caller)
    const forwarded = { ...route, body, signal }
    return idempotencyKey === null
      ? forward({ ...forwarded, idempotencyKey })
      : sendOnce(settings, running, { ...forwarded, idempotencyKey }, forward)
  }

  return async request => {
    try {
      return toResponse(await respond(request))
    } catch (error) {
      if (isInstanceOf(error, Refusal)) return toResponse(refusalToResponse(error, 'not_done'))
      if (!request.signal.aborted) settings.onError(error)
      // Nothing was sent to the service: `callerOf` or the store failed, or the body could not be read.
      const refusal = new Refusal(503, notSent, { 'retry-after': '1' })
      return toResponse(refusalToResponse(refusal, 'not_done'))
    }
  }
}
