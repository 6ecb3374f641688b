import type { ImportStop, RowProblem } from '../../import-report.ts'
import { type AnnouncedRow, moveRow } from '../../rows/row-state.ts'
import { addCreated, countLookAlikes } from '../../team/duplicate-index.ts'
import { addProblems, type ImportState, markRemaining, type RowGroup } from '../state/import-state.ts'
import type { Reconciliation } from '../state/reconciliation.ts'

/** The consequences of a response, or of a read of the team's list, for the rows of a batch. */
export interface BatchOutcome {
  readonly created: readonly AnnouncedRow[]
  /** The rows that the service refused, with its reasons. */
  readonly refused: ReadonlyMap<AnnouncedRow, string>
  /** Rows that were certainly not created, and are left to a later run. */
  readonly remaining: readonly AnnouncedRow[]
  /** How many rows of the request were created, if the response does not identify them. */
  readonly accepted: number
  /** The rows to be sent next. */
  readonly groupsToSend: readonly RowGroup[]
  /** The rows in doubt. */
  readonly reconciliation: Reconciliation | null
  /** Why the import stops. */
  readonly stop: Pick<ImportStop, 'cause' | 'error'> | null
  /** The numbers that the service may give the first row of a request, by this response; null if it shows nothing about them. */
  readonly firstNumbers: readonly number[] | null
}

export const noOutcome: BatchOutcome = {
  created: [],
  refused: new Map(),
  remaining: [],
  accepted: 0,
  groupsToSend: [],
  reconciliation: null,
  stop: null,
  firstNumbers: null,
}

/** The rows of a batch with a final outcome, and their problems. */
export interface SettledRows {
  readonly created: readonly AnnouncedRow[]
  readonly remaining: readonly AnnouncedRow[]
  readonly refused: readonly AnnouncedRow[]
  readonly problems: readonly RowProblem[]
}

export function settledRowsOf({
  created,
  refused,
  remaining,
}: Pick<BatchOutcome, 'created' | 'refused' | 'remaining'>): SettledRows {
  const problems = Array.from(refused, ([{ line }, reason]): RowProblem => {
    return { kind: 'refused', line, column: null, reason, sameAs: null }
  })
  return { created, remaining, refused: [...refused.keys()], problems }
}

/** Adds settled rows to the state, once the journal has stored them: nothing relies on an outcome that it lacks. */
export function applySettledRows(
  state: ImportState,
  { created, remaining, refused, problems }: SettledRows,
): void {
  const { counts, index } = state
  for (const row of created) {
    const isListed = row.state === 'in_doubt'
    moveRow(row, isListed ? 'find' : 'confirm')
    // The first list may have shown a row of an earlier run: it is counted already.
    if (countLookAlikes(index, row.key) <= row.lookAlikesBefore)
      addCreated(index, row.key, row.lookAlikesBefore, !isListed)
    counts.created += 1
    if (row.isOfEarlierRun) counts.createdEarlier += 1
  }
  for (const row of refused) moveRow(row, 'refuse')
  for (const problem of problems) addProblems(state, [problem])
  for (const row of remaining) postponeRow(state, row)
}

/** Leaves a row that does not exist to a later run. */
export function postponeRow(state: ImportState, row: AnnouncedRow): void {
  moveRow(row, 'postpone')
  markRemaining(state, row.line)
}
