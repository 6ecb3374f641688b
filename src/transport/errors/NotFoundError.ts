import { ApiError } from './ApiError.ts'

/**
 * 404: the team has no such entity, or the address no such path (specification: Errors). Its code is `not_found`.
 *
 * @example
 * try {
 *   await client.entities.rescan('no-such-entity')
 * } catch (error) {
 *   if (!NotFoundError.is(error)) throw error
 *   console.error(`${error.operation}: ${error.reason}`)
 * }
 */
export class NotFoundError extends ApiError {
  protected static override readonly kind = 'NotFoundError'
  override readonly name = 'NotFoundError'
  override readonly code = 'not_found'
}
