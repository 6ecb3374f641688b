import { UnreadableBody } from '../contract/issues.ts'
import { health, serviceIndex } from '../contract/service.ts'
import { boolean, text } from '../quirks/scalar.ts'
import type { QuirkLog } from '../reading/log.ts'
import { type RecordOf, tableOf } from '../reading/read-record.ts'
import type { UnknownFields } from '../reading/reading.ts'
import type { Reader } from '../reading/table.ts'
import { isRecord } from '../shared/json.ts'

/** The flag of a 2xx response; true where it has none. */
const success: Reader<boolean> = (value, at) => boolean(value, at) ?? true

const anObject: Reader<UnknownFields> = value => (isRecord(value) ? value : {})

const healths = tableOf(health, (take, rest) => ({
  /** The response's own flag; true where a 2xx response has none. */
  success: take('success', success),
  /** How the service says that it is, such as `ok`. */
  status: take('status', text),
  /** Version of the service, as it writes it. */
  version: take('version', text),
  /** The service's time, ISO 8601. */
  timestamp: take('timestamp', text),
  unknownFields: rest(),
}))

/**
 * Whether the service is up. Its response is not shown: a plain word is read as `status`, and everything but `success` may be
 * null (specification: GET /v1/health).
 */
export interface Health extends RecordOf<typeof healths> {}

export function decodeHealth(body: unknown, log: QuirkLog): Health {
  // An empty body, or text such as OK, counts as a response; another server's page does not.
  const isWord = typeof body === 'string' && /^[\w .!-]{0,80}$/.test(body.trim())
  if (!isRecord(body) && !isWord) throw new UnreadableBody([], 'must be an object, a word, or nothing')
  return healths(log)(isWord ? { status: body.trim() || undefined } : body, [])
}

const indexes = tableOf(serviceIndex, (take, rest) => ({
  /** The index's own flag; true where a 2xx response has none. */
  success: take('success', success),
  /** The service's words of welcome. */
  message: take('message', text),
  /** Version of the interface: `v1`. */
  version: take('version', text),
  /** Address of the service's documentation. */
  documentation: take('documentation', text),
  /** The service's operations by name, as it lists them. */
  endpoints: take('endpoints', anObject),
  /** How to authenticate: type, header, documentation. */
  authentication: take('authentication', anObject),
  /** The service's time, ISO 8601. */
  timestamp: take('timestamp', text),
  unknownFields: rest(),
}))

/** The welcome object; null for what is not there (specification: Service index). */
export interface ServiceIndex extends RecordOf<typeof indexes> {}

export function decodeServiceIndex(body: unknown, log: QuirkLog): ServiceIndex {
  if (!isRecord(body)) throw new UnreadableBody([], 'must be the service index')
  return indexes(log)(body, [])
}
