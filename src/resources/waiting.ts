import * as z from 'zod/mini'
import { text } from '../contract/text.ts'
import type { Entity } from '../model/entity.ts'
import { sleep } from '../pacing/sleep.ts'
import { createStopController } from '../pacing/stop-controller.ts'
import { lettersOf } from '../reading/letters.ts'
import { check, readInput } from '../transport/check.ts'
import { aborted, methodOf } from '../transport/create-error.ts'
import { AbortedError } from '../transport/errors/AbortedError.ts'
import { ApiError } from '../transport/errors/ApiError.ts'
import { ConnectionError } from '../transport/errors/ConnectionError.ts'
import type { EntityScreeningError } from '../transport/errors/EntityScreeningError.ts'
import { TimeoutError } from '../transport/errors/TimeoutError.ts'
import { WaitTimeoutError } from '../transport/errors/WaitTimeoutError.ts'
import type { ClientOptions } from '../transport/options/options.ts'
import { functionOption, requestOptions, waitDefaults } from '../transport/options/schemas.ts'
import { isPassing } from '../transport/outcome.ts'
import { type EntityReference, identify } from './bind-operations.ts'
import type { Team } from './whole-list.ts'

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
 *   onProgress: ({ polls, pending }) => console.log(`poll ${polls}: ${pending.length} still waited for`),
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

/** How far a wait has got, by the identifiers of the entities. */
export interface WaitProgress {
  /** How often the list was read. */
  readonly polls: number
  /** Those for which the predicate has held. */
  readonly done: readonly string[]
  /** The others. */
  readonly pending: readonly string[]
  /** Those of `pending` that were not in the list when it was last read; none until it has been read. */
  readonly missing: readonly string[]
  /** Why the list could not be read this time; null where it could. */
  readonly failure: EntityScreeningError | null
}

/** One wait, as it was called. */
export interface WaitCall {
  readonly operation: 'waitFor' | 'waitForScreening'
  /** Null for the results of a screening. */
  readonly predicate: WaitPredicate | null
  readonly options: WaitOptions
  /** How the client waits where the options do not say. */
  readonly defaults: ClientOptions['wait']
}

const waitFields = {
  predicate: z.unknown().check(z.refine(given => typeof given === 'function', 'must be a function')),
  ...waitDefaults.shape,
  signal: requestOptions.shape.signal,
  onProgress: functionOption,
}
// Errors call a single identifier `id`.
const oneInput = z.strictObject({ id: text, ...waitFields })
const severalInput = z.strictObject({ ids: z.array(text), ...waitFields })

function prepare(given: EntityReference | readonly EntityReference[], call: WaitCall) {
  const { operation, options, defaults } = call
  return readInput(operation, () => {
    const references = [given].flat()
    const ids = references.map(identify)
    const predicate = call.predicate === null ? hasScreened(references) : call.predicate
    const { ...copied } = options
    if (Array.isArray(given)) check(operation, severalInput, { ...copied, ids, predicate })
    else check(operation, oneInput, { ...copied, id: ids[0], predicate })
    const { every = defaults?.every ?? 2000, timeout = defaults?.timeout ?? 300_000 } = copied
    return { ids, predicate, every, timeout, signal: copied.signal, onProgress: copied.onProgress }
  })
}

