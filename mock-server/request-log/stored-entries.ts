import type { LogEntry, SentResponse } from './request-record.ts'
import { isLongBody } from './stored-bodies.ts'

const maxRecords = 5000
/** The maximum number of characters of all records. */
const maxCharacters = 16 * 1024 * 1024
/** The maximum number of records with long bodies. */
const maxLongBodies = 16

export type BodyName = 'requestBody' | 'responseBody'
export type Bodies = { readonly [Name in BodyName]?: string }

/** The stored records, in a circular buffer: removing the oldest from an array would move all others. */
export interface StoredEntries {
  /** The records, each at its number modulo `maxRecords`. */
  readonly slots: (LogEntry | undefined)[]
  /** The long bodies by record, the oldest first. */
  readonly longBodies: Map<LogEntry, Bodies>
  oldestId: number
  lastId: number
  /** The number of characters of all records. */
  characters: number
}

export function createStoredEntries(): StoredEntries {
  return { slots: [], longBodies: new Map(), oldestId: 1, lastId: 0, characters: 0 }
}

/** Stores a record. Removes the oldest records if the log is full. */
export function storeEntry(stored: StoredEntries, entry: LogEntry): void {
  entry.length = countCharacters(entry)
  stored.characters += entry.length
  stored.lastId += 1
  while (isOverfull(stored)) removeOldest(stored)
  entry.id = stored.lastId
  stored.slots[entry.id % maxRecords] = entry
}

/** Adds the response to a record, which the log may have removed since the request. */
export function storeResponse(stored: StoredEntries, entry: LogEntry, response: SentResponse): void {
  Object.assign(entry, response)
  if (stored.slots[entry.id % maxRecords] !== entry) return
  stored.characters -= entry.length
  entry.length = countCharacters(entry)
  stored.characters += entry.length
  while (isOverfull(stored)) removeOldest(stored)
}

function isOverfull({ oldestId, lastId, characters }: StoredEntries): boolean {
  return lastId - oldestId >= maxRecords || (characters > maxCharacters && oldestId < lastId)
}

function removeOldest(stored: StoredEntries): void {
  const slot = stored.oldestId % maxRecords
  const oldest = stored.slots[slot]
  stored.slots[slot] = undefined
  stored.oldestId += 1
  if (oldest === undefined) return
  stored.characters -= oldest.length
  stored.longBodies.delete(oldest)
}

export function listEntries({ slots, oldestId, lastId }: StoredEntries): LogEntry[] {
  const ids = Array.from({ length: lastId - oldestId + 1 }, (_, index) => oldestId + index)
  return ids.flatMap(id => slots[id % maxRecords] ?? [])
}

export function storeLongBody(
  { slots, longBodies }: StoredEntries,
  entry: LogEntry,
  name: BodyName,
  body: string,
): void {
  if (!isLongBody(body)) return
  // By the time its response is sent, the log may have removed the record.
  if (slots[entry.id % maxRecords] !== entry) return
  longBodies.set(entry, { ...longBodies.get(entry), [name]: body })
  for (const oldest of longBodies.keys()) if (longBodies.size > maxLongBodies) longBodies.delete(oldest)
}

export function clearEntries(stored: StoredEntries): void {
  stored.slots.length = 0
  stored.longBodies.clear()
  stored.oldestId = stored.lastId + 1
  stored.characters = 0
}

function countCharacters({ path, requestBody, responseBody, headers }: LogEntry): number {
  let length = path.length + (requestBody?.length ?? 0) + (responseBody?.length ?? 0)
  for (const text of headers) length += text.length
  return length
}
