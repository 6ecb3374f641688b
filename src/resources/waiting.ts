import type { Issue } from '../contract/issues.ts'
import type { Entity } from '../model/entity.ts'
import { type EntityReference, identify, isId } from '../model/entity-reference.ts'
import { sleep, whenAborted } from '../pacing/sleep.ts'
import { lettersOf } from '../reading/letters.ts'
import { writtenAs } from '../shared/json.ts'
import { within } from '../transport/body.ts'
import { readInput, refuseIssues } from '../transport/check.ts'
import { aborted, unreadable } from '../transport/create-error.ts'
import { AbortedError } from '../transport/errors/AbortedError.ts'
import { ApiError } from '../transport/errors/ApiError.ts'
import { ConnectionError } from '../transport/errors/ConnectionError.ts'
import type { EntityScreeningError } from '../transport/errors/EntityScreeningError.ts'
import type { ResponseValidationError } from '../transport/errors/ResponseValidationError.ts'
import { TimeoutError } from '../transport/errors/TimeoutError.ts'
import type { WaitDefaults } from '../transport/options/options.ts'
import { findOptionIssues } from '../transport/options/resolve.ts'
import { isPassing } from '../transport/outcome.ts'
import { waitOptionRules } from './call-inputs.ts'
import { freshList, IncompleteListError, type Team } from './team.ts'
import { createWaitTimeoutError } from './wait-timeout.ts'

/** Whether what is waited for has happened to an entity. @inline */
export type WaitPredicate = (entity: Entity, previous: Entity | null) => boolean | Promise<boolean>

/**
 * How to wait.
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

/** One wait, as it was called. */
export interface WaitCall {
  readonly team: Team
  /** What is waited for: `screening` for its results. */
  readonly predicate: WaitPredicate | 'screening'
  readonly options: WaitOptions
  /** How the client waits where the options do not say. */
  readonly defaults: WaitDefaults | undefined
  /** When it began, by `performance.now()`: loading this part counts. */
  readonly startedAt: number
}

function prepare(given: References, { options, defaults, ...call }: WaitCall) {
  const operation = call.predicate === 'screening' ? 'waitForScreening' : 'waitFor'
  return readInput(operation, () => {
    const references = [given].flat()
    const ids = references.map(identify)
    const predicate = call.predicate === 'screening' ? hasScreened(references) : call.predicate
    const issues = ids.flatMap((id, at): Issue[] => {
      // Errors call a single identifier `id`.
      const path = Array.isArray(given) ? ['ids', at] : ['id']
      return isId(id) ? [] : [{ path, message: 'must be an entity or its identifier, which is not blank' }]
    })
    if (typeof predicate !== 'function') issues.push({ path: ['predicate'], message: 'must be a function' })
    refuseIssues(operation, [...issues, ...findOptionIssues(waitOptionRules, options)])
    const { every = defaults?.every ?? 2000, timeout = defaults?.timeout ?? 300_000, signal } = options
    return { operation, ids, predicate, every, timeout, signal }
  })
}

/** Polls the list until the predicate has held once for each entity; returns each as it was then. */
export function wait<Given extends References>(given: Given, call: WaitCall): Promise<Waited<Given>>
export async function wait(given: References, call: WaitCall): Promise<Entity | Entity[] | undefined> {
  const { operation, ids, predicate, every, timeout, signal } = prepare(given, call)
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
      failure = await poll().then(() => null, passing)
      if (pending.size > 0) await sleep(every, stopping.signal)
    }
    // What has been judged last is what the predicate held for.
    const entities = ids.flatMap(id => judged.get(id) ?? [])
    return Array.isArray(given) ? entities : entities[0]
  } finally {
    clearTimeout(timer)
    release()
  }

  async function poll(): Promise<void> {
    const found = new Map<string, Entity>()
    for await (const entity of freshList(call.team, { signal: stopping.signal })) {
      if (!pending.has(entity.id)) continue
      const other = found.get(entity.id)
      if (other !== undefined && writtenAs(other) !== writtenAs(entity)) throw createSharedIdError()
      found.set(entity.id, entity)
    }
    missing = [...pending].filter(id => !found.has(id))
    for (const [id, entity] of found) {
      const isMet = Promise.resolve(predicate(entity, judged.get(id) ?? null))
      if (await within(isMet, { signal: stopping.signal })) pending.delete(id)
      judged.set(id, entity)
    }
  }

  /** What may be better the next time is handed back, the rest is thrown. */
  function passing(error: unknown): EntityScreeningError {
    // The client has retried already, as often as its options allow.
    if (ConnectionError.is(error) || TimeoutError.is(error)) return error
    if (error instanceof IncompleteListError) return error
    if (ApiError.is(error) && isPassing(error.status)) return error
    // A predicate may fail by itself while the wait ends.
    const isEnded = stopping.signal.aborted && (AbortedError.is(error) || error === stopping.signal.reason)
    if (!isEnded) throw error
    if (signal?.aborted) throw AbortedError.is(error) ? error : aborted({ ...readFailure, signal })
    throw createWaitTimeoutError({ operation, timeout, pending: [...pending], missing, failure })
  }
}

/** A wait that its signal ended during the predicate. */
const readFailure = { operation: 'listEntities', outcome: 'not_done', repeatable: true } as const

/** Nobody can say which of them is waited for. */
function createSharedIdError(): ResponseValidationError {
  const issue = { path: ['id'], message: 'must not be that of two different entities' }
  return unreadable('listEntities', { status: 200 }, null, [issue])
}

/**
 * Holds when an entity shows results, and showed the same in the poll before. Results that it shows at the beginning of a
 * screening (specification: States and transitions) are those of the one before, and do not count until they change; an entity
 * that is given as creating or rescanning returned it says what those were.
 */
function hasScreened(given: readonly EntityReference[]): WaitPredicate {
  const old = new Map<string, string>()
  for (const entity of given) if (typeof entity === 'object' && entity !== null) note(entity)
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

/** Two levels that contradict each other are none to the caller, but the screening has ended. */
function hasLevel({ riskLevel, unknownFields }: Entity): boolean {
  const isLevel = (name: string) => lettersOf(name) === 'risklevel'
  return riskLevel !== null || Object.keys(unknownFields).filter(isLevel).length > 1
}
