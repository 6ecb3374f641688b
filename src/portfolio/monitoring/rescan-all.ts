import * as z from 'zod/mini'
import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { type EntityReference, identify } from '../../model/entity-reference.ts'
import { createSharedBackoff } from '../../pacing/shared-backoff.ts'
import { asError, createStopController } from '../../pacing/stop-controller.ts'
import { streamCompleteList } from '../../resources/stream-entities.ts'
import { assertInput } from '../../transport/check-input.ts'
import { AuthenticationError } from '../../transport/errors/AuthenticationError.ts'
import { RateLimitError } from '../../transport/errors/RateLimitError.ts'
import { clientInput, concurrency, defaultGiveUpAfter } from '../import-input.ts'
import { awaitObservers, createObservers, notifyObserver } from '../observers.ts'
import { functionOption, signalOption, spanOption } from '../option-schemas.ts'
import type { MonitoringStop, RescanOptions, RescanReport } from './reports.ts'

const identifier = z.string().check(z.minLength(1))
/** Entities or their identifiers. */
export const references = z.array(
  z.union([identifier, z.looseObject({ id: identifier })], 'must be an entity or its identifier'),
)

const rescanInput = z.strictObject({
  client: clientInput,
  references,
  options: z.strictObject({
    concurrency,
    giveUpAfter: spanOption,
    signal: signalOption,
    onProgress: functionOption,
  }),
})

/**
 * Rescans the entities of a list, or, with `'all'`, all entities that the team has when the call begins. Each entity is
 * rescanned once, a few at a time. An entity that cannot be rescanned does not stop the rescan. An abort, a refused key, and a
 * service that keeps responding with 429 stop the rescan. The report contains the outcome of each entity, and the cause of an
 * early stop. If the team's list cannot be read completely, the promise rejects, and nothing was rescanned.
 *
 * A rescan starts a screening, which ends only after the response. Read lists and networks again once the screening has ended.
 *
 * @throws InputValidationError (`invalid_input`) if options or references are invalid; in these cases, no request was sent.
 * @example
 * const { failed, remaining, stopped } = await rescanAll(client, 'all')
 * for (const { id, error } of failed) console.error(id, error.message)
 * if (stopped) console.error(`${remaining.length} remain: ${stopped.cause}`)
 */
export async function rescanAll(
  client: EntityScreening,
  references: readonly EntityReference[] | 'all',
  options: RescanOptions = {},
): Promise<RescanReport> {
  const list = references === 'all' ? [] : references
  assertInput('rescanAll', rescanInput, { client, references: list, options })
  const { concurrency = 4, giveUpAfter = defaultGiveUpAfter, signal, onProgress } = options
  const unique = new Set(list.map(identify))
  // Only the identifiers are stored, because the entities of a large team do not fit into memory.
  if (references === 'all')
    for await (const { id } of streamCompleteList(client.entities, { signal })) unique.add(id)
  const ids = [...unique]
  const stopping = createStopController<MonitoringStop['cause']>(signal)
  const observers = createObservers(error => stopping.stop('failed', error))
  const backoff = createSharedBackoff({ giveUpAfter, signal: stopping.signal, onPause: notifyProgress })
  const rescanned = new Map<string, Entity>()
  const failed = new Map<string, RescanReport['failed'][number]>()
  const queue = ids.values()

  await Promise.all(Array.from({ length: concurrency }, work))
  await awaitObservers(observers)
  stopping.release()
  return {
    rescanned: ids.flatMap(id => rescanned.get(id) ?? []),
    failed: ids.flatMap(id => failed.get(id) ?? []),
    remaining: ids.filter(id => !rescanned.has(id) && !failed.has(id)),
    stopped: stopping.stopped(),
  }

  async function work(): Promise<void> {
    for (const id of queue) {
      do await backoff.waitUntilReady()
      while (!stopping.signal.aborted && !(await rescanOne(id)))
      if (stopping.signal.aborted) return
      notifyProgress(null)
      await awaitObservers(observers)
    }
  }

  /** Rescans an entity. Returns false if the service responds with 429, or if rescanning has stopped. */
  async function rescanOne(id: string): Promise<boolean> {
    try {
      rescanned.set(id, await client.entities.rescan(id, { signal }))
    } catch (error) {
      if (RateLimitError.is(error) && !backoff.recordFailure(error)) stopping.stop('failed', error)
      if (AuthenticationError.is(error)) stopping.stop('refused', error)
      if (RateLimitError.is(error) || stopping.signal.aborted) return false
      failed.set(id, { id, error: asError(error) })
    }
    backoff.recordSuccess()
    return true
  }

  function notifyProgress(pausedFor: number | null): void {
    const counts = { rescanned: rescanned.size, failed: failed.size, total: ids.length }
    notifyObserver(observers, onProgress, { ...counts, pausedFor })
  }
}
