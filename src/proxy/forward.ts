import { Refusal } from '../contract/refusal.ts'
import { whenAborted } from '../pacing/sleep.ts'
import { wasNeverSent } from '../transport/attempts/outcome.ts'
import { supportsCacheOption, unrepeatable } from '../transport/attempts/runtime.ts'
import { codesOf, copyCause } from '../transport/copy-cause.ts'
import type { FetchInit } from '../transport/options/options.ts'
import type { Bytes } from './bytes.ts'
import { callWithLimit } from './call-with-limit.ts'
import type { ProxySettings } from './options.ts'
import { type ReadBody, readResponse } from './read-response.ts'
import { type RequestBody, type Route, takesBody } from './request.ts'
import { createNotSentRefusal, type ProxyResponse, refusalToResponse } from './response.ts'

/** A request on its way from the page to the service. */
export interface ForwardedRequest extends Route {
  readonly body: RequestBody
  /** A hash of the caller and the `Idempotency-Key` of a write; `null` if there is no such header. */
  readonly idempotencyKey: string | null
  /**
   * Aborted when the page closes the connection. The abort ends the request, except for a write with an
   * idempotency key.
   */
  readonly signal: AbortSignal
}

/** Sends a request once. Always resolves to a response. */
export async function forward<Body>(
  settings: ProxySettings,
  request: ForwardedRequest,
  readBody: ReadBody<Body>,
): Promise<ProxyResponse<Body | Bytes>> {
  const { timeout, mask, onError } = settings
  const { idempotencyKey, signal } = request
  const connection = new AbortController()
  const isKeyedWrite = idempotencyKey !== null
  if (!isKeyedWrite) whenAborted(signal, () => connection.abort())
  try {
    return await callWithLimit('fetch', () => sendAndRead(settings, request, connection, readBody), {
      timeout,
    })
  } catch (error) {
    connection.abort()
    // An error after an abort is not reported, because no page waits for the response. A failed write with
    // an idempotency key is always reported, because nothing else would record the failure.
    if (isKeyedWrite || !signal.aborted) onError(copyCause(error, mask))
    return wasNeverSent(codesOf(error))
      ? refusalToResponse(createNotSentRefusal(), 'not_done')
      : createLostResponse()
  }
}

async function sendAndRead<Body>(
  settings: ProxySettings,
  request: ForwardedRequest,
  connection: AbortController,
  readBody: ReadBody<Body>,
): Promise<ProxyResponse<Body | Bytes>> {
  const { operation, path, idempotencyKey } = request
  const init = createInit(settings, request, connection.signal)
  const response = await settings.fetch(settings.baseUrl + path, init)
  const isKeyedWrite = idempotencyKey !== null
  return readResponse(settings, { response, operation, isKeyedWrite, connection }, readBody)
}

/** Creates the request. Only method, path and body come from the page. */
function createInit(
  { apiKey }: ProxySettings,
  { operation, body, idempotencyKey }: ForwardedRequest,
  signal: AbortSignal,
): FetchInit {
  const sendsBody = takesBody(operation)
  return {
    method: operation.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      ...(sendsBody && { 'content-type': 'application/json' }),
      ...(!sendsBody && { 'cache-control': 'no-cache, no-store' }),
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
    },
    redirect: 'manual',
    signal,
    ...(sendsBody && { body: unrepeatable(body.text) }),
    ...(!sendsBody && supportsCacheOption() && { cache: 'no-store' }),
  }
}

function createLostResponse(): ProxyResponse<Bytes> {
  const sentence = 'There was no response from the service; the request may have been processed.'
  return refusalToResponse(new Refusal(504, sentence), 'unknown')
}
