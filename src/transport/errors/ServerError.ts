import { ApiError } from './ApiError.ts'

/** 5xx: the service, or something before it, failed (specification: Errors). */
export class ServerError extends ApiError {
  protected static override readonly kind = 'ServerError'
  override readonly name = 'ServerError'
  override readonly code = 'server_error'
}
