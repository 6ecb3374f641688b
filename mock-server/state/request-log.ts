/** A request and its response, as `server.requests` records them. */
export interface RequestRecord {
  /** ISO 8601, on the server's clock. */
  readonly at: string
  /** The HTTP method. */
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** The name of the operation in the contract; null if there is none at the path. */
  readonly operation: string | null
  /** The team of its key; null without a valid key. */
  readonly team: string | null
  /** The request body; null if it is longer than 10,000 characters, or no text. */
  readonly requestBody: string | null
  /** The HTTP status; 0 if the connection broke before a response. */
  readonly status: number
  /** The response body; null if it is longer than 10,000 characters, or was made while it was sent. */
  readonly responseBody: string | null
  /** The kind of fault that happened to it; null if none did. */
  readonly fault: string | null
}

/**
 * The latest thousand requests with their responses; keys are never recorded.
 *
 * @example
 * await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
 * const bodies = server.requests.list().flatMap(({ requestBody }) => requestBody ?? [])
 */
export interface RequestLog {
  /**
   * Returns the latest thousand requests with their responses, the oldest first.
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

/** A record with an unformatted time: most are never read. */
export interface RawRecord extends Omit<RequestRecord, 'at'> {
  readonly time: number
}

export interface RequestRecorder extends RequestLog {
  add(record: RawRecord): void
}

const mostRecords = 1000
const longestBody = 10_000

export function createRequestLog(): RequestRecorder {
  const ring: RawRecord[] = []
  let next = 0
  return {
    add(record) {
      ring[next] = record
      next = (next + 1) % mostRecords
    },
    list: () =>
      [...ring.slice(next), ...ring.slice(0, next)].map(({ time, ...record }) => ({
        at: new Date(time).toISOString(),
        ...record,
      })),
    clear() {
      ring.length = 0
      next = 0
    },
  }
}

/** A long body is left out, not cut: a slice would keep the whole string in memory. */
export function keepBody(body: string | Iterable<string> | null): string | null {
  return typeof body === 'string' && body.length <= longestBody ? body : null
}
