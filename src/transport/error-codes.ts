/**
 * What every error can be told by, in a log or a switch, whatever its message says. docs/errors-and-retries.md explains each.
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
  'unreadable_answer',
  'no_connection',
  'timeout',
  'wait_timeout',
  'aborted',
] as const

/**
 * What an error can be told by, such as `entity_limit`: docs/errors-and-retries.md explains each.
 *
 * @useDeclaredType
 */
export type ErrorCode = (typeof errorCodes)[number]
