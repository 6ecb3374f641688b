import type { ImportReport } from '../import-report.ts'
import { finishImport } from './finish-import.ts'
import { drainEvents, type ImportEvent } from './import-events.ts'
import { startAwaitingObservers } from './import-observers.ts'
import { createImportRun, type ImportParts, type ImportRun } from './import-run.ts'
import { applyRows, readFirstRows, startReading } from './read-source.ts'
import { applyList, endPause, startListRead } from './search-list.ts'
import {
  applyRequestError,
  applySummary,
  continueBatches,
  sendNextGroup,
  startBatches,
} from './send-batches.ts'
import { abandonBatch, guardBatch } from './settle-batch.ts'

/**
 * Imports the rows of a source. One loop reads rows, sends batches, reads the team's list and writes the journal: it starts all
 * tasks that can start, waits until one of them ends, and applies the results one at a time.
 *
 * Each row is classified as it is read. The rows to create are grouped into batches. The journal records each batch before the
 * batch is sent. The outcome of a row comes from the response or, if the response is lost or unclear, from the team's list.
 *
 * @throws InputValidationError if no row of the source can be read, or the journal belongs to another source or team, unless rows
 * were sent before.
 */
export async function importRows(parts: ImportParts): Promise<ImportReport> {
  const run = createImportRun(parts)
  const { control, events, source, observers } = run
  await readFirstRows(run, parts)
  for (;;) {
    // Batches in progress come first, because each batch that ends makes room for another batch.
    await continueBatches(run)
    const hasBacklog = await startBatches(run)
    startListRead(run)
    if (observers.pending.size > 0) startAwaitingObservers(events, observers)
    else if (source.phase === 'idle' && (control.isStopped() || !hasBacklog)) startReading(run)
    if (isFinished(run)) return finishImport(run)
    for (const event of await drainEvents(events)) await applyEvent(run, event)
  }
}

/** Whether all rows have been read, and each row has an outcome or is left to a later run. */
function isFinished({ state, control, source }: ImportRun): boolean {
  const { batches, queue, earlier } = state
  const hasWaiting = queue.waiting.length > 0 && !control.isStopped()
  return source.phase === 'ended' && batches.size === 0 && earlier.doubtful.size === 0 && !hasWaiting
}

/** Applies an event to the state, after the journal has stored the outcomes that the event determines. */
async function applyEvent(run: ImportRun, event: ImportEvent): Promise<void> {
  switch (event.kind) {
    case 'rows':
      return applyRows(run, event.rows)
    case 'turn':
      return guardBatch(run, event.batch, () => sendNextGroup(run, event.batch))
    case 'response':
      return guardBatch(run, event.batch, () => applySummary(run, event))
    case 'request_error':
      return guardBatch(run, event.batch, () => applyRequestError(run, event))
    case 'pause_over':
      return endPause(run, event)
    case 'list':
      return applyList(run, event.list)
    case 'observers_settled':
      run.observers.isAwaited = false
      return
    case 'task_error':
      run.control.failTask(event.error)
      run.source.phase = 'ended'
      for (const batch of event.batches) abandonBatch(batch)
  }
}
