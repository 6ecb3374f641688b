import * as z from 'zod/mini'
import { text } from '../contract/text.ts'
import type { Entity } from '../model/entity.ts'
import { createHalt } from '../pacing/halt.ts'
import { sleep } from '../pacing/sleep.ts'
import { check, readInput } from '../transport/check.ts'
import { AbortedError } from '../transport/errors/AbortedError.ts'
import { ApiError } from '../transport/errors/ApiError.ts'
import { ConnectionError } from '../transport/errors/ConnectionError.ts'
import type { EntityScreeningError } from '../transport/errors/EntityScreeningError.ts'
import { TimeoutError } from '../transport/errors/TimeoutError.ts'
import { WaitTimeoutError } from '../transport/errors/WaitTimeoutError.ts'
import { aborted } from '../transport/make-error.ts'
import { methodOf } from '../transport/method.ts'
import type { ClientOptions, RequestOptions } from '../transport/options/options.ts'
import { functionOption, requestOptions, waitDefaults } from '../transport/options/schemas.ts'
import { isPassing } from '../transport/passing.ts'
import { type EntityReference, identify } from './reference.ts'
import { createScreened } from './screened.ts'

/**
 * Whether what is waited for has happened to an entity.
 *
 * @inline
 */
export type WaitPredicate = (entity: Entity, previous: Entity | null) => boolean | Promise<boolean>

/**
 * How to wait.
 *
 * @example
 * const options: WaitOptions = {
 *   every: 500,
 *   timeout: 60_000,
 *   onProgress: ({ polls, pending }) => console.log(`look ${polls}: ${pending.length} still waited for`),
 * }
 * const entity = await client.entities.waitForScreening(id, options)
 */
export interface WaitOptions {
  /**
   * The pause between two polls of the list, in milliseconds.
   *
   * @default the client's own `wait.every`, or 2000
   */
  every?: number | undefined
  /**
   * How long to wait in all, in milliseconds; false for no limit.
   *
   * @default the client's own `wait.timeout`, or 300000
   */
  timeout?: number | false | undefined
  /** Ends the wait with an `AbortedError`. */
  signal?: AbortSignal | undefined
  /** Called after each poll of the list, and waited for; what it throws ends the wait. */
  onProgress?: ((progress: WaitProgress) => void | Promise<void>) | undefined
}

/** The result of waiting: the entity for one reference, or the entities in the order of a list of references. */
export type Waited<Given> = [Given] extends [EntityReference]
  ? Entity
  : Given extends readonly unknown[]
    ? Entity[]
    : Entity

/** How far a wait has got. */
export interface WaitProgress {
  /** How often the list was read. */
  readonly polls: number
  /** The identifiers of the entities for which the predicate has held. */
  readonly done: readonly string[]
  /** The identifiers of the others. */
  readonly pending: readonly string[]
  /** Those of `pending` that were not in the list when it was last read; none until it has been read. */
  readonly missing: readonly string[]
  /** Why the list could not be read this time; null where it could. */
  readonly failure: EntityScreeningError | null
}

/** What is waited for. */
interface Wait {
  /** What was called, for the errors. */
  readonly operation: 'waitFor' | 'waitForScreening'
  readonly given: EntityReference | readonly EntityReference[]
  /** Null for the results of a screening. */
  readonly predicate: WaitPredicate | null
  readonly options: WaitOptions
  /** How the client waits where the options do not say. */
  readonly defaults: ClientOptions['wait']
}

const waitShape = {
  predicate: z.unknown().check(z.refine(given => typeof given === 'function', 'must be a function')),
  ...waitDefaults.shape,
  signal: requestOptions.shape.signal,
  onProgress: functionOption,
}
const waitForOne = z.strictObject({ id: text, ...waitShape })
const waitForSeveral = z.strictObject({ ids: z.array(text), ...waitShape })

/** Checks what a caller gives; errors call a single identifier `id`. */
function prepare({ operation, given, predicate: wanted, options }: Wait) {
  return readInput(operation, () => {
    const references = [given].flat()
    const ids = references.map(identify)
    const predicate = wanted === null ? createScreened(references) : wanted
    const { ...copied } = options
    if (Array.isArray(given)) check(operation, waitForSeveral, { ...copied, ids, predicate })
    else check(operation, waitForOne, { ...copied, id: ids[0], predicate })
    return { ids, predicate, options: copied }
  })
}

