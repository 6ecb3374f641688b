import * as z from 'zod/mini'
import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { createPace } from '../../pacing/pace.ts'
import { sleep } from '../../pacing/sleep.ts'
import { createStopController, type StopController } from '../../pacing/stop-controller.ts'
import { whenAborted } from '../../pacing/when-aborted.ts'
import { createEventLoopYield } from '../../pacing/yield-to-event-loop.ts'
import { identify } from '../../resources/bind-operations.ts'
import { isReadable } from '../../resources/match-inputs.ts'
import { wholeList } from '../../resources/whole-list.ts'
import { isRecord } from '../../shared/json.ts'
import { check } from '../../transport/check.ts'
import { unreadable } from '../../transport/create-error.ts'
import { AbortedError } from '../../transport/errors/AbortedError.ts'
import { AuthenticationError } from '../../transport/errors/AuthenticationError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'
import { functionOption, signalOption, waitDefaults } from '../../transport/options/schemas.ts'
import { givenClient, givenJournal, openJournal, readable } from '../given.ts'
import { stepsBetween } from './compare.ts'
import { createDelivery, type Delivery } from './deliver.ts'
import { type Memory, openMemory, type Scope } from './memory.ts'
import { type Known, remember } from './remembered.ts'
import type { WatchOptions, WatchReport, WatchStop } from './watch-report.ts'

const milliseconds = waitDefaults.shape.every
const watchInput = z.strictObject({
  client: givenClient,
  options: z.strictObject({
    onChange: z.unknown().check(z.refine(given => typeof given === 'function', 'must be a function')),
    journal: givenJournal,
    ids: z.optional(z.array(z.unknown().check(z.refine(isNamed, 'must be an entity or its identifier')))),
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

/** A watch under way. */
interface Watch {
  readonly client: EntityScreening
  readonly options: WatchOptions
  readonly scope: Scope
  readonly stopping: StopController<WatchStop['cause']>
  readonly memory: Memory
  readonly delivery: Delivery
  checks: number
  /** Whether a list has been compared with what the journal remembers. */
  hasCompared: boolean
  failure: EntityScreeningError | null
}

/**
 * Lists the team at intervals and reports what has changed, as `diff` does. An incomplete list is never compared, nor one with an
 * unreadable entity. With a `journal`, the watch continues where the last run ended, however it ended. An event is stored before it
 * is delivered, and delivered again under the same `id` until it is acknowledged: at least once, each change in one event.
 *
 * The first check with a new journal, or without one, reports nothing. A check that fails does not end the watch; a refused key
 * does. The promise does not reject then: the report says why it ended.
 *
 * The last state takes about 200 bytes of memory per entity, and up to twice that while a list is read.
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
    const delivery = createDelivery({ memory, options, giveUpAfter: giveUpAfterOf(options), stopping })
    const scope = options.ids === undefined ? null : new Set(options.ids.map(identify))
    const watch: Watch = {
      client,
      options,
      scope,
      stopping,
      memory,
      delivery,
      checks: 0,
      hasCompared: false,
      failure: null,
    }
    for (const event of memory.waiting) delivery.add(event)
    await run(watch).catch(error => stopping.stop('failed', error))
    await delivery.settled()
    return report(watch)
  } finally {
    release()
    stopping.release()
    await journal?.close?.()
  }
}

/** What has an end comes to it. */
function giveUpAfterOf({ giveUpAfter, checks, duration }: WatchOptions): number {
  const isEndless = checks === undefined && duration === undefined
  const given = giveUpAfter ?? (isEndless ? false : 300_000)
  return given === false ? Number.POSITIVE_INFINITY : given
}

async function run(watch: Watch): Promise<void> {
  const { options, stopping, delivery, memory } = watch
  const { every = 30_000, checks = Number.POSITIVE_INFINITY, duration = Number.POSITIVE_INFINITY } = options
  const until = performance.now() + duration
  const pace = createPace({ giveUpAfter: giveUpAfterOf(options), signal: stopping.signal, onPause() {} })
  for (let isLast = false; ; ) {
    const changes = await readTeam(watch)
    if (stopping.signal.aborted) return
    if (watch.failure === null) pace.succeeded()
    else if (!pace.failed(watch.failure)) stopping.stop('failed', watch.failure)
    await tell(watch, changes)
    if (stopping.signal.aborted || isLast || watch.checks === checks) return
    await memory.compact()
    const left = until - performance.now()
    if (left <= 0) return
    isLast = left <= every
    await sleep(Math.min(every, left), stopping.signal)
    if (memory.waiting.size >= mostWaiting) await delivery.settled()
    await pace.ready()
    if (stopping.signal.aborted) return
  }
}

/** Returns the number of changes. */
async function readTeam(watch: Watch): Promise<number> {
  const { client, stopping, memory, scope } = watch
  watch.checks += 1
  try {
    const now: Known = new Map()
    let at = 0
    for await (const entity of wholeList(client.entities, { signal: stopping.signal })) {
      requireReadable(entity, at++)
      if (scope === null || scope.has(entity.id)) remember(entity, now, memory.known)
    }
    watch.failure = null
    if (!watch.hasCompared) requireTeam(watch, now)
    watch.hasCompared = true
    return await take(watch, now)
  } catch (error) {
    watch.failure = failureOf(error, stopping)
    return 0
  }
}

/** What has no identifier and no name may be any entity that the list lacks. */
function requireReadable(entity: Entity, at: number): void {
  if (entity.id !== '' || isReadable(entity)) return
  throw unreadable('listEntities', { status: 200 }, null, [{ path: [at], message: 'must be an entity' }])
}

/** With the key of another team everything would seem to be gone, and everything new. */
function requireTeam({ scope, memory: { known } }: Watch, now: Known): void {
  if (scope !== null || known.size === 0 || [...known.keys()].some(key => now.has(key))) return
  throw new Error(
    `the journal belongs to another team, or the team was emptied: none of the ${known.size} entities that it remembers is in the list`,
  )
}

async function take({ stopping, memory, scope, delivery }: Watch, now: Known): Promise<number> {
  let changes = 0
  const { known, isNewlyWatched } = memory
  const isWatched = (id: string) => scope === null || scope.has(id)
  for await (const step of stepsBetween({ known, now, isWatched, isNewlyWatched }, createEventLoopYield())) {
    memory.check()
    const event = await memory.take(step)
    if (event !== null) delivery.add(event)
    changes += step.changes.length
    if (memory.waiting.size >= mostWaiting) await delivery.settled()
    if (stopping.signal.aborted) return changes
  }
  await memory.watch(scope)
  return changes
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

async function tell({ options, checks, memory, scope, failure }: Watch, changes: number): Promise<void> {
  const missing = [...(scope ?? [])].filter(id => !memory.known.has(id))
  await options.onCheck?.({ checks, entities: memory.known.size, changes, missing, failure })
}

function report({ checks, delivery, memory, failure, stopping }: Watch): WatchReport {
  const undelivered = [...memory.waiting].reduce((sum, { changes }) => sum + changes.length, 0)
  return { checks, changes: delivery.changes(), undelivered, failure, stopped: stopping.stopped() }
}
