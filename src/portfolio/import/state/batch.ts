import type { BulkSummary } from '../../../model/bulk.ts'
import type { InputOutcomes } from '../../../resources/decide-outcomes.ts'
import type { ScreeningError } from '../../../transport/errors/ScreeningError.ts'
import type { ImportStop } from '../../import-report.ts'
import type { AnnouncedRow } from '../../rows/row-state.ts'
import type { DoubtfulRow } from '../../team/team-list-reader.ts'

/** A batch in progress. */
export interface Batch {
  readonly number: number
  readonly rows: readonly AnnouncedRow[]
  /** The groups that are still to be sent, one after the other. */
  groups: readonly RowGroup[]
  /** The search for the batch's rows whose outcome is unknown; null if there are no such rows. */
  search: InDoubtSearch | null
  /**
   * The event that the batch waits for:
   *
   * - `idle`: nothing.
   * - `turn`: the backoff allows a request.
   * - `request`: the response to a request.
   * - `quiet`: the end of all requests of an earlier run.
   * - `pause`: the end of a pause between two reads of the list.
   * - `next_list`: the start of the next read of the list.
   * - `list`: the end of the current read of the list.
   */
  phase: 'idle' | 'turn' | 'request' | 'quiet' | 'pause' | 'next_list' | 'list'
}

/** Rows that are sent in one request, and the failures of earlier requests with these rows. */
export interface RowGroup {
  readonly rows: readonly AnnouncedRow[]
  /** The number of requests with these rows that got no clear response. */
  readonly failures: number
  /** The number of requests with these rows that failed while other requests succeeded. */
  readonly suspectFailures: number
  /**
   * How many requests the import had sent, for any rows, when a request with these rows first failed;
   * `only_suspect` if only this group can have caused the failure; null before the first failure.
   */
  readonly firstFailedRequest: number | 'only_suspect' | null
}

export function createRowGroup(rows: readonly AnnouncedRow[]): RowGroup {
  return { rows, failures: 0, suspectFailures: 0, firstFailedRequest: null }
}

/** A bulk request in progress. */
export interface BulkRequest {
  readonly group: RowGroup
  /** The position of the request in the order of sending, counted from 1. */
  readonly number: number
  /**
   * Whether these rows would be the cause of another failure, because other requests have succeeded since the group first
   * failed.
   */
  readonly isSuspect: boolean
}

/** A request that failed. */
export interface RequestFailure {
  readonly request: BulkRequest
  readonly error: ScreeningError
  readonly failureCause: FailureCause
  readonly isGivenUp: boolean
  /** The number of requests that had been sent when this one failed. */
  readonly requests: number
}

/** The cause of a failure: the rows, the team's limit, the call (for example a wrong key), or a temporary fault of the service. */
export type FailureCause = 'rows' | 'limit' | 'call' | 'service'

/** The consequences of a response, or of a read of the team's list, for the rows of a batch. */
export interface BatchOutcome {
  readonly created: readonly AnnouncedRow[]
  /** The rows that the service refused, with the reason for each. */
  readonly refused: ReadonlyMap<AnnouncedRow, string>
  /** Rows that were certainly not created; a later run may send them. */
  readonly remaining: readonly AnnouncedRow[]
  /** The number of rows that the request has certainly created, if the response does not identify these rows. */
  readonly accepted: number
  /** The groups of rows to send next. */
  readonly groupsToSend: readonly RowGroup[]
  /** The search for the rows whose outcome is unknown; null if there are no such rows. */
  readonly search: InDoubtSearch | null
  /** Why the import stops; null if the import continues. */
  readonly stop: Pick<ImportStop, 'cause' | 'error'> | null
  /**
   * The numbers by which the service's messages may refer to the first row of a request, such as 0 or 1; null if the response
   * does not show them.
   */
  readonly firstNumbers: readonly number[] | null
}

/** Why the outcome of rows is unknown. */
export type InDoubtCause =
  /** An earlier run ended before it knew the outcome of the rows. */
  | { readonly kind: 'earlier_run' }
  | { readonly kind: 'failure'; readonly failure: RequestFailure }
  /** The response is a summary that does not identify the refused rows. */
  | { readonly kind: 'unclear_summary'; readonly summary: BulkSummary }
  /** The service refused rows that an earlier request may have created. `outcome` is the outcome of the whole request. */
  | { readonly kind: 'refused'; readonly outcome: BatchOutcome }

/**
 * A search in the team's list for rows whose outcome is unknown. As in `entities.reconcile`, the search ends when two reads in
 * succession agree. A read counts only if it is reliable, which means that it shows all entities that are known to exist.
 */
export interface InDoubtSearch {
  readonly cause: InDoubtCause
  readonly rows: readonly AnnouncedRow[]
  readonly inputs: readonly DoubtfulRow[]
  /** The number of searched rows that were certainly created, according to a response. */
  readonly accepted: number
  /** The outcomes of the rows, according to all reads so far. */
  readonly decisions: InputOutcomes
  /** The outcomes of the rows, according to the last reliable read; null if there is none. */
  readonly lastRead: InputOutcomes | null
  /** When the current series of unreliable reads began, by `performance.now()`; null if the last read was reliable. */
  readonly unreliableSince: number | null
  /** Whether no other row may be sent during the search, so that the list can catch up. */
  readonly holdsOthersBack: boolean
}
