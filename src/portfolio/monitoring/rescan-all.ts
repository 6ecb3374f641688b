import * as z from 'zod/mini'
import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { asError, createHalt } from '../../pacing/halt.ts'
import { createPace } from '../../pacing/pace.ts'
import type { EntityReference } from '../../resources/reference.ts'
import { wholeList } from '../../resources/whole-list.ts'
import { check } from '../../transport/check.ts'
import { AbortedError } from '../../transport/errors/AbortedError.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { AuthenticationError } from '../../transport/errors/AuthenticationError.ts'
import { RateLimitError } from '../../transport/errors/RateLimitError.ts'
import { functionOption, signalOption } from '../../transport/options/schemas.ts'
import { concurrency, givenClient, isIterable } from '../given.ts'
import { createFirsts, type EntityReferences, identifierOf, isList, readList } from './references.ts'
import type { RescanFailure, RescanOptions, RescanReport, RescanStop } from './rescan-report.ts'

const rescanInput = z.strictObject({
  client: givenClient,
  references: z.unknown().check(
    // A text other than that would be read letter by letter.
    z.refine(value => value === 'all' || isIterable(value), {
      error: 'must be an iterable, or async iterable, of entities or identifiers, or "all"',
    }),
  ),
  options: z.strictObject({
    concurrency,
    patience: z.optional(z.number().check(z.nonnegative())),
    signal: signalOption,
    onProgress: functionOption,
  }),
})

/**
 * Rescans entities, each once, a few at a time (specification: PUT /v1/entities/{id}). An entity that cannot be rescanned does not
 * stop the others; an abort, a refused key, and a service that keeps responding with 429 do. The promise does not reject then:
 * the report has the outcome of each entity, and says why it stopped.
 *
 * Screening begins with the response to a rescan and ends later: read lists and networks again once it has ended.
 *
 * @throws InputValidationError (`invalid_input`) before any request, naming each wrong option and each wrong member of a list.
 * @example
 * const { failed, left, stopped } = await rescanAll(client, 'all')
 * for (const { id, error } of failed) console.error(id, error.message)
 * if (stopped) console.error(`${left.length} left: ${stopped.cause}`)
 */
export async function rescanAll(
  client: EntityScreening,
  references: EntityReferences,
  options: RescanOptions = {},
): Promise<RescanReport> {
  check('rescanAll', rescanInput, { client, references, options })
  const given = isList(references) ? readList('rescanAll', references) : references
  const run = createRun(client, options)
  try {
    if (given === 'all') await rescanList(run, await patiently(run, () => listIdentifiers(run)))
    else if (Array.isArray(given)) await rescanList(run, given)
    else await rescanStream(run, given)
  } catch (error) {
    run.halt.stop(causeOf(error) ?? 'failed', error)
  }
  await Promise.all(run.underWay)
  run.halt.release()
  return report(run)
}

/** A rescanning under way. */
type Run = ReturnType<typeof createRun>

function createRun(client: EntityScreening, options: RescanOptions) {
  const { patience = 300_000, signal } = options
  const halt = createHalt<RescanStop['cause']>(signal)
  const progress: { total: number | null; pausedFor: number | null } = { total: null, pausedFor: null }
  // What came of each entity, by the place of its reference among all.
  const rescanned = new Map<number, Entity>()
  const failed = new Map<number, RescanFailure>()
  const left = new Map<number, string>()
  const tell = () => {
    try {
      options.onProgress?.({ rescanned: rescanned.size, failed: failed.size, ...progress })
    } catch (error) {
      halt.stop('failed', error)
    }
  }
  const onPause = (milliseconds: number | null) => {
    progress.pausedFor = milliseconds
    tell()
  }
  const pace = createPace({ patience, signal: halt.signal, onPause })
  const underWay = new Set<Promise<void>>()
  return {
    client,
    options,
    halt,
    pace,
    underWay,
    progress,
    rescanned,
    failed,
    left,
    tell,
    taken: 0,
    isRead: false,
  }
}

