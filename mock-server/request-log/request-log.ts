import type { KeyMask } from '../../src/shared/key-mask.ts'
import type { Signals } from '../changes/signals.ts'
import { nameHeaders } from './name-headers.ts'

/** A request and its response, as `server.requests` records them. */
export interface RequestRecord {
  /** The number of the request, from 1. The numbers of cleared records are not used again. */
  readonly id: number
  /** The time of the request on the server's clock, as ISO 8601. */
  readonly at: string
  /** The real time of the request, as ISO 8601. */
  readonly realTime: string
  /**
   * The real time until the response was ready to be sent, or the caller disconnected, in milliseconds; null while the response
   * is delayed.
   */
  readonly duration: number | null
  /** The HTTP method. */
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** The name of the operation; null if the path has no operation. */
  readonly operation: string | null
  /** The identifier of the team that the key belongs to; null if the request has no valid key. */
  readonly team: string | null
  /**
   * The headers by their lower-case names, without headers whose names suggest a secret, such as `authorization`, `cookie` and
   * `x-api-key`.
   */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** The request body; null if it is longer than 10,000 characters, or is not text. */
  readonly requestBody: string | null
  /** The HTTP status; 0 if the connection broke before the response. */
  readonly status: number
  /** The headers that the mock server sets. The transport adds others. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The response body; null if it is longer than 10,000 characters, or was sent in chunks. */
  readonly responseBody: string | null
  /** The kind of the injected fault; null if there is none. */
  readonly fault: string | null
  /**
   * A sentence that explains why the key was refused, or that the content type differs from the specification; null if there is
   * no warning.
   */
  readonly warning: string | null
}

/**
 * The latest requests with their responses: 5,000, or fewer if their text is longer than 16 MiB. The server's keys are masked in
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

type SentResponse = Pick<RequestRecord, 'duration' | 'status' | 'responseHeaders' | 'responseBody'>

type FormattedField = 'id' | 'at' | 'realTime' | 'requestHeaders'

/** A record in the log. Its times and headers are not formatted, because most records are never read. */
export interface LogEntry extends Omit<RequestRecord, FormattedField | keyof SentResponse>, SentResponse {
  /** The number of the record; set by the log. */
  id: number
  /** The number of the latest event about the record; set by the log. */
  eventNumber: number
  /** The number of characters in all strings of the record; set by the log. */
  length: number
  /** The time of the request on the server's clock, in milliseconds since 1970. */
  readonly time: number
  /** The real time of the request, in milliseconds since 1970. */
  readonly arrivedAt: number
  /** The id in the path, as the router decodes it; empty if there is none. */
  readonly entityId: string
  /** The headers, as a list in which names and values alternate. */
  readonly headers: readonly string[]
}

export interface RequestRecorder extends RequestLog {
  add(entry: LogEntry): void
  /** Completes the record of a delayed response. */
  completeEntry(entry: LogEntry, response: SentResponse): void
  /** Returns the records, the oldest first. */
  entries(): LogEntry[]
  /** Formats a record for callers, and masks the server's keys. */
  formatEntry(entry: LogEntry): RequestRecord
  /** Stores a body that is too long for its record. Only the latest long bodies are stored. */
  storeLongBody(entry: LogEntry, name: BodyName, body: string): void
  /** Returns the stored long bodies of a record, which may contain keys of the server. */
  findLongBodies(entry: LogEntry): Bodies
  /** Returns the highest event number of all records that the log has removed because it was full; 0 if it has removed none. */
  lastDroppedEvent(): number
}

type BodyName = 'requestBody' | 'responseBody'
type Bodies = { readonly [Name in BodyName]?: string }

const maxRecords = 5000
/** The maximum number of characters of all records. */
const maxCharacters = 16 * 1024 * 1024
const maxBodyLength = 10_000
/** The maximum number of records with long bodies. */
const maxLongBodies = 16
const maxLongBodyLength = 1_000_000

