import { isTimeoutError } from 'ky'
import type { Context } from '../context.ts'
import { createApiError, createTimeoutError, toError } from '../create-error.ts'
import { EntityScreeningError } from '../errors/EntityScreeningError.ts'
import { maxErrorBodyLength } from '../redact.ts'
import { parseBody } from '../response/parse-body.ts'
import { cancelBody, describeFailedCall, isSuccess } from '../response/read-body.ts'
import { type Attempt, describeAttempt, type OperationRequest } from './operation-request.ts'

/**
 * Ends the latest attempt with an error, unless it has already ended. Calls the hook `afterFailure` if the attempt got no
 * response. If no attempt is in progress, the call has ended before it.
 *
 * @param thrown - The error that ky threw: an error of this package, ky's own `TimeoutError`, or the reason of an abort.
 */
export function endAttempt(operationRequest: OperationRequest, thrown: unknown): EntityScreeningError {
  const { context, attempt } = operationRequest
  const { settings, notify } = context
  if (attempt === null) return toAttemptError(context, thrown)
  if (attempt.error !== null) return attempt.error
  const { response } = attempt
  const isStatusError = response !== null && !isSuccess(response.status) && !EntityScreeningError.is(thrown)
  const error =
    isStatusError && isTimeoutError(thrown)
      ? createStatusError(context, attempt, response)
      : toAttemptError(context, thrown)
  attempt.error = error
  cancelBody(attempt.reader)
  attempt.controller?.abort()
  if (response === null && settings.hooks?.afterFailure !== undefined) {
    const duration = performance.now() - attempt.startedAt
    notify('afterFailure', settings.hooks.afterFailure, {
      ...describeAttempt(operationRequest, attempt),
      error,
      duration,
    })
  }
  return error
}

/** Converts what an attempt threw to an error of this package. */
export function toAttemptError(context: Context, thrown: unknown): EntityScreeningError {
  const failed = describeFailedCall(context)
  const isTimeout = isTimeoutError(thrown) && !EntityScreeningError.is(thrown)
  if (!isTimeout || context.options.signal?.aborted) return toError(thrown, failed)
  // The error of a signal in the caller's `fetch` has the same name as that of ky, and another limit.
  return createTimeoutError(failed, 'request' in thrown ? describeTimeLimit(context) : 'in time')
}

/** In milliseconds. Less time than this is too short for a response. */
export const shortestTimeLeft = 2

/** @throws TimeoutError if `totalTimeout` has passed. */
export function assertTimeLeft(context: Context): void {
  if (context.deadline - performance.now() < shortestTimeLeft)
    throw createTimeoutError(describeFailedCall(context), describeTimeLimit(context))
}

/** Describes the time limit that a call has reached. */
function describeTimeLimit({ options, settings, deadline }: Context): string {
  const { timeout = settings.timeout } = options
  const isTotal = deadline - performance.now() < shortestTimeLeft
  return isTotal ? `within ${settings.totalTimeout} ms (totalTimeout)` : `within ${timeout} ms (timeout)`
}

/** Creates the error for an error status, from as much of the body as has been read. */
export function createStatusError(
  context: Context,
  { text, isRead }: Attempt,
  { status, headers, type }: Response,
): EntityScreeningError {
  const { redact, options } = context
  const failed = describeFailedCall(context)
  if (type === 'opaqueredirect') return toError(null, failed, 'redirected, which is not followed')
  if (options.signal?.aborted) return toError(null, failed)
  // Masks the key in a truncated text, because a truncated key would not be recognized later.
  const isCut = !isRead && !parseBody(text).isJson
  const beginning = isCut ? redact.truncate(text, maxErrorBodyLength, true) : text
  return createApiError(failed, status, beginning, headers)
}
