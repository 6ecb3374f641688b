import { asChecked, type BulkSummary } from '../../model/bulk.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'
import { isPassing } from '../../transport/outcome.ts'
import type { Importing } from './importing.ts'
import { reconcile } from './reconcile.ts'
import { conclude, leave, rowsThatAre, type SentRow } from './sent-rows.ts'
import { applySummary } from './summary.ts'

/** How often a request may fail without a clear response before its rows are sent apart. */
const failuresToDivide = 3

/** How often a row may fail alone, while the service does its work for others, before it counts as refused. */
const failuresToRefuse = 5

/** Begins to send the rows of a batch, or to look for those that are in doubt, of which `accepted` or more were created. */
export function start(run: Importing, rows: readonly SentRow[], accepted = 0): void {
  const work = deliver(run, rows, accepted)
    .catch(run.fail)
    .then(() => {
      run.underWay.delete(work)
      run.batches.release(rows)
      run.tell()
    })
  run.underWay.add(work)
}

/**
 * Sends the rows of a batch until it is known of each what became of it: created, refused, or left where the import stops.
 * Nothing is sent a second time before the team's list has shown that it is not there.
 */
async function deliver(run: Importing, rows: readonly SentRow[], accepted: number): Promise<void> {
  try {
    const doubtful = rowsThatAre(rows, 'in_doubt')
    if (doubtful.length > 0)
      await run.reads.wait(Math.round(run.quietAt - performance.now()), doubtful.length)
    await reconcile(run, doubtful, accepted)
    for (const row of await send(run, rowsThatAre(rows, 'sending'), 'first')) await send(run, [row], 'last')
  } finally {
    // Whatever ended it before: a request with them may have been under way.
    for (const state of ['sending', 'in_doubt'] as const)
      for (const { line } of rowsThatAre(rows, state)) run.tally.left(line, true)
  }
}

/**
 * Sends rows until their outcome is known. A row that keeps failing alone is at fault once a later request has succeeded
 * without it; until then, the service may be.
 *
 * @param turn that of all rows, of some that have failed, or of one after all others.
 * @returns the rows that fail alone, to be sent again after the others; none on their last turn.
 */
async function send(
  run: Importing,
  rows: readonly SentRow[],
  turn: 'first' | 'apart' | 'last',
): Promise<readonly SentRow[]> {
  const { requests } = run
  let open = rows
  let failuresAtFault = 0
  for (let failures = 0; open.length > 0; ) {
    await run.gate.opened()
    await run.pace.ready()
    if (run.isStopped()) return leaveAll(run, open)
    const failedAt = open[0]?.failedAt ?? null
    const isAtFault = failedAt !== null && requests.lastSuccess > failedAt
    const result = await attempt(run, open)
    if ('summary' in result) {
      await applySummary(run, open, result.summary)
      return []
    }
    const { error } = result
    const blame = blameOf(error)
    for (const row of open) row.failedAt ??= requests.sent
    const isOver = blame === 'limit' || blame === 'call' || (blame === 'service' && !run.pace.failed(error))
    if (error.outcome !== 'not_done') {
      // Before the import stops: what the list shows is not in doubt.
      const absent = await reconcile(run, open)
      // The request was done, and without these.
      if (error.outcome === 'done' && absent.length < open.length) for (const row of absent) row.failedAt = -1
      open = absent
      failures += 1
      failuresAtFault += isAtFault ? 1 : 0
    }
    if (isOver) run.stop(blame === 'limit' ? 'entity_limit' : 'failed', error)
    const [row, ...others] = open
    if (row === undefined) return []
    if (others.length > 0) {
      const isDivided = blame === 'rows' || failures >= (turn === 'first' ? failuresToDivide : 1)
      if (isDivided) return sendApart(run, open)
    } else if (blame === 'rows' || failuresAtFault >= failuresToRefuse) {
      const reason = (ApiError.is(error) ? error.reason : null) ?? error.message
      await conclude(run, { refused: [{ row, kind: 'refused', reason }] })
      return []
    } else if (failures >= failuresToDivide && turn !== 'last') return [row]
  }
  return []
}

type Result = { readonly summary: BulkSummary } | { readonly error: EntityScreeningError }

async function attempt(
  { client, lease, lost, pace, requests, onFailure }: Importing,
  rows: readonly SentRow[],
): Promise<Result> {
  requests.sent += 1
  const number = requests.sent
  try {
    const input = asChecked(rows.map(({ row }) => row))
    const summary = await client.entities.createBulk(input, { maxRetries: 0, signal: lost })
    pace.succeeded()
    onFailure(null)
    requests.lastSuccess = Math.max(requests.lastSuccess, number)
    return { summary }
  } catch (error) {
    // What another process may hold by now is no longer for this one to send, or to look for.
    lease?.check()
    if (!EntityScreeningError.is(error)) throw error
    onFailure(error)
    return { error }
  }
}

/** What is at fault: the rows, the team's limit, the way in which the service is called, or the service for a while. */
function blameOf(error: EntityScreeningError): 'rows' | 'limit' | 'call' | 'service' {
  if (PermissionDeniedError.is(error) && error.isEntityLimit) return 'limit'
  if (InputValidationError.is(error)) return 'rows'
  if (!ApiError.is(error) || isPassing(error.status)) return 'service'
  return [400, 413, 422].includes(error.status) ? 'rows' : 'call'
}

/** Half by half, until the rows that are at fault stand alone. */
async function sendApart(run: Importing, rows: readonly SentRow[]): Promise<readonly SentRow[]> {
  const middle = Math.ceil(rows.length / 2)
  const first = await send(run, rows.slice(0, middle), 'apart')
  return [...first, ...(await send(run, rows.slice(middle), 'apart'))]
}

/** Leaves rows that are not there. Those that have been in doubt are not recorded: a later run may find them. */
async function leaveAll(run: Importing, rows: readonly SentRow[]): Promise<[]> {
  for (const row of rows) if (row.wasInDoubt) leave(run.tally, row)
  await conclude(run, { open: rows.filter(row => !row.wasInDoubt) })
  return []
}
