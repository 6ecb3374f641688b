import { asChecked, type BulkSummary } from '../../model/bulk.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'
import type { PlacedRow } from '../rows/placed-row.ts'
import { type Batch, rowsThatAre } from './batch.ts'
import { conclude, type Delivery, leave, refusal } from './conclude.ts'
import { reconcile } from './reconcile.ts'
import { applySummary } from './summary.ts'

/** How often a request may fail without a clear response before its rows are sent apart. */
const failuresToDivide = 3

/** How often a row may fail alone, while the service does its work for others, before it counts as refused. */
const failuresToRefuse = 5

/** What is known of rows that have failed before. */
interface Suspicion {
  /** How many requests had been sent when they first failed; -1 where nothing but they can be at fault. */
  readonly since: number
  /** Whether all other rows of the batch have had their turn. */
  readonly isLast: boolean
}

/** A row that fails alone. */
interface Failing {
  readonly placed: PlacedRow
  readonly since: number
}

/**
 * Sends a batch until it is known of each row what became of it: created, refused, or left where the import stops. Nothing is
 * sent a second time before the team's list has shown that it is not there.
 */
export async function deliver(delivery: Delivery, batch: Batch): Promise<void> {
  try {
    const doubtful = rowsThatAre(batch, 'in_doubt')
    if (doubtful.length > 0) await delivery.looks.quiet()
    await reconcile(delivery, batch, doubtful)
    for (const { placed, since } of await send(delivery, batch, rowsThatAre(batch, 'sending')))
      await send(delivery, batch, [placed], { since, isLast: true })
  } finally {
    // Whatever ended it before: a request with them may have been under way.
    for (const state of ['sending', 'in_doubt'] as const)
      for (const { line } of rowsThatAre(batch, state)) delivery.tally.left(line, true)
  }
}

/**
 * Sends rows until it is known what became of them. One that goes on failing alone is at fault where a request that was sent
 * after it first failed has succeeded without it; as long as none has, it may as well be the service.
 *
 * @returns the rows that fail alone, and may as well be sent again after the others; on their last turn there are none.
 */
async function send(
  delivery: Delivery,
  batch: Batch,
  rows: readonly PlacedRow[],
  suspicion?: Suspicion,
): Promise<readonly Failing[]> {
  let open = rows
  let since = suspicion?.since
  let failuresAtFault = 0
  for (let failures = 0; open.length > 0; ) {
    await delivery.gate.opened()
    await delivery.pace.ready()
    if (delivery.isStopped()) return leaveAll(delivery, batch, open)
    const isAtFault = since !== undefined && delivery.lastSuccess > since
    const result = await attempt(delivery, open)
    if ('summary' in result) {
      await applySummary(delivery, batch, open, result.summary)
      return []
    }
    const { error } = result
    const blame = blameOf(error)
    since ??= delivery.sent
    const isOver =
      blame === 'limit' || blame === 'call' || (blame === 'service' && !delivery.pace.failed(error))
    if (error.outcome !== 'not_done') {
      // Before the import stops: what the list shows is not in doubt.
      const absent = await reconcile(delivery, batch, open)
      // The request was done, and without these.
      if (error.outcome === 'done' && absent.length < open.length) since = -1
      open = absent
      failures += 1
      failuresAtFault += isAtFault ? 1 : 0
    }
    if (isOver) delivery.stop(blame === 'limit' ? 'entity_limit' : 'failed', error)
    const [placed, ...others] = open
    if (placed === undefined) return []
    if (others.length > 0) {
      const isDivided = blame === 'rows' || failures >= (suspicion ? 1 : failuresToDivide)
      if (isDivided) return sendApart(delivery, batch, open, since)
    } else if (blame === 'rows' || failuresAtFault >= failuresToRefuse) {
      const reason = (ApiError.is(error) ? error.reason : null) ?? error.message
      await conclude(delivery, batch, { problems: [refusal(placed.line, reason)] }, 'response')
      return []
    } else if (failures >= failuresToDivide && !suspicion?.isLast) return [{ placed, since }]
  }
  return []
}

type Result = { readonly summary: BulkSummary } | { readonly error: EntityScreeningError }

async function attempt(delivery: Delivery, rows: readonly PlacedRow[]): Promise<Result> {
  const { client, lost, pace } = delivery
  delivery.sent += 1
  const number = delivery.sent
  delivery.requireJournal()
  try {
    const input = asChecked(rows.map(({ row }) => row))
    const summary = await client.entities.createBulk(input, { retry: 0, ...(lost && { signal: lost }) })
    pace.succeeded()
    delivery.lastSuccess = Math.max(delivery.lastSuccess, number)
    return { summary }
  } catch (error) {
    if (EntityScreeningError.is(error)) return { error }
    throw error
  }
}

/** What is at fault: the rows, the team's limit, the way in which the service is called, or the service for a while. */
function blameOf(error: EntityScreeningError): 'rows' | 'limit' | 'call' | 'service' {
  if (PermissionDeniedError.is(error) && error.entityLimitReached) return 'limit'
  if (InputValidationError.is(error)) return 'rows'
  if (!ApiError.is(error) || error.status >= 500 || error.status === 408 || error.status === 429)
    return 'service'
  return [400, 413, 422].includes(error.status) ? 'rows' : 'call'
}

/** Half by half, until the rows that are at fault stand alone. */
async function sendApart(
  delivery: Delivery,
  batch: Batch,
  rows: readonly PlacedRow[],
  since: number,
): Promise<readonly Failing[]> {
  const middle = Math.ceil(rows.length / 2)
  const suspicion = { since, isLast: false }
  const first = await send(delivery, batch, rows.slice(0, middle), suspicion)
  return [...first, ...(await send(delivery, batch, rows.slice(middle), suspicion))]
}

/**
 * Leaves rows that are not there. The journal is not told of those that have been in doubt: what was on its way all the same is
 * found by a later run.
 */
async function leaveAll(delivery: Delivery, batch: Batch, rows: readonly PlacedRow[]): Promise<[]> {
  const { doubted } = batch
  for (const { line } of rows) if (doubted.has(line)) leave(delivery.tally, batch, line)
  await conclude(delivery, batch, { open: rows.filter(({ line }) => !doubted.has(line)) }, 'response')
  return []
}
