import { hashKey } from '@tanstack/react-query'
import type { EntityScreening } from '../client.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'
import { PossibleDuplicateError } from '../transport/errors/PossibleDuplicateError.ts'

/** The writes of a client that are not sent again. */
interface SentWrites {
  /** The contents of the writes in progress. */
  readonly inProgress: Set<unknown>
  /** The errors of the writes that may have been processed, by their variables. */
  readonly unknown: WeakMap<object, unknown>
  /** The runs that send nothing more, by their contexts. */
  readonly ended: WeakMap<object, EndedRun>
}

interface EndedRun {
  readonly variables: object
  readonly error: unknown
}

const sentWrites = /* @__PURE__ */ new WeakMap<EntityScreening, SentWrites>()

/** A mutation, as TanStack Query runs it. With its option `retry`, it passes the same objects to each attempt. */
interface MutationRun<Variables> {
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
export function refuseRepetition(
  client: EntityScreening,
  { operation, methodName }: CalledMethod<PossibleDuplicateError['operation']>,
): WriteGuard<object> {
  return async ({ variables, context }, write) => {
    const { inProgress, unknown, ended } = getOrInsert(sentWrites, client, createSentWrites)
    const end = (error: unknown): never => {
      ended.set(context, { variables, error })
      throw error
    }
    const refuse = (reason: string, cause?: unknown): never =>
      end(
        new PossibleDuplicateError(`${methodName}: nothing was sent, because ${reason}`, {
          ...{ operation, outcome: 'unknown', candidates: [], cause },
        }),
      )

    const endedRun = ended.get(context)
    if (endedRun?.variables === variables) throw endedRun.error
    if (unknown.has(variables))
      refuse(
        'an earlier attempt may have been processed: find out whether it was, or pass a copy',
        unknown.get(variables),
      )
    const content = hashContent(operation, variables)
    if (inProgress.has(content)) refuse('an equal input is in progress: wait for its result')
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

function createSentWrites(): SentWrites {
  return { inProgress: new Set(), unknown: new WeakMap(), ended: new WeakMap() }
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
