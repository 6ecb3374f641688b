import { Refusal } from '../contract/refusal.ts'
import { sleep } from '../pacing/sleep.ts'
import { sha256 } from '../shared/content.ts'
import { callWithLimit } from './call-with-limit.ts'
import type { ForwardedRequest } from './forward.ts'
import type { ProxySettings } from './options.ts'
import { fromStoredResponse, type ProxyResponse, toStoredResponse } from './response.ts'

/** The minimum and maximum pause between two checks for a response that another process stores, in milliseconds. */
const [minPauseMs, maxPauseMs] = [25, 1000]
/** The maximum time limit of a call of the store, in milliseconds. */
const maxStoreTimeMs = 5000
/** The extra time to wait while another process reads and stores a response. */
const extraWaitMs = 5000

const maxKeyLength = 255

type KeyedRequest = ForwardedRequest & { readonly idempotencyKey: string }

/** A write in progress. If the page repeats the request, it gets the same response. */
export interface RunningWrite {
  readonly fingerprint: string
  readonly response: Promise<ProxyResponse>
}

/**
 * Returns the key under which the store records a write; null if there is no `Idempotency-Key`. The key is derived from the
 * caller too, so that two callers never have the same key.
 */
export async function readIdempotencyKey({ headers }: Request, caller: string): Promise<string | null> {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  if (key === '' || key.length > maxKeyLength)
    throw new Refusal(400, `Idempotency-Key must have 1 to ${maxKeyLength} characters.`)
  return sha256(JSON.stringify([caller, key]))
}

/**
 * Sends a write unless its key is known. A repeated request waits for the response of the first request, or
 * gets the response from the store. Frees the key if the service has not processed the request.
 *
 * @throws Refusal (422) if the key belongs to another request; the store's error if claiming the key fails.
 */
export async function sendOnce(
  settings: ProxySettings,
  running: Map<string, RunningWrite>,
  request: KeyedRequest,
  send: (request: ForwardedRequest) => Promise<ProxyResponse>,
): Promise<ProxyResponse> {
  const { operation, path, body, idempotencyKey } = request
  const head = new TextEncoder().encode(`${operation.method} ${path}\n`)
  const fingerprint = await sha256(new Uint8Array([...head, ...body]))
  const other = running.get(idempotencyKey)
  if (other !== undefined) {
    assertSameRequest(other.fingerprint, fingerprint)
    return other.response
  }
  const response = claimAndSend(settings, request, fingerprint, send)
  running.set(idempotencyKey, { fingerprint, response })
  try {
    return await response
  } finally {
    running.delete(idempotencyKey)
  }
}

function assertSameRequest(claimedFingerprint: string, fingerprint: string): void {
  if (claimedFingerprint !== fingerprint)
    throw new Refusal(422, 'This Idempotency-Key was sent with another request.')
}

/** Claims the key and sends the request; if another process has claimed the key, waits for its response. */
async function claimAndSend(
  { store, timeout, onError }: ProxySettings,
  request: KeyedRequest,
  fingerprint: string,
  send: (request: ForwardedRequest) => Promise<ProxyResponse>,
): Promise<ProxyResponse> {
  const { idempotencyKey: key, signal } = request
  const limits = { timeout: Math.min(timeout, maxStoreTimeMs) }
  const end = performance.now() + timeout + extraWaitMs
  for (let pause = minPauseMs; ; pause = Math.min(maxPauseMs, pause * 2)) {
    const record = await callWithLimit('store.claim', () => store.claim(key, fingerprint), limits)
    if (record === null) break
    assertSameRequest(record.fingerprint, fingerprint)
    if (record.response !== null) return fromStoredResponse(record.response)
    if (signal.aborted || performance.now() > end)
      throw new Refusal(504, 'The first request with this Idempotency-Key has no response yet.')
    await sleep(pause, signal)
  }
  const response = await send(request)
  try {
    const stored = response.outcome === 'not_done' ? null : toStoredResponse(response)
    await callWithLimit('store.finish', () => store.finish(key, stored), limits)
  } catch (error) {
    // The response could not be stored. The key stays claimed, so the request is not sent again.
    onError(error)
  }
  return response
}
