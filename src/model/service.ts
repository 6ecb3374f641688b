import { UnreadableBody } from '../contract/issues.ts'
import { isRecord } from '../contract/json.ts'
import { health, serviceIndex } from '../contract/service.ts'
import { boolean } from '../quirks/scalar.ts'
import type { Extra } from '../reading/extra.ts'
import type { QuirkLog } from '../reading/log.ts'
import { fieldNames, openRecord, take, takeRest, takeText } from './record.ts'

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
  extra: Extra
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
  extra: Extra
}

const healthFields = fieldNames(health)

export function decodeHealth(body: unknown, log: QuirkLog): Health {
  // An empty body, or text such as OK, counts as a response; another server's page does not.
  const isWord = typeof body === 'string' && /^[\w .!-]{0,80}$/.test(body.trim())
  if (!isRecord(body) && !isWord) throw new UnreadableBody([], 'must be an object, a word, or nothing')
  const record = openRecord(isWord ? { status: body.trim() || null } : body, [], log, healthFields)
  const { fields } = record
  return {
    success: take(record, 'success', boolean(fields.success)) ?? true,
    status: takeText(record, 'status', fields.status),
    version: takeText(record, 'version', fields.version),
    timestamp: takeText(record, 'timestamp', fields.timestamp),
    extra: takeRest(record),
  }
}

const indexFields = fieldNames(serviceIndex)

export function decodeServiceIndex(body: unknown, log: QuirkLog): ServiceIndex {
  if (!isRecord(body)) throw new UnreadableBody([], 'must be the service index')
  const record = openRecord(body, [], log, indexFields)
  const { fields } = record
  return {
    success: take(record, 'success', boolean(fields.success)) ?? true,
    message: takeText(record, 'message', fields.message),
    version: takeText(record, 'version', fields.version),
    documentation: takeText(record, 'documentation', fields.documentation),
    endpoints: isRecord(fields.endpoints) ? fields.endpoints : {},
    authentication: isRecord(fields.authentication) ? fields.authentication : {},
    timestamp: takeText(record, 'timestamp', fields.timestamp),
    extra: takeRest(record),
  }
}
