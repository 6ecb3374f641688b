import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { createSettlement } from '../journal/create-entries.ts'
import type { SourceRow } from '../rows/read-row.ts'
import { moveRow, rowsInState } from '../rows/row-state.ts'
import type { ImportEvent, ImportRun } from './import-run.ts'
import { pauseBatch, sendGroup } from './import-tasks.ts'
import {
  applySettledRows,
  type BatchOutcome,
  noOutcome,
  postponeRow,
  type SettledRows,
  settledRowsOf,
} from './outcome/batch-outcome.ts'
import {
  type BulkRequest,
  type BulkResponse,
  classifyFailure,
  decideBulkOutcome,
} from './outcome/decide-bulk-outcome.ts'
import { type Resolution, resolveInDoubt } from './outcome/resolve-in-doubt.ts'
import { applyClassification } from './state/apply-classification.ts'
import { assertAllEarlierRows, assertSameTeam, classifyRow } from './state/classify-row.ts'
import type { Batch } from './state/import-state.ts'

/** Applies an event to the state, after the journal has stored the outcomes that the event determines. */
export async function handleEvent(run: ImportRun, event: ImportEvent): Promise<void> {
  switch (event.kind) {
    case 'rows':
      return handleRows(run, event.rows)
    case 'callbacks_settled':
      run.isAwaitingCallbacks = false
      return
    case 'turn':
      return guardBatch(run, event.batch, () => handleTurn(run, event.batch))
    case 'response':
      return guardBatch(run, event.batch, () => handleSummary(run, event))
    case 'request_error':
      return guardBatch(run, event.batch, () => handleRequestError(run, event))
    case 'pause_over':
      endPause(run, event.rows)
      event.batch.phase = 'next_list'
      return
    case 'list':
      for (const resolution of resolveInDoubt(run.state, event.list, performance.now()))
        await guardBatch(run, resolution.batch, () => commitResolution(run, resolution))
      return
    case 'task_error':
      run.control.failTask(event.error)
      run.reading = 'ended'
      for (const batch of event.batches) abandonBatch(batch)
  }
}

async function handleRows(run: ImportRun, rows: readonly SourceRow[] | undefined): Promise<void> {
  const { state, control, eventLoop } = run
  run.reading = rows === undefined ? 'ended' : 'idle'
  try {
    if (rows !== undefined) classifyRows(run, rows)
    else if (!control.isStopped()) {
      assertAllEarlierRows(state)
      assertSameTeam(state)
    }
  } catch (error) {
    control.fail(error)
  }
  if (run.rows.isEnded()) run.reading = 'ended'
  if (!eventLoop.isDue()) return
  run.notifyProgress()
  await eventLoop.yieldNow()
}

/** Classifies rows until the import stops reading the source. */
function classifyRows(
  { state, control, rows, notifyProblems, notifyOmissions }: ImportRun,
  chunk: readonly SourceRow[],
): void {
  for (const row of chunk) {
    const classification = classifyRow(state, row)
    notifyOmissions(applyClassification(state, classification, control.isStopped()))
    if (classification.next === 'report') notifyProblems(classification.problems)
    if (rows.isEnded()) return
  }
}

/** Sends the next group of a batch, or, if the import has stopped, leaves the batch to a later run. */
async function handleTurn(run: ImportRun, batch: Batch): Promise<void> {
  batch.phase = 'idle'
  if (run.control.isStopped()) return postponeGroups(run, batch)
  if (isHeldBack(run)) return
  const [group, ...others] = batch.groups
  if (group === undefined) return
  batch.groups = others
  sendGroup(run, batch, group)
}

/** Whether sending rows must wait until the team's list shows all created entities. */
export function isHeldBack({ state }: ImportRun): boolean {
  return [...state.batches].some(({ search }) => search?.holdsOthersBack)
}

/** Leaves the groups of a batch to a later run. */
export async function postponeGroups(run: ImportRun, batch: Batch): Promise<void> {
  const rows = batch.groups.flatMap(group => group.rows)
  batch.groups = []
  // If a row's outcome was unknown before, it stays unknown in the journal, so that a later run looks for the row again.
  for (const row of rows) if (row.wasInDoubt) postponeRow(run.state, row)
  const remaining = rows.filter(row => !row.wasInDoubt)
  await settleRows(run, settledRowsOf(run.state, { ...noOutcome, remaining }))
}

async function handleSummary(
  run: ImportRun,
  { batch, request, summary }: Extract<ImportEvent, { kind: 'response' }>,
): Promise<void> {
  const { state, backoff } = run
  backoff.recordSuccess()
  state.failure = null
  state.lastSuccess = Math.max(state.lastSuccess, request.number)
  await commitResponse(run, batch, request, { kind: 'summary', summary })
}

async function handleRequestError(
  run: ImportRun,
  { batch, request, error }: Extract<ImportEvent, { kind: 'request_error' }>,
): Promise<void> {
  // Throws if another process may hold the journal by now. In this case, this process must neither send the rows again nor
  // search the team's list for them.
  run.lease?.check()
  if (!EntityScreeningError.is(error)) throw error
  run.state.failure = error
  const isGivenUp = classifyFailure(error) === 'service' && !run.backoff.recordFailure(error)
  await commitResponse(run, batch, request, { kind: 'failure', error, isGivenUp })
}

async function commitResponse(
  run: ImportRun,
  batch: Batch,
  request: BulkRequest,
  response: BulkResponse,
): Promise<void> {
  batch.phase = 'idle'
  await commitOutcome(run, batch, decideBulkOutcome(run.state, request, response))
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

async function commitOutcome(run: ImportRun, batch: Batch, outcome: BatchOutcome): Promise<void> {
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

async function settleRows(
  { state, writer, notifyProblems, notifyOmissions }: ImportRun,
  rows: SettledRows,
): Promise<void> {
  const entry = createSettlement(rows)
  if (entry === null) return
  await writer.write(entry)
  notifyOmissions(applySettledRows(state, rows))
  notifyProblems(rows.problems)
}

function endPause({ state, notifyProgress }: ImportRun, rows: number): void {
  state.rowsInPause -= rows
  if (state.rowsInPause > 0) return
  state.nextReadIn = null
  notifyProgress()
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

function abandonBatch(batch: Batch): void {
  batch.groups = []
  batch.search = null
  batch.phase = 'idle'
}
