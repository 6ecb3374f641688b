/** A request and its answer, as `server.requests` keeps them. */
export interface RequestRecord {
  /** ISO 8601, on the server's clock. */
  readonly at: string
  /** The HTTP method. */
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** The contract's name for it; null where no operation is at the path. */
  readonly operation: string | null
  /** The team whose key it had; null without a valid one. */
  readonly team: string | null
  /** The request's body; null where it is longer than 10,000 characters, or no text. */
  readonly requestBody: string | null
  /** The HTTP status; 0 where the connection broke before an answer. */
  readonly status: number
  /** The answer's body; null where it is longer than 10,000 characters, or was made while it was sent. */
  readonly responseBody: string | null
  /** The kind of fault that happened to it; null where none did. */
  readonly fault: string | null
}

/**
 * What came in and what went out, the latest thousand of it; keys are not among it.
 *
 * @example
 * await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
 * const bodies = server.requests.list().flatMap(({ requestBody }) => requestBody ?? [])
 */
export interface RequestLog {
  /**
   * The latest thousand requests with their answers, the oldest first.
   *
   * @example
   * const creations = server.requests.list().filter(({ operation }) => operation === 'createEntity')
   */
  list(): readonly RequestRecord[]
  /**
   * Forgets them.
   *
   * @example
   * server.requests.clear()
   */
  clear(): void
}

/** A record whose time has not been written out yet: most are never read. */
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

/** A long body is left out rather than cut: a piece of it would keep the whole in memory. */
export function keepBody(body: string | Iterable<string> | null): string | null {
  return typeof body === 'string' && body.length <= longestBody ? body : null
}
