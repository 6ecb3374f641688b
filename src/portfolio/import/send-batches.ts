import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { announceBatch } from '../journal/create-entries.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import { type ImportEvent, startTask } from './import-events.ts'
import { notifyProgress } from './import-observers.ts'
import type { ImportRun } from './import-run.ts'
import { noOutcome, postponeRow, settledRowsOf } from './outcome/batch-outcome.ts'
import { type BulkResponse, classifyFailure, decideBulkOutcome } from './outcome/decide-bulk-outcome.ts'
import { isHeldBack, startEarlierBatches } from './search-list.ts'
import { commitOutcome, guardBatch, settleRows } from './settle-batch.ts'
import { type Batch, type BulkRequest, createRowGroup, type RowGroup } from './state/batch.ts'
import { dequeue, isCrowded, nextBatch, releaseKeys } from './state/batch-queue.ts'
import { assertSameTeam } from './state/classify-row.ts'
import { markRemaining } from './state/import-state.ts'

/** Continues the batches that wait for nothing. */
export async function continueBatches(run: ImportRun): Promise<void> {
  for (const batch of run.state.batches) if (batch.phase === 'idle') await advanceBatch(run, batch)
}

/**
 * Starts batches while rows wait, up to `concurrency`. Starts no batch while a function of the caller is running.
 *
 * @returns whether the waiting rows must be sent before more rows are read.
 */
export async function startBatches(run: ImportRun): Promise<boolean> {
  const { state, control, source, observers } = run
  const { settings, batches, queue } = state
  while (!control.isStopped() && observers.pending.size === 0) {
    const rows = nextBatch(queue, settings.batchSize, allowsPartial(run))
    if (rows !== null) {
      if (batches.size >= settings.concurrency) return true
      await startBatch(run, rows)
    } else if (!allowsPartial(run) || batches.size > 0 || !startEarlierBatches(run)) break
  }
  if (control.isStopped() && source.phase === 'ended') startEarlierBatches(run)
  return isCrowded(queue, settings.batchSize)
}

/** Whether a batch may be sent before it is full. */
function allowsPartial({ state, source }: ImportRun): boolean {
  return source.phase === 'ended' || isCrowded(state.queue, state.settings.batchSize)
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

/** Whether no function of the caller is running, and no batch waits for the list to show all created entities. */
function maySend({ state, observers }: ImportRun): boolean {
  return observers.pending.size === 0 && !isHeldBack(state)
}

/** Queues the next request of a batch, if requests may be sent at present. Ends the batch if all its groups have been sent. */
async function advanceBatch(run: ImportRun, batch: Batch): Promise<void> {
  if (run.control.isStopped()) await guardBatch(run, batch, () => postponeGroups(run, batch))
  if (batch.groups.length === 0) endBatch(run, batch)
  else if (maySend(run)) awaitTurn(run, batch)
}

function endBatch(run: ImportRun, batch: Batch): void {
  const { state } = run
  for (const { line, state: rowState } of batch.rows)
    if (rowState === 'announced' || rowState === 'in_doubt') markRemaining(state, line, true)
  state.batches.delete(batch)
  releaseKeys(state.queue, batch.rows)
  notifyProgress(run)
}

/** Leaves the groups of a batch to a later run. */
async function postponeGroups(run: ImportRun, batch: Batch): Promise<void> {
  const rows = batch.groups.flatMap(group => group.rows)
  batch.groups = []
  // If a row's outcome was unknown before, it stays unknown in the journal, so that a later run looks for the row again.
  for (const row of rows) if (row.wasInDoubt) postponeRow(run.state, row)
  const remaining = rows.filter(row => !row.wasInDoubt)
  await settleRows(run, settledRowsOf(run.state, { ...noOutcome, remaining }))
}

function awaitTurn({ events, service }: ImportRun, batch: Batch): void {
  batch.phase = 'turn'
  startTask(events, [batch], async () => {
    await service.backoff.waitUntilReady()
    return { kind: 'turn', batch }
  })
}

/** Sends the next group of a batch, or, if the import has stopped, leaves the batch to a later run. */
export async function sendNextGroup(run: ImportRun, batch: Batch): Promise<void> {
  batch.phase = 'idle'
  if (run.control.isStopped()) return postponeGroups(run, batch)
  if (!maySend(run)) return
  const [group, ...others] = batch.groups
  if (group === undefined) return
  batch.groups = others
  sendGroup(run, batch, group)
}

function sendGroup({ state, events, service }: ImportRun, batch: Batch, group: RowGroup): void {
  const { client, lease } = service
  state.requests += 1
  const { firstFailedRequest } = group
  const isSuspect =
    firstFailedRequest === 'only_suspect' ||
    (firstFailedRequest !== null && state.lastSuccess > firstFailedRequest)
  const request: BulkRequest = { group, number: state.requests, isSuspect }
  batch.phase = 'request'
  startTask(events, [batch], async () => {
    try {
      const rows = group.rows.map(({ row }) => row)
      // The lease is checked right before each request, because the process may have been paused since the last check.
      const beforeSend = () => lease?.check()
      const options = { maxRetries: 0, signal: lease?.leaseLost, beforeSend }
      const summary = await client.entities.createBulk(rows, options)
      return { kind: 'response', batch, request, summary }
    } catch (error) {
      return { kind: 'request_error', batch, request, error }
    }
  })
}

export async function applySummary(
  run: ImportRun,
  { batch, request, summary }: Extract<ImportEvent, { kind: 'response' }>,
): Promise<void> {
  const { state, service } = run
  service.backoff.recordSuccess()
  state.failure = null
  state.lastSuccess = Math.max(state.lastSuccess, request.number)
  await applyBulkResponse(run, batch, request, { kind: 'summary', summary })
}

export async function applyRequestError(
  run: ImportRun,
  { batch, request, error }: Extract<ImportEvent, { kind: 'request_error' }>,
): Promise<void> {
  const { lease, backoff } = run.service
  // Throws if another process may hold the journal by now. In this case, this process must neither send the rows again nor
  // search the team's list for them.
  lease?.check()
  if (!EntityScreeningError.is(error)) throw error
  run.state.failure = error
  const isGivenUp = classifyFailure(error) === 'service' && !backoff.recordFailure(error)
  await applyBulkResponse(run, batch, request, { kind: 'failure', error, isGivenUp })
}

async function applyBulkResponse(
  run: ImportRun,
  batch: Batch,
  request: BulkRequest,
  response: BulkResponse,
): Promise<void> {
  batch.phase = 'idle'
  await commitOutcome(run, batch, decideBulkOutcome(run.state, request, response))
}
