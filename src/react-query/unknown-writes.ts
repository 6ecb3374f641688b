import type { EntityScreening } from '../client.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'

/** For each client, the errors of the writes that may have been processed, by their variables. */
const unknownWrites = /* @__PURE__ */ new WeakMap<EntityScreening, WeakMap<object, unknown>>()

/**
 * Sends a write, unless an earlier one with the same object may have been processed: a repetition could create a second entity. With
 * its option `retry`, TanStack Query passes the same object to each attempt.
 */
export async function sendUnlessUnknown<Data>(
  client: EntityScreening,
  variables: object,
  send: () => Promise<Data>,
): Promise<Data> {
  const errors = getOrInsert(unknownWrites, client, () => new WeakMap())
  if (errors.has(variables)) throw errors.get(variables)
  try {
    return await send()
  } catch (error) {
    if (!wasCertainlyNotDone(error)) errors.set(variables, error)
    throw error
  }
}

/**
 * Whether an error shows that a write was not processed. The client's errors have an outcome. After any other error, the write
 * may have been processed.
 */
export function wasCertainlyNotDone(error: unknown): boolean {
  return Object(error).outcome === 'not_done'
}
