/** A response from the service as plain JSON. */
export type StoredResponse = {
  /** The HTTP status. */
  readonly status: number
  /** The headers, as pairs of name and value. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body in base64, which preserves every byte. */
  readonly body: string
}

/** The data that a store keeps about an idempotency key. */
export interface IdempotencyRecord {
  /** The SHA-256 hash of the method, path and body of the request that claimed the key. */
  readonly fingerprint: string
  /** The response; `null` while the request is in progress. */
  readonly response: StoredResponse | null
}

/**
 * A store for the idempotency keys of writes. Several processes must share one store. If `claim` throws, the request is not sent and the
 * page gets a 503.
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
   * Claims a key atomically. The first caller gets `null` and sends its request; all others get the existing record.
   *
   * @param key - 64 hexadecimal characters: a hash of the caller and the `Idempotency-Key`.
   */
  readonly claim: (
    key: string,
    fingerprint: string,
  ) => IdempotencyRecord | null | Promise<IdempotencyRecord | null>
  /**
   * Stores the response for a claimed key. If `response` is `null`, frees the key, because the service has not processed the
   * request.
   */
  readonly finish: (key: string, response: StoredResponse | null) => unknown
}