/** Of a large team the identifiers are kept, not the entities. */
async function listIdentifiers({ client, options: { signal } }: Run): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of wholeList(client.entities, { signal })) ids.push(id)
  return ids
}

async function rescanList(run: Run, listed: readonly string[]): Promise<void> {
  const ids = listed.filter(createFirsts())
  run.isRead = true
  run.progress.total = ids.length
  for (const id of ids) await take(run, id)
}

/** Asks for one reference at a time, only when it is wanted. What has no identifier is an empty one, which a call refuses. */
async function rescanStream(run: Run, references: AsyncIterable<EntityReference>): Promise<void> {
  const { signal } = run.halt
  const iterator = references[Symbol.asyncIterator]()
  const isFirst = createFirsts()
  const read = async () => {
    while (!signal.aborted) {
      const { done, value } = await iterator.next()
      if (done) run.isRead = true
      if (done) return
      const id = identifierOf(value) ?? ''
      if (isFirst(id)) await take(run, id)
    }
  }
  // What has been read when the run is halted is taken in time to be named.
  const halted = new Promise(resolve => signal.addEventListener('abort', () => setTimeout(resolve)))
  try {
    if (!signal.aborted) await Promise.race([read(), halted])
  } finally {
    // Not waited for: a source that hangs would hang here too.
    if (!run.isRead) void Promise.resolve(iterator.return?.()).catch(() => {})
  }
}

/** Begins with an entity, and waits until there is room for another; once the run is halted, it is left. */
async function take(run: Run, id: string): Promise<void> {
  const { halt, left, underWay, options } = run
  const at = run.taken
  run.taken += 1
  if (halt.signal.aborted) {
    left.set(at, id)
    return
  }
  const work = rescanOne(run, id, at).then(() => {
    underWay.delete(work)
    run.tell()
  })
  underWay.add(work)
  if (underWay.size >= (options.concurrency ?? 4)) await Promise.race(underWay)
}

async function rescanOne(run: Run, id: string, at: number): Promise<void> {
  const { client, halt, options } = run
  try {
    const { signal } = options
    run.rescanned.set(at, await patiently(run, () => client.entities.rescan(id, { signal })))
  } catch (error) {
    const cause = causeOf(error)
    const wasHalted = halt.signal.aborted && error === halt.signal.reason
    if (cause === null && !wasHalted) run.failed.set(at, { id, error: asError(error) })
    else run.left.set(at, id)
    if (cause !== null) halt.stop(cause, error)
  }
}

/** Repeats a call that is answered with 429 as long as patience lasts. Throws the reason of the halt where that comes first. */
async function patiently<Answer>({ pace, halt }: Run, call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    await pace.ready()
    halt.signal.throwIfAborted()
    try {
      const answer = await call()
      pace.succeeded()
      return answer
    } catch (error) {
      // Any other status is an answer too: the service has let the call through.
      if (ApiError.is(error) && !RateLimitError.is(error)) pace.succeeded()
      if (!RateLimitError.is(error) || !pace.failed(error)) throw error
    }
  }
}

/** Why an error ends the run; null where it concerns one entity. */
function causeOf(error: unknown): RescanStop['cause'] | null {
  if (AbortedError.is(error)) return 'aborted'
  if (AuthenticationError.is(error)) return 'authentication'
  return RateLimitError.is(error) ? 'rate_limit' : null
}

function report({ rescanned, failed, left, isRead, halt }: Run): RescanReport {
  return {
    rescanned: inOrder(rescanned),
    failed: inOrder(failed),
    left: inOrder(left),
    unread: !isRead,
    stopped: halt.stopped(),
  }
}

function inOrder<Outcome>(outcomes: ReadonlyMap<number, Outcome>): Outcome[] {
  return [...outcomes].sort(([one], [other]) => one - other).map(([, outcome]) => outcome)
}
