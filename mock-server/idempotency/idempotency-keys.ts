/** The response to a request with an `Idempotency-Key`. A repetition of the request gets the same response. */
export interface KeyedResponse {
  /** A hash of method, path and body. */
  readonly fingerprint: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The responses to the latest requests of a team with an `Idempotency-Key`, by key, the oldest first. */
export type IdempotencyKeys = Map<string, KeyedResponse>

/** The maximum number of stored keys of a team. */
const maxKeys = 10_000

/** Stores the response to a request with a key. Removes the oldest key if there are too many. */
export function storeKeyedResponse(keys: IdempotencyKeys, key: string, response: KeyedResponse): void {
  keys.set(key, response)
  const [oldest] = keys.keys()
  if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest)
}
