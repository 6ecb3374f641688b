import type { KeyMask } from '../../src/shared/key-mask.ts'
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
   * A sentence that explains why the key, the origin or the host was refused, or that the content type differs from the
   * specification; null if there is no warning.
   */
  readonly warning: string | null
}

/** The fields of a record that are known when the response is sent. */
export type SentResponse = Pick<RequestRecord, 'duration' | 'status' | 'responseHeaders' | 'responseBody'>

type FormattedField = 'id' | 'at' | 'realTime' | 'requestHeaders'

/** A record in the log. Its times and headers are not formatted, because most records are never read. */
export interface LogEntry extends Omit<RequestRecord, FormattedField | keyof SentResponse>, SentResponse {
  /** The number of the record; set by the log. */
  id: number
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

/** Formats a record for callers, and masks the server's keys. */
export function formatEntry(entry: LogEntry, mask: KeyMask['mask']): RequestRecord {
  const { length: _, entityId: __, time, arrivedAt: startedAt, headers, ...fields } = entry
  const { method, path, requestBody, responseHeaders, responseBody } = fields
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
  }
}
