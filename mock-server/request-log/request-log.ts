import type { KeyMask } from '../../src/shared/key-mask.ts'
import type { Signals } from '../changes/signals.ts'
import { formatEntry, type LogEntry, type RequestRecord, type SentResponse } from './request-record.ts'
import {
  type Bodies,
  type BodyName,
  clearEntries,
  createStoredEntries,
  listEntries,
  storeEntry,
  storeLongBody,
  storeResponse,
} from './stored-entries.ts'

/**
 * The latest requests with their responses: 1,000, or fewer if their text is longer than 16 MiB. The server's keys are masked in
 * these records.
 *
 * @example
 * await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
 * const bodies = server.requests.list().flatMap(({ requestBody }) => requestBody ?? [])
 */
export interface RequestLog {
  /**
   * Returns the latest requests with their responses, the oldest first.
   *
   * @example
   * const creations = server.requests.list().filter(({ operation }) => operation === 'createEntity')
   */
  list(): readonly RequestRecord[]
  /**
   * Clears the log.
   *
   * @example
   * server.requests.clear()
   */
  clear(): void
}

export interface RequestRecorder extends RequestLog {
  add(entry: LogEntry): void
  /** Completes the record of a delayed response. */
  completeEntry(entry: LogEntry, response: SentResponse): void
  /** Returns the records, the oldest first. */
  entries(): readonly LogEntry[]
  /** Formats a record for callers, and masks the server's keys. */
  formatEntry(entry: LogEntry): RequestRecord
  /** Stores a body that is too long for its record. Only the latest long bodies are stored. */
  storeLongBody(entry: LogEntry, name: BodyName, body: string): void
  /** Returns the stored long bodies of a record, which may contain keys of the server. */
  findLongBodies(entry: LogEntry): Bodies
}

export function createRequestLog(signals: Signals, { mask }: Pick<KeyMask, 'mask'>): RequestRecorder {
  const stored = createStoredEntries()
  return {
    add(entry) {
      storeEntry(stored, entry)
      signals.raise('requests')
    },
    completeEntry(entry, response) {
      storeResponse(stored, entry, response)
      signals.raise('requests')
    },
    entries: () => listEntries(stored),
    formatEntry: entry => formatEntry(entry, mask),
    storeLongBody: (entry, name, body) => storeLongBody(stored, entry, name, body),
    findLongBodies: entry => stored.longBodies.get(entry) ?? {},
    list: () => listEntries(stored).map(entry => formatEntry(entry, mask)),
    clear() {
      clearEntries(stored)
      signals.raise('cleared')
    },
  }
}
