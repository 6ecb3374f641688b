import { getOrInsertList } from '../../../shared/get-or-insert.ts'
import type { RowOmission } from '../../import-report.ts'
import type { EarlierBatch } from '../../journal/import-history.ts'
import type { PlacedRow } from '../../rows/read-row.ts'
import type { AnnouncedRow } from '../../rows/row-state.ts'
import { addCreated, findCreatedLookAlike } from '../../team/duplicate-index.ts'
import { rememberRow } from '../../team/find-repetition.ts'
import type { EarlierClassification, RowClassification } from './classify-row.ts'
import { addOmissions, addProblems, type ImportState, markRemaining } from './import-state.ts'

/**
 * Adds a classified row to the state.
 *
 * @param isStopped whether the import sends no more rows.
 * @returns the fields that the row lacks, if its outcome is known.
 */
export function applyClassification(
  state: ImportState,
  classification: RowClassification,
  isStopped: boolean,
): readonly RowOmission[] {
  if (classification.next === 'skip') return []
  const { counts, earlier, index, queue } = state
  const { line, identity } = classification
  counts.rows += 1
  if (classification.isAnnounced) earlier.announced += 1
  if (identity !== null) rememberRow(index, identity, line)
  switch (classification.next) {
    case 'report':
      addProblems(state, classification.problems)
      return []
    case 'create':
      if (state.settings.dryRun) {
        countPlanned(state, classification.row)
        return addOmissions(state, classification.row)
      }
      if (isStopped) markRemaining(state, line)
      else queue.waiting.push(classification.row)
      return []
    case 'count':
      earlier.created += 1
      return applyEarlier(state, classification)
    case 'look_for':
      return applyEarlier(state, classification)
  }
}

function countPlanned({ counts, index, plannedKeys }: ImportState, { row, key }: PlacedRow): void {
  counts.planned += 1
  if (row.type !== 'organization') return
  if (plannedKeys.has(key) || findCreatedLookAlike(index, key) !== null) counts.plannedRepeats += 1
  plannedKeys.add(key)
}

function applyEarlier(
  state: ImportState,
  classification: Extract<RowClassification, EarlierClassification>,
): readonly RowOmission[] {
  const { counts, earlier, index, settings } = state
  const { next, row, lookAlikesBefore, confirmsTeam } = classification
  const exists = next === 'count' || classification.isListed
  earlier.isTeamConfirmed ||= confirmsTeam
  // The entity is added to the index as created by this import. Otherwise, similar rows would be reported as possible
  // duplicates.
  if (exists) addCreated(index, row, lookAlikesBefore, false)
  if (next === 'look_for' && !settings.dryRun) {
    enqueueDoubtful(state, row, lookAlikesBefore, classification.batch)
    return []
  }
  if (exists) {
    counts.created += 1
    counts.createdEarlier += 1
  } else counts.planned += 1
  return addOmissions(state, row)
}

/** Queues a search for a row whose outcome is unknown. Rows that look like this row are sent only after the search has ended. */
function enqueueDoubtful(
  state: ImportState,
  row: PlacedRow,
  lookAlikesBefore: number,
  batch: EarlierBatch,
): void {
  const announced: AnnouncedRow = {
    ...row,
    batch: batch.batch,
    lookAlikesBefore,
    state: 'in_doubt',
    wasInDoubt: true,
    isOfEarlierRun: true,
  }
  getOrInsertList(state.earlier.doubtful, batch).push(announced)
  state.queue.keysUnderWay.add(row.key)
}

/** Removes and returns the rows with an unknown outcome for which no search has started, grouped by the batches of earlier runs. */
export function drainDoubtful({ earlier }: ImportState) {
  const batches = Array.from(earlier.doubtful, ([batch, rows]) => {
    batch.doubtful -= rows.length
    // Rows of the batch that have not been read from the source yet may be among the accepted ones.
    const accepted = Math.max(0, batch.accepted - batch.doubtful)
    batch.accepted -= accepted
    return { number: batch.batch, rows, accepted }
  })
  earlier.doubtful.clear()
  return batches
}
