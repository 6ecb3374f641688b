import type { ImportReport } from '../import-report.ts'
import type { RunEnd } from '../journal/import-entry.ts'
import { closeJournal } from '../journal/journal.ts'
import { awaitObservers } from '../observers.ts'
import { createReport } from './create-report.ts'
import { notifyProgress } from './import-observers.ts'
import type { ImportRun } from './import-run.ts'
import { markRemaining } from './state/import-state.ts'

/**
 * Closes the source and the journal, and returns the report.
 *
 * @throws InputValidationError if an error of this kind stopped the import before it sent rows.
 */
export async function finishImport(run: ImportRun): Promise<ImportReport> {
  const { state, control, source, journal, observers } = run
  for (const { line } of state.queue.waiting) markRemaining(state, line)
  control.end()
  await source.closed
  const { remaining } = state.counts
  const hasUnreadRows = !source.isRead
  await recordEnd(run, { remaining, hasUnreadRows })
  notifyProgress(run)
  await awaitObservers(observers)
  await closeJournal(journal).catch(error => control.stop('failed', error))
  const { reader } = source
  const context = { warnings: reader.warnings(), unusedColumns: reader.unusedColumns(), hasUnreadRows }
  return createReport(state, { ...context, stopped: control.stopped() })
}

/**
 * Records the end of the run, because a journal without an end is that of a run that was killed. If nothing remains, a failure is
 * ignored: the next run then reads the source to its end, and sends nothing.
 */
async function recordEnd({ state, control, writer }: ImportRun, end: RunEnd): Promise<void> {
  const { lastEnd } = state.history
  const isRecorded =
    !writer.hasWritten && lastEnd?.remaining === end.remaining && lastEnd.hasUnreadRows === end.hasUnreadRows
  if (state.settings.dryRun || isRecorded) return
  const isFinished = end.remaining === 0 && !end.hasUnreadRows
  await writer.write(end).catch(isFinished ? () => {} : control.fail)
}
