import { UnreadableBody } from '../contract/issues.ts'
import { health, serviceIndex } from '../contract/service.ts'
import { booleanOrNull, textOrNull } from '../quirks/scalar.ts'
import type { DecodeContext } from '../reading/body.ts'
import { isAbsent, noteQuirk, type ReadContext } from '../reading/read-context.ts'
import { createRecordReader, type ModelOf } from '../reading/read-record.ts'
import { noUnknownFields, type UnknownFields } from '../reading/unknown-fields.ts'
import { isRecord } from '../shared/json.ts'

/** Reads the field `success` of a 2xx response; true if the field is missing. */
function success(value: unknown, context: ReadContext, field: string): boolean {
  return booleanOrNull(value, context, field) ?? true
}

function jsonObject(value: unknown, context: ReadContext, field: string): UnknownFields {
  if (isRecord(value)) return value
  if (!isAbsent(value, context)) noteQuirk(context, field, 'unreadable', value)
  return {}
}

const healthReader = createRecordReader(health, (wire, context) => ({
  /** Whether the service is up, according to the body; true if a 2xx response does not state it. */
  success: success(wire.success, context, 'success'),
  /** Status of the service, such as `ok`. */
  status: textOrNull(wire.status, context, 'status'),
  /** Version of the service. */
  version: textOrNull(wire.version, context, 'version'),
  /** Time on the service's clock, ISO 8601. */
  timestamp: textOrNull(wire.timestamp, context, 'timestamp'),
  unknownFields: noUnknownFields,
}))

/**
 * The health of the service. The response is not documented. If the body is only a word such as OK, that word becomes the
 * `status`. Every field except `success` may be null.
 */
export interface Health extends ModelOf<typeof healthReader> {}

export function decodeHealth(body: unknown, { log }: DecodeContext): Health {
  // An empty body or a word such as OK is accepted. The HTML page of another server is refused.
  const isWord = typeof body === 'string' && /^[\w .!-]{0,80}$/.test(body.trim())
  if (!isRecord(body) && !isWord) throw new UnreadableBody([], 'must be an object, a word, or nothing')
  return healthReader(log)(isWord ? { status: body.trim() || undefined } : body, [])
}

const serviceIndexReader = createRecordReader(serviceIndex, (wire, context) => ({
  /** Whether the request succeeded, according to the body; true if a 2xx response does not state it. */
  success: success(wire.success, context, 'success'),
  /** The welcome message. */
  message: textOrNull(wire.message, context, 'message'),
  /** Version of the API: `v1`. */
  version: textOrNull(wire.version, context, 'version'),
  /** URL of the documentation. */
  documentation: textOrNull(wire.documentation, context, 'documentation'),
  /** The service's operations by name, unchanged. */
  endpoints: jsonObject(wire.endpoints, context, 'endpoints'),
  /** How to authenticate: an object with the type, the header and the documentation, unchanged. */
  authentication: jsonObject(wire.authentication, context, 'authentication'),
  /** Time of the service, ISO 8601. */
  timestamp: textOrNull(wire.timestamp, context, 'timestamp'),
  unknownFields: noUnknownFields,
}))

/** The service index. Missing values are null. */
export interface ServiceIndex extends ModelOf<typeof serviceIndexReader> {}

export function decodeServiceIndex(body: unknown, { log }: DecodeContext): ServiceIndex {
  if (!isRecord(body)) throw new UnreadableBody([], 'must be the service index')
  return serviceIndexReader(log)(body, [])
}
