import type { EntityScreening } from '../../client.ts'
import { asChecked, type BulkSummary } from '../../model/bulk.ts'
import type { Gate, Pace } from '../../pacing/pace.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'
import { isPassing } from '../../transport/outcome.ts'
import type { Lease } from '../journal/journal.ts'
import type { Ending } from './ending.ts'
import type { LookUp } from './look-up.ts'
import type { ImportRecord, SentRow } from './record.ts'
import type { Tally } from './tally.ts'

/** How often a request may fail without a clear response before its rows are sent apart. */
const failuresToDivide = 3

/** How often a row may fail alone, while the service does its work for others, before it counts as refused. */
const failuresToRefuse = 5

interface SendParts {
  readonly client: Pick<EntityScreening, 'entities'>
  readonly lease: Lease | null
  readonly pace: Pace
  readonly gate: Gate
  readonly ending: Ending
  readonly record: ImportRecord
  readonly lookUp: LookUp
  readonly settle: (rows: readonly SentRow[], summary: BulkSummary) => Promise<void>
  readonly tally: Pick<Tally, 'setFailure'>
}

type Result = { readonly summary: BulkSummary } | { readonly error: EntityScreeningError }

/**
 * Makes a function that sends the rows of a batch until it is known of each what became of it: created, refused, or left where
 * the import stops. Nothing is sent a second time before the team's list has shown that it is not there.
 */
export function createSend(parts: SendParts): (rows: readonly SentRow[]) => Promise<void> {
  const { client, lease, pace, gate, ending, record, lookUp, settle, tally } = parts
  const signal = lease === null ? undefined : checkedSignal(lease)
  /** How many requests were sent, and the number of the last that succeeded. */
  let [sent, lastSuccess] = [0, 0]

  return async rows => {
    for (const row of await send(rows, 'first')) await send([row], 'last')
  }

  /**
   * A row that keeps failing alone is at fault once a later request has succeeded without it; until then, the service may be.
   *
   * @param turn that of all rows, of some that have failed, or of one after all others.
   * @returns the rows that fail alone, to be sent again after the others; none on their last turn.
   */
  async function send(
    rows: readonly SentRow[],
    turn: 'first' | 'apart' | 'last',
  ): Promise<readonly SentRow[]> {
    let open = rows
    let failuresAtFault = 0
    for (let failures = 0; open.length > 0; ) {
      await gate.opened()
      await pace.ready()
      if (ending.isStopped()) return leaveAll(open)
      const failedAt = open[0]?.failedAt ?? null
      const isAtFault = failedAt !== null && lastSuccess > failedAt
      const result = await request(open)
      if ('summary' in result) {
        await settle(open, result.summary)
        return []
      }
      const { error } = result
      const blame = blameOf(error)
      for (const row of open) row.failedAt ??= sent
      const isOver = blame === 'limit' || blame === 'call' || (blame === 'service' && !pace.failed(error))
      if (error.outcome !== 'not_done') {
        // Before the import stops: what the list shows is not in doubt.
        const absent = await lookUp(open)
        // The request was done, and without these.
        if (error.outcome === 'done' && absent.length < open.length)
          for (const row of absent) row.failedAt = -1
        open = absent
        failures += 1
        failuresAtFault += isAtFault ? 1 : 0
      }
      if (isOver) ending.stop(blame === 'limit' ? 'entity_limit' : 'failed', error)
      const [row, ...others] = open
      if (row === undefined) return []
      if (others.length > 0) {
        const isDivided = blame === 'rows' || failures >= (turn === 'first' ? failuresToDivide : 1)
        if (isDivided) return sendApart(open)
      } else if (blame === 'rows' || failuresAtFault >= failuresToRefuse) {
        const reason = (ApiError.is(error) ? error.reason : null) ?? error.message
        await record.conclude({ refused: [{ row, kind: 'refused', reason }] })
        return []
      } else if (failures >= failuresToDivide && turn !== 'last') return [row]
    }
    return []
  }

  async function request(rows: readonly SentRow[]): Promise<Result> {
    sent += 1
    const number = sent
    try {
      const input = asChecked(rows.map(({ row }) => row))
      const summary = await client.entities.createBulk(input, { maxRetries: 0, signal })
      pace.succeeded()
      tally.setFailure(null)
      lastSuccess = Math.max(lastSuccess, number)
      return { summary }
    } catch (error) {
      // What another process may hold by now is no longer for this one to send, or to look for.
      lease?.check()
      if (!EntityScreeningError.is(error)) throw error
      tally.setFailure(error)
      return { error }
    }
  }

  /** Half by half, until the rows that are at fault stand alone. */
  async function sendApart(rows: readonly SentRow[]): Promise<readonly SentRow[]> {
    const middle = Math.ceil(rows.length / 2)
    const first = await send(rows.slice(0, middle), 'apart')
    return [...first, ...(await send(rows.slice(middle), 'apart'))]
  }

  async function leaveAll(rows: readonly SentRow[]): Promise<[]> {
    for (const row of rows) if (row.wasInDoubt) record.leave(row)
    await record.conclude({ open: rows.filter(row => !row.wasInDoubt) })
    return []
  }
}

/** What is at fault: the rows, the team's limit, the way in which the service is called, or the service for a while. */
function blameOf(error: EntityScreeningError): 'rows' | 'limit' | 'call' | 'service' {
  if (PermissionDeniedError.is(error) && error.isEntityLimit) return 'limit'
  if (InputValidationError.is(error)) return 'rows'
  if (!ApiError.is(error) || isPassing(error.status)) return 'service'
  return [400, 413, 422].includes(error.status) ? 'rows' : 'call'
}

/** A signal that checks the lease when a request asks it before it leaves: the process may just have been paused. */
function checkedSignal(lease: Lease): AbortSignal {
  const signal = AbortSignal.any([lease.lost])
  signal.throwIfAborted = () => lease.check()
  return signal
}
