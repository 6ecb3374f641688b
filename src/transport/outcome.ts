import { type OperationName, operations } from '../contract/operations.ts'

/**
 * Whether the service did what a failed call asked for.
 *
 * - `not_done`: certainly not: nothing was sent, or it was refused.
 * - `unknown`: it may have been: the request may have arrived, and no answer says what became of it.
 * - `done`: certainly: a success was answered, and only its body was lost or cannot be read.
 *
 * After an `unknown` creation `client.entities.reconcile` looks at the team's list: what it says is `unknown` only where the list
 * cannot tell.
 *
 * @example
 * const sendAgain: Record<Outcome, boolean> = { not_done: true, unknown: false, done: false }
 */
export type Outcome = 'not_done' | 'unknown' | 'done'

/** What the status of an answer says; a service that asks to come back later has done nothing. */
export function outcomeOf(status: number, headers: Headers): Outcome {
  if (status >= 200 && status < 300) return 'done'
  const later = status === 503 && headers.has('retry-after')
  return status === 408 || (status >= 500 && !later) ? 'unknown' : 'not_done'
}

/** What the tries of a call come to, one after the other: what one may have done, none that is refused undoes. */
export function outcomeAfter(before: Outcome, last: Outcome): Outcome {
  return last === 'not_done' ? before : last
}

/** The end of a message about a write that must not be sent again without a look. */
export function formatOutcome(operation: OperationName, outcome: Outcome): string {
  if (operations[operation].repeatable || outcome === 'not_done') return ''
  return outcome === 'done' ? '; it was done all the same' : '; it may have been done all the same'
}