/** Polls the list until the predicate has held once for each entity; returns each as it was then. */
export async function wait(
  list: (options: RequestOptions) => AsyncIterable<Entity>,
  given: Wait,
): Promise<Entity[]> {
  const { operation, defaults } = given
  const { ids, predicate, options } = prepare(given)
  const { every = defaults?.every ?? 2000, signal, onProgress } = options
  const { timeout = defaults?.timeout ?? 300_000 } = options
  const wanted = new Set(ids)
  const done = new Map<string, Entity>()
  const judged = new Map<string, Entity>()
  const seen = new Map<string, Entity>()
  let missing: readonly string[] = []
  let failure: EntityScreeningError | null = null
  const halt = createHalt<'timeout'>(signal)
  const timer = timeout === false ? undefined : setTimeout(() => halt.stop('timeout', null), timeout)
  try {
    for (let polls = 1; done.size < wanted.size; polls += 1) {
      if (polls > 1) await sleep(every, halt.signal)
      if (halt.signal.aborted) throw ended()
      failure = await look().then(() => null, temporary)
      await onProgress?.({ polls, done: [...done.keys()], pending: pending(), missing, failure })
    }
    return ids.flatMap(id => done.get(id) ?? [])
  } finally {
    clearTimeout(timer)
    halt.release()
  }

  function pending(): string[] {
    return [...wanted].filter(id => !done.has(id))
  }

  async function look(): Promise<void> {
    const found = new Map<string, Entity>()
    for await (const entity of list({ signal: halt.signal })) {
      if (wanted.has(entity.id) && !done.has(entity.id)) found.set(entity.id, entity)
    }
    missing = pending().filter(id => !found.has(id))
    // Before the predicate, which may fail for a while: it was seen nevertheless.
    for (const [id, entity] of found) seen.set(id, entity)
    for (const [id, entity] of found) {
      if (await predicate(entity, judged.get(id) ?? null)) done.set(id, entity)
      judged.set(id, entity)
    }
  }

  /** What may be better the next time is handed back, the rest is thrown. */
  function temporary(error: unknown): EntityScreeningError {
    if (isTemporary(error)) return error
    throw halt.signal.aborted && AbortedError.is(error) ? ended() : error
  }

  function ended(): EntityScreeningError {
    if (signal?.aborted || timeout === false)
      return aborted({ operation: 'listEntities', outcome: 'not_done', repeatable: true })
    const lastSeen = describe(seen.get(pending()[0] ?? ''))
    return timedOut({ operation, pending: pending(), missing, lastSeen, failure }, timeout)
  }
}

function timedOut(
  details: ConstructorParameters<typeof WaitTimeoutError>[1],
  timeout: number,
): WaitTimeoutError {
  const { operation, pending, missing, lastSeen, failure } = details
  const absent = missing.length > 0 ? `, ${missing.length} of them not in the list` : ''
  // A list that was read shows the first of them, or lacks it.
  const isUnread = missing.length === 0 && lastSeen === null
  const reads = isUnread ? '; no list was read' : failure && '; the last read of the list failed'
  const reason = failure && `: ${failure.message}`
  const seen =
    lastSeen &&
    `, the first last seen with caseStatus ${lastSeen.caseStatus} and riskLevel ${lastSeen.riskLevel}`
  const what = `${pending.length} still pending after ${timeout} ms${absent}`
  const message = `${methodOf(operation)}: ${what}${seen ?? ''}${reads ?? ''}${reason ?? ''}`
  return new WaitTimeoutError(message, details)
}

/** Nothing personal: it gets into the message of an error. */
function describe(entity: Entity | undefined): WaitTimeoutError['lastSeen'] {
  return entity === undefined ? null : { caseStatus: entity.caseStatus, riskLevel: entity.riskLevel }
}

/** The client has retried already, as often as its options allow. */
function isTemporary(error: unknown): error is EntityScreeningError {
  if (ApiError.is(error)) return isPassing(error.status)
  return ConnectionError.is(error) || TimeoutError.is(error)
}
