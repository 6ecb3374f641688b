import * as z from 'zod/mini'
import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { createPace } from '../../pacing/pace.ts'
import { createEventLoopYield, longestTimer, sleep, whenAborted } from '../../pacing/sleep.ts'
import { createStopController, type StopController } from '../../pacing/stop-controller.ts'
import { isReadable } from '../../resources/match-inputs.ts'
import { identify, wholeList } from '../../resources/team.ts'
import { isRecord } from '../../shared/json.ts'
import { check } from '../../transport/check.ts'
import { unreadable } from '../../transport/create-error.ts'
import { AbortedError } from '../../transport/errors/AbortedError.ts'
import { AuthenticationError } from '../../transport/errors/AuthenticationError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'
import { hasMethods } from '../../transport/options/resolve.ts'
import {
  functionOption,
  milliseconds,
  screeningFieldsOption,
  signalOption,
} from '../../transport/options/schemas.ts'
import { concurrency, givenClient, givenJournal, openJournal, readable } from '../input.ts'
import { createDelivery } from './deliver.ts'
import { type Memory, openMemory, type Scope, type Step } from './memory.ts'
import { createChoice, type Due, nothingRead, readNetworks } from './read-networks.ts'
import { type Known, remember, stepsBetween } from './remembered.ts'
import type { WatchOptions, WatchReport, WatchStop } from './watch-report.ts'

const watchInput = z.strictObject({
  client: givenClient,
  options: z.strictObject({
    onChange: z.unknown().check(z.refine(given => typeof given === 'function', 'must be a function')),
    journal: givenJournal,
    ids: z.optional(z.array(z.unknown().check(z.refine(isNamed, 'must be an entity or its identifier')))),
    networks: z.optional(z.enum(['moved', 'all', 'never'])),
    sweepEvery: milliseconds,
    concurrency,
    requestsPerMinute: z.optional(z.number().check(z.positive())),
    screeningFields: screeningFieldsOption,
    volatile: z.optional(z.array(z.string())),
    decisions: z.optional(
      z.unknown().check(z.refine(given => hasMethods(given, 'review'), 'must be what openDecisions returns')),
    ),
    every: milliseconds,
    checks: z.optional(z.int().check(z.positive())),
    duration: milliseconds,
    giveUpAfter: z.optional(
      z.union(
        [z.number().check(z.nonnegative()), z.literal(false)],
        'must be a number of milliseconds of 0 or more, or false',
      ),
    ),
    signal: signalOption,
    onCheck: functionOption,
    onRetry: functionOption,
  }),
})

function isNamed(given: unknown): boolean {
  const id = isRecord(given) ? given.id : given
  return typeof id === 'string' && id.trim() !== ''
}

/** Events that may wait for their delivery while checks go on: memory is bounded, whatever changes. */
const mostWaiting = 1000

/** How long the last reads, and the last events, of a watch with an end may take, in milliseconds. */
const [lastReads, lastDelivery] = [5000, 5000]

/**
 * Lists the team at intervals and reports what has changed: rows as `diff` does, and, with `networks`, the hits of each entity's
 * network. What is incomplete is never compared, nor a list with an unreadable entity. With a `journal`, the watch continues where the last run ended, however it ended. An event is stored before it
 * is delivered, and delivered again under the same `id` until it is acknowledged: at least once, each change in one event.
 *
 * The first check with a new journal, or without one, reports nothing. A check that fails does not end the watch; a refused key
 * does. The promise does not reject then: the report says why it ended.
 *
 * The last state takes about 200 bytes of memory per entity, up to twice that while a list is read, and the size of its hits.
 *
 * @throws InputValidationError (`invalid_input`) before any request, for wrong options and a journal that cannot be opened, for
 * example because another watch holds it.
 * @example
 * // Each run says what has changed since the last one.
 * const { changes, undelivered, stopped } = await watchEntities(client, {
 *   journal: 'team.journal',
 *   checks: 1,
 *   onChange: event => console.log(event.id, event.changes.map(change => formatChange(change))),
 * })
 */
export async function watchEntities(client: EntityScreening, options: WatchOptions): Promise<WatchReport> {
  check('watchEntities', watchInput, { client, options })
  const journal = await readable('watchEntities', 'journal', () => openJournal(options.journal))
  const stopping = createStopController<WatchStop['cause']>(options.signal)
  const lost = journal !== undefined && 'lost' in journal ? journal.lost : null
  const release = whenAborted(lost, () => stopping.stop('failed', lost?.reason))
  try {
    const memory = await readable('watchEntities', 'journal', () => openMemory(journal, client.baseUrl))
    return await watch(client, options, memory, stopping)
  } finally {
    release()
    stopping.release()
    await journal?.close?.()
  }
}

