import { isRecord } from '../../../src/shared/json.ts'
import { type Exchange, entityIdIn, unknownEntityId } from '../exchange.ts'
import { type ExchangeLog, hasSucceeded, isRefusedKey } from '../exchange-log.ts'
import { findEntityList } from '../response-body.ts'
import { specified, statusOf, unspecified } from './open-point-spec.ts'

/** Questions that the specification leaves open about the service as a whole: health, index, keys and errors. */
export const serviceOpenPoints = {
  healthBody: unspecified.reading('What is the body of the health operation?', ({ successes }) =>
    successes('getHealth').map(({ body, text }) =>
      isRecord(body) ? 'json' : text === '' ? 'empty' : 'text',
    ),
  ),
  healthRequiresKey: unspecified.reading('Does the health operation need a key?', ({ calls }) =>
    listKeyRequirements(calls('getHealth')),
  ),
  indexPath: unspecified.reading('Where is the service index?', ({ calls }) => {
    const all = calls('getServiceIndex')
    const places = ['/v1', '/'].map(path => all.filter(call => call.path === path))
    const [atV1, atRoot] = places.map(calls => calls.some(isIndex))
    const answer = atV1 && atRoot ? 'both' : atV1 ? '/v1' : atRoot ? '/' : 'none'
    return places.some(calls => calls.length === 0) ? [] : all.map(() => answer)
  }),
  indexRequiresKey: unspecified.reading('Does the service index need a key?', ({ calls }) => {
    const all = calls('getServiceIndex')
    return listKeyRequirements(
      all.filter(({ path }) => all.some(call => call.path === path && isIndex(call))),
    )
  }),
  apiV1Prefix: unspecified.wrongKey('Is the prefix /api/v1 served?', ({ exchanges }) =>
    exchanges
      .filter(({ path }) => path.startsWith('/api/v1/'))
      .map(call =>
        call.status === 404
          ? false
          : (hasSucceeded(call) && findEntityList(call.body) !== null) || `status ${call.status}`,
      ),
  ),
  searchRequiresKey: unspecified.keylessSearches('Do the web searches need a key?', ({ calls }) =>
    listKeyRequirements(calls('searchOrganizations', 'searchPersons')),
  ),
  missingKeyStatus: specified.wrongKey('Which status has a request without a key?', ({ calls }) =>
    calls('listEntities')
      .filter(({ key }) => key === 'none')
      .map(statusOf),
  ),
  wrongKeyStatus: specified.wrongKey('Which status has a request with a wrong key?', ({ calls }) =>
    calls('listEntities')
      .filter(({ key }) => key === 'wrong')
      .map(statusOf),
  ),
  invalidInputStatus: specified.write('Which status has invalid input?', log =>
    listEmptyCreations(log, 'application/json').map(statusOf),
  ),
  unknownEntityStatus: specified.wrongKey('Which status has an entity that does not exist?', ({ calls }) =>
    calls('getNetwork')
      .filter(call => entityIdIn(call) === unknownEntityId)
      .map(statusOf),
  ),
  errorMember: specified.wrongKey('Which member of an error body has the error text?', ({ exchanges }) =>
    exchanges
      .filter(({ status }) => status >= 400)
      .flatMap(({ body }) => (isRecord(body) ? [findErrorMember(body)] : [])),
  ),
  wrongContentType: unspecified.write('Is a body accepted without the JSON content type?', log =>
    listEmptyCreations(log, 'text/plain').flatMap(({ status, text }) => {
      if (status === 415) return 'reject'
      // The service accepts the content type if it refuses the same body, declared as JSON, for the same reason.
      const asJson = listEmptyCreations(log, 'application/json')
      return asJson.some(call => call.status === status && call.text === text) ? 'allow' : `status ${status}`
    }),
  ),
}

function listKeyRequirements(calls: readonly Exchange[]): boolean[] {
  const keyless = calls.filter(({ key }) => key === 'none')
  return keyless.filter(call => hasSucceeded(call) || isRefusedKey(call)).map(isRefusedKey)
}

/** Whether a response is an index: an object with a version or with endpoints. */
function isIndex(call: Exchange): boolean {
  return hasSucceeded(call) && isRecord(call.body) && ('version' in call.body || 'endpoints' in call.body)
}

/**
 * Lists the `createEntity` requests whose body is an empty object. The service has to refuse this body, but may refuse the
 * content type first.
 */
function listEmptyCreations({ calls }: ExchangeLog, contentType: string): Exchange[] {
  return calls('createEntity').filter(
    call => call.contentType === contentType && JSON.stringify(call.request) === '{}',
  )
}

function findErrorMember(body: Readonly<Record<string, unknown>>): string | readonly string[] {
  const members = ['error', 'message'].filter(name => name in body)
  const [only = ''] = members
  return members.length === 1 && typeof body[only] === 'string' ? only : Object.keys(body)
}
