import { sleep } from '../pacing/sleep.ts'
import { sha256 } from '../shared/content.ts'
import type { ForwardedRequest } from './forward.ts'
import type { Settings } from './options.ts'
import { Refusal } from './refusal.ts'
import { fromStoredResponse, type ProxyResponse, toStoredResponse } from './response.ts'

/** Between two looks at a request that is running, in milliseconds. */
const [firstPause, longestPause] = [25, 1000]
/** A request that is running may still have to be read, and stored. */
const patience = 5000

const maxKeyLength = 255

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
  { store, timeout, onError }: Settings,
  request: ForwardedRequest & { readonly idempotencyKey: string },
  send: (request: ForwardedRequest) => Promise<ProxyResponse>,
): Promise<ProxyResponse> {
  const { operation, path, body, idempotencyKey: key, signal } = request
  const head = new TextEncoder().encode(`${operation.method} ${path}\n`)
  const fingerprint = await sha256(new Uint8Array([...head, ...body]))
  const end = performance.now() + timeout + patience
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 2)) {
    const record = await store.claim(key, fingerprint)
    if (record === null) break
    if (record.fingerprint !== fingerprint)
      throw new Refusal(422, 'This Idempotency-Key was sent with another request.')
    if (record.response !== null) return fromStoredResponse(record.response)
    if (signal.aborted || performance.now() > end)
      throw new Refusal(504, 'The first request with this Idempotency-Key has no response yet.')
    await sleep(pause, signal)
  }
  const response = await send(request)
  try {
    await store.finish(key, response.outcome === 'not_done' ? null : toStoredResponse(response))
  } catch (error) {
    // The key stays claimed: nobody sends the request again.
    onError(error)
  }
  return response
}