async function watch(
  client: EntityScreening,
  options: WatchOptions,
  memory: Memory,
  stopping: StopController<WatchStop['cause']>,
): Promise<WatchReport> {
  const { every = 30_000, checks: most, duration, onCheck } = options
  const { signal } = stopping
  const scope: Scope = options.ids === undefined ? null : new Set(options.ids.map(identify))
  const isWatched = (id: string) => scope === null || scope.has(id)
  const isEndless = most === undefined && duration === undefined
  // What has an end comes to it.
  const given = options.giveUpAfter ?? (isEndless ? false : 300_000)
  const giveUpAfter = given === false ? Number.POSITIVE_INFINITY : given
  const delivery = createDelivery({ memory, options, giveUpAfter, stopping })
  let checks = 0
  let hasCompared = false
  let networks = nothingRead
  let failure: EntityScreeningError | null = null

  // What is under way when the time is over may end, but not take for ever.
  const over = new AbortController()
  const reading = AbortSignal.any([signal, over.signal])
  const timer =
    duration === undefined ? undefined : setTimeout(end, Math.min(duration + lastReads, longestTimer))
  for (const event of memory.waiting) delivery.add(event)
  await run().catch(error => stopping.stop('failed', error))
  clearTimeout(timer)
  await delivery.settled(duration === undefined ? undefined : lastDelivery)
  // Nothing may have changed, or the service may be down: that must not look alike.
  if (failure !== null) stopping.stop('failed', failure)
  const undelivered = [...memory.waiting].reduce((sum, { changes }) => sum + changes.length, 0)
  return { checks, changes: delivery.changes(), undelivered, failure, stopped: stopping.stopped() }

  /** Also where events that wait hold a check up. */
  function end(): void {
    over.abort()
    void delivery.settled(lastDelivery)
  }

  async function run(): Promise<void> {
    const until = performance.now() + (duration ?? Number.POSITIVE_INFINITY)
    const pace = createPace({ giveUpAfter, signal, onPause() {} })
    for (let isLast = false; ; ) {
      checks += 1
      const due = new Map<string, Due>()
      const changes = await attempt(() => readTeam(due), 0)
      const begun = performance.now()
      const isOver = () =>
        over.signal.aborted || (!isLast && checks !== most && performance.now() - begun >= every)
      const parts = { client, options, signal: reading, isOver, keep }
      networks = nothingRead
      if (failure === null)
        networks = await attempt(() => readNetworks([...due.values()], parts), {
          ...nothingRead,
          left: due.size,
        })
      if (signal.aborted) return
      if (failure === null) pace.succeeded()
      else if (!pace.failed(failure)) stopping.stop('failed', failure)
      const missing = [...(scope ?? [])].filter(id => !memory.known.has(id))
      await onCheck?.({ checks, entities: memory.known.size, changes, networks, missing, failure })
      if (signal.aborted || isLast || checks === most) return
      await memory.compact()
      const left = until - performance.now()
      if (left <= 0) return
      isLast = left <= every
      await sleep(Math.min(Math.max(0, begun + every - performance.now()), left), signal)
      await pace.ready()
      if (signal.aborted) return
    }
  }

  /** What fails may be over by the next check. */
  async function attempt<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!over.signal.aborted) failure = failureOf(error, stopping)
      return otherwise
    }
  }

  /** Returns the number of changes. */
  async function readTeam(due: Map<string, Due>): Promise<number> {
    const now: Known = new Map()
    const choose = createChoice(options, memory.networks)
    let at = 0
    for await (const entity of wholeList(client.entities, { signal: reading })) {
      requireReadable(entity, at++)
      if (!isWatched(entity.id)) continue
      remember(entity, now, memory.known)
      const chosen = choose(entity)
      if (chosen !== null) due.set(entity.id, chosen)
    }
    failure = null
    const { known, isNewlyWatched } = memory
    if (!hasCompared && scope === null) requireTeam(known, now)
    hasCompared = true
    let changes = 0
    const comparison = { known, now, isWatched, isNewlyWatched }
    for await (const rows of stepsBetween(comparison, createEventLoopYield())) {
      changes += await keep({ rows })
      if (signal.aborted) return changes
    }
    await memory.watch(scope)
    return changes
  }

  /** Keeps what a check has found, and delivers what is to be told of it. Returns the number of changes. */
  async function keep(step: Step): Promise<number> {
    memory.check()
    const event = await memory.take(step)
    if (event !== null) delivery.add(event)
    if (memory.waiting.size >= mostWaiting) await delivery.settled()
    return event?.changes.length ?? 0
  }
}

/** What has no identifier and no name may be any entity that the list lacks. */
function requireReadable(entity: Entity, at: number): void {
  if (entity.id !== '' || isReadable(entity)) return
  throw unreadable('listEntities', { status: 200 }, null, [{ path: [at], message: 'must be an entity' }])
}

/** With the key of another team everything would seem to be gone, and everything new. */
function requireTeam(known: Known, now: Known): void {
  if (known.size === 0 || [...known.keys()].some(key => now.has(key))) return
  throw new Error(
    `the journal belongs to another team, or the team was emptied: none of the ${known.size} entities that it remembers is in the list`,
  )
}

/** What may be over by the next check; what will not be ends the watch. */
function failureOf(
  error: unknown,
  stopping: StopController<WatchStop['cause']>,
): EntityScreeningError | null {
  const isRefusal = AuthenticationError.is(error) || PermissionDeniedError.is(error)
  if (isRefusal) stopping.stop('refused', error)
  if (EntityScreeningError.is(error) && !AbortedError.is(error)) return error
  stopping.stop('failed', error)
  return null
}
