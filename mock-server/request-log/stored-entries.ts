import type { LogEntry, SentResponse } from './request-record.ts'

const maxRecords = 1000
/** The maximum number of characters of all records. */
const maxCharacters = 16 * 1024 * 1024
/** The maximum number of records with long bodies. */
const maxLongBodies = 16

export type BodyName = 'requestBody' | 'responseBody'
export type Bodies = { readonly [Name in BodyName]?: string }

export interface StoredEntries {
  /** The records, the oldest first. */
  readonly entries: LogEntry[]
  /** The long bodies by record, the oldest first. */
  readonly longBodies: Map<LogEntry, Bodies>
  lastId: number
  /** The number of characters of all records. */
  characters: number
}

export function createStoredEntries(): StoredEntries {
  return { entries: [], longBodies: new Map(), lastId: 0, characters: 0 }
}

/** Stores a record. Removes the oldest records if the log is full. */
export function storeEntry(stored: StoredEntries, entry: LogEntry): void {
  stored.lastId += 1
  entry.id = stored.lastId
  entry.length = countCharacters(entry)
  stored.characters += entry.length
  stored.entries.push(entry)
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

/** Removes the oldest records while the log is too full. The latest record stays, however long it is. */
function removeExcess(stored: StoredEntries): void {
  const { entries, longBodies } = stored
  while (entries.length > maxRecords || (stored.characters > maxCharacters && entries.length > 1)) {
    const oldest = entries.shift()
    if (oldest === undefined) return
    stored.characters -= oldest.length
    longBodies.delete(oldest)
  }
}

function isStored({ entries: [oldest] }: StoredEntries, { id }: LogEntry): boolean {
  return oldest !== undefined && id >= oldest.id
}

export function storeLongBody(stored: StoredEntries, entry: LogEntry, name: BodyName, body: string): void {
  // By the time its response is sent, the log may have removed the record.
  if (!isStored(stored, entry)) return
  const { longBodies } = stored
  longBodies.set(entry, { ...longBodies.get(entry), [name]: body })
  for (const oldest of longBodies.keys()) if (longBodies.size > maxLongBodies) longBodies.delete(oldest)
}

export function clearEntries(stored: StoredEntries): void {
  stored.entries.length = 0
  stored.longBodies.clear()
  stored.characters = 0
}

function countCharacters({ path, requestBody, responseBody, headers }: LogEntry): number {
  let length = path.length + (requestBody?.length ?? 0) + (responseBody?.length ?? 0)
  for (const text of headers) length += text.length
  return length
}
