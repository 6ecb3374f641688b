/** A response of the service as a store keeps it: plain JSON. */
export interface StoredResponse {
  /** The HTTP status. */
  readonly status: number
  /** The headers, as names and values. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body in base64, so that every byte comes back as it came. */
  readonly body: string
}

/** The record of a store for a key. */
export interface IdempotencyRecord {
  /** The SHA-256 of method, path and body of the request that claimed the key. */
  readonly fingerprint: string
  /** The response; `null` while the request is running. */
  readonly response: StoredResponse | null
}

/**
 * A place for the keys of writes. Several processes need one that they share. An error before a request is sent becomes a 503.
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
   * Claims a key, atomically: of any number of callers, one gets `null` and sends its request. The others get the record that is
   * there, unchanged.
   *
   * @param key - 64 hexadecimal characters, made of the caller and its `Idempotency-Key`.
   */
  readonly claim: (
    key: string,
    fingerprint: string,
  ) => IdempotencyRecord | null | Promise<IdempotencyRecord | null>
  /** Stores the response for a claimed key; `null` frees the key, because the service did nothing. */
  readonly finish: (key: string, response: StoredResponse | null) => unknown
}
