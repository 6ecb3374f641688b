import { UnreadableBody } from '../contract/issues.ts'
import { health, serviceIndex } from '../contract/service.ts'
import { boolean, text } from '../quirks/scalar.ts'
import type { QuirkLog } from '../reading/log.ts'
import { tableOf } from '../reading/read-record.ts'
import type { UnknownFields } from '../reading/reading.ts'
import type { Reader } from '../reading/table.ts'
import { isRecord } from '../shared/json.ts'

/**
 * Whether the service is up. Its response is not shown: a plain word is read as `status`, and everything but `success` may be
 * null (specification: GET /v1/health).
 */
export interface Health {
  /** The response's own flag; true where a 2xx response has none. */
  success: boolean
  /** How the service says that it is, such as `ok`. */
  status: string | null
  /** Version of the service, as it writes it. */
  version: string | null
  /** The service's time, ISO 8601. */
  timestamp: string | null
  /** Unknown fields, and those that could not be read, unchanged. */
  unknownFields: UnknownFields
}

/** The welcome object; null for what is not there (specification: Service index). */
export interface ServiceIndex {
  /** The index's own flag; true where a 2xx response has none. */
  success: boolean
  /** The service's words of welcome. */
  message: string | null
  /** Version of the interface: `v1`. */
  version: string | null
  /** Address of the service's documentation. */
  documentation: string | null
  /** The service's operations by name, as it lists them. */
  endpoints: Readonly<Record<string, unknown>>
  /** How to authenticate: type, header, documentation. */
  authentication: Readonly<Record<string, unknown>>
  /** The service's time, ISO 8601. */
  timestamp: string | null
  /** Unknown fields, and those that could not be read, unchanged. */
  unknownFields: UnknownFields
}

/** The flag of a 2xx response; true where it has none. */
const success: Reader<boolean> = (value, at) => boolean(value, at) ?? true

const anObject: Reader<UnknownFields> = value => (isRecord(value) ? value : {})

const healths = tableOf(
  health,
  (take, rest): Health => ({
    success: take('success', success),
    status: take('status', text),
    version: take('version', text),
    timestamp: take('timestamp', text),
    unknownFields: rest(),
  }),
)

export function decodeHealth(body: unknown, log: QuirkLog): Health {
  // An empty body, or text such as OK, counts as a response; another server's page does not.
  const isWord = typeof body === 'string' && /^[\w .!-]{0,80}$/.test(body.trim())
  if (!isRecord(body) && !isWord) throw new UnreadableBody([], 'must be an object, a word, or nothing')
  const word = isWord && body.trim() !== '' ? { status: body.trim() } : {}
  return healths(log)(isWord ? word : body, [])
}

const indexes = tableOf(
  serviceIndex,
  (take, rest): ServiceIndex => ({
    success: take('success', success),
    message: take('message', text),
    version: take('version', text),
    documentation: take('documentation', text),
    endpoints: take('endpoints', anObject),
    authentication: take('authentication', anObject),
    timestamp: take('timestamp', text),
    unknownFields: rest(),
  }),
)

export function decodeServiceIndex(body: unknown, log: QuirkLog): ServiceIndex {
  if (!isRecord(body)) throw new UnreadableBody([], 'must be the service index')
  return indexes(log)(body, [])
}
