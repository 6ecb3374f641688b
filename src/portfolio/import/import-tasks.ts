import { sleep } from '../../pacing/sleep.ts'
import { compareWithList } from '../team/team-list-reader.ts'
import type { ImportEvent, ImportRun } from './import-run.ts'
import type { BulkRequest } from './outcome/decide-bulk-outcome.ts'
import type { Batch, RowGroup } from './state/import-state.ts'

/** Starts a task, and queues an event when the task ends. @param batches the batches that end if the task fails. */
function startTask(run: ImportRun, batches: readonly Batch[], task: () => Promise<ImportEvent>): void {
  task()
    .catch((error: unknown): ImportEvent => ({ kind: 'task_error', batches, error }))
    .then(run.events.push)
}

export function startReading(run: ImportRun): void {
  run.reading = 'under_way'
  startTask(run, [], async () => ({ kind: 'rows', rows: await run.rows.next() }))
}

export function awaitCallbacks(run: ImportRun): void {
  if (run.isAwaitingCallbacks) return
  run.isAwaitingCallbacks = true
  startTask(run, [], async () => {
    await run.observers.settled()
    return { kind: 'callbacks_settled' }
  })
}

export function awaitTurn(run: ImportRun, batch: Batch): void {
  batch.phase = 'turn'
  startTask(run, [batch], async () => {
    await run.backoff.waitUntilReady()
    return { kind: 'turn', batch }
  })
}

export function sendGroup(run: ImportRun, batch: Batch, group: RowGroup): void {
  const { state, client, lease } = run
  state.requests += 1
  const { firstFailedRequest } = group
  const isSuspect =
    firstFailedRequest === 'only_suspect' ||
    (firstFailedRequest !== null && state.lastSuccess > firstFailedRequest)
  const request: BulkRequest = { group, number: state.requests, isSuspect }
  batch.phase = 'request'
  startTask(run, [batch], async () => {
    try {
      const rows = group.rows.map(({ row }) => row)
      // The lease is checked right before each request, because the process may have been paused since the last check.
      const options = { maxRetries: 0, signal: lease?.leaseLost, beforeSend: lease?.check }
      const summary = await client.entities.createBulk(rows, options)
      return { kind: 'response', batch, request, summary }
    } catch (error) {
      return { kind: 'request_error', batch, request, error }
    }
  })
}

/** Pauses a batch before the next read of the list. @param rows the number of the batch's rows whose outcome is unknown. */
export function pauseBatch(
  run: ImportRun,
  batch: Batch,
  milliseconds: number,
  rows: number,
  phase: 'quiet' | 'pause',
): void {
  const { state, control } = run
  if (milliseconds <= 0) {
    batch.phase = 'next_list'
    return
  }
  batch.phase = phase
  state.rowsInPause += rows
  state.nextReadIn = milliseconds
  run.notifyProgress()
  startTask(run, [batch], async () => {
    await sleep(milliseconds, control.readsSignal)
    return { kind: 'pause_over', batch, rows }
  })
}

/**
 * Reads the list for the batches that wait for it. Looks for all rows with an unknown outcome, even those of batches that are in
 * a pause.
 */
export function startList(run: ImportRun): void {
  const { state, listReader } = run
  const batches = [...state.batches]
  const waiting = batches.filter(batch => batch.phase === 'next_list')
  if (waiting.length === 0 || batches.some(batch => batch.phase === 'list')) return
  for (const batch of waiting) batch.phase = 'list'
  const doubtfulRows = batches.flatMap(({ phase, search }) =>
    search === null || phase === 'quiet' ? [] : search.inputs,
  )
  const isUnderWay = (key: string) => state.queue.keysUnderWay.has(key)
  const isPartition = state.settings.partition !== undefined
  startTask(run, waiting, async () => {
    const context = { index: state.index, doubtfulRows, isPartition, isUnderWay }
    return { kind: 'list', list: await compareWithList(listReader, context) }
  })
}
