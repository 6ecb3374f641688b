import * as z from 'zod/mini'
import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { asError, createHalt, type Halt } from '../../pacing/halt.ts'
import { createPace, type Pace } from '../../pacing/pace.ts'
import { wholeList } from '../../resources/whole-list.ts'
import { check } from '../../transport/check.ts'
import { AbortedError } from '../../transport/errors/AbortedError.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { AuthenticationError } from '../../transport/errors/AuthenticationError.ts'
import { RateLimitError } from '../../transport/errors/RateLimitError.ts'
import { functionOption, requestOptions } from '../../transport/option-checks.ts'
import { concurrency, givenClient } from '../checks.ts'
import {
  type EntityReferences,
  type IdentifierSource,
  isList,
  isReferences,
  listedSource,
  readList,
  streamedSource,
} from './references.ts'
import type { RescanFailure, RescanOptions, RescanReport, RescanStop } from './rescan-report.ts'

const rescanInput = z.strictObject({
  client: givenClient,
  references: z.unknown().check(
    z.refine(isReferences, {
      error: 'must be an iterable, or async iterable, of entities or identifiers, or "all"',
    }),
  ),
  options: z.strictObject({
    concurrency,
    patience: z.optional(z.number().check(z.nonnegative())),
    signal: requestOptions.shape.signal,
    onProgress: functionOption,
  }),
})

/** What came of an entity, and the place of its reference among all. */
interface Placed<Outcome> {
  readonly at: number
  readonly outcome: Outcome
}

/** A rescanning under way. */
interface Run {
  readonly client: EntityScreening
  readonly options: RescanOptions
  readonly halt: Halt<RescanStop['cause']>
  readonly pace: Pace
  readonly rescanned: Placed<Entity>[]
  readonly failed: Placed<RescanFailure>[]
  readonly left: Placed<string>[]
  taken: number
  total: number | null
  pausedFor: number | null
}

/**
 * Rescans entities, each once, a few at a time (specification: PUT /v1/entities/{id}). One that cannot be rescanned does not
 * stop the others; an abort, a refused key, and a service that goes on answering 429 do. The promise does not reject then:
 * the report says what became of each entity, and why it ended.
 *
 * Screening begins when a rescan is answered, and ends later: read lists and networks again once it has.
 *
 * @throws InputValidationError (`invalid_input`) before any request, naming each option and each member of a list that
 * is wrong.
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
  const list = isList(references) ? readList('rescanAll', references) : null
  const run = createRun(client, options)
  const source = list === null ? await openSource(run, references) : listedSource(list)
  run.total = source.total
  const workers = Array.from({ length: options.concurrency ?? 4 }, () => work(run, source))
  await Promise.all(workers)
  source.close()
  run.halt.release()
  return report(run, source)
}

function createRun(client: EntityScreening, options: RescanOptions): Run {
  const halt = createHalt<RescanStop['cause']>(options.signal)
  const pace = createPace({
    patience: options.patience ?? 300_000,
    signal: halt.signal,
    onPause: milliseconds => {
      run.pausedFor = milliseconds
      tell(run)
    },
  })
  const run: Run = {
    client,
    options,
    halt,
    pace,
    rescanned: [],
    failed: [],
    left: [],
    taken: 0,
    total: null,
    pausedFor: null,
  }
  return run
}

async function openSource(run: Run, references: EntityReferences): Promise<IdentifierSource> {
  try {
    if (references !== 'all' && Symbol.asyncIterator in references) {
      return streamedSource(references, run.halt.signal)
    }
    return listedSource(await patiently(run, () => listIdentifiers(run)))
  } catch (error) {
    run.halt.stop(causeOf(error) ?? 'failed', error)
    return unreadSource
  }
}

/** Of a large team the identifiers are kept, not the entities. */
async function listIdentifiers({ client, options: { signal } }: Run): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of wholeList(client.entities, { signal })) ids.push(id)
  return ids
}

/** The team's list, or the iterator, could not be had. */
const unreadSource: IdentifierSource = {
  ...listedSource([]),
  total: null,
  isRead: () => false,
}

/** One of the workers that share a source. */
async function work(run: Run, source: IdentifierSource): Promise<void> {
  while (!run.halt.signal.aborted) {
    const id = await take(run, source)
    if (id === undefined) return
    const at = run.taken
    run.taken += 1
    await rescanOne(run, id, at)
    tell(run)
  }
}

async function take({ halt }: Run, source: IdentifierSource): Promise<string | undefined> {
  try {
    return await source.next()
  } catch (error) {
    halt.stop(causeOf(error) ?? 'failed', error)
    return undefined
  }
}

async function rescanOne(run: Run, id: string, at: number): Promise<void> {
  const { client, halt, options } = run
  try {
    const entity = await patiently(run, () => client.entities.rescan(id, { signal: options.signal }))
    run.rescanned.push({ at, outcome: entity })
  } catch (error) {
    const cause = causeOf(error)
    const wasHalted = halt.signal.aborted && error === halt.signal.reason
    if (cause === null && !wasHalted) {
      run.failed.push({ at, outcome: { id, error: asError(error) } })
      return
    }
    run.left.push({ at, outcome: id })
    if (cause !== null) halt.stop(cause, error)
  }
}

/**
 * A call's answer. One that is answered with 429 is repeated after a pause, in which no other call begins, as long as patience
 * lasts. Throws the reason of the halt where that comes first.
 */
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

function tell({ halt, options, rescanned, failed, total, pausedFor }: Run): void {
  try {
    options.onProgress?.({ rescanned: rescanned.length, failed: failed.length, total, pausedFor })
  } catch (error) {
    halt.stop('failed', error)
  }
}

function report(run: Run, source: IdentifierSource): RescanReport {
  return {
    rescanned: inOrder(run.rescanned),
    failed: inOrder(run.failed),
    left: [...inOrder(run.left), ...source.remaining()],
    unread: !source.isRead(),
    stopped: run.halt.stopped(),
  }
}

function inOrder<Outcome>(placed: readonly Placed<Outcome>[]): Outcome[] {
  return placed.toSorted((one, other) => one.at - other.at).map(({ outcome }) => outcome)
}
