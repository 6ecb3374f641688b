import type { ImportStop, RowOmission, RowProblem } from '../../import-report.ts'
import { type AnnouncedRow, moveRow } from '../../rows/row-state.ts'
import { addCreated, countLookAlikes, findCreatedLookAlike } from '../../team/duplicate-index.ts'
import {
  addOmissions,
  addProblems,
  type ImportState,
  markRemaining,
  type RowGroup,
} from '../state/import-state.ts'
import type { InDoubtSearch } from '../state/in-doubt-search.ts'
import { isAboutLimit } from './refusal-reasons.ts'

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

export const noOutcome: BatchOutcome = {
  created: [],
  refused: new Map(),
  remaining: [],
  accepted: 0,
  groupsToSend: [],
  search: null,
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

export function settledRowsOf(
  { index }: Pick<ImportState, 'index'>,
  { created, refused, remaining }: Pick<BatchOutcome, 'created' | 'refused' | 'remaining'>,
): SettledRows {
  const problems = Array.from(refused, ([announcedRow, reason]): RowProblem => {
    const { line, key, row } = announcedRow
    // The service refuses organizations that it considers duplicates, but does not say of which entity.
    const mayRepeat = row.type === 'organization' && !isAboutLimit(reason, announcedRow)
    const sameAs = mayRepeat ? findCreatedLookAlike(index, key) : null
    return { kind: 'refused', line, column: null, reason, sameAs }
  })
  return { created, remaining, refused: [...refused.keys()], problems }
}

/**
 * Adds rows with a final outcome to the state, and returns the fields that the created rows lack. Call this function after the journal has stored the outcome, so that the state is
 * never ahead of the journal.
 */
export function applySettledRows(
  state: ImportState,
  { created, remaining, refused, problems }: SettledRows,
): readonly RowOmission[] {
  const { counts, index } = state
  for (const row of created) {
    const isListed = row.state === 'in_doubt'
    moveRow(row, isListed ? 'find' : 'confirm')
    // A row of an earlier run that the first list has shown is already in the index.
    if (countLookAlikes(index, row.key) <= row.lookAlikesBefore)
      addCreated(index, row, row.lookAlikesBefore, !isListed)
    counts.created += 1
    if (row.isOfEarlierRun) counts.createdEarlier += 1
  }
  for (const row of refused) moveRow(row, 'refuse')
  for (const problem of problems) addProblems(state, [problem])
  for (const row of remaining) postponeRow(state, row)
  return created.flatMap(row => addOmissions(state, row))
}

/** Leaves a row to a later run. The row was certainly not created. */
export function postponeRow(state: ImportState, row: AnnouncedRow): void {
  moveRow(row, 'postpone')
  markRemaining(state, row.line)
}
