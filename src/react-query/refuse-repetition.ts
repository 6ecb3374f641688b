import { hashKey } from '@tanstack/react-query'
import type { EntityScreening } from '../client.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'

/** The writes of a client that are not sent again. */
interface SentWrites {
  /** The contents of the writes in progress. */
  readonly inProgress: Set<unknown>
  /** The errors of the writes that may have been processed, by their variables. */
  readonly unknown: WeakMap<object, unknown>
  /** The errors of mutations that send nothing more, by their contexts. */
  readonly ended: WeakMap<object, unknown>
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
    const { inProgress, unknown, ended } = getOrInsert(sentWrites, client, () => ({
      inProgress: new Set(),
      unknown: new WeakMap(),
      ended: new WeakMap(),
    }))
    const end = (error: unknown): never => {
      ended.set(context, error)
      throw error
    }
    const refuse = (reason: string, cause?: unknown) =>
      end(new Error(`screeningQueries: ${operation}: nothing was sent, because ${reason}`, { cause }))

    if (ended.has(context)) throw ended.get(context)
    if (unknown.has(variables))
      return refuse(
        'an earlier attempt may have been processed: look at the list first, and pass a copy',
        unknown.get(variables),
      )
    const content = hashContent(operation, variables)
    if (inProgress.has(content)) return refuse('an equal input is still in progress: wait for its result')
    inProgress.add(content)
    try {
      return await write()
    } catch (error) {
      if (wasCertainlyNotDone(error)) throw error
      unknown.set(variables, error)
      return end(error)
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
