/**
 * What every error can be told by, in a log or a switch, whatever its message says. docs/errors-and-retries.md explains each.
 *
 * @example
 * if (EntityScreeningError.is(error) && error.code === 'entity_limit') pauseImports()
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

export type ErrorCode = (typeof errorCodes)[number]
