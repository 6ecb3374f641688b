import type { EntityScreening } from '../../client.ts'
import { identify } from '../../model/entity-reference.ts'
import { createSharedBackoff, type SharedBackoff } from '../../pacing/shared-backoff.ts'
import { sleep, whenAborted } from '../../pacing/sleep.ts'
import type { StopController } from '../../pacing/stop-controller.ts'
import { withTimeout } from '../../pacing/with-timeout.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { notifyOf } from '../../transport/notify.ts'
import type { Decisions } from '../decisions/decisions.ts'
import { leaseOf } from '../journal/journal.ts'
import { isRefusal } from '../team/read-network.ts'
import { readNetworks } from './read-networks.ts'
import {
  type DueNetwork,
  divideChangedRows,
  type ListedRows,
  readWatchedList,
  type WatchContext,
} from './read-watched-list.ts'
import type { MonitoringStop, WatchCheck, WatchEvent, WatchOptions, WatchReport } from './reports.ts'
import type { WatchStep } from './watch-entry.ts'
import { compactJournal, rowOf, storeDelivery, storeStep, type WatchState } from './watch-state.ts'
import { WebhookError } from './webhook.ts'

interface WatchParts {
  readonly client: EntityScreening
  readonly options: WatchOptions
  readonly state: WatchState
  readonly stopping: StopController<MonitoringStop['cause']>
  /** Aborted when the watch must end. Reads in progress, and `onChange`, then have five more seconds. */
  readonly ending: AbortSignal
}

/** The time that `onChange` has after the end of a watch, in milliseconds. */
const deliveryGrace = 5000

/** A watch in progress. */
interface Watch extends WatchContext {
  readonly stopping: WatchParts['stopping']
  readonly backoff: SharedBackoff
  /** Aborted when `onChange` is no longer awaited. */
  readonly over: AbortSignal
  /** The number of checks so far. */
  checks: number
  /** The number of changes that the current check has found. */
  changes: number
  /** The number of listed entities that no check before the current one has read. */
  uncompared: number
  /** The ids of entities that a check of this watch could not compare, because no earlier check had read their row or network. */
  readonly recorded: Set<string>
  /** The ids of entities whose networks the current check must still read, or cannot read before their screening has ended. */
  unreadNetworks: Set<string>
  /** The number of delivered changes. */
  delivered: number
  /** Whether the team's list has been read. */
  hasRead: boolean
  /** The error that made the last check fail; null if the check succeeded. */
  failure: EntityScreeningError | null
}

/** Checks the team's entities until the watch ends, and delivers the changes. */
export async function watch(parts: WatchParts): Promise<Omit<WatchReport, 'stopped'>> {
  const { state, stopping, ending } = parts
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const release = whenAborted(ending, () => {
    timer = setTimeout(() => over.abort(), deliveryGrace)
  })
  const run = createWatch(parts, over.signal)
  await runChecks(run).catch(error => stopping.stop('failed', error))
  release()
  clearTimeout(timer)
  // Puts the failure into the report. Otherwise, an empty report would suggest that the service was read and nothing had
  // changed.
  if (run.failure !== null) stopping.stop('failed', run.failure)
  const { checks, delivered, recorded, unreadNetworks } = run
  const undelivered = state.pendingEvent?.changes.length ?? 0
  const counts = { checks, changes: delivered, undelivered, uncompared: recorded.size }
  return { ...counts, unreadNetworks: [...unreadNetworks] }
}

function createWatch({ client, options, state, stopping }: WatchParts, over: AbortSignal): Watch {
  const { ids, giveUpAfter = Number.POSITIVE_INFINITY } = options
  const signal = AbortSignal.any([stopping.signal, over])
  return {
    client,
    options,
    state,
    scope: ids === undefined ? null : new Set(ids.map(identify)),
    failures: new Map(),
    signal,
    stopping,
    backoff: createSharedBackoff({ giveUpAfter, signal, onPause() {} }),
    over,
    checks: 0,
    changes: 0,
    uncompared: 0,
    recorded: new Set(),
    unreadNetworks: new Set(),
    delivered: 0,
    hasRead: false,
    failure: null,
  }
}

async function runChecks(run: Watch): Promise<void> {
  const { options, state, signal, backoff } = run
  const { checks: maxChecks, duration = Number.POSITIVE_INFINITY } = options
  let next = performance.now()
  const end = next + duration
  await deliverPending(run)
  for (let isLast = false; !signal.aborted; ) {
    run.checks += 1
    isLast = run.checks === maxChecks || next === end
    next = Math.min(await runCheck(run, isLast), end)
    if (signal.aborted || isLast || performance.now() >= end) return
    await compactJournal(state)
    await sleep(Math.max(0, next - performance.now()), signal)
    await backoff.waitUntilReady()
  }
}

/**
 * Reads the list, then networks until the next list is due. @returns the time at which the next list is due, on the clock of
 * `performance`.
 */
