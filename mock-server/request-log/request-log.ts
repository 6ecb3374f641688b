import type { KeyMask } from '../../src/shared/key-mask.ts'
import type { Signals } from '../changes/signals.ts'
import { nameHeaders } from './name-headers.ts'

/** A request and its response, as `server.requests` records them. */
export interface RequestRecord {
  /** Its number, counted from 1; the numbers of cleared records are not used again. */
  readonly id: number
  /** ISO 8601, on the server's clock. */
  readonly at: string
  /** ISO 8601, in real time. */
  readonly realTime: string
  /** Real milliseconds until the response was ready to be sent, or its caller left; null as long as it waits. */
  readonly duration: number | null
  /** The HTTP method. */
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** The name of the operation in the contract; null if there is none at the path. */
  readonly operation: string | null
  /** The team of its key; null without a valid key. */
  readonly team: string | null
  /** The headers by their lower-case names, except those whose names suggest a secret, such as `authorization`, `cookie` and `x-api-key`. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** The request body; null if it is longer than 10,000 characters, or no text. */
  readonly requestBody: string | null
  /** The HTTP status; 0 if the connection broke before a response. */
  readonly status: number
  /** The headers that the mock server sets; the transport adds others. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The response body; null if it is longer than 10,000 characters, or was made while it was sent. */
  readonly responseBody: string | null
  /** The kind of fault that happened to it; null if none did. */
  readonly fault: string | null
  /**
   * Why its key was refused; or what was accepted, or refused on request, because it is not as specified: its content type. Null
   * otherwise.
   */
  readonly warning: string | null
}

/**
 * The latest requests with their responses: 5,000, or fewer if they hold more than 16 MiB of text. Wherever
 * they hold a key of the server, it is struck out.
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

/** A record as the log holds it. Times and headers are not formatted: most are never read. */
export interface LogEntry extends Omit<RequestRecord, FormattedField | keyof SentResponse>, SentResponse {
  /** These three are given by the log: the record's number, that of its latest event, and the length of its texts. */
  id: number
  eventNumber: number
  length: number
  readonly time: number
  readonly arrivedAt: number
  /** The id in the path, as the router decodes it; empty if there is none. */
  readonly entityId: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
}

export interface RequestRecorder extends RequestLog {
  add(entry: LogEntry): void
  /** Completes the record of a response that had to wait. */
  completeEntry(entry: LogEntry, response: SentResponse): void
  /** The oldest first. */
  entries(): LogEntry[]
  /** A record as callers get it, without the server's keys. */
  formatEntry(entry: LogEntry): RequestRecord
  /** Keeps a body that is too long for its record, as long as there is room for it. */
  storeLongBody(entry: LogEntry, name: BodyName, body: string): void
  /** The long bodies of a record, with the server's keys. */
  findLongBodies(entry: LogEntry): Bodies
  /** The number of the latest event that the log has had no more room for; 0 for none. */
  lastDroppedEvent(): number
}

type BodyName = 'requestBody' | 'responseBody'
type Bodies = { readonly [Name in BodyName]?: string }

const maxRecords = 5000
/** Of all records; mostly of one byte each. */
const maxCharacters = 16 * 1024 * 1024
const maxBodyLength = 10_000
/** Of so many records the long bodies are kept, up to this length each. */
const maxLongBodies = 16
const maxLongBodyLength = 1_000_000

export function createRequestLog(signals: Signals, { mask }: Pick<KeyMask, 'mask'>): RequestRecorder {
  const entries: LogEntry[] = []
  /** The long bodies, the oldest first. */
  const longBodies = new Map<LogEntry, Bodies>()
  let added = 0
  let characters = 0
  let dropped = 0

  const formatEntry = (entry: LogEntry) => toRecord(entry, mask)

  return {
    add(entry) {
      entry.length = countCharacters(entry)
      characters += entry.length
      const isFull = () => entries.length === maxRecords || characters > maxCharacters
      for (let [oldest] = entries; oldest !== undefined && isFull(); [oldest] = entries) {
        entries.shift()
        characters -= oldest.length
        dropped = Math.max(dropped, oldest.eventNumber)
        longBodies.delete(oldest)
      }
      added += 1
      entry.id = added
      entry.eventNumber = signals.next()
      entries.push(entry)
    },
    completeEntry(entry, response) {
      Object.assign(entry, response)
      entry.eventNumber = signals.next()
    },
    entries: () => [...entries],
    lastDroppedEvent: () => dropped,
    formatEntry: formatEntry,
    storeLongBody(entry, name, body) {
      // It may have left the log while it was sent.
      if (body.length <= maxBodyLength || body.length > maxLongBodyLength || !entries.includes(entry)) return
      longBodies.set(entry, { ...longBodies.get(entry), [name]: body })
      for (const oldest of longBodies.keys()) if (longBodies.size > maxLongBodies) longBodies.delete(oldest)
    },
    findLongBodies: entry => longBodies.get(entry) ?? {},
    list: () => entries.map(formatEntry),
    clear() {
      entries.length = 0
      longBodies.clear()
      characters = dropped = 0
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

/** Passes a body on unchanged, and calls `keep` with the whole of it unless it is too long. */
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

/** A long body is left out, not cut: a slice would keep the whole string in memory. */
export function selectShortBody(body: string | Iterable<string> | null): string | null {
  return typeof body === 'string' && body.length <= maxBodyLength ? body : null
}
