import * as z from 'zod/mini'
import type { EntityScreening } from '../../client.ts'
import { identify } from '../../model/entity-reference.ts'
import {
  type CallbackLimits,
  CallbackTimeoutError,
  callbackGrace,
  runCallback,
} from '../../pacing/run-callback.ts'
import { createSharedBackoff } from '../../pacing/shared-backoff.ts'
import { sleep, whenAborted } from '../../pacing/sleep.ts'
import { createStopController, type StopController } from '../../pacing/stop-controller.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { hasMethods } from '../../transport/options/resolve.ts'
import { checkCopy } from '../copy-input.ts'
import type { Decisions } from '../decisions/decisions.ts'
import {
  clientInput,
  concurrency,
  defaultGiveUpAfter,
  journalInput,
  openLimitedJournal,
  readOrRefuse,
} from '../import-input.ts'
import type { LimitedJournal } from '../journal/limit-journal.ts'
import {
  createCheck,
  functionOption,
  millisecondsOption,
  screeningFieldsOption,
  signalOption,
  spanOption,
} from '../option-schemas.ts'
import { isRefusal, readNetworks } from './read-networks.ts'
import { type Due, readList, stepsTo } from './read-watched-list.ts'
import type { MonitoringStop, WatchCheck, WatchEvent, WatchOptions, WatchReport } from './reports.ts'
import { references } from './rescan-all.ts'
import { type Memory, openMemory, type Step } from './watch-state.ts'
import { WebhookError } from './webhook.ts'

const watchInput = z.strictObject({
  client: clientInput,
  options: z.strictObject({
    onChange: createCheck(value => typeof value === 'function', 'must be a function'),
    journal: journalInput,
    ids: z.optional(references),
    networks: z.optional(z.enum(['moved', 'all', 'never'])),
    sweepEvery: millisecondsOption,
    concurrency,
    requestsPerMinute: z.optional(z.number().check(z.positive())),
    screeningFields: screeningFieldsOption,
    volatile: z.optional(z.array(z.string())),
    decisions: z.optional(
      createCheck(value => hasMethods(value, 'review'), 'must be what openDecisions returns'),
    ),
    every: millisecondsOption,
    checks: z.optional(z.int().check(z.positive())),
    duration: millisecondsOption,
    giveUpAfter: spanOption,
    signal: signalOption,
    onCheck: functionOption,
  }),
})

/**
 * Lists the team at intervals and reports what has changed: rows as `diff` does, and, with `networks`, the hits of each entity's
 * network. What is incomplete is never compared. With a `journal`, the watch continues where the last run ended, however it ended.
 * An event is stored before it is delivered, and delivered again under the same `id` until it is acknowledged: at least once, each
 * change in one event.
 *
 * The first check with a new journal, or without one, reports nothing. A check that fails does not end the watch; a refused key
 * does. The promise does not reject then: the report says why it ended.
 *
 * @throws InputValidationError (`invalid_input`) before any request, for wrong options and a journal that cannot be opened, for
 * example because another watch holds it.
 * @example
 * // Each run says what has changed since the last one.
 * const onChange = ({ changes }: WatchEvent) => changes.forEach(change => console.log(formatChange(change)))
 * const { stopped } = await watchEntities(client, { journal: 'team.journal', checks: 1, onChange })
 */
export async function watchEntities(client: EntityScreening, options: WatchOptions): Promise<WatchReport> {
  const input = checkCopy('watchEntities', watchInput, { client, options })
  const {
    duration,
    checks,
    giveUpAfter = checks === undefined ? undefined : defaultGiveUpAfter,
  } = input.options
  const stopping = createStopController<MonitoringStop['cause']>(input.options.signal)
  const due = new AbortController()
  const timer = duration && setTimeout(() => due.abort(), duration)
  const ending = AbortSignal.any([stopping.signal, due.signal])
  const limits = { signal: ending, giveUpAfter }
  let journal: LimitedJournal | undefined
  let release = () => {}
  try {
    const opened = await readOrRefuse('watchEntities', 'journal', () =>
      openLimitedJournal(input.options.journal, limits),
    )
    journal = opened
    const lost = opened?.lease?.lost
    release = whenAborted(lost, () => stopping.stop('failed', lost?.reason))
    const memory = await readOrRefuse('watchEntities', 'journal', () => openMemory(opened, client.baseUrl))
    const watched = await watch(client, { ...input.options, giveUpAfter }, memory, stopping, ending)
    await opened?.close().catch(error => stopping.stop('failed', error))
    return { ...watched, stopped: stopping.stopped() }
  } catch (error) {
    if (!(error instanceof CallbackTimeoutError && error.isAborted)) throw error
    // It was ended before the journal was read.
    if (!stopping.signal.aborted) stopping.stop('failed', error)
    return { checks: 0, changes: 0, undelivered: 0, stopped: stopping.stopped() }
  } finally {
    clearTimeout(timer)
    release()
    stopping.release()
    await journal?.close().catch(() => {})
  }
}

