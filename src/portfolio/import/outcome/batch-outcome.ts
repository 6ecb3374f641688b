import type { RowOmission, RowProblem } from '../../import-report.ts'
import { type AnnouncedRow, moveRow } from '../../rows/row-state.ts'
import { addCreated, countLookAlikes, findCreatedLookAlike } from '../../team/duplicate-index.ts'
import type { BatchOutcome } from '../state/batch.ts'
import { addOmissions, addProblems, type ImportState, markRemaining } from '../state/import-state.ts'
import { isAboutLimit } from './refusal-reasons.ts'

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
