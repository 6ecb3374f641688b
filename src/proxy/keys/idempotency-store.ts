import { isRecord, isString } from '../../shared/json.ts'
import type { Outcome } from '../../transport/attempts/outcome.ts'

/** A response from the service as plain JSON. */
export type StoredResponse = {
  /** The HTTP status. */
  readonly status: number
  /** Whether the service has processed the request. */
  readonly outcome: Outcome
  /** The headers, as pairs of name and value. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body in base64, which preserves every byte; null if it is not kept, such as a body of more than 64 KiB. */
  readonly body: string | null
}

/** The data that a store keeps about an idempotency key. */
export interface IdempotencyRecord {
  /** The SHA-256 hash of the method, path and body of the request that claimed the key. */
  readonly fingerprint: string
  /** The response; `null` while the request is in progress. */
  readonly response: StoredResponse | null
}

/**
 * A store for the idempotency keys of writes. Several processes must share one store. If `claim` throws, takes longer than 5 seconds
 * or returns anything else, nothing is sent and the page gets a 504, because the store may know the key.
 *
 * @example
 * const records = new Map<string, IdempotencyRecord>()
 * const store: IdempotencyStore = {
 *   claim(key, fingerprint) {
 *     const record = records.get(key)
 *     if (record === undefined) records.set(key, { fingerprint, response: null })
 *     return record ?? null
 *   },
 *   finish(key, response) {
 *     const record = records.get(key)
 *     if (response === null) records.delete(key)
 *     else if (record !== undefined) records.set(key, { ...record, response })
 *   },
 * }
 */
export interface IdempotencyStore {
  /**
   * Claims a key atomically. Returns `null` for the first request with the key, which is then sent, and the existing record for all
   * others. If the store has no room for a key that it does not know, it returns `'full'`, and the page gets a 429.
   *
   * @param key - 64 hexadecimal characters: a hash of the caller and the `Idempotency-Key`.
   * @param caller - The caller, as `callerOf` returned it, so that a store can limit the keys of each caller.
   */
  readonly claim: (key: string, fingerprint: string, caller: string) => Claim | Promise<Claim>
  /**
   * Stores the response for a claimed key. If `response` is `null`, frees the key, because the service has not processed the
   * request.
   */
  readonly finish: (key: string, response: StoredResponse | null) => unknown
}

/** The answer to a claim: null if the key is new, the record of its request, or `'full'` if no further key can be stored. */
type Claim = IdempotencyRecord | 'full' | null

/** @throws TypeError naming what `claim` must return, because a store belongs to the application. */
export function assertClaim(claim: unknown): asserts claim is Claim {
  if (claim === null || claim === 'full' || isIdempotencyRecord(claim)) return
  const type = claim === undefined ? 'undefined' : 'a value of another form'
  throw new TypeError(
    `store.claim must return null, 'full' or a record with fingerprint and response, as finish got it, not ${type}`,
  )
}

function isIdempotencyRecord(value: unknown): value is IdempotencyRecord {
  if (!isRecord(value) || !isString(value.fingerprint)) return false
  return value.response === null || isStoredResponse(value.response)
}

const outcomes: readonly unknown[] = ['not_done', 'unknown', 'done'] satisfies readonly Outcome[]

function isStoredResponse(value: unknown): value is StoredResponse {
  if (!isRecord(value) || !Array.isArray(value.headers)) return false
  const { status, outcome, headers, body } = value
  const isPair = (pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every(isString)
  return (
    Number.isInteger(status) &&
    outcomes.includes(outcome) &&
    headers.every(isPair) &&
    (body === null || isString(body))
  )
}
