import { Refusal } from '../../contract/refusal.ts'
import { sleep } from '../../pacing/sleep.ts'
import { sha256 } from '../../shared/content.ts'
import { type Bytes, joinBytes } from '../bytes.ts'
import { callWithLimit } from '../call-with-limit.ts'
import { type ForwardedRequest, forward } from '../forward.ts'
import type { ProxySettings } from '../options.ts'
import { readCompleteBody } from '../read-response.ts'
import type { ProxyResponse } from '../response.ts'
import { assertClaim, type IdempotencyRecord, type StoredResponse } from './idempotency-store.ts'
import type { ProxyKeys } from './key-memory.ts'
import { fromStoredResponse, toStoredResponse } from './stored-response.ts'

/** The minimum and maximum pause between two checks for a response that another process stores, in milliseconds. */
const [minPauseMs, maxPauseMs] = [25, 1000]
/** The maximum time limit of a call of the store, in milliseconds. */
const maxStoreTimeMs = 5000
/** The extra time to wait while another process reads and stores a response. */
const extraWaitMs = 5000

/** The settings of a proxy, with its keys at the time of a request. */
type SettingsWithKeys = ProxySettings & ProxyKeys

/** A write with a key, and the hash of its content. */
export interface KeyedRequest extends ForwardedRequest {
  readonly idempotencyKey: string
  readonly caller: string
}

/**
 * Sends a write unless its key is known. A repeated request waits for the response of the first request, or
 * gets the response from the store. Frees the key if the service has not processed the request.
 *
 * @throws Refusal (422) if the key belongs to another request; (429) if the store has no room for another key; (504) if there is no
 * response to repeat. The store's error if claiming the key fails.
 */
export async function sendOnce(
  settings: ProxySettings,
  request: KeyedRequest,
): Promise<ProxyResponse<Bytes>> {
  const { operation, path, body, idempotencyKey } = request
  const head = new TextEncoder().encode(`${operation.method} ${path}\n`)
  const fingerprint = await sha256(joinBytes([head, body.bytes]))
  const keys = settings.openKeys()
  const { running } = keys
  const other = running.get(idempotencyKey)
  if (other !== undefined) {
    assertSameRequest(other.fingerprint, fingerprint)
    return other.response
  }
  const response = claimAndSend({ ...settings, ...keys }, request, fingerprint)
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

/** Claims the key and sends the request; if the key is known, repeats the response of the first request. */
async function claimAndSend(
  settings: SettingsWithKeys,
  request: KeyedRequest,
  fingerprint: string,
): Promise<ProxyResponse<Bytes>> {
  const storedResponse = await claimOrWait(settings, request, fingerprint)
  if (storedResponse !== null) return fromStoredResponse(storedResponse)
  const response = await forward(settings, request, readCompleteBody)
  await finishKey(settings, request, response)
  return response
}

/**
 * Resolves to null when this request has claimed its key. If another process has claimed it, waits for the response that the
 * process stores.
 */
async function claimOrWait(
  settings: SettingsWithKeys,
  request: KeyedRequest,
  fingerprint: string,
): Promise<StoredResponse | null> {
  const end = performance.now() + settings.timeout + extraWaitMs
  for (let pause = minPauseMs; ; pause = Math.min(maxPauseMs, pause * 2)) {
    const record = await claimKey(settings, request, fingerprint)
    if (record === null || record.response !== null) return record?.response ?? null
    if (request.signal.aborted || performance.now() > end)
      throw new Refusal(504, 'The first request with this Idempotency-Key has no response yet.')
    await sleep(pause, request.signal)
  }
}

/** Claims a key. Resolves to null if the key was new, else to its record. */
async function claimKey(
  { store, timeout, timeToNextExpiry }: SettingsWithKeys,
  { idempotencyKey, caller }: KeyedRequest,
  fingerprint: string,
): Promise<IdempotencyRecord | null> {
  const claim: unknown = await callWithLimit(
    'store.claim',
    () => store.claim(idempotencyKey, fingerprint, caller),
    { timeout: Math.min(timeout, maxStoreTimeMs) },
  )
  assertClaim(claim)
  if (claim === 'full') throw createFullRefusal(timeToNextExpiry)
  if (claim !== null) assertSameRequest(claim.fingerprint, fingerprint)
  return claim
}

/** Creates the refusal of a new key. Only the store in memory knows when it has room again. */
function createFullRefusal(timeToNextExpiry: (() => number) | null): Refusal {
  const message = 'The proxy has no room for another Idempotency-Key: the request was not sent.'
  if (timeToNextExpiry === null) return new Refusal(429, message)
  const seconds = Math.max(1, Math.ceil(timeToNextExpiry() / 1000))
  return new Refusal(429, message, { 'retry-after': String(seconds) })
}

/** Stores the response, or frees the key if the service has not processed the request. */
async function finishKey(
  { store, timeout, onError }: SettingsWithKeys,
  { idempotencyKey }: KeyedRequest,
  response: ProxyResponse<Bytes>,
): Promise<void> {
  try {
    const storedResponse = response.outcome === 'not_done' ? null : toStoredResponse(response)
    await callWithLimit('store.finish', () => store.finish(idempotencyKey, storedResponse), {
      timeout: Math.min(timeout, maxStoreTimeMs),
    })
  } catch (error) {
    // The response could not be stored. The key stays claimed, so the request is not sent again.
    onError(error)
  }
}
