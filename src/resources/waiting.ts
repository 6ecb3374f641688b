import type { Issue } from '../contract/issues.ts'
import type { Entity } from '../model/entity.ts'
import { type EntityReference, identify, isId } from '../model/entity-reference.ts'
import { sleep, whenAborted } from '../pacing/sleep.ts'
import { withTimeout } from '../pacing/with-timeout.ts'
import { lettersOf } from '../reading/letters.ts'
import { tryStringify } from '../shared/json.ts'
import { isTransientStatus } from '../transport/attempts/outcome.ts'
import { guardInput, refuseIssues } from '../transport/check-input.ts'
import { createAbortedError, createUnreadableResponseError } from '../transport/create-error.ts'
import { AbortedError } from '../transport/errors/AbortedError.ts'
import { ApiError } from '../transport/errors/ApiError.ts'
import { ConnectionError } from '../transport/errors/ConnectionError.ts'
import type { EntityScreeningError } from '../transport/errors/EntityScreeningError.ts'
import type { ResponseValidationError } from '../transport/errors/ResponseValidationError.ts'
import { TimeoutError } from '../transport/errors/TimeoutError.ts'
import type { WaitDefaults } from '../transport/options/options.ts'
import { findOptionIssues } from '../transport/options/resolve.ts'
import { waitOptionRules } from './call-inputs.ts'
import { type EntitySource, IncompleteListError, streamFreshList } from './stream-entities.ts'
import { createWaitTimeoutError } from './wait-timeout.ts'

/** Returns whether an entity has reached the state to wait for. @inline */
export type WaitPredicate = (entity: Entity, previous: Entity | null) => boolean | Promise<boolean>

/**
 * Options of a wait.
 *
 * @example
 * const options: WaitOptions = { every: 500, timeout: 60_000 }
 * const entity = await client.entities.waitForScreening(id, options)
 */
export interface WaitOptions extends WaitDefaults {
  /** Ends the wait with an `AbortedError`. */
  signal?: AbortSignal | undefined
}

/** The entity for one reference, or the entities in the order of a list of references. */
export type Waited<Given> = [Given] extends [EntityReference]
  ? Entity
  : Given extends readonly unknown[]
    ? Entity[]
    : Entity

type References = EntityReference | readonly EntityReference[]

/** The arguments of a wait. */
export interface WaitCall {
  readonly team: EntitySource
  /** The condition to wait for; `screening` waits for the results of a screening. */
  readonly predicate: WaitPredicate | 'screening'
  readonly options: WaitOptions
  /** The client's defaults for options that are not set. */
  readonly defaults: WaitDefaults | undefined
  /** When the call began, by `performance.now()`. The time limit includes loading this module. */
  readonly startedAt: number
}

function prepareWait(entities: References, { options, defaults, ...call }: WaitCall) {
  const operation = call.predicate === 'screening' ? 'waitForScreening' : 'waitFor'
  return guardInput(operation, () => {
    const references = [entities].flat()
    const ids = references.map(identify)
    const predicate = call.predicate === 'screening' ? createScreeningPredicate(references) : call.predicate
    const issues = ids.flatMap((id, index): Issue[] => {
      // Errors call a single identifier `id`.
      const path = Array.isArray(entities) ? ['ids', index] : ['id']
      return isId(id) ? [] : [{ path, message: 'must be an entity or its identifier, which is not blank' }]
    })
    if (typeof predicate !== 'function') issues.push({ path: ['predicate'], message: 'must be a function' })
    refuseIssues(operation, [...issues, ...findOptionIssues(waitOptionRules, options)])
    const { every = defaults?.every ?? 2000, timeout = defaults?.timeout ?? 300_000, signal } = options
    return { operation, ids, predicate, every, timeout, signal }
  })
}

