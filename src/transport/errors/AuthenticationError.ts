import { ApiError } from './ApiError.ts'

/** 401: the API key is missing or not valid (specification: Errors). */
export class AuthenticationError extends ApiError {
  protected static override readonly kind = 'AuthenticationError'
  override readonly name = 'AuthenticationError'
  override readonly code = 'invalid_key'
}
