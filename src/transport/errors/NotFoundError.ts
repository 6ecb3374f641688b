import { ApiError } from './ApiError.ts'

/** 404: the entity, or the operation, does not exist (specification: Errors). */
export class NotFoundError extends ApiError {
  protected static override readonly kind = 'NotFoundError'
  override readonly name = 'NotFoundError'
  override readonly code = 'not_found'
}
