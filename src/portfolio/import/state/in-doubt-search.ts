import type { BulkSummary } from '../../../model/bulk.ts'
import type { InputOutcomes } from '../../../resources/decide-outcomes.ts'
import { groupInputs } from '../../../resources/group-inputs.ts'
import type { AnnouncedRow } from '../../rows/row-state.ts'
import type { DoubtfulRow } from '../../team/team-list-reader.ts'
import type { BatchOutcome } from '../outcome/batch-outcome.ts'
import type { RequestFailure } from '../outcome/decide-bulk-outcome.ts'

/** Why the outcome of rows is unknown. */
type InDoubtCause =
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

export function createInDoubtSearch(
  cause: InDoubtCause,
  rows: readonly AnnouncedRow[],
  accepted: number,
): InDoubtSearch | null {
  if (rows.length === 0) return null
  return {
    cause,
    rows,
    inputs: groupInputs(rows, ({ row }) => row, true),
    accepted,
    decisions: new Map(),
    lastRead: null,
    unreliableSince: null,
    holdsOthersBack: false,
  }
}
