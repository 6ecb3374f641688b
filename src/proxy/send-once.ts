import { Refusal } from '../contract/refusal.ts'
import { callbackGrace, runCallback } from '../pacing/run-callback.ts'
import { sleep } from '../pacing/sleep.ts'
import { sha256 } from '../shared/content.ts'
import type { ForwardedRequest } from './forward.ts'
import type { ProxySettings } from './options.ts'
import { fromStoredResponse, type ProxyResponse, toStoredResponse } from './response.ts'

/** The pauses between two checks of a running request, in milliseconds. */
const [minPauseMs, maxPauseMs] = [25, 1000]
/** A request that is running may still have to be read, and stored. */
const extraWaitMs = 5000

const maxKeyLength = 255

type KeyedRequest = ForwardedRequest & { readonly idempotencyKey: string }

/** A write of this process that has no response yet: a repetition gets the same. */
export interface RunningWrite {
  readonly fingerprint: string
  readonly response: Promise<ProxyResponse>
}

/** The key of a write under which the store keeps it: two callers with the same `Idempotency-Key` have two. */
export async function readIdempotencyKey({ headers }: Request, caller: string): Promise<string | null> {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  if (key === '' || key.length > maxKeyLength)
    throw new Refusal(400, `Idempotency-Key must have 1 to ${maxKeyLength} characters.`)
  return sha256(JSON.stringify([caller, key]))
}

/**
 * Sends a write with a key unless the key was sent before, with the same request: then waits for its response, or gets it from the
 * store. A request of which the service did nothing frees its key.
 *
 * @throws Refusal of 422 if the key was sent with another request; what the store throws, before anything is sent.
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

/** Waits for the response of another process if it has claimed the key. */
async function claimAndSend(
  { store, timeout, onError }: ProxySettings,
  request: KeyedRequest,
  fingerprint: string,
  send: (request: ForwardedRequest) => Promise<ProxyResponse>,
): Promise<ProxyResponse> {
  const { idempotencyKey: key, signal } = request
  const limits = { timeout: Math.min(timeout, callbackGrace) }
  const end = performance.now() + timeout + extraWaitMs
  for (let pause = minPauseMs; ; pause = Math.min(maxPauseMs, pause * 2)) {
    const record = await runCallback('store.claim', () => store.claim(key, fingerprint), limits)
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
    await runCallback('store.finish', () => store.finish(key, stored), limits)
  } catch (error) {
    // The key stays claimed, so the request is not sent again.
    onError(error)
  }
  return response
}
