import { ApiError } from './ApiError.ts'

/** 400: invalid input, or a required field is missing (specification: Errors). */
export class BadRequestError extends ApiError {
  protected static override readonly kind = 'BadRequestError'
  override readonly name = 'BadRequestError'
  override readonly code = 'bad_request'
}
