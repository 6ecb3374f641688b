import { isRecord } from '../../../src/shared/json.ts'
import type { Exchange } from '../exchange.ts'
import { type ExchangeLog, hasSucceeded } from '../exchange-log.ts'
import { findArray, unwrapData } from '../response-body.ts'
import { specified, statusOf, unspecified } from './open-point-spec.ts'

/** Questions that the specification leaves open about creating single entities, bulk requests and searches. */
export const writingOpenPoints = {
  createdStatus: specified.write('Which status has a single creation?', ({ successes }) =>
    successes('createEntity').map(statusOf),
  ),
  bulkStatus: specified.write('Which status has a bulk request?', ({ successes }) =>
    successes('createEntitiesBulk').map(statusOf),
  ),
  duplicateOrganizations: unspecified.write(
    'Does a single creation accept an organization that exists?',
    log => judgeRepeatedCreations(log, 'organization'),
  ),
  duplicatePersons: unspecified.write('Does a single creation accept a person that exists?', log =>
    judgeRepeatedCreations(log, 'person'),
  ),
  bulkDuplicateOrganizations: specified.write(
    'Does a bulk request accept an organization that exists?',
    log => judgeBulkDuplicates(log, 'organization'),
  ),
  bulkDuplicatePersons: unspecified.write('Does a bulk request accept a person that exists?', log =>
    judgeBulkDuplicates(log, 'person'),
  ),
  firstRow: unspecified.write('What number does the first row have in bulk errors?', log =>
    listBulkCalls(log).flatMap(({ rows, errors }) => {
      // If every row was refused, the smallest number in the error messages belongs to the first row.
      if (rows.length === 0 || errors.length !== rows.length) return []
      const numbers = errors.map(error => Number(/\brow\D{0,3}(\d+)/i.exec(error)?.[1] ?? Number.NaN))
      return numbers.some(Number.isNaN) ? 'not said' : Math.min(...numbers)
    }),
  ),
  emptyBulk: unspecified.write('Is a bulk request without rows accepted?', ({ calls }) =>
    calls('createEntitiesBulk')
      .filter(call => rowsIn(call)?.length === 0)
      .map(call => {
        if (hasSucceeded(call)) return unwrapData(call)?.successCount === 0 ? 'allow' : 'something else'
        return call.status === 400 || call.status === 422 ? 'reject' : `status ${call.status}`
      }),
  ),
  idempotencyKeys: unspecified.write('Does a repeated Idempotency-Key create nothing?', ({ calls, before }) =>
    calls('createEntity').flatMap(call => {
      const first = before(call)
        .successes('createEntity')
        .find(earlier => isRepetition(call, earlier))
      if (first === undefined) return []
      return hasSucceeded(call) && unwrapData(call)?.id === unwrapData(first)?.id ? 'honoured' : 'ignored'
    }),
  ),
  searchCountry: unspecified.searches('How do the web searches take a country?', ({ calls }) => {
    const searches = calls('searchOrganizations').filter(({ key }) => key === 'own')
    const [code, name] = [countMaxMatches(searches, /^[A-Z]{2}$/), countMaxMatches(searches, /^.{4}/)]
    // If neither search found a match, the question stays open. A search that the service refused is an answer.
    if (code === null || name === null || (code === 0 && name === 0)) return []
    if (searches.some(hasForeignMatch)) return ['ignored']
    const answer = code > 0 && name > 0 ? 'both' : code > name ? 'code' : code < name ? 'name' : 'none'
    return searches.map(() => answer)
  }),
  entitySearchBody: unspecified.searches(
    'Where in the body are the results of the entity search?',
    ({ calls }) =>
      calls('searchEntities')
        .filter(({ status }) => status < 500 && status !== 429)
        .map(call => {
          if (hasSucceeded(call)) return findArray(call.body)?.path ?? 'elsewhere'
          return call.status === 404 || call.status === 405 ? 'none' : `status ${call.status}`
        }),
  ),
}

/** Whether a call has the same idempotency key and the same body as an earlier call. */
function isRepetition({ idempotencyKey, request }: Exchange, earlier: Exchange): boolean {
  const isSame = JSON.stringify(request) === JSON.stringify(earlier.request)
  return idempotencyKey !== null && idempotencyKey === earlier.idempotencyKey && isSame
}

/** Whether an entity with the same name was created earlier. */
function isCreatedIn(input: unknown, earlierLog: ExchangeLog): boolean {
  const name = nameIn(input)
  return (
    name !== undefined && earlierLog.successes('createEntity').some(({ request }) => nameIn(request) === name)
  )
}

function nameIn(input: unknown): unknown {
  return isRecord(input) ? input.name : undefined
}

function hasType(input: unknown, type: string): boolean {
  return isRecord(input) && input.type === type
}

/** Returns the outcome of each request that creates an existing entity again. */
function judgeRepeatedCreations({ calls, before }: ExchangeLog, type: string): string[] {
  return calls('createEntity')
    .filter(call => hasType(call.request, type) && isCreatedIn(call.request, before(call)))
    .filter(
      call =>
        !before(call)
          .successes('createEntity')
          .some(earlier => isRepetition(call, earlier)),
    )
    .map(call => {
      const id = unwrapData(call)?.id
      const isExisting = before(call)
        .successes('createEntity')
        .some(earlier => unwrapData(earlier)?.id === id)
      if (hasSucceeded(call)) return id === undefined || isExisting ? 'the one that exists' : 'allow'
      if (call.status === 409) return 'conflict'
      return call.status === 400 || call.status === 422 ? 'reject' : `status ${call.status}`
    })
}

/** Returns the outcome of each bulk request with a single row whose entity was created earlier. */
function judgeBulkDuplicates(log: ExchangeLog, type: string): string[] {
  const singleRowCalls = listBulkCalls(log).filter(({ rows }) => rows.length === 1 && hasType(rows[0], type))
  const duplicateCalls = singleRowCalls.filter(({ rows: [row], call }) => isCreatedIn(row, log.before(call)))
  return duplicateCalls.map(({ errors, call }) => {
    if (errors.length > 0) return 'reject'
    return unwrapData(call)?.successCount === 1 ? 'allow' : 'neither'
  })
}

function rowsIn({ request }: Exchange): readonly unknown[] | null {
  return isRecord(request) && Array.isArray(request.entities) ? request.entities : null
}

function listBulkCalls({ successes }: ExchangeLog) {
  return successes('createEntitiesBulk').flatMap(call => {
    const [rows, errors] = [rowsIn(call), unwrapData(call)?.errors]
    return rows !== null && Array.isArray(errors) ? { call, rows, errors: errors.map(String) } : []
  })
}

/** Whether a search by a country code returned a match with another country. */
function hasForeignMatch({ request, body }: Exchange): boolean {
  const code = isRecord(request) ? request.countryCode : undefined
  if (!/^[A-Z]{2}$/.test(String(code))) return false
  const matches = (findArray(body)?.items ?? []).filter(isRecord)
  return matches.some(
    ({ country_code }) => country_code !== undefined && country_code !== '' && country_code !== code,
  )
}

/**
 * Returns the highest number of matches among the searches with a country in this form; -1 if all of them were refused; null if
 * there were none.
 */
function countMaxMatches(calls: readonly Exchange[], country: RegExp): number | null {
  const counts = calls
    .filter(({ request }) => isRecord(request) && country.test(String(request.countryCode)))
    .map(call => (hasSucceeded(call) ? (findArray(call.body)?.items.length ?? 0) : -1))
  return counts.length === 0 ? null : Math.max(...counts)
}
