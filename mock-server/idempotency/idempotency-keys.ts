/** The response to a request with an `Idempotency-Key`. A repetition of the request gets the same response. */
export interface KeyedResponse {
  /** A hash of method, path and body. */
  readonly fingerprint: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The latest idempotency keys of a team. */
export interface IdempotencyKeys {
  readonly responses: Map<string, KeyedResponse>
  /** The key in each slot. Once there are {@link maxKeys} keys, each new key takes the slot of the oldest key. */
  readonly slots: Map<number, string>
  /** The number of keys that the team has ever sent. */
  count: number
}

/** The maximum number of stored keys of a team. */
const maxKeys = 10_000

export function createIdempotencyKeys(): IdempotencyKeys {
  return { responses: new Map(), slots: new Map(), count: 0 }
}

/** Returns the slot for the key with this number. */
function slotOf(number: number): number {
  return number % maxKeys
}

/** Stores a key in the slot for its number. */
export function putIdempotencyKey(
  keys: IdempotencyKeys,
  number: number,
  key: string,
  response: KeyedResponse,
): void {
  const slot = slotOf(number)
  const replacedKey = keys.slots.get(slot)
  if (replacedKey !== undefined) keys.responses.delete(replacedKey)
  keys.slots.set(slot, key)
  keys.responses.set(key, response)
  keys.count = Math.max(keys.count, number + 1)
}

/** Lists the stored keys with their numbers, the oldest first. */
export function* listIdempotencyKeys({ responses, slots, count }: IdempotencyKeys) {
  for (let number = Math.max(0, count - maxKeys); number < count; number += 1) {
    const key = slots.get(slotOf(number))
    const response = key === undefined ? undefined : responses.get(key)
    if (key !== undefined && response !== undefined) yield { number, key, response }
  }
}
