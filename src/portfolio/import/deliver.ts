import type { BulkSummary } from '../../model/bulk.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'
import type { Batch, Delivery, PlacedRow } from './delivery.ts'
import { look } from './look.ts'
import { refusal, settle } from './settle.ts'
import { applySummary } from './summary.ts'

/** How often a request may fail without a clear answer before its rows are tried apart. */
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
 * sent a second time before a look at the team's list has shown that it is not there.
 */
export async function deliver(delivery: Delivery, batch: Batch): Promise<void> {
  try {
    const open = batch.isDoubtful ? await settleListed(delivery, batch) : batch.rows
    for (const { placed, since } of await send(delivery, batch, open))
      await send(delivery, batch, [placed], { since, isLast: true })
  } finally {
    // Whatever ended it before: what is not known of is in doubt.
    for (const line of batch.unsettled) delivery.tally.left(line, true)
  }
}

/**
 * Of a batch of an earlier run, the rows that stood in the list when this run began are there; the others are looked for again.
 *
 * @returns those that are to be sent.
 */
async function settleListed(delivery: Delivery, batch: Batch): Promise<readonly PlacedRow[]> {
  const isListed = ({ key, line }: PlacedRow) => delivery.ledger.countLike(key) > (batch.before[line] ?? 0)
  const rest = batch.rows.filter(placed => !isListed(placed))
  await settle(delivery, batch, { created: batch.rows.filter(isListed) })
  return rest.length === 0 ? [] : findAbsent(delivery, batch, rest, true)
}

/**
 * Sends rows until it is known what became of them. One that goes on failing alone is at fault where a request that was sent
 * after it first failed has succeeded without it; as long as none has, it may as well be the service.
 *
 * @returns the rows that fail alone, and may as well be tried again after the others; on their last try there are none.
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
    await delivery.pace.ready()
    if (delivery.isStopped()) return leave(delivery, batch, open)
    const isAtFault = since !== undefined && delivery.lastSuccess > since
    const answer = await attempt(delivery, open)
    if ('summary' in answer) {
      await applySummary(delivery, batch, open, answer.summary)
      return []
    }
    const { error } = answer
    const blame = blameOf(error)
    since ??= delivery.sent
    if (blame === 'limit') delivery.stop('entity_limit', error)
    else if (blame === 'call') delivery.stop('failed', error)
    else if (blame === 'service' && !delivery.pace.failed(error)) delivery.stop('failed', error)
    if (error.outcome !== 'not_done') {
      const absent = await findAbsent(delivery, batch, open)
      // The request was done, and without these.
      if (error.outcome === 'done' && absent.length < open.length) since = -1
      open = absent
      failures += 1
      failuresAtFault += isAtFault ? 1 : 0
    }
    const [placed, ...others] = open
    if (placed === undefined) return []
    if (others.length > 0) {
      const isDivided = blame === 'rows' || failures >= (suspicion ? 1 : failuresToDivide)
      if (isDivided) return sendApart(delivery, batch, open, since)
    } else if (blame === 'rows' || failuresAtFault >= failuresToRefuse) {
      return refuse(delivery, batch, placed, error)
    } else if (failures >= failuresToDivide && !suspicion?.isLast) return [{ placed, since }]
  }
  return []
}

type Answer = { readonly summary: BulkSummary } | { readonly error: EntityScreeningError }

async function attempt(delivery: Delivery, rows: readonly PlacedRow[]): Promise<Answer> {
  delivery.sent += 1
  const number = delivery.sent
  try {
    const input = rows.map(({ row }) => row)
    const summary = await delivery.client.entities.createBulk(input, { retry: 0 })
    delivery.pace.succeeded()
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
 * Looks for rows of which no answer says what became of them; those that are there are settled.
 *
 * @returns the others; none where the import stops before that is known.
 */
async function findAbsent(
  delivery: Delivery,
  batch: Batch,
  rows: readonly PlacedRow[],
  wereAbsent = false,
): Promise<readonly PlacedRow[]> {
  batch.isDoubtful = true
  const seen = await look(delivery, batch, rows, wereAbsent)
  if (seen === null) return []
  await settle(delivery, batch, { created: seen.there })
  return seen.absent
}

async function refuse(
  delivery: Delivery,
  batch: Batch,
  { line }: PlacedRow,
  error: EntityScreeningError,
): Promise<[]> {
  const sentence = (ApiError.is(error) ? error.reason : null) ?? error.message
  await settle(delivery, batch, { problems: [refusal(line, sentence)] })
  return []
}

/** Of rows that were in doubt before, a later run does well to look once more. */
async function leave(delivery: Delivery, batch: Batch, rows: readonly PlacedRow[]): Promise<[]> {
  if (!batch.isDoubtful) await settle(delivery, batch, { open: rows })
  else for (const { line } of rows) if (batch.unsettled.delete(line)) delivery.tally.left(line, false)
  return []
}
