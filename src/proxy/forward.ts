import { Refusal } from '../contract/refusal.ts'
import { createKeyMask } from '../shared/key-mask.ts'
import { deriveOutcome, wasNeverSent } from '../transport/attempts/outcome.ts'
import { codesOf, copyCause } from '../transport/copy-cause.ts'
import { callWithLimit } from './call-with-limit.ts'
import type { ProxySettings } from './options.ts'
import type { Route } from './request.ts'
import { type ProxyResponse, readResponse, refusalToResponse } from './response.ts'

/** A request on its way from the page to the service. */
export interface ForwardedRequest extends Route {
  readonly body: Uint8Array<ArrayBuffer>
  /** A hash of the caller and the `Idempotency-Key` of a write; `null` if there is no such header. */
  readonly idempotencyKey: string | null
  /**
   * Aborted when the page closes the connection. The abort ends the request, except for a write with an
   * idempotency key.
   */
  readonly signal: AbortSignal
}

/** How long to wait for `fetch` to reject after its signal is aborted, in milliseconds. */
const abortGraceMs = 100

export const notSent = 'The request was not sent to the service: send it again.'

/** Creates a function that sends a request once and always resolves to a response. */
export function createForward({ apiKey, baseUrl, timeout, fetch, onError }: ProxySettings) {
  const { learn, mask } = createKeyMask()
  learn(apiKey)

  return async (request: ForwardedRequest): Promise<ProxyResponse> => {
    const { idempotencyKey } = request
    const limit = AbortSignal.timeout(timeout)
    const signal = idempotencyKey === null ? AbortSignal.any([request.signal, limit]) : limit
    try {
      // The application's `fetch` may ignore the signal, so `callWithLimit` applies a time limit too.
      return await callWithLimit('fetch', () => sendAndRead(request, signal), {
        timeout: timeout + abortGraceMs,
      })
    } catch (error) {
      // An error after an abort is not reported, because no page waits for the response. A failed write with
      // an idempotency key is always reported, because nothing else would record the failure.
      if (idempotencyKey !== null || !request.signal.aborted) onError(copyCause(error, mask))
      if (wasNeverSent(codesOf(error)))
        return refusalToResponse(new Refusal(503, notSent, { 'retry-after': '1' }), 'not_done')
      const sentence = 'There was no response from the service; the request may have been processed.'
      return refusalToResponse(new Refusal(504, sentence), 'unknown')
    }
  }

  async function sendAndRead(request: ForwardedRequest, signal: AbortSignal): Promise<ProxyResponse> {
    const response = await fetch(baseUrl + request.path, { ...createInit(request), signal })
    const outcome = deriveOutcome(response.status, response.headers)
    return readResponse(response, request.operation, outcome, apiKey, mask)
  }

  /** Creates the request. Only method, path and body come from the page. */
  function createInit({ operation, body, idempotencyKey }: ForwardedRequest): RequestInit {
    const hasBody = operation.request !== undefined
    const headers = new Headers({ accept: 'application/json', authorization: `Bearer ${apiKey}` })
    if (hasBody) headers.set('content-type', 'application/json')
    else headers.set('cache-control', 'no-cache')
    if (idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey)
    return {
      method: operation.method,
      headers,
      // Deno may resend a request by itself if the body is bytes or a string.
      body: hasBody ? new Blob([body], { type: 'application/json' }) : null,
      redirect: 'manual',
    }
  }
}
