import { formatIssues, type Issue } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import { rowLimit } from '../contract/values.ts'
import { AbortedError } from './errors/AbortedError.ts'
import { ConnectionError } from './errors/ConnectionError.ts'
import { InputValidationError } from './errors/InputValidationError.ts'
import { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { methodOf } from './method.ts'
import type { Outcome } from './outcome.ts'

/** A call that failed, and what may have come of it. */
export interface Failed {
  readonly operation: OperationName
  readonly outcome: Outcome
  /** False for a write, of which a message says whether the request was processed. */
  readonly repeatable: boolean
}

export function describe({ operation, outcome, repeatable }: Failed, what: string): string {
  const done = outcome === 'done' ? 'was processed' : 'may still have been processed'
  return `${methodOf(operation)}: ${what}${repeatable || outcome === 'not_done' ? '' : `; the request ${done}`}`
}

export function aborted(failed: Failed): AbortedError {
  return new AbortedError(describe(failed, 'aborted by the caller'), failed)
}

/** @param status - That of a response that did not end; null where none came. */
export function timedOut(failed: Failed, status: number | null): TimeoutError {
  const what = status === null ? 'no response' : `the response (${status}) did not end`
  return new TimeoutError(describe(failed, `${what} in time`), { ...failed, status })
}

export function disconnected(
  failed: Failed,
  what: string,
  systemCode: string | null = null,
  status: number | null = null,
): ConnectionError {
  return new ConnectionError(describe(failed, what), { ...failed, systemCode, status })
}

export function unreadable(
  operation: OperationName,
  status: number,
  raw: unknown,
  issues: readonly Issue[],
): ResponseValidationError {
  return new ResponseValidationError(describeUnreadable(operation, status, issues), {
    operation,
    status,
    raw,
    issues,
  })
}

export function describeUnreadable(
  operation: OperationName,
  status: number,
  issues: readonly Issue[],
): string {
  return `${methodOf(operation)}: the response (${status}) cannot be read: ${formatIssues(issues, 'the body')}`
}

/** @param operation - An operation, or what else was called. */
export function invalidInput(operation: string, issues: readonly Issue[]): InputValidationError {
  const code = issues.some(isRowLimit) ? 'row_limit' : 'invalid_input'
  const message = `${methodOf(operation)}: ${formatIssues(issues, 'the input')}`
  return new InputValidationError(message, { operation, code, issues })
}

/** More rows than one bulk request may carry (specification: Limits). */
function isRowLimit({ path, message }: Issue): boolean {
  return path.length === 1 && path[0] === 'rows' && message === rowLimit
}
