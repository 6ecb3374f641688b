import * as z from 'zod/mini'
import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { createPace, type Pace } from '../../pacing/pace.ts'
import { asError, createStopController } from '../../pacing/stop-controller.ts'
import type { EntityReference } from '../../resources/team.ts'
import { wholeList } from '../../resources/team.ts'
import { isRecord } from '../../shared/json.ts'
import { check } from '../../transport/check.ts'
import { invalidInput } from '../../transport/create-error.ts'
import { AbortedError } from '../../transport/errors/AbortedError.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { AuthenticationError } from '../../transport/errors/AuthenticationError.ts'
import { RateLimitError } from '../../transport/errors/RateLimitError.ts'
import { functionOption, signalOption } from '../../transport/options/schemas.ts'
import { concurrency, givenClient } from '../input.ts'
import type { RescanFailure, RescanOptions, RescanReport, RescanStop } from './rescan-report.ts'

/**
 * Entities or their identifiers in any iterable, or `'all'` for every entity that the team has when the call begins. A list that
 * is missing by mistake never means all.
 *
 * @example
 * const due: EntityReferences = (await client.entities.list()).filter(entity => entity.riskLevel === 'high')
 */
export type EntityReferences = (Iterable<EntityReference> & object) | 'all'

const rescanInput = z.strictObject({
  client: givenClient,
  references: z.unknown().check(
    // A text other than that would be read letter by letter.
    z.refine(isReferences, { error: 'must be an iterable of entities or identifiers, or "all"' }),
  ),
  options: z.strictObject({
    concurrency,
    giveUpAfter: z.optional(z.number().check(z.nonnegative())),
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
  const given = references === 'all' ? references : readList('rescanAll', references)
  const run = createRun(client, options)
  try {
    await run.rescanAll(given === 'all' ? await run.listTeam() : given)
  } catch (error) {
    run.stopping.stop(causeOf(error) ?? 'failed', error)
  }
  return await run.end()
}

function isReferences(value: unknown): boolean {
  return value === 'all' || (typeof value === 'object' && value !== null && Symbol.iterator in value)
}

/** @throws InputValidationError naming each member that is neither an entity nor an identifier. */
function readList(operation: string, references: Iterable<EntityReference>): string[] {
  const ids = Array.from(references, (given: unknown) => (isRecord(given) ? given.id : given))
  const issues = ids.flatMap((id, at) =>
    typeof id === 'string'
      ? []
      : [{ path: ['references', at], message: 'must be an entity or its identifier' }],
  )
  if (issues.length > 0) throw invalidInput(operation, issues)
  return ids.filter(id => typeof id === 'string')
}

function createRun(
  client: EntityScreening,
  { concurrency = 4, giveUpAfter = 300_000, ...options }: RescanOptions,
) {
  const { signal, onProgress } = options
  const stopping = createStopController<RescanStop['cause']>(signal)
  const pace = createPace({ giveUpAfter, signal: stopping.signal, onPause })
  const progress: { total: number | null; pausedFor: number | null } = { total: null, pausedFor: null }
  // What came of each entity, by the place of its reference among all.
  const rescanned = new Map<number, Entity>()
  const failed = new Map<number, RescanFailure>()
  const left = new Map<number, string>()
  const underWay = new Set<Promise<void>>()
  let isRead = false
  return { stopping, listTeam, rescanAll, end }

  function onPause(milliseconds: number | null): void {
    progress.pausedFor = milliseconds
    tell()
  }

  function tell(): void {
    try {
      onProgress?.({ rescanned: rescanned.size, failed: failed.size, ...progress })
    } catch (error) {
      stopping.stop('failed', error)
    }
  }

  /** Of a large team the identifiers are kept, not the entities. */
  function listTeam(): Promise<string[]> {
    return whilePaced(pace, stopping.signal, async () => {
      const ids: string[] = []
      for await (const { id } of wholeList(client.entities, { signal })) ids.push(id)
      return ids
    })
  }

  /** A few at a time; once the run is stopped, the others are left. */
  async function rescanAll(listed: readonly string[]): Promise<void> {
    // An empty identifier says nothing, so that two of them are not the same.
    const seen = new Set<string>()
    const ids = listed.filter(id => id === '' || seen.size < seen.add(id).size)
    isRead = true
    progress.total = ids.length
    for (const [at, id] of ids.entries()) {
      if (stopping.signal.aborted) left.set(at, id)
      else {
        const work = rescan(id, at).then(() => {
          underWay.delete(work)
          tell()
        })
        underWay.add(work)
        if (underWay.size >= concurrency) await Promise.race(underWay)
      }
    }
  }

  async function rescan(id: string, at: number): Promise<void> {
    try {
      const entity = await whilePaced(pace, stopping.signal, () => client.entities.rescan(id, { signal }))
      rescanned.set(at, entity)
    } catch (error) {
      const cause = causeOf(error)
      const wasStopped = stopping.signal.aborted && error === stopping.signal.reason
      if (cause === null && !wasStopped) failed.set(at, { id, error: asError(error) })
      else left.set(at, id)
      if (cause !== null) stopping.stop(cause, error)
    }
  }

  async function end(): Promise<RescanReport> {
    await Promise.all(underWay)
    stopping.release()
    return {
      rescanned: inOrder(rescanned),
      failed: inOrder(failed),
      left: inOrder(left),
      hasUnread: !isRead,
      stopped: stopping.stopped(),
    }
  }
}

/** Repeats a call after each 429 for as long as `giveUpAfter` says. Throws the reason of a stop that comes first. */
async function whilePaced<Result>(
  pace: Pace,
  signal: AbortSignal,
  call: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    await pace.ready()
    signal.throwIfAborted()
    try {
      const result = await call()
      pace.succeeded()
      return result
    } catch (error) {
      // Any other status is a response too: the service has let the call through.
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

function inOrder<Outcome>(outcomes: ReadonlyMap<number, Outcome>): Outcome[] {
  return [...outcomes].sort(([one], [other]) => one - other).map(([, outcome]) => outcome)
}