/** @param ending aborted when the watch is to end: reads and functions of the caller have five more seconds. */
async function watch(
  client: EntityScreening,
  options: WatchOptions,
  memory: Memory,
  stopping: StopController<MonitoringStop['cause']>,
  ending: AbortSignal,
): Promise<Omit<WatchReport, 'stopped'>> {
  const { every = 30_000, checks: most, duration, decisions, onChange, onCheck } = options
  const { giveUpAfter = Number.POSITIVE_INFINITY } = options
  const scope = options.ids === undefined ? null : new Set(options.ids.map(identify))
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const release = whenAborted(ending, () => {
    timer = setTimeout(() => over.abort(), callbackGrace)
  })
  const limits = { signal: over.signal, grace: 0, giveUpAfter }
  const signal = AbortSignal.any([stopping.signal, over.signal])
  const failed = new Map<string, number>()
  const watching = { client, options, memory, scope, failed, signal }
  const pace = createSharedBackoff({ giveUpAfter, signal, onPause() {} })
  let [checks, found, delivered] = [0, 0, 0]
  let isFirst = true
  let failure: EntityScreeningError | null = null

  await run().catch(error => stopping.stop('failed', error))
  release()
  clearTimeout(timer)
  // Nothing may have changed, or the service may be down: that must not look alike.
  if (failure !== null) stopping.stop('failed', failure)
  const undelivered = memory.waiting()?.changes.length ?? 0
  return { checks, changes: delivered, undelivered }

  async function run(): Promise<void> {
    let next = performance.now()
    const ends = next + (duration ?? Number.POSITIVE_INFINITY)
    await deliver()
    for (let isLast = false; !signal.aborted; ) {
      checks += 1
      isLast = checks === most || next === ends
      next = Math.min(await look(isLast), ends)
      if (signal.aborted || isLast || performance.now() >= ends) return
      await memory.compact()
      await sleep(Math.max(0, next - performance.now()), signal)
      await pace.ready()
    }
  }

  /** Reads the list, and networks until the next list is due. Returns when that is. */
  async function look(isLast: boolean): Promise<number> {
    found = 0
    let networks: WatchCheck['networks'] = { read: 0, left: 0, failure: null }
    let next = performance.now() + every
    try {
      const due = await compareList()
      failure = null
      next = performance.now() + every
      networks = await readNetworks(due, watching, isLast ? Number.POSITIVE_INFINITY : next, keep)
      pace.succeeded()
    } catch (error) {
      if (signal.aborted) return next
      if (!EntityScreeningError.is(error)) throw error
      failure = error
      // What fails may be over by the next check.
      if (isRefusal(error)) stopping.stop('refused', error)
      else if (!pace.failed(error)) stopping.stop('failed', error)
    }
    if (signal.aborted) return next
    const missing = [...(scope ?? [])].filter(id => typeof memory.rowOf(id) !== 'string')
    const entities = scope === null ? memory.known.size : scope.size - missing.length
    const check: WatchCheck = { checks, entities, changes: found, networks, missing, failure }
    await runCallback('onCheck', () => onCheck?.(check), limits)
    return next
  }

  /** Keeps and delivers what has changed in the list. Returns the entities whose networks are due. */
  async function compareList(): Promise<Due[]> {
    const { now, due } = await readList(watching)
    if (isFirst && scope === null) requireTeam(memory, now)
    isFirst = false
    for (const rows of stepsTo(now, memory)) await keep({ rows })
    if (scope === null && !memory.isWhole()) await keep({ isWhole: true })
    return due
  }

  /** Keeps a part of what a check has found, and delivers its event. */
  async function keep(step: Step): Promise<void> {
    if (signal.aborted) return
    await memory.take(step)
    found += memory.waiting()?.changes.length ?? 0
    await deliver()
  }

  /** Calls `onChange` until it takes the event that waits, or the watch ends. */
  async function deliver(): Promise<void> {
    const event = memory.waiting()
    for (; event !== null && !signal.aborted; await pace.ready()) {
      memory.check()
      try {
        const told = decisions === undefined ? event : await reviewed(event, decisions, limits)
        await runCallback('onChange', () => onChange(told, signal), limits)
      } catch (error) {
        if (signal.aborted) return
        const isGone = error instanceof WebhookError && error.status === 410
        // It may still be at work: to call it again would not help.
        const isGivenUp = error instanceof CallbackTimeoutError
        if (isGone || isGivenUp || !pace.failed(error)) throw error
        continue
      }
      pace.succeeded()
      await memory.delivered(event)
      delivered += event.changes.length
      return
    }
  }
}

/** What was decided is put beside the hits when the event is delivered. */
async function reviewed(
  event: WatchEvent,
  decisions: Pick<Decisions, 'review'>,
  limits: CallbackLimits,
): Promise<WatchEvent> {
  const hits = event.changes.flatMap(change => ('hit' in change ? [change.hit] : []))
  const reviews = await runCallback('decisions.review', () => decisions.review(hits), limits)
  const changes = event.changes.map(change =>
    'hit' in change ? { ...change, review: reviews.find(({ hit }) => hit === change.hit) ?? null } : change,
  )
  return { ...event, changes }
}

/** With the key of another team everything would seem to be gone, and everything new. */
function requireTeam({ known }: Memory, now: ReadonlyMap<string, string | null>): void {
  const ids = [...known.keys()].filter(id => known.get(id) !== null)
  if (ids.length === 0 || ids.some(id => now.get(id) !== null)) return
  const message = `none of the ${ids.length} entities that it remembers is in the list`
  throw new Error(`the journal belongs to another team, or the team was emptied: ${message}`)
}
