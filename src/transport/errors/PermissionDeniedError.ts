import { ApiError, type ApiErrorDetails } from './ApiError.ts'

/** 403: the team's entity limit is reached, or another permission is missing (specification: Errors). */
export class PermissionDeniedError extends ApiError {
  protected static override readonly kind = 'PermissionDeniedError'
  override readonly name = 'PermissionDeniedError'
  /** A guess from the service's sentence, for it has no error codes: the team has no room for more entities. */
  readonly entityLimitReached: boolean

  constructor(details: ApiErrorDetails) {
    super(details)
    const reason = details.reason ?? ''
    this.entityLimitReached =
      /\b(limit|maximum|quota)\b/i.test(reason) && /\b(entit(y|ies)|team)\b/i.test(reason)
  }
}
