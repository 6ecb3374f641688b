import type { BulkSummary } from '../../../model/bulk.ts'
import type { InputOutcomes } from '../../../resources/decide-outcomes.ts'
import { groupInputs } from '../../../resources/match-inputs.ts'
import type { AnnouncedRow } from '../../rows/row-state.ts'
import type { DoubtfulRow } from '../../team/team-list-reader.ts'
import type { BatchOutcome } from '../outcome/batch-outcome.ts'
import type { RequestFailure } from '../outcome/decide-bulk-outcome.ts'

/** Why rows are in doubt. */
type ReconciliationCause =
  /** An earlier run ended before it knew. */
  | { readonly kind: 'earlier_run' }
  | { readonly kind: 'failure'; readonly failure: RequestFailure }
  /** A summary that does not identify the rows that it refuses. */
  | { readonly kind: 'unclear_summary'; readonly summary: BulkSummary }
  /** The service refused rows that may have been created before. `outcome` is that of the other rows of the request. */
  | { readonly kind: 'refused'; readonly outcome: BatchOutcome }

/**
 * The search for rows in doubt in the team's list. As in `entities.reconcile`, it goes on until two reads in succession agree. A read
 * counts only if it shows everything else that is known to exist.
 */
export interface Reconciliation {
  readonly cause: ReconciliationCause
  readonly rows: readonly AnnouncedRow[]
  readonly inputs: readonly DoubtfulRow[]
  /** How many of the rows were created at least, according to a response. */
  readonly accepted: number
  /** The decisions by all reads so far, and by the last reliable one. */
  readonly decisions: InputOutcomes
  readonly lastRead: InputOutcomes | null
  /** Since when no read has been reliable, by the clock of `performance`. */
  readonly unreliableSince: number | null
  /** Whether no other row is created meanwhile: the list would never catch up. */
  readonly holdsOthersBack: boolean
}

export function createReconciliation(
  cause: ReconciliationCause,
  rows: readonly AnnouncedRow[],
  accepted: number,
): Reconciliation | null {
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
