import * as z from 'zod/mini'
import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { createPace } from '../../pacing/pace.ts'
import { createEventLoopYield, longestTimer, sleep, whenAborted } from '../../pacing/sleep.ts'
import { createStopController, type StopController } from '../../pacing/stop-controller.ts'
import { identify, wholeList } from '../../resources/team.ts'
import { check } from '../../transport/check.ts'
import { unreadable } from '../../transport/create-error.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { hasMethods } from '../../transport/options/resolve.ts'
import {
  functionOption,
  milliseconds,
  screeningFieldsOption,
  signalOption,
  span,
} from '../../transport/options/schemas.ts'
import { concurrency, givenClient, givenJournal, openJournal, readable } from '../input.ts'
import { deliver } from './deliver.ts'
import { factsOf } from './diff/entities.ts'
import { type Memory, mostRows, openMemory, type Row, type Step } from './memory.ts'
import { createChoice, type Due, isRefusal, nothingRead, readNetworks } from './read-networks.ts'
import { recall } from './remembered.ts'
import type { MonitoringStop, WatchOptions, WatchReport } from './reports.ts'
import { references } from './rescan-all.ts'

const watchInput = z.strictObject({
  client: givenClient,
  options: z.strictObject({
    onChange: z.unknown().check(z.refine(given => typeof given === 'function', 'must be a function')),
    journal: givenJournal,
    ids: z.optional(references),
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
    giveUpAfter: span,
    signal: signalOption,
    onCheck: functionOption,
  }),
})

/** How many entities an event tells of: a receiver may take no more than a hundred kilobytes. */
const mostNews = 50

