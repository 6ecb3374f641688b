import { readOrRefuse } from '../import-input.ts'
import type { ImportReport } from '../import-report.ts'
import { announceBatch } from '../journal/create-entries.ts'
import type { RunEnd } from '../journal/import-entry.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import { readFirstList } from '../team/team-list-reader.ts'
import { createReport } from './create-report.ts'
import { guardBatch, handleEvent, isHeldBack, postponeGroups } from './import-events.ts'
import { createImportRun, type ImportParts, type ImportRun } from './import-run.ts'
import { awaitCallbacks, awaitTurn, pauseBatch, startList, startReading } from './import-tasks.ts'
import { drainDoubtful } from './state/apply-classification.ts'
import { dequeue, isCrowded, nextBatch, releaseKeys } from './state/batch-queue.ts'
import { assertSameTeam } from './state/classify-row.ts'
import { type Batch, createRowGroup, markRemaining } from './state/import-state.ts'
import { createInDoubtSearch } from './state/in-doubt-search.ts'

/**
 * Imports the rows of a source. One loop reads rows, sends batches, reads the team's list and writes the journal: it starts all
 * tasks
 * that can start, waits until one of them ends, and applies the results one at a time.
 *
 * Each row is classified as it is read. The rows to create are grouped into batches. The journal records each batch before the
 * batch is sent. The outcome of a row comes from the response or, if the response is lost or unclear, from the team's list.
 *
 * @throws InputValidationError if no row of the source can be read, or the journal belongs to another source or team, unless rows
 * were sent before.
 */
export async function importRows(parts: ImportParts): Promise<ImportReport> {
  const run = createImportRun(parts)
  await begin(run)
  for (;;) {
    await startWork(run)
    if (isFinished(run)) return finish(run, parts)
    for (const event of await run.events.drain()) await handleEvent(run, event)
  }
}

/**
 * Reads the first rows before the team's list, so that an import whose header lacks a column fails before it sends a request.
 */
async function begin(run: ImportRun): Promise<void> {
  const { state, control, events, listReader } = run
  run.reading = 'under_way'
  try {
    const rows = await readOrRefuse('importPortfolio', 'source', run.rows.next)
    const [firstRun] = state.history.runs
    // Earlier runs can have created only entities that are newer than the start of the first run.
    const start = firstRun ? Date.parse(firstRun.newest ?? '') || Number.NEGATIVE_INFINITY : null
    await readFirstList(listReader, state.index, start)
    events.push({ kind: 'rows', rows })
  } catch (error) {
    control.fail(error)
    run.reading = 'ended'
  }
}

async function startWork(run: ImportRun): Promise<void> {
  const { state, control, observers } = run
  // Batches in progress come first, because each batch that ends makes room for another batch.
  for (const batch of state.batches) if (batch.phase === 'idle') await advanceBatch(run, batch)
  const hasBacklog = await startBatches(run)
  if (control.isStopped() && run.reading === 'ended') startEarlierBatches(run)
  startList(run)
  if (observers.isPending()) awaitCallbacks(run)
  else if (run.reading === 'idle' && (control.isStopped() || !hasBacklog)) startReading(run)
}

/** Whether all rows have been read, and each row has an outcome or is left to a later run. */
function isFinished({ state, control, reading }: ImportRun): boolean {
  const { batches, queue, earlier } = state
  const hasWaiting = queue.waiting.length > 0 && !control.isStopped()
  return reading === 'ended' && batches.size === 0 && earlier.doubtful.size === 0 && !hasWaiting
}

/**
 * Starts batches while rows wait, up to `concurrency`. Starts no batch while a function of the caller is running.
 *
 * @returns whether the waiting rows must be sent before more rows are read.
 */
async function startBatches(run: ImportRun): Promise<boolean> {
  const { state, control, observers } = run
  const { settings, batches, queue } = state
  while (!control.isStopped() && !observers.isPending()) {
    const rows = nextBatch(queue, settings.batchSize, allowsPartial(run))
    if (rows !== null) {
      if (batches.size >= settings.concurrency) return true
      await startBatch(run, rows)
    } else if (!allowsPartial(run) || batches.size > 0 || !startEarlierBatches(run)) break
  }
  return isCrowded(queue, settings.batchSize)
}

/** Whether a batch may be sent before it is full. */
function allowsPartial({ state, reading }: ImportRun): boolean {
  return reading === 'ended' || isCrowded(state.queue, state.settings.batchSize)
}

async function startBatch(run: ImportRun, rows: readonly PlacedRow[]): Promise<void> {
  const { state, control, writer } = run
  dequeue(state.queue, rows)
  try {
    assertSameTeam(state)
    const announced = announceBatch(state, rows)
    state.lastBatch = announced.entry.batch
    await writer.write(announced.entry)
    const groups = [createRowGroup(announced.rows)]
    const batch: Batch = {
      number: state.lastBatch,
      rows: announced.rows,
      groups,
      search: null,
      phase: 'idle',
    }
    state.batches.add(batch)
    await advanceBatch(run, batch)
  } catch (error) {
    control.fail(error)
    for (const { line } of rows) markRemaining(state, line)
    releaseKeys(state.queue, rows)
  }
}

/** Starts a search for the rows of earlier runs whose outcome is unknown. @returns whether there are such rows. */
function startEarlierBatches(run: ImportRun): boolean {
  const { state, earlierRequestsEndAt } = run
  const doubtful = drainDoubtful(state)
  for (const { number, rows, accepted } of doubtful) {
    const search = createInDoubtSearch({ kind: 'earlier_run' }, rows, accepted)
    const batch: Batch = { number, rows, groups: [], search, phase: 'quiet' }
    state.batches.add(batch)
    pauseBatch(run, batch, Math.round(earlierRequestsEndAt - performance.now()), rows.length, 'quiet')
  }
  return doubtful.length > 0
}

/** Queues the next request of a batch, if requests may be sent at present. Ends the batch if all its groups have been sent. */
async function advanceBatch(run: ImportRun, batch: Batch): Promise<void> {
  if (run.control.isStopped()) await guardBatch(run, batch, () => postponeGroups(run, batch))
  if (batch.groups.length === 0) endBatch(run, batch)
  else if (!isHeldBack(run)) awaitTurn(run, batch)
}

function endBatch({ state, notifyProgress }: ImportRun, batch: Batch): void {
  for (const { line, state: rowState } of batch.rows)
    if (rowState === 'announced' || rowState === 'in_doubt') markRemaining(state, line, true)
  state.batches.delete(batch)
  releaseKeys(state.queue, batch.rows)
  notifyProgress()
}

async function finish(run: ImportRun, { reader, journal }: ImportParts): Promise<ImportReport> {
  const { state, control, observers, rows } = run
  for (const { line } of state.queue.waiting) markRemaining(state, line)
  control.end()
  const { remaining } = state.counts
  const hasUnreadRows = !rows.isRead()
  await recordEnd(run, { remaining, hasUnreadRows })
  run.notifyProgress()
  await observers.settled()
  await journal?.close().catch(error => control.stop('failed', error))
  const context = { unusedColumns: reader.unusedColumns(), hasUnreadRows }
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
