import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { whenAborted } from '../../pacing/sleep.ts'
import { wholeList } from '../../resources/team.ts'

/** Takes in an entity of the list. */
type Visit = (entity: Entity) => void

/** Shares reads of a team's list among imports that need one at the same time. */
export interface Listing {
  /**
   * Reads the list once, from a moment after the call. An entity that the list repeats is passed on once.
   *
   * @param begin called when the read begins; the function that it returns is called for each entity.
   */
  read(begin: () => Visit, signal: AbortSignal): Promise<void>
}

interface Reader {
  readonly begin: () => Visit
  readonly signal: AbortSignal
  readonly end: (error?: unknown) => void
}

type Client = Pick<EntityScreening, 'entities'>

const listings = new WeakMap<Client, Listing>()

/** The listing that all imports with a client share (specification: GET /v1/entities). */
export function listingOf(client: Client): Listing {
  const listing = listings.get(client) ?? createListing(client)
  listings.set(client, listing)
  return listing
}

function createListing(client: Client): Listing {
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
