import { ApiError } from './ApiError.ts'

/**
 * 404: the team has no entity with this id, or the service has no such path under the base URL. Also thrown by `entities.get`, with
 * the status null. The code is `not_found`.
 *
 * @example
 * const failure = await client.entities.rescan('no-such-entity').catch(error => error)
 * if (NotFoundError.is(failure)) console.error(`${failure.operation}: ${failure.reason}`)
 */
export class NotFoundError extends ApiError {
  protected static override readonly kind = 'NotFoundError'
  declare readonly name: 'NotFoundError'
  override readonly code = 'not_found'
}
