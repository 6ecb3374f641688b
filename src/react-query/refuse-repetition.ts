import { hashKey } from '@tanstack/react-query'
import type { EntityScreening } from '../client.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'

/** The writes of a client that are not sent again. */
interface SentWrites {
  /** The contents of the writes in progress. */
  readonly inProgress: Set<unknown>
  /** The errors of the writes that may have been processed, by their variables, and of refused mutations, by their contexts. */
  readonly errors: WeakMap<object, unknown>
}

const sentWrites = /* @__PURE__ */ new WeakMap<EntityScreening, SentWrites>()

/** A mutation, as TanStack Query runs it. With its option `retry`, it passes the same objects to each attempt. */
interface MutationRun<Variables> {
  readonly operation: string
  readonly variables: Variables
  readonly context: object
}

/** Runs a write, or refuses it. */
export type WriteGuard<Variables> = <Data>(
  run: MutationRun<Variables>,
  write: () => Promise<Data>,
) => Promise<Data>

/**
 * Returns a function that refuses a write if one with an equal input is in progress, or an earlier one with the same object may have
 * been processed: a second one could create a second entity.
 */
export function refuseRepetition(client: EntityScreening): WriteGuard<object> {
  return async ({ operation, variables, context }, write) => {
    const { inProgress, errors } = getOrInsert(sentWrites, client, () => ({
      inProgress: new Set(),
      errors: new WeakMap(),
    }))
    for (const object of [variables, context]) if (errors.has(object)) throw errors.get(object)
    const content = hashContent(operation, variables)
    if (inProgress.has(content)) {
      const error = new Error(
        `screeningQueries: ${operation}: nothing was sent, because an equal input is still in progress: wait for its result`,
      )
      errors.set(context, error)
      throw error
    }
    inProgress.add(content)
    try {
      return await write()
    } catch (error) {
      if (!wasCertainlyNotDone(error)) errors.set(variables, error)
      throw error
    } finally {
      inProgress.delete(content)
    }
  }
}

/** Returns a string that equal variables share. Variables that are not JSON, which the client refuses, equal only themselves. */
function hashContent(operation: string, variables: object): unknown {
  try {
    return hashKey([operation, variables])
  } catch {
    return variables
  }
}

/**
 * Whether an error shows that a write was not processed. The client's errors have an outcome. After any other error, the write
 * may have been processed.
 */
export function wasCertainlyNotDone(error: unknown): boolean {
  return Object(error).outcome === 'not_done'
}
