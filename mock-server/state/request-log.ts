import type { KeyMask } from '../../src/shared/key-mask.ts'
import { memoize } from '../../src/shared/memoize.ts'
import type { Signals } from './signals.ts'

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
  /** The headers by their lower-case names, without those whose name speaks of a secret, such as `authorization`, `cookie` and `x-api-key`. */
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
  /** What was accepted, or refused on request, because it is not as specified: its content type; null if nothing was. */
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

/** What is known once a response is ready to be sent. */
type Sent = Pick<RequestRecord, 'duration' | 'status' | 'responseHeaders' | 'responseBody'>

type Formatted = 'id' | 'at' | 'realTime' | 'requestHeaders'

/** A record as the log holds it. Times and headers are not formatted: most are never read. */
export interface Entry extends Omit<RequestRecord, Formatted | keyof Sent>, Sent {
  /** These three are given by the log: the record's number, that of its latest event, and the length of its texts. */
  id: number
  event: number
  length: number
  readonly time: number
  /** In real time, in milliseconds since 1970. */
  readonly begun: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
}

export interface RequestRecorder extends RequestLog {
  add(entry: Entry): void
  /** Completes the record of a response that had to wait. */
  answered(entry: Entry, sent: Sent): void
  /** The oldest first. */
  entries(): Entry[]
  /** A record as callers get it, without the server's keys. */
  show(entry: Entry): RequestRecord
  /** The number of the latest event that the log has had no more room for; 0 for none. */
  lost(): number
}

const mostRecords = 5000
/** Mostly of one byte each. */
const mostCharacters = 16 * 1024 * 1024
const longestBody = 10_000

export function createRequestLog(signals: Signals, { mask }: Pick<KeyMask, 'mask'>): RequestRecorder {
  const ring: (Entry | undefined)[] = []
  /** Most are never shown, and one that is may be shown often. */
  const masked = new WeakSet<Entry>()
  let first = 0
  let count = 0
  let added = 0
  let characters = 0
  let lost = 0

  function drop(): void {
    const oldest = ring[first]
    if (oldest !== undefined) {
      characters -= oldest.length
      lost = Math.max(lost, oldest.event)
    }
    ring[first] = undefined
    first = (first + 1) % mostRecords
    count -= 1
  }

  function entries(): Entry[] {
    const found: Entry[] = []
    for (let at = 0; at < count; at += 1) {
      const entry = ring[(first + at) % mostRecords]
      if (entry !== undefined) found.push(entry)
    }
    return found
  }

  function show(entry: Entry): RequestRecord {
    if (!masked.has(entry)) Object.assign(entry, withoutKeys(entry, mask))
    masked.add(entry)
    return recordOf(entry)
  }

  return {
    add(entry) {
      entry.length = lengthOf(entry)
      characters += entry.length
      while (count === mostRecords || (characters > mostCharacters && count > 0)) drop()
      added += 1
      entry.id = added
      entry.event = signals.next()
      ring[(first + count) % mostRecords] = entry
      count += 1
    },
    answered(entry, sent) {
      Object.assign(entry, sent)
      masked.delete(entry)
      entry.event = signals.next()
    },
    entries,
    lost: () => lost,
    show,
    list: () => entries().map(show),
    clear() {
      ring.length = 0
      first = count = characters = lost = 0
      signals.raise('cleared')
    },
  }
}

function withoutKeys(entry: Entry, mask: KeyMask['mask']): Partial<Entry> {
  const { method, path, headers, requestBody, responseHeaders, responseBody, warning } = entry
  return {
    method: mask(method),
    path: mask(path),
    headers: headers.map(mask),
    requestBody: requestBody && mask(requestBody),
    responseHeaders: Object.fromEntries(
      Object.entries(responseHeaders).map(([name, value]) => [mask(name), mask(value)]),
    ),
    responseBody: responseBody && mask(responseBody),
    warning: warning && mask(warning),
  }
}

function recordOf(entry: Entry): RequestRecord {
  const { event: _, length: __, id, time, begun, headers, ...rest } = entry
  return {
    id,
    at: new Date(time).toISOString(),
    realTime: new Date(begun).toISOString(),
    ...rest,
    requestHeaders: namedHeaders(headers),
  }
}

function namedHeaders(headers: readonly string[]): Record<string, string> {
  const named = new Map<string, string>()
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]?.toLowerCase() ?? ''
    const value = headers[at + 1] ?? ''
    named.set(name, named.has(name) ? `${named.get(name)}, ${value}` : value)
  }
  return Object.fromEntries(named)
}

/** Headers without those whose name speaks of a secret. */
export function keepHeaders(headers: readonly string[]): readonly string[] {
  const kept: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]]
    if (!isSecret(name)) kept.push(name, value)
  }
  return kept
}

const secret = /auth|cookie|credential|jwt|key(?![a-z])|passw|passphrase|secret|session|token/i

/** Browsers set `Sec-WebSocket-Key` and the like themselves; an idempotency key opens nothing. */
const harmless = /^sec-|idempotency-key$/i

/** Whether the name of a header says that it holds a secret. It is asked for every header, and names are few. */
const isSecret = memoize(name => secret.test(name) && !harmless.test(name))

function lengthOf({ path, requestBody, responseBody, headers }: Entry): number {
  let length = path.length + (requestBody?.length ?? 0) + (responseBody?.length ?? 0)
  for (const text of headers) length += text.length
  return length
}

/** A long body is left out, not cut: a slice would keep the whole string in memory. */
export function keepBody(body: string | Iterable<string> | null): string | null {
  return typeof body === 'string' && body.length <= longestBody ? body : null
}
