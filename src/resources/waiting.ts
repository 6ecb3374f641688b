import { createValueIssues, type Issue, quoteKey } from '../contract/issues.ts'
import type { Entity } from '../model/entity.ts'
import { type EntityReference, identify, isId } from '../model/entity-reference.ts'
import { hasRiskLevel } from '../model/has-risk-level.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { sleep, whenAborted } from '../pacing/sleep.ts'
import { withTimeout } from '../pacing/with-timeout.ts'
import type { QuirkReport } from '../reading/quirk-log.ts'
import { tryStringify } from '../shared/json.ts'
import { isTransientStatus } from '../transport/attempts/outcome.ts'
import { refuseIssues } from '../transport/check-input.ts'
import { createAbortedError, createUnreadableResponseError } from '../transport/create-error.ts'
import { AbortedError } from '../transport/errors/AbortedError.ts'
import { ApiError } from '../transport/errors/ApiError.ts'
import { ConnectionError } from '../transport/errors/ConnectionError.ts'
import { EntityScreeningError } from '../transport/errors/EntityScreeningError.ts'
import type { ResponseValidationError } from '../transport/errors/ResponseValidationError.ts'
import { TimeoutError } from '../transport/errors/TimeoutError.ts'
import type { WaitDefaults } from '../transport/options/options.ts'
import { signalRule, waitRules } from '../transport/options/resolve.ts'
import { findOptionIssues } from '../transport/options/rules.ts'
import { oldResultsOf, type Rescans, resultsOf } from './own-writes.ts'
import { type EntitySource, IncompleteListError, streamFreshList } from './stream-entities.ts'
import { createWaitTimeoutError, waitOutcome } from './wait-timeout.ts'

/** Returns whether an entity has reached the awaited state. @inline */
export type WaitPredicate = (entity: Entity, previous: Entity | null) => boolean | Promise<boolean>

/**
 * Options of `waitFor` and `waitForScreening`.
 *
 * @example
 * const options: WaitOptions = { every: 500, timeout: 60_000 }
 * const entity = await client.entities.waitForScreening(id, options)
 */
export interface WaitOptions extends WaitDefaults {
  /** Ends the wait with an `AbortedError`. */
  signal?: AbortSignal | undefined
}

/** One entity if the caller passed one reference; otherwise a list of entities in the order of the references. */
export type Waited<Given> = [Given] extends [EntityReference]
  ? Entity
  : Given extends readonly unknown[]
    ? Entity[]
    : Entity

type References = EntityReference | readonly EntityReference[]

/** The arguments of a wait. */
export interface WaitCall {
  readonly method: CalledMethod<string>
  readonly team: EntitySource
  /** The condition to wait for; `screening` waits for the results of a screening. */
  readonly predicate: WaitPredicate | 'screening'
  /** The results from before each rescan by this client, by the entity's identifier. */
  readonly rescans: Rescans
  readonly options: WaitOptions
  /** The client's defaults for options that are not set. */
  readonly defaults: WaitDefaults | undefined
}

/** The state of a wait. */
interface WaitState extends ReturnType<typeof checkWait> {
  readonly method: CalledMethod<string>
  readonly team: EntitySource
  /** The identifiers of the entities for which the predicate has not returned true. */
  readonly pending: Set<string>
  /** Each entity as it was when the predicate was last called for it. */
  readonly checked: Map<string, Entity>
  /** The identifiers in `pending` that are not in the list. */
  missing: readonly string[]
  /** For each identifier, the number of complete lists that lacked it. */
  readonly absences: Map<string, number>
  /** The error of the last poll; null if that poll succeeded. */
  failure: EntityScreeningError | null
  /** Aborted when the caller's signal is aborted, or when the time limit is reached. */
  readonly stopping: AbortController
}

const waitOptionRules = { ...waitRules, signal: signalRule }

/**
 * Validates the arguments of a wait. Reads all of them, because the caller may change the references and options while the list is
 * polled.
 */
function checkWait(entities: References, { method, options, defaults, ...call }: WaitCall) {
  const references = [entities].flat()
  const ids = references.map(identify)
  const predicate =
    call.predicate === 'screening' ? createScreeningPredicate(references, call.rescans) : call.predicate
  const issues = ids.flatMap((id, index): Issue[] => {
    // If the caller passed a single identifier, errors show its path as `id`.
    const path = Array.isArray(entities) ? ['ids', index] : ['id']
    const requirement = 'must be an entity or its identifier, which is not blank'
    return isId(id) ? [] : createValueIssues(path, references[index], requirement)
  })
  if (typeof predicate !== 'function') issues.push({ path: ['predicate'], message: 'must be a function' })
  refuseIssues(method, [...issues, ...findOptionIssues(waitOptionRules, options)])
  const { every = defaults?.every ?? 2000, timeout = defaults?.timeout ?? 300_000, signal } = options
  return { ids, predicate, every, timeout, signal }
}

/**
 * Polls the list until the predicate has returned true once for each entity. Returns each entity in the state for which the
 * predicate returned true.
 */
