import type { LogEntry, SentResponse } from './request-record.ts'

const maxRecords = 1000
/** The maximum number of characters of all records. */
const maxCharacters = 16 * 1024 * 1024
/** The maximum number of records with long bodies. */
const maxLongBodies = 16

export type BodyName = 'requestBody' | 'responseBody'
export type Bodies = { readonly [Name in BodyName]?: string }

export interface StoredEntries {
  /**
   * A ring buffer: a record is at the index of its number modulo `maxRecords`. An array whose first element is removed at each
   * request would cost more than the rest of the log.
   */
  readonly ring: (LogEntry | undefined)[]
  /** The long bodies by record, the oldest first. */
  readonly longBodies: Map<LogEntry, Bodies>
  /** The number of the oldest record. It is greater than `lastId` if there are no records. */
  firstId: number
  /** The number of the latest record, also if it was removed. */
  lastId: number
  /** The number of characters of all records. */
  characters: number
}

export function createStoredEntries(): StoredEntries {
  return { ring: [], longBodies: new Map(), firstId: 1, lastId: 0, characters: 0 }
}

/** Returns the records, the oldest first. */
export function listEntries({ ring, firstId }: StoredEntries): LogEntry[] {
  const firstIndex = firstId % maxRecords
  const inOrder = [...ring.slice(firstIndex), ...ring.slice(0, firstIndex)]
  return inOrder.filter(entry => entry !== undefined)
}

/** Stores a record. Removes the oldest records if the log is full. */
export function storeEntry(stored: StoredEntries, entry: LogEntry): void {
  if (stored.lastId - stored.firstId + 1 === maxRecords) removeOldest(stored)
  stored.lastId += 1
  entry.id = stored.lastId
  entry.length = countCharacters(entry)
  stored.characters += entry.length
  stored.ring[entry.id % maxRecords] = entry
  removeExcess(stored)
}

/** Adds the response to a record, which the log may have removed since the request. */
export function storeResponse(stored: StoredEntries, entry: LogEntry, response: SentResponse): void {
  Object.assign(entry, response)
  if (!isStored(stored, entry)) return
  stored.characters -= entry.length
  entry.length = countCharacters(entry)
  stored.characters += entry.length
  removeExcess(stored)
}

/** Removes the oldest records while the log has too many characters. The latest record stays, however long it is. */
function removeExcess(stored: StoredEntries): void {
  while (stored.characters > maxCharacters && stored.lastId > stored.firstId) removeOldest(stored)
}

function removeOldest(stored: StoredEntries): void {
  const { ring, longBodies, firstId } = stored
  const oldest = ring[firstId % maxRecords]
  ring[firstId % maxRecords] = undefined
  stored.firstId += 1
  if (oldest === undefined) return
  stored.characters -= oldest.length
  longBodies.delete(oldest)
}

function isStored({ firstId }: StoredEntries, { id }: LogEntry): boolean {
  return id >= firstId
}

export function storeLongBody(stored: StoredEntries, entry: LogEntry, name: BodyName, body: string): void {
  // By the time its response is sent, the log may have removed the record.
  if (!isStored(stored, entry)) return
  const { longBodies } = stored
  longBodies.set(entry, { ...longBodies.get(entry), [name]: body })
  for (const oldest of longBodies.keys()) if (longBodies.size > maxLongBodies) longBodies.delete(oldest)
}

export function clearEntries(stored: StoredEntries): void {
  stored.ring.length = 0
  stored.firstId = stored.lastId + 1
  stored.longBodies.clear()
  stored.characters = 0
}

function countCharacters({ path, requestBody, responseBody, headers }: LogEntry): number {
  let length = path.length + (requestBody?.length ?? 0) + (responseBody?.length ?? 0)
  for (const text of headers) length += text.length
  return length
}
