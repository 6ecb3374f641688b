import { ApiError } from './ApiError.ts'

/**
 * 401: the API key is missing or not valid. The code is `invalid_key`.
 *
 * @example
 * const failure = await client.entities.list().catch(error => error)
 * if (AuthenticationError.is(failure)) console.error('The service does not know this key.')
 */
export class AuthenticationError extends ApiError {
  protected static override readonly kind = 'AuthenticationError'
  declare readonly name: 'AuthenticationError'
  declare readonly status: number
  override readonly code = 'invalid_key'
}
