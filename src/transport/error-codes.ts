/**
 * The code of every error, for a log or a `switch`, independent of its message. docs/errors-and-retries.md explains each.
 *
 * @example
 * const seen = Object.fromEntries(errorCodes.map(code => [code, 0]))
 * try {
 *   await client.entities.list()
 * } catch (error) {
 *   if (EntityScreeningError.is(error)) seen[error.code] = (seen[error.code] ?? 0) + 1
 * }
 */
export const errorCodes = [
  'invalid_input',
  'row_limit',
  'bad_request',
  'invalid_key',
  'permission_denied',
  'entity_limit',
  'not_found',
  'rate_limited',
  'server_error',
  'http_error',
  'unreadable_response',
  'no_connection',
  'timeout',
  'wait_timeout',
  'aborted',
] as const

/** @inline */
export type ErrorCode = (typeof errorCodes)[number]
