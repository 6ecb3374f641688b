import type { EntityScreening } from '../../client.ts'
import { hitsOf } from '../../network/hits.ts'
import { sleep } from '../../pacing/sleep.ts'
import { AuthenticationError } from '../../transport/errors/AuthenticationError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'
import { type Step, writeHits } from './memory.ts'
import type { Due } from './read-list.ts'
import type { ReadNetworks, WatchOptions } from './reports.ts'

export const nothingRead: ReadNetworks = { read: 0, left: 0, failure: null }

interface ReadingParts {
  readonly client: EntityScreening
  readonly options: WatchOptions
  readonly signal: AbortSignal
  /** When the next list is due, by the clock of `performance`. */
  readonly until: number
  readonly keep: (step: Step) => Promise<void>
}

/** Reads networks, the most urgent first, until all are read or the next list is due: those that are left are due again after that. */
export async function readNetworks(due: readonly Due[], parts: ReadingParts): Promise<ReadNetworks> {
  const { client, options, signal, until, keep } = parts
  const { concurrency = 2, requestsPerMinute = 600, screeningFields, volatile } = options
  const queue = due.toSorted((one, other) => one.since - other.since)[Symbol.iterator]()
  const pause = 60_000 / requestsPerMinute
  let [next, read] = [performance.now(), 0]
  let failure: EntityScreeningError | null = null

  async function readOne({ id, row }: Due): Promise<void> {
    try {
      const at = Date.now()
      const network = await client.entities.network(id, { signal })
      // What may be a part of it, or lacks the entity itself, would let hits seem to be gone.
      if (!network.isWhole || network.rootId === null) return
      const hits = writeHits(hitsOf(network, { entity: id, screeningFields, volatile }))
      await keep({ network: { id, at, row, hits } })
      read += 1
    } catch (error) {
      if (signal.aborted || isRefusal(error) || !EntityScreeningError.is(error)) throw error
      failure ??= error
    }
  }

  async function work(): Promise<void> {
    while (performance.now() < until && !signal.aborted) {
      const { value, done } = queue.next()
      if (done) return
      const wait = next - performance.now()
      next = Math.max(next, performance.now()) + pause
      if (wait > 0) await sleep(wait, signal)
      if (!signal.aborted) await readOne(value)
    }
  }

  await Promise.all(Array.from({ length: concurrency }, work))
  return { read, left: due.length - read, failure }
}

/** What will not be over by the next check. */
export function isRefusal(error: unknown): boolean {
  return AuthenticationError.is(error) || PermissionDeniedError.is(error)
}