/** Polls the list until the predicate has returned true once for each entity. Returns the entities as they were then. */
export function wait<Given extends References>(references: Given, call: WaitCall): Promise<Waited<Given>>
export async function wait(references: References, call: WaitCall): Promise<Entity | Entity[] | undefined> {
  const { operation, ids, predicate, every, timeout, signal } = prepareWait(references, call)
  const pending = new Set(ids)
  const judged = new Map<string, Entity>()
  let missing: readonly string[] = []
  let failure: EntityScreeningError | null = null
  const stopping = new AbortController()
  const release = whenAborted(signal, () => stopping.abort(signal?.reason))
  const timer =
    timeout === false
      ? undefined
      : setTimeout(() => stopping.abort(), Math.max(0, call.startedAt + timeout - performance.now()))
  try {
    while (pending.size > 0) {
      failure = await poll().then(() => null, returnTransientError)
      if (pending.size > 0) await sleep(every, stopping.signal)
    }
    // For each entity, the last check was the one in which the predicate returned true.
    const entities = ids.flatMap(id => judged.get(id) ?? [])
    return Array.isArray(references) ? entities : entities[0]
  } finally {
    clearTimeout(timer)
    release()
  }

  async function poll(): Promise<void> {
    const listed = new Map<string, Entity>()
    for await (const entity of streamFreshList(call.team, { signal: stopping.signal })) {
      if (!pending.has(entity.id)) continue
      const other = listed.get(entity.id)
      if (other !== undefined && tryStringify(other) !== tryStringify(entity)) throw createSharedIdError()
      listed.set(entity.id, entity)
    }
    missing = [...pending].filter(id => !listed.has(id))
    for (const [id, entity] of listed) {
      const isMet = Promise.resolve(predicate(entity, judged.get(id) ?? null))
      if (await withTimeout(isMet, { signal: stopping.signal })) pending.delete(id)
      judged.set(id, entity)
    }
  }

  /** Returns a transient error, and throws any other error. */
  function returnTransientError(error: unknown): EntityScreeningError {
    // The client has already retried, as often as its options allow.
    if (ConnectionError.is(error) || TimeoutError.is(error)) return error
    if (error instanceof IncompleteListError) return error
    if (ApiError.is(error) && isTransientStatus(error.status)) return error
    // While the wait ends, a predicate may still throw an error of its own.
    const isEnded = stopping.signal.aborted && (AbortedError.is(error) || error === stopping.signal.reason)
    if (!isEnded) throw error
    if (signal?.aborted) throw AbortedError.is(error) ? error : createAbortedError({ ...abortedWait, signal })
    throw createWaitTimeoutError({ operation, timeout, pending: [...pending], missing, failure })
  }
}

/** Describes a wait that was aborted while the predicate ran. */
const abortedWait = { operation: 'listEntities', outcome: 'not_done', repeatable: true } as const

/** Creates the error for two entities with one identifier: either may be the one that the caller waits for. */
function createSharedIdError(): ResponseValidationError {
  const issue = { path: ['id'], message: 'must not be that of two different entities' }
  return createUnreadableResponseError('listEntities', { status: 200 }, null, [issue])
}

/**
 * Creates a predicate that returns true when an entity has the same results in two consecutive polls. While the case status is NOT_STARTED
 * (specification: States and transitions), the results are those of the previous screening: they do not count until they change.
 */
function createScreeningPredicate(references: readonly EntityReference[]): WaitPredicate {
  const old = new Map<string, string>()
  for (const entity of references) if (typeof entity === 'object' && entity !== null) note(entity)
  return (entity, previous) => {
    note(entity)
    const [now, before] = [resultsOf(entity), previous && resultsOf(previous)]
    const isSettled = now === before && previous?.caseStatus === entity.caseStatus
    return isSettled && hasLevel(entity) && now !== old.get(entity.id)
  }

  function note(entity: Partial<Entity>): void {
    if (entity.id !== undefined && entity.caseStatus === 'NOT_STARTED') old.set(entity.id, resultsOf(entity))
  }
}

function resultsOf({ riskLabel, riskScore, updatedAt }: Partial<Entity>): string {
  return [riskLabel, riskScore, updatedAt].join('\n')
}

/** Whether an entity has a risk level. Of two contradicting levels, `riskLevel` is null and both are in `unknownFields`. */
function hasLevel({ riskLevel, unknownFields }: Entity): boolean {
  const isLevel = (name: string) => lettersOf(name) === 'risklevel'
  return riskLevel !== null || Object.keys(unknownFields).filter(isLevel).length > 1
}
