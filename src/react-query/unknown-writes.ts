import type { EntityScreening } from '../client.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'

/** For each client, the errors of the writes that may have been processed, by their variables. */
const unknownWrites = /* @__PURE__ */ new WeakMap<EntityScreening, WeakMap<object, unknown>>()

/**
 * Returns a function that sends a write, unless an earlier one with the same object may have been processed: a repetition could
 * create a second entity. With its option `retry`, TanStack Query passes the same object to each attempt.
 */
export function refuseRepetition<Variables extends object, Data>(
  client: EntityScreening,
  send: (variables: Variables) => Promise<Data>,
): (variables: Variables) => Promise<Data> {
  return async variables => {
    const errors = getOrInsert(unknownWrites, client, () => new WeakMap())
    if (errors.has(variables)) throw errors.get(variables)
    try {
      return await send(variables)
    } catch (error) {
      if (!wasCertainlyNotDone(error)) errors.set(variables, error)
      throw error
    }
  }
}

/**
 * Whether an error shows that a write was not processed. The client's errors have an outcome. After any other error, the write
 * may have been processed.
 */
export function wasCertainlyNotDone(error: unknown): boolean {
  return Object(error).outcome === 'not_done'
}
