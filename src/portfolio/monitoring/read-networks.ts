import { listHits } from '../../network/list-hits.ts'
import { sleep } from '../../pacing/sleep.ts'
import type { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { readNetwork } from '../team/read-network.ts'
import type { DueNetwork, WatchContext } from './read-watched-list.ts'
import type { WatchCheck } from './reports.ts'
import { type WatchedNetwork, writeHits } from './watch-entry.ts'

/** The result of reading a network: the network, or the error. Both are null if the network is incomplete. */
interface NetworkRead {
  readonly network: WatchedNetwork | null
  readonly failure: EntityScreeningError | null
}

/**
 * Reads networks, the most urgent first, until all are read or the next list is due. The remaining networks are due again after the
 * next list.
 *
 * @param until the time at which the next list is due, on the clock of `performance`.
 */
export async function readNetworks(
  due: readonly DueNetwork[],
  context: WatchContext,
  until: number,
  storeNetwork: (network: WatchedNetwork) => Promise<void>,
): Promise<WatchCheck['networks']> {
  const { options, failures, signal } = context
  const { concurrency = 2, requestsPerMinute = 600 } = options
  // A failed read counts as a read in this order, so that a network that keeps failing is not read before the others.
  const triedAt = ({ id, since }: DueNetwork) => Math.max(since, failures.get(id) ?? 0)
  const queue = due.toSorted((a, b) => triedAt(a) - triedAt(b))
  let [next, count] = [performance.now(), 0]
  let firstFailure: EntityScreeningError | null = null
  for (let start = 0; start < queue.length; start += concurrency) {
    if (performance.now() >= until || signal.aborted) break
    const delay = next - performance.now()
    if (delay > 0) await sleep(delay, signal)
    next = performance.now() + (concurrency * 60_000) / requestsPerMinute
    const group = queue.slice(start, start + concurrency)
    for (const { network, failure } of await Promise.all(
      group.map(entity => readWatchedNetwork(context, entity)),
    )) {
      firstFailure ??= failure
      if (network === null) continue
      await storeNetwork(network)
      count += 1
    }
  }
  return { read: count, remaining: due.length - count, failure: firstFailure }
}

async function readWatchedNetwork(
  { client, options, failures, signal }: WatchContext,
  { id, row }: DueNetwork,
): Promise<NetworkRead> {
  const { knownFields, volatile } = options
  const now = Date.now()
  failures.set(id, now)
  const { network, failure } = await readNetwork(client, id, signal)
  // An incomplete network is not compared, because the hits that it lacks would be reported as gone.
  if (!network?.isComplete || network.rootId === null) return { network: null, failure }
  failures.delete(id)
  const hits = writeHits(listHits(network, { entity: id, knownFields, volatile }))
  return { network: { id, at: now, row, hits }, failure: null }
}
