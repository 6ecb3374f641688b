import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { whenAborted } from '../../pacing/when-aborted.ts'
import { wholeList } from '../../resources/whole-list.ts'

/** Takes in an entity of the list. */
type Visit = (entity: Entity) => void

/** Shares reads of a team's list among callers that need one at the same time. */
export interface Listing {
  /**
   * Reads the list once, from a moment after the call. An entity that the list repeats is passed on once.
   *
   * @param begin called when the read begins; the function that it returns is called for each entity.
   * @throws ConnectionError (`no_connection`) or another error of the client if the list cannot be read to its end.
   * @example
   * const listing = sharedListing(client)
   * let count = 0
   * await listing.read(() => () => void (count += 1), AbortSignal.timeout(60_000))
   * console.log(count)
   */
  read(begin: () => (entity: Entity) => void, signal: AbortSignal): Promise<void>
}

interface Reader {
  readonly begin: () => Visit
  readonly signal: AbortSignal
  readonly end: (error?: unknown) => void
}

/**
 * Shares reads of the team's list among imports in one process: reads that are needed at the same time become one request
 * (specification: GET /v1/entities).
 *
 * @example
 * const listing = sharedListing(client)
 * const partitions = await partitionPortfolio({ file: 'customers.csv' }, 2)
 * await Promise.all(
 *   partitions.map(partition =>
 *     importPortfolio(client, { file: 'customers.csv' }, { partition, listing, journal: 'customers.journal' }),
 *   ),
 * )
 */
export function sharedListing(client: Pick<EntityScreening, 'entities'>): Listing {
  let waiting: Reader[] = []
  let isReading = false

  return {
    read: (begin, signal) =>
      new Promise((resolve, reject) => {
        // Also while it waits for another's list.
        const release = whenAborted(signal, () => reject(signal.reason))
        const end = (error?: unknown) => {
          release()
          if (error === undefined) resolve()
          else reject(error)
        }
        waiting.push({ begin, signal, end })
        if (!isReading) void readAll()
      }),
  }

  /** What is asked for in the meantime waits for a list that begins later. */
  async function readAll(): Promise<void> {
    isReading = true
    // Those that ask at the same time are all there a moment later.
    for (await null; waiting.length > 0; ) {
      const readers = waiting
      waiting = []
      await readOnce(readers)
    }
    isReading = false
  }

  async function readOnce(readers: readonly Reader[]): Promise<void> {
    let open = [...readers]
    const nobody = new AbortController()
    const leave = () => {
      open = open.filter(({ signal }) => !signal.aborted)
      if (open.length === 0) nobody.abort()
    }
    for (const { signal } of readers) signal.addEventListener('abort', leave)
    leave()
    try {
      const visits = new Map(open.map(reader => [reader, reader.begin()]))
      const seen = new Set<string>()
      for await (const entity of wholeList(client.entities, { maxRetries: 0, signal: nobody.signal })) {
        // A list may repeat an entity.
        if (entity.id !== '' && seen.size === seen.add(entity.id).size) continue
        for (const reader of open) visits.get(reader)?.(entity)
      }
      for (const { end } of open) end()
    } catch (error) {
      for (const { end } of open) end(error)
    } finally {
      for (const { signal } of readers) signal.removeEventListener('abort', leave)
    }
  }
}