export function wait<Given extends References>(references: Given, call: WaitCall): Promise<Waited<Given>>
export async function wait(references: References, call: WaitCall): Promise<Entity | Entity[] | undefined> {
  const { method, team } = call
  const isList = Array.isArray(references)
  const settings = checkWait(references, call)
  const { ids, every, timeout, signal } = settings
  const stopping = new AbortController()
  const state: WaitState = {
    ...{ ...settings, method, team, stopping },
    ...{ pending: new Set(ids), checked: new Map(), missing: [], absences: new Map(), failure: null },
  }
  const release = whenAborted(signal, () => stopping.abort(signal?.reason))
  const timer = timeout === false ? undefined : setTimeout(() => stopping.abort(), timeout)
  try {
    while (state.pending.size > 0) {
      state.failure = await pollList(state).then(
        () => null,
        error => toTransientError(state, error),
      )
      if (state.pending.size > 0) await sleep(every, stopping.signal)
    }
    const entities = ids.flatMap(id => state.checked.get(id) ?? [])
    return isList ? entities : entities[0]
  } finally {
    clearTimeout(timer)
    release()
  }
}

/** Reads the list once, and calls the predicate for each pending entity. */
async function pollList(state: WaitState): Promise<void> {
  const { pending, checked, predicate, stopping } = state
  const { signal } = stopping
  // React Native's signals have no `throwIfAborted`.
  if (signal.aborted) throw signal.reason
  const { listed, isComplete } = await readPending(state).catch((error: unknown) => {
    // The outcome of a read alone would be `not_done`.
    if (EntityScreeningError.is(error) && error.code !== 'invalid_input')
      Object.assign(error, { outcome: waitOutcome })
    throw error
  })
  state.missing = [...pending].filter(id => !listed.has(id))
  if (isComplete) for (const id of state.missing) noteAbsence(state, id)
  for (const [id, entity] of listed) {
    const isMet = Promise.resolve(predicate(entity, checked.get(id) ?? null))
    if (await withTimeout(isMet, { signal })) pending.delete(id)
    checked.set(id, entity)
  }
}

/** Reads the list once. Returns the pending entities that it contains, by id, and whether the list is complete. */
async function readPending(state: WaitState) {
  const { team, pending, stopping } = state
  const { signal } = stopping
  const listed = new Map<string, Entity>()
  let isComplete = true
  const onQuirk = ({ code }: QuirkReport) => {
    if (code === 'incomplete') isComplete = false
  }
  for await (const entity of streamFreshList(team, { signal, onQuirk })) {
    if (!pending.has(entity.id)) continue
    const other = listed.get(entity.id)
    if (other !== undefined && tryStringify(other) !== tryStringify(entity)) throw createSharedIdError(state)
    listed.set(entity.id, entity)
  }
  return { listed, isComplete }
}

/** The number of complete lists after which an identifier that they lack is probably wrong. */
const suspiciousAbsences = 3

/** Counts a complete list that lacks an entity. Warns once, because the identifier may be wrong. */
function noteAbsence({ method, team, absences }: WaitState, id: string): void {
  const count = (absences.get(id) ?? 0) + 1
  absences.set(id, count)
  if (count === suspiciousAbsences)
    team.write?.(
      'warn',
      () =>
        `${method.methodName}: ${count} complete lists have lacked the entity ${quoteKey(id)}: check its identifier`,
    )
}

/**
 * Returns the error of a poll if the next poll may succeed. Otherwise throws the error that ends the wait.
 */
function toTransientError(state: WaitState, error: unknown): EntityScreeningError {
  const { method, pending, missing, failure, timeout, signal, stopping } = state
  // The client has already retried this request as often as `maxRetries` allows.
  if (ConnectionError.is(error) || TimeoutError.is(error)) return error
  if (error instanceof IncompleteListError) return error
  if (ApiError.is(error) && isTransientStatus(error.status)) return error
  // Once `stopping` is aborted, only the resulting abort error is expected. Any other error, such as one that the predicate
  // throws, is reported.
  const isEnded = stopping.signal.aborted && (AbortedError.is(error) || error === stopping.signal.reason)
  if (!isEnded) throw error
  if (signal?.aborted) {
    const requestId = AbortedError.is(error) ? error.requestId : null
    const { redact } = state.team
    throw createAbortedError({
      ...listingOf(method),
      outcome: waitOutcome,
      repeatable: true,
      requestId,
      redact,
      signal,
    })
  }
  throw createWaitTimeoutError({ method, timeout, pending: [...pending], missing, failure })
}

/** Returns the operation that a wait repeats: listing the entities. */
function listingOf({ methodName }: CalledMethod<string>): CalledMethod {
  return { operation: 'listEntities', methodName }
}

/** Creates the error for two different entities with the same identifier: a wait cannot distinguish them. */
function createSharedIdError({ method }: WaitState): ResponseValidationError {
  const issue = { path: ['id'], message: 'must not be that of two different entities' }
  return createUnreadableResponseError(listingOf(method), { status: 200 }, null, [issue])
}

/**
 * Creates a predicate that returns true when an entity has the same results in two consecutive polls. While the case status is
 * NOT_STARTED, the results belong to the previous screening, so the predicate ignores them until they change. It also ignores the
 * results from before a rescan by this client.
 */
function createScreeningPredicate(references: readonly EntityReference[], rescans: Rescans): WaitPredicate {
  const old = new Map<string, string>()
  for (const entity of references) if (typeof entity === 'object' && entity !== null) note(entity)
  return (entity, previous) => {
    note(entity)
    const [now, before] = [resultsOf(entity), previous && resultsOf(previous)]
    const isSettled = now === before && previous?.caseStatus === entity.caseStatus
    const isNew = now !== old.get(entity.id) && now !== oldResultsOf(rescans, entity.id)
    const isEnded = isSettled && hasRiskLevel(entity) && isNew
    if (isEnded) rescans.delete(entity.id)
    return isEnded
  }

  function note(entity: Partial<Entity>): void {
    if (entity.id !== undefined && entity.caseStatus === 'NOT_STARTED') old.set(entity.id, resultsOf(entity))
  }
}
