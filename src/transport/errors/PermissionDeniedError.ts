import { ApiError } from './ApiError.ts'

/**
 * 403: the key does not allow the operation, or the team has reached its entity limit. The code is `permission_denied` or
 * `entity_limit`.
 *
 * @example
 * const failure = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH' }).catch(error => error)
 * if (PermissionDeniedError.is(failure))
 *   console.error(failure.isEntityLimit ? 'The team is full.' : `Not allowed: ${failure.reason}`)
 */
export class PermissionDeniedError extends ApiError {
  protected static override readonly kind = 'PermissionDeniedError'
  declare readonly name: 'PermissionDeniedError'
  declare readonly status: number
  /**
   * Whether the team has reached its entity limit. Derived from the error text, because the service sends no
   * error codes.
   */
  readonly isEntityLimit: boolean = speaksOfEntityLimit(this.reason ?? '')
  override readonly code: 'permission_denied' | 'entity_limit' = this.isEntityLimit
    ? 'entity_limit'
    : 'permission_denied'
}

export function speaksOfEntityLimit(sentence: string): boolean {
  return /\b(limit|maximum|quota)\b/i.test(sentence) && /\b(entit(y|ies)|team)\b/i.test(sentence)
}