/** How long the last reads and deliveries of a watch may take once its time is over, in milliseconds. */
const grace = 5000

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
  check('watchEntities', watchInput, { client, options })
  const journal = await readable('watchEntities', 'journal', () => openJournal(options.journal))
  const stopping = createStopController<MonitoringStop['cause']>(options.signal)
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
  stopping: StopController<MonitoringStop['cause']>,
): Promise<WatchReport> {
  const { every = 30_000, checks: most, duration, onCheck } = options
  const { giveUpAfter = most === undefined ? Number.POSITIVE_INFINITY : 300_000 } = options
  const scope = options.ids === undefined ? null : new Set(options.ids.map(identify))
  const over = new AbortController()
  const end = (milliseconds: number) => setTimeout(() => over.abort(), Math.min(milliseconds, longestTimer))
  const timers = duration ? [end(duration + grace)] : []
  // A function that never returns does not keep a watch that was ended.
  const release = whenAborted(stopping.signal, () => timers.push(end(grace)))
  const signal = AbortSignal.any([stopping.signal, over.signal])
  const pace = createPace({ giveUpAfter, signal, onPause() {} })
  let [checks, found, delivered] = [0, 0, 0]
  let hasCompared = false
  let failure: EntityScreeningError | null = null
  let turn = Promise.resolve()

  await run().catch(error => stopping.stop('failed', error))
  // One reader of networks may have failed while another one delivers.
  await turn.catch(() => {})
  release()
  timers.forEach(clearTimeout)
  // Nothing may have changed, or the service may be down: that must not look alike.
  if (failure !== null) stopping.stop('failed', failure)
  const undelivered = memory.waiting()?.changes.length ?? 0
  return { checks, changes: delivered, undelivered, stopped: stopping.stopped() }

  async function run(): Promise<void> {
    const until = performance.now() + (duration ?? Number.POSITIVE_INFINITY)
    await deliverWaiting()
    for (let isLast = false; !signal.aborted; ) {
      checks += 1
      isLast ||= checks === most
      const next = await look(isLast)
      if (signal.aborted || isLast) return
      await memory.compact()
      const left = until - performance.now()
      if (left <= 0) return
      isLast = left <= every
      await sleep(Math.min(Math.max(0, next - performance.now()), left), signal)
      await pace.ready()
    }
  }

  /** Reads the list, and networks until the next list is due. Returns when that is. */
  async function look(isLast: boolean): Promise<number> {
    found = 0
    let networks = nothingRead
    let next = performance.now() + every
    try {
      const due = await compareList()
      failure = null
      next = performance.now() + every
      const until = isLast ? Number.POSITIVE_INFINITY : next
      networks = await readNetworks(due, { client, options, signal, until, keep })
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
    await onCheck?.({ checks, entities, changes: found, networks, missing, failure })
    return next
  }

  /** Keeps and delivers what has changed in the list. Returns the entities whose networks are due. */
  async function compareList(): Promise<Due[]> {
    const now = new Map<string, string>()
    const due: Due[] = []
    const choose = createChoice(options, memory.networks)
    let at = 0
    for await (const entity of wholeList(client.entities, { signal })) {
      const { id } = entity
      requireEntity(entity, now.get(id), at++)
      if (now.has(id) || scope?.has(id) === false) continue
      const [row, before] = [factsOf(entity), memory.rowOf(id)]
      // The text that there is already takes no more memory.
      now.set(id, before === row ? before : row)
      const chosen = choose(entity)
      if (chosen !== null) due.push(chosen)
    }
    if (!hasCompared && scope === null) requireTeam(memory, now)
    hasCompared = true
    for await (const rows of stepsTo(now)) await keep({ rows })
    if (scope === null && !memory.isWhole()) await keep({ isWhole: true })
    return due
  }

  /** What the list says of entities that are not as they are known, in steps that are small enough for an event. */
  async function* stepsTo(now: ReadonlyMap<string, string>): AsyncGenerator<Row[]> {
    const pause = createEventLoopYield()
    let [rows, news]: [Row[], number] = [[], 0]
    for (const id of idsIn(now, scope ?? memory.known)) {
      if (pause.isDue()) await pause.take()
      const [before, after] = [memory.rowOf(id), now.get(id) ?? null]
      if (before === after) continue
      rows.push([id, after])
      if (before !== undefined) news += 1
      if (news < mostNews && rows.length < mostRows) continue
      yield rows
      ;[rows, news] = [[], 0]
    }
    if (rows.length > 0) yield rows
  }

  /** Keeps what a check has found and delivers its event, one after the other. */
  function keep(step: Step): Promise<void> {
    turn = turn.then(async () => {
      if (signal.aborted) return
      await memory.take(step)
      found += memory.waiting()?.changes.length ?? 0
      await deliverWaiting()
    })
    return turn
  }

  async function deliverWaiting(): Promise<void> {
    const event = memory.waiting()
    if (event === null) return
    if (!(await deliver(event, { memory, options, pace, signal, over: over.signal }))) return
    await memory.delivered()
    delivered += event.changes.length
  }
}

/** What is there, in the order of the list, then the others. */
function* idsIn(now: ReadonlyMap<string, string>, others: { keys(): Iterable<string> }): Generator<string> {
  yield* now.keys()
  for (const id of others.keys()) if (!now.has(id)) yield id
}

/** What has no identifier, or shares one with another entity, may be any entity that the list lacks. */
function requireEntity({ id, name, type }: Entity, earlier: string | undefined, at: number): void {
  const others = recall(id, earlier ?? null)
  const isAnother = others.some(other => other.name !== name || other.type !== type)
  if (id !== '' && !isAnother) return
  const message = `must be an entity with an identifier${isAnother ? ' that no other entity has' : ''}`
  throw unreadable('listEntities', { status: 200 }, null, [{ path: [at], message }])
}

/** With the key of another team everything would seem to be gone, and everything new. */
function requireTeam({ known }: Memory, now: ReadonlyMap<string, string>): void {
  const ids = [...known].flatMap(([id, row]) => (row === null ? [] : id))
  if (ids.length === 0 || ids.some(id => now.has(id))) return
  throw new Error(
    `the journal belongs to another team, or the team was emptied: none of the ${ids.length} entities that it remembers is in the list`,
  )
}
