import { ApiError } from './ApiError.ts'

/**
 * 400: the input is invalid, or a required field is missing. The code is `bad_request`.
 *
 * @example
 * const failure = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH' }).catch(error => error)
 * if (BadRequestError.is(failure)) console.error(`refused: ${failure.reason}`)
 */
export class BadRequestError extends ApiError {
  protected static override readonly kind = 'BadRequestError'
  declare readonly name: 'BadRequestError'
  declare readonly status: number
  override readonly code = 'bad_request'
}
