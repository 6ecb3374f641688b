import { isRecord, isString, tryParseJson } from '../../src/shared/json.ts'
import type { RequestRecord } from '../request-log/request-record.ts'

/** The maximum length of the one-line description of a request in the list of requests, in characters. */
const maxLength = 200
const maxNames = 5

type Exchange = Pick<RequestRecord, 'status' | 'requestBody' | 'responseBody'>

/**
 * Describes the subject of a request in one line: the error of its response, or else the entity in its path, the names of the
 * entities that it creates, or its search terms. Returns null if the request has none of these.
 */
export function findSubject(
  { status, requestBody, responseBody }: Exchange,
  entityName: string | null,
): string | null {
  const subject = (status >= 400 ? errorIn(responseBody) : null) ?? entityName ?? describeBody(requestBody)
  return subject === null || subject.length <= maxLength ? subject : `${subject.slice(0, maxLength)}…`
}

function errorIn(responseBody: string | null): string | null {
  const body = tryParseJson(responseBody)
  if (!isRecord(body)) return null
  // The option `behaviour` determines which member contains the error text.
  return [body.error, body.message].find(isString) ?? null
}

function describeBody(requestBody: string | null): string | null {
  const body = tryParseJson(requestBody)
  if (!isRecord(body)) return null
  if (Array.isArray(body.entities)) return listNames(body.entities)
  if (isString(body.name) && body.name !== '') return body.name
  const values = Object.values(body).filter(isString)
  return values.length === 0 ? null : values.join(', ')
}

function listNames(rows: readonly unknown[]): string | null {
  const names = rows.flatMap(row => (isRecord(row) && isString(row.name) && row.name !== '' ? row.name : []))
  if (names.length === 0) return null
  const more = names.length > maxNames ? [`${names.length - maxNames} more`] : []
  return [...names.slice(0, maxNames), ...more].join(', ')
}