/** Polls the list until the predicate has held once for each entity; returns each as it was then. */
export function wait<Given extends EntityReference | readonly EntityReference[]>(
  team: Team,
  given: Given,
  call: WaitCall,
): Promise<Waited<Given>>
export async function wait(
  team: Team,
  given: EntityReference | readonly EntityReference[],
  call: WaitCall,
): Promise<Entity | Entity[] | undefined> {
  const { operation } = call
  const { ids, predicate, every, timeout, signal, onProgress } = prepare(given, call)
  const done = new Map<string, Entity>()
  const judged = new Map<string, Entity>()
  const seen = new Map<string, Entity>()
  const pending = () => [...new Set(ids)].filter(id => !done.has(id))
  let missing: readonly string[] = []
  let failure: EntityScreeningError | null = null
  const stopping = createStopController<'timeout'>(signal)
  const timer = timeout === false ? undefined : setTimeout(() => stopping.stop('timeout', null), timeout)
  try {
    for (let polls = 1; pending().length > 0; polls += 1) {
      if (polls > 1) await sleep(every, stopping.signal)
      if (stopping.signal.aborted) throw ended()
      failure = await poll().then(() => null, passing)
      await onProgress?.({ polls, done: [...done.keys()], pending: pending(), missing, failure })
    }
    const entities = ids.flatMap(id => done.get(id) ?? [])
    return Array.isArray(given) ? entities : entities[0]
  } finally {
    clearTimeout(timer)
    stopping.release()
  }

  async function poll(): Promise<void> {
    const open = new Set(pending())
    const found = new Map<string, Entity>()
    for await (const entity of team.stream({ signal: stopping.signal }))
      if (open.has(entity.id)) found.set(entity.id, entity)
    missing = [...open].filter(id => !found.has(id))
    // Before the predicate, which may fail for a while: it was seen nevertheless.
    for (const [id, entity] of found) seen.set(id, entity)
    for (const [id, entity] of found) {
      if (await predicate(entity, judged.get(id) ?? null)) done.set(id, entity)
      judged.set(id, entity)
    }
  }

  /** What may be better the next time is handed back, the rest is thrown. */
  function passing(error: unknown): EntityScreeningError {
    // The client has retried already, as often as its options allow.
    if (ConnectionError.is(error) || TimeoutError.is(error)) return error
    if (ApiError.is(error) && isPassing(error.status)) return error
    throw stopping.signal.aborted && AbortedError.is(error) ? ended() : error
  }

  function ended(): EntityScreeningError {
    if (signal?.aborted || timeout === false)
      return aborted({ operation: 'listEntities', outcome: 'not_done', repeatable: true })
    const [last] = pending().map(id => seen.get(id))
    // Nothing personal: it gets into the message.
    const lastSeen = last === undefined ? null : { caseStatus: last.caseStatus, riskLevel: last.riskLevel }
    return timedOut({ operation, pending: pending(), missing, lastSeen, failure }, timeout)
  }
}

function timedOut(details: ConstructorParameters<typeof WaitTimeoutError>[1], timeout: number) {
  const { operation, pending, missing, lastSeen, failure } = details
  const absent = missing.length > 0 && `, ${missing.length} of them not in the list`
  const seen =
    lastSeen &&
    `, the first last seen with caseStatus ${lastSeen.caseStatus} and riskLevel ${lastSeen.riskLevel}`
  // A list that was read shows the first of them, or lacks it.
  const reads = absent || seen ? failure && '; the last read of the list failed' : '; no list was read'
  const what = [absent, seen, reads, failure && `: ${failure.message}`].filter(Boolean).join('')
  const message = `${methodOf(operation)}: ${pending.length} still pending after ${timeout} ms${what}`
  return new WaitTimeoutError(message, details)
}

/** The status with which each screening begins (specification: States and transitions). */
const beginning: Entity['caseStatus'] = 'NOT_STARTED'

/**
 * Holds when an entity shows results, and showed the same in the poll before. Results that it shows at the beginning of a
 * screening are those of the one before, and do not count until they change; an entity that is given as creating or rescanning
 * returned it says what those were.
 */
function hasScreened(given: readonly EntityReference[]): WaitPredicate {
  const before = new Map<string, object>()
  for (const entity of given) if (typeof entity === 'object' && entity !== null) note(entity)
  return (entity, previous) => {
    note(entity)
    const old = before.get(entity.id)
    const isSettled = previous?.caseStatus === entity.caseStatus && showsTheSame(previous, entity)
    return isSettled && hasLevel(entity) && !(old !== undefined && showsTheSame(old, entity))
  }

  function note(entity: { readonly id: string; readonly caseStatus?: unknown }): void {
    if (entity.caseStatus === beginning) before.set(entity.id, entity)
  }
}

function showsTheSame(one: object, other: object): boolean {
  return ['riskLabel', 'riskScore', 'updatedAt'].every(
    field => Reflect.get(one, field) === Reflect.get(other, field),
  )
}

/** Two levels that contradict each other are none to the caller, but the screening has ended. */
function hasLevel({ riskLevel, unknownFields }: Entity): boolean {
  const isLevel = (name: string) => lettersOf(name) === 'risklevel'
  return riskLevel !== null || Object.keys(unknownFields).filter(isLevel).length > 1
}
