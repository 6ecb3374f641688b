import { isRecord } from '../../../src/shared/json.ts'
import type { Exchange } from '../exchange.ts'
import { arrayIn, dataIn, isDone, type Seen } from '../seen.ts'
import { specified, statusOf, unspecified } from './row.ts'

/** What creations, bulk requests and searches show. */
export const writingRows = {
  createdStatus: specified.write('Which status has a single creation?', ({ done }) =>
    done('createEntity').map(statusOf),
  ),
  bulkStatus: specified.write('Which status has a bulk request?', ({ done }) =>
    done('createEntitiesBulk').map(statusOf),
  ),
  duplicateOrganizations: unspecified.write(
    'Does a single creation accept an organization that exists?',
    seen => repeatedAnswers(seen, 'organization'),
  ),
  duplicatePersons: unspecified.write('Does a single creation accept a person that exists?', seen =>
    repeatedAnswers(seen, 'person'),
  ),
  bulkDuplicateOrganizations: specified.write(
    'Does a bulk request accept an organization that exists?',
    seen => bulkAnswers(seen, 'organization'),
  ),
  bulkDuplicatePersons: unspecified.write('Does a bulk request accept a person that exists?', seen =>
    bulkAnswers(seen, 'person'),
  ),
  firstRow: unspecified.write('What number does the first row have in bulk errors?', seen =>
    bulkCalls(seen).flatMap(({ rows, errors }) => {
      // Where every row was refused, the smallest number is the first.
      if (rows.length === 0 || errors.length !== rows.length) return []
      const numbers = errors.map(error => Number(/\brow\D{0,3}(\d+)/i.exec(error)?.[1] ?? Number.NaN))
      return numbers.some(Number.isNaN) ? 'not said' : Math.min(...numbers)
    }),
  ),
  emptyBulk: unspecified.write('Is a bulk request without rows accepted?', ({ calls }) =>
    calls('createEntitiesBulk')
      .filter(call => rowsIn(call)?.length === 0)
      .map(call => {
        if (isDone(call)) return dataIn(call)?.successCount === 0 ? 'allow' : 'something else'
        return call.status === 400 || call.status === 422 ? 'reject' : `status ${call.status}`
      }),
  ),
  idempotencyKeys: unspecified.write('Does a repeated Idempotency-Key create nothing?', ({ calls, before }) =>
    calls('createEntity').flatMap(call => {
      const first = before(call)
        .done('createEntity')
        .find(earlier => isRepetition(call, earlier))
      if (first === undefined) return []
      return isDone(call) && dataIn(call)?.id === dataIn(first)?.id ? 'honoured' : 'ignored'
    }),
  ),
  searchCountry: unspecified.searches('How do the web searches take a country?', ({ calls }) => {
    const asked = calls('searchOrganizations').filter(({ key }) => key === 'own')
    const [code, name] = [mostFound(asked, /^[A-Z]{2}$/), mostFound(asked, /^.{4}/)]
    // Nothing found by either says nothing, unless one was refused.
    if (code === null || name === null || (code === 0 && name === 0)) return []
    if (asked.some(findsOthers)) return ['ignored']
    const answer = code > 0 && name > 0 ? 'both' : code > name ? 'code' : code < name ? 'name' : 'none'
    return asked.map(() => answer)
  }),
  entitySearchBody: unspecified.searches(
    'Where in the body are the results of the entity search?',
    ({ calls }) =>
      calls('searchEntities')
        .filter(({ status }) => status < 500 && status !== 429)
        .map(call => {
          if (isDone(call)) return arrayIn(call.body)?.place ?? 'elsewhere'
          return call.status === 404 || call.status === 405 ? 'none' : `status ${call.status}`
        }),
  ),
}

/** Whether a call repeats an earlier one, with its key and its body. */
function isRepetition({ idempotencyKey, request }: Exchange, earlier: Exchange): boolean {
  const isSame = JSON.stringify(request) === JSON.stringify(earlier.request)
  return idempotencyKey !== null && idempotencyKey === earlier.idempotencyKey && isSame
}

/** Whether a creation before was of the same name. */
function wasCreated(given: unknown, before: Seen): boolean {
  const name = nameIn(given)
  return name !== undefined && before.done('createEntity').some(({ request }) => nameIn(request) === name)
}

function nameIn(given: unknown): unknown {
  return isRecord(given) ? given.name : undefined
}

function isOf(given: unknown, type: string): boolean {
  return isRecord(given) && given.type === type
}

/** What came of creations of what was created before. */
function repeatedAnswers({ calls, before }: Seen, type: string): string[] {
  return calls('createEntity')
    .filter(call => isOf(call.request, type) && wasCreated(call.request, before(call)))
    .filter(
      call =>
        !before(call)
          .done('createEntity')
          .some(earlier => isRepetition(call, earlier)),
    )
    .map(call => {
      const id = dataIn(call)?.id
      const isOld = before(call)
        .done('createEntity')
        .some(earlier => dataIn(earlier)?.id === id)
      if (isDone(call)) return id === undefined || isOld ? 'the one that exists' : 'allow'
      if (call.status === 409) return 'conflict'
      return call.status === 400 || call.status === 422 ? 'reject' : `status ${call.status}`
    })
}

/** What came of bulk requests with one row, of what was created before. */
function bulkAnswers(seen: Seen, type: string): string[] {
  const single = bulkCalls(seen).filter(({ rows }) => rows.length === 1 && isOf(rows[0], type))
  const repeated = single.filter(({ rows: [row], call }) => wasCreated(row, seen.before(call)))
  return repeated.map(({ errors, call }) => {
    if (errors.length > 0) return 'reject'
    return dataIn(call)?.successCount === 1 ? 'allow' : 'neither'
  })
}

function rowsIn({ request }: Exchange): readonly unknown[] | null {
  return isRecord(request) && Array.isArray(request.entities) ? request.entities : null
}

function bulkCalls({ done }: Seen) {
  return done('createEntitiesBulk').flatMap(call => {
    const [rows, errors] = [rowsIn(call), dataIn(call)?.errors]
    return rows !== null && Array.isArray(errors) ? { call, rows, errors: errors.map(String) } : []
  })
}

/** Whether a search by a code found somebody of another country. */
function findsOthers({ request, body }: Exchange): boolean {
  const code = isRecord(request) ? request.countryCode : undefined
  if (!/^[A-Z]{2}$/.test(String(code))) return false
  const found = (arrayIn(body)?.items ?? []).filter(isRecord)
  return found.some(
    ({ country_code }) => country_code !== undefined && country_code !== '' && country_code !== code,
  )
}

/** How many hits the most successful search by such a country had, less than 0 if all were refused; null without any. */
function mostFound(calls: readonly Exchange[], country: RegExp): number | null {
  const found = calls
    .filter(({ request }) => isRecord(request) && country.test(String(request.countryCode)))
    .map(call => (isDone(call) ? (arrayIn(call.body)?.items.length ?? 0) : -1))
  return found.length === 0 ? null : Math.max(...found)
}
