import { hitsOf } from '../../network/hits.ts'
import { sleep } from '../../pacing/sleep.ts'
import { AuthenticationError } from '../../transport/errors/AuthenticationError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'
import type { Due, Watching } from './read-watched-list.ts'
import type { WatchCheck } from './reports.ts'
import { type Step, writeHits } from './watch-state.ts'

/**
 * Reads networks, the most urgent first, until all are read or the next list is due by the clock of `performance`: those that are
 * left are due again after that.
 */
export async function readNetworks(
  due: readonly Due[],
  { client, options, failed, signal }: Watching,
  until: number,
  keep: (step: Step) => Promise<void>,
): Promise<WatchCheck['networks']> {
  const { concurrency = 2, requestsPerMinute = 600, screeningFields, volatile } = options
  // One that fails waits for its turn as if it had been read: it keeps no other one waiting.
  const triedAt = ({ id, since }: Due) => Math.max(since, failed.get(id) ?? 0)
  const queue = due.toSorted((a, b) => triedAt(a) - triedAt(b))
  let [next, read] = [performance.now(), 0]
  let failure: EntityScreeningError | null = null

  for (
    let index = 0;
    index < queue.length && performance.now() < until && !signal.aborted;
    index += concurrency
  ) {
    const wait = next - performance.now()
    if (wait > 0) await sleep(wait, signal)
    next = performance.now() + (concurrency * 60_000) / requestsPerMinute
    for (const network of await Promise.all(queue.slice(index, index + concurrency).map(readHits))) {
      if (network === null) continue
      await keep({ network })
      read += 1
    }
  }
  return { read, left: due.length - read, failure }

  async function readHits({ id, row }: Due): Promise<Step['network'] | null> {
    const now = Date.now()
    failed.set(id, now)
    try {
      const network = await client.entities.network(id, { signal })
      // What may be a part of it, or lacks the entity itself, would let hits seem to be gone.
      if (!network.isWhole || network.rootId === null) return null
      failed.delete(id)
      return { id, at: now, row, hits: writeHits(hitsOf(network, { entity: id, screeningFields, volatile })) }
    } catch (error) {
      if (signal.aborted || isRefusal(error) || !EntityScreeningError.is(error)) throw error
      failure ??= error
      return null
    }
  }
}

/** What will not be over by the next check. */
export function isRefusal(error: unknown): boolean {
  return AuthenticationError.is(error) || PermissionDeniedError.is(error)
}
