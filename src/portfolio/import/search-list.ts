import { sleep } from '../../pacing/sleep.ts'
import { moveRow, rowsInState } from '../rows/row-state.ts'
import { compareWithList, type TeamListRead } from '../team/team-list-reader.ts'
import { type ImportEvent, startTask } from './import-events.ts'
import { notifyProgress } from './import-observers.ts'
import type { ImportRun } from './import-run.ts'
import { noOutcome, settledRowsOf } from './outcome/batch-outcome.ts'
import { type Resolution, resolveInDoubt } from './outcome/resolve-in-doubt.ts'
import { commitOutcome, guardBatch, settleRows } from './settle-batch.ts'
import { drainDoubtful } from './state/apply-classification.ts'
import type { Batch } from './state/batch.ts'
import type { ImportState } from './state/import-state.ts'
import { createInDoubtSearch } from './state/in-doubt-search.ts'

/** Whether sending rows must wait until the team's list shows all created entities. */
export function isHeldBack({ batches }: ImportState): boolean {
  return [...batches].some(({ search }) => search?.holdsOthersBack)
}

/** Starts a search for the rows of earlier runs whose outcome is unknown. @returns whether there are such rows. */
export function startEarlierBatches(run: ImportRun): boolean {
  const { state, service } = run
  const doubtful = drainDoubtful(state)
  for (const { number, rows, accepted } of doubtful) {
    const search = createInDoubtSearch({ kind: 'earlier_run' }, rows, accepted)
    const batch: Batch = { number, rows, groups: [], search, phase: 'quiet' }
    state.batches.add(batch)
    const delay = Math.round(service.earlierRequestsEndAt - performance.now())
    pauseBatch(run, batch, delay, rows.length, 'quiet')
  }
  return doubtful.length > 0
}

/** Pauses a batch before the next read of the list. @param rows the number of the batch's rows whose outcome is unknown. */
function pauseBatch(
  run: ImportRun,
  batch: Batch,
  milliseconds: number,
  rows: number,
  phase: 'quiet' | 'pause',
): void {
  const { state, control, events } = run
  if (milliseconds <= 0) {
    batch.phase = 'next_list'
    return
  }
  batch.phase = phase
  state.rowsInPause += rows
  state.nextReadIn = milliseconds
  notifyProgress(run)
  startTask(events, [batch], async () => {
    await sleep(milliseconds, control.readsSignal)
    return { kind: 'pause_over', batch, rows }
  })
}

export function endPause(run: ImportRun, event: Extract<ImportEvent, { kind: 'pause_over' }>): void {
  const { state } = run
  event.batch.phase = 'next_list'
  state.rowsInPause -= event.rows
  if (state.rowsInPause > 0) return
  state.nextReadIn = null
  notifyProgress(run)
}

/**
 * Reads the list for the batches that wait for it. Looks for all rows with an unknown outcome, even those of batches that are in
 * a pause.
 */
export function startListRead({ state, events, service }: ImportRun): void {
  const batches = [...state.batches]
  const waiting = batches.filter(batch => batch.phase === 'next_list')
  if (waiting.length === 0 || batches.some(batch => batch.phase === 'list')) return
  for (const batch of waiting) batch.phase = 'list'
  const doubtfulRows = batches.flatMap(({ phase, search }) =>
    search === null || phase === 'quiet' ? [] : search.inputs,
  )
  const isUnderWay = (key: string) => state.queue.keysUnderWay.has(key)
  const isPartition = state.settings.partition !== undefined
  startTask(events, waiting, async () => {
    const context = { index: state.index, doubtfulRows, isPartition, isUnderWay }
    return { kind: 'list', list: await compareWithList(service.listReader, context) }
  })
}

/** Resolves the rows that the batches look for. @param list null if the import ended before the list was read. */
export async function applyList(run: ImportRun, list: TeamListRead | null): Promise<void> {
  for (const resolution of resolveInDoubt(run.state, list, performance.now()))
    await guardBatch(run, resolution.batch, () => commitResolution(run, resolution))
}

async function commitResolution(run: ImportRun, resolution: Resolution): Promise<void> {
  const { state, control } = run
  const { batch, created, absent, search, outcome, failure, doubt } = resolution
  batch.phase = 'idle'
  batch.search = search
  await settleRows(run, settledRowsOf(state, { ...noOutcome, created }))
  for (const row of absent) moveRow(row, 'miss')
  if (failure !== null) control.stop('failed', failure)
  state.doubt ??= doubt
  if (search === null) return commitOutcome(run, batch, outcome)
  const { length } = rowsInState(search.rows, 'in_doubt')
  pauseBatch(run, batch, state.settings.recheckDelay, length, 'pause')
}
