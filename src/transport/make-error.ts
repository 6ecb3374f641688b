import { formatIssues, type Issue } from '../contract/issues.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import { rowLimit } from '../contract/values.ts'
import { AbortedError } from './errors/AbortedError.ts'
import { InputValidationError } from './errors/InputValidationError.ts'
import { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { methodOf } from './method.ts'
import type { Outcome } from './outcome.ts'

/** A sentence about a call; of a write that must not be repeated unseen it says whether the request was processed. */
export function describe(operation: OperationName, what: string, outcome: Outcome): string {
  const { repeatable } = operations[operation]
  const done = outcome === 'done' ? 'was processed' : 'may still have been processed'
  return `${methodOf(operation)}: ${what}${repeatable || outcome === 'not_done' ? '' : `; the request ${done}`}`
}

export function aborted(operation: OperationName, outcome: Outcome): AbortedError {
  return new AbortedError(describe(operation, 'aborted by the caller', outcome), { operation, outcome })
}

/** @param status - That of a response that did not end; null where none came. */
export function timedOut(operation: OperationName, status: number | null, outcome: Outcome): TimeoutError {
  const what = status === null ? 'no response' : `the response (${status}) did not end`
  return new TimeoutError(describe(operation, `${what} in time`, outcome), { operation, status, outcome })
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