async function runCheck(run: Watch, isLast: boolean): Promise<number> {
  const { options, signal, backoff } = run
  const { every = 30_000 } = options
  run.changes = 0
  run.uncompared = 0
  let networks: WatchCheck['networks'] = { read: 0, remaining: 0, failure: null }
  let next = performance.now() + every
  try {
    const due = await compareList(run)
    run.failure = null
    next = performance.now() + every
    const until = isLast ? Number.POSITIVE_INFINITY : next
    networks = await readNetworks(due, run, until, network => storeAndDeliver(run, { network }))
    backoff.recordSuccess()
  } catch (error) {
    if (signal.aborted) return next
    if (!EntityScreeningError.is(error)) throw error
    failCheck(run, error)
  }
  if (!signal.aborted) notifyCheck(run, networks)
  return next
}

function failCheck(run: Watch, error: EntityScreeningError): void {
  run.failure = error
  // After any other failure, the next check may succeed.
  if (isRefusal(error)) run.stopping.stop('refused', error)
  else if (!run.backoff.recordFailure(error)) run.stopping.stop('failed', error)
}

function notifyCheck(run: Watch, networks: WatchCheck['networks']): void {
  const { client, options, state, scope, checks, changes, uncompared, failure } = run
  const missing = [...(scope ?? [])].filter(id => typeof rowOf(state, id) !== 'string')
  const entities = scope === null ? state.rows.size : scope.size - missing.length
  const check: WatchCheck = { checks, entities, changes, uncompared, networks, missing, failure }
  notifyOf(client.entities)('onCheck', options.onCheck, check)
}

/** Stores and delivers the changes in the team's list. @returns the networks to be read. */
async function compareList(run: Watch): Promise<DueNetwork[]> {
  const { state, scope } = run
  const { rows, due, unscreened } = await readWatchedList(run)
  run.unreadNetworks = new Set([...due.map(({ id }) => id), ...unscreened])
  if (!run.hasRead && scope === null) requireSameTeam(state, rows)
  run.hasRead = true
  for (const [id, row] of rows) {
    const before = rowOf(state, id)
    if (row !== null && before === undefined) run.uncompared += 1
    if (before === undefined || (before === null && row === null)) run.recorded.add(id)
  }
  for (const step of divideChangedRows(rows, state)) await storeAndDeliver(run, { rows: step })
  if (scope === null && !state.isComplete) await storeAndDeliver(run, { isComplete: true })
  return due
}

async function storeAndDeliver(run: Watch, step: Omit<WatchStep, 'event'>): Promise<void> {
  const { state, signal } = run
  if (signal.aborted) return
  if (step.network && !state.networks.has(step.network.id)) run.recorded.add(step.network.id)
  await storeStep(state, step)
  if (step.network) run.unreadNetworks.delete(step.network.id)
  run.changes += state.pendingEvent?.changes.length ?? 0
  await deliverPending(run)
}

/** Calls `onChange` until it accepts the pending event, or the watch ends. */
async function deliverPending(run: Watch): Promise<void> {
  const { options, state, signal, over, backoff } = run
  const { onChange, decisions } = options
  const event = state.pendingEvent
  for (; event !== null && !signal.aborted; await backoff.waitUntilReady()) {
    leaseOf(state.journal)?.check()
    try {
      const reviewed = decisions === undefined ? event : await addReviews(event, decisions)
      await withTimeout(Promise.resolve(onChange(reviewed, signal)), { signal: over })
    } catch (error) {
      if (signal.aborted) return
      if (isFinal(error) || !backoff.recordFailure(error)) throw error
      continue
    }
    backoff.recordSuccess()
    await storeDelivery(state, event)
    run.delivered += event.changes.length
    return
  }
}

/** Whether another delivery is useless, because the receiver no longer exists. */
function isFinal(error: unknown): boolean {
  return error instanceof WebhookError && error.status === 410
}

/** Adds the current decisions to the changes of hits. */
async function addReviews(event: WatchEvent, decisions: Pick<Decisions, 'review'>): Promise<WatchEvent> {
  const hits = event.changes.flatMap(change => ('hit' in change ? [change.hit] : []))
  const reviews = await decisions.review(hits)
  const changes = event.changes.map(change =>
    'hit' in change ? { ...change, review: reviews.find(({ hit }) => hit === change.hit) ?? null } : change,
  )
  return { ...event, changes }
}

/**
 * @throws Error if the list shows none of the known entities. In this case, the key may belong to another team, and all entities
 * would be reported as gone.
 */
function requireSameTeam({ rows }: WatchState, listed: ListedRows): void {
  const ids = [...rows.keys()].filter(id => rows.get(id) !== null)
  if (ids.length === 0 || ids.some(id => listed.get(id) !== null)) return
  const message = `none of the ${ids.length} entities that it remembers is in the list. Check the key, or, for an emptied team, start with a new state`
  throw new Error(`the watch state belongs to another team, or the team was emptied: ${message}`)
}
