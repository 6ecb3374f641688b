import { createSettlement } from '../journal/create-entries.ts'
import { moveRow, rowsInState } from '../rows/row-state.ts'
import { notifyOmissions, notifyProblems } from './import-observers.ts'
import type { ImportRun } from './import-run.ts'
import { applySettledRows, type SettledRows, settledRowsOf } from './outcome/batch-outcome.ts'
import type { Batch, BatchOutcome } from './state/batch.ts'

/** Stores an outcome in the journal, and then applies it to the batch. */
export async function commitOutcome(run: ImportRun, batch: Batch, outcome: BatchOutcome): Promise<void> {
  const { state, control, writer } = run
  const { firstNumbers, accepted, stop, groupsToSend, search } = outcome
  if (firstNumbers !== null) state.firstNumbers = firstNumbers
  // The number is stored, because a later run must find at least this many of the batch's rows in the list.
  if (accepted > 0) await writer.write({ batch: batch.number, accepted })
  await settleRows(run, settledRowsOf(state, outcome))
  if (stop !== null) control.stop(stop.cause, stop.error)
  batch.groups = [...batch.groups, ...groupsToSend]
  if (search === null) return
  for (const row of rowsInState(search.rows, 'announced')) moveRow(row, 'lose')
  batch.search = search
  batch.phase = 'next_list'
}

export async function settleRows({ state, writer, observers }: ImportRun, rows: SettledRows): Promise<void> {
  const entry = createSettlement(rows)
  if (entry === null) return
  await writer.write(entry)
  notifyOmissions(observers, applySettledRows(state, rows))
  notifyProblems(observers, rows.problems)
}

/** Runs work for a batch. If the work throws, the import stops, and the rows of the batch keep their state. */
export async function guardBatch(run: ImportRun, batch: Batch, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    run.control.fail(error)
    abandonBatch(batch)
  }
}

export function abandonBatch(batch: Batch): void {
  batch.groups = []
  batch.search = null
  batch.phase = 'idle'
}