export function createRequestLog(signals: Signals, { mask }: Pick<KeyMask, 'mask'>): RequestRecorder {
  /** The latest records, each at its number modulo `maxRecords`: removing the oldest from an array would move all others. */
  const slots: (LogEntry | undefined)[] = []
  /** The long bodies by record, the oldest first. */
  const longBodies = new Map<LogEntry, Bodies>()
  let oldestId = 1
  let lastId = 0
  let characters = 0
  let lastDropped = 0

  const formatEntry = (entry: LogEntry) => toRecord(entry, mask)

  function listEntries(): LogEntry[] {
    const ids = Array.from({ length: lastId - oldestId + 1 }, (_, index) => oldestId + index)
    return ids.flatMap(id => slots[id % maxRecords] ?? [])
  }

  function removeOldest(): void {
    const oldest = slots[oldestId % maxRecords]
    slots[oldestId % maxRecords] = undefined
    oldestId += 1
    if (oldest === undefined) return
    characters -= oldest.length
    lastDropped = Math.max(lastDropped, oldest.eventNumber)
    longBodies.delete(oldest)
  }

  return {
    add(entry) {
      entry.length = countCharacters(entry)
      characters += entry.length
      lastId += 1
      while (lastId - oldestId >= maxRecords || (characters > maxCharacters && oldestId < lastId))
        removeOldest()
      entry.id = lastId
      entry.eventNumber = signals.next()
      slots[lastId % maxRecords] = entry
    },
    completeEntry(entry, response) {
      Object.assign(entry, response)
      entry.eventNumber = signals.next()
    },
    entries: listEntries,
    lastDroppedEvent: () => lastDropped,
    formatEntry,
    storeLongBody(entry, name, body) {
      // By the time its response is sent, the log may have removed the record.
      if (body.length <= maxBodyLength || body.length > maxLongBodyLength) return
      if (slots[entry.id % maxRecords] !== entry) return
      longBodies.set(entry, { ...longBodies.get(entry), [name]: body })
      for (const oldest of longBodies.keys()) if (longBodies.size > maxLongBodies) longBodies.delete(oldest)
    },
    findLongBodies: entry => longBodies.get(entry) ?? {},
    list: () => listEntries().map(formatEntry),
    clear() {
      slots.length = 0
      oldestId = lastId + 1
      longBodies.clear()
      characters = lastDropped = 0
      signals.raise('cleared')
    },
  }
}

function toRecord(entry: LogEntry, mask: KeyMask['mask']): RequestRecord {
  const { eventNumber: _, length: __, entityId: ___, time, arrivedAt: startedAt, headers, ...fields } = entry
  const { method, path, requestBody, responseHeaders, responseBody, warning } = fields
  return {
    ...fields,
    at: new Date(time).toISOString(),
    realTime: new Date(startedAt).toISOString(),
    method: mask(method),
    path: mask(path),
    requestHeaders: nameHeaders(headers.map(mask)),
    requestBody: requestBody && mask(requestBody),
    responseHeaders: Object.fromEntries(
      Object.entries(responseHeaders).map(([name, value]) => [mask(name), mask(value)]),
    ),
    responseBody: responseBody && mask(responseBody),
    warning: warning && mask(warning),
  }
}

function countCharacters({ path, requestBody, responseBody, headers }: LogEntry): number {
  let length = path.length + (requestBody?.length ?? 0) + (responseBody?.length ?? 0)
  for (const text of headers) length += text.length
  return length
}

/** Passes the chunks of a body on, and then calls `onComplete` with their text, which is incomplete if it is too long to store. */
export function* captureBody(
  chunks: Iterable<string>,
  onComplete: (body: string) => void,
): Generator<string> {
  let text = ''
  for (const chunk of chunks) {
    if (text.length <= maxLongBodyLength) text += chunk
    yield chunk
  }
  onComplete(text)
}

/** Returns a short body; null for a long body, because even a part of the body would keep the complete string in memory. */
export function selectShortBody(body: string | Iterable<string> | null): string | null {
  return typeof body === 'string' && body.length <= maxBodyLength ? body : null
}
