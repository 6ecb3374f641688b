import type { EntityScreening } from '../../client.ts'
import type { BulkSummary } from '../../model/bulk.ts'
import type { Gate, Pace } from '../../pacing/pace.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { PermissionDeniedError } from '../../transport/errors/PermissionDeniedError.ts'
import type { ScreeningError } from '../../transport/errors/ScreeningError.ts'
import { isTransient } from '../../transport/outcome.ts'
import type { LimitedJournal } from '../journal/limit-journal.ts'
import type { SentRow } from '../rows/state.ts'
import type { Course } from './course.ts'
import type { LookUp } from './look-up.ts'
import type { ImportRecord } from './record.ts'
import { createSettle } from './settle.ts'

/** How often rows may fail before they are sent apart, and one alone, while others succeed, before it counts as refused. */
const [failuresToDivide, failuresToRefuse] = [3, 5]

interface SendParts {
  readonly client: Pick<EntityScreening, 'entities'>
  readonly lease: LimitedJournal['lease']
  readonly pace: Pace
  readonly gate: Gate
  readonly course: Course
  readonly record: ImportRecord
  readonly lookUp: LookUp
}

/** Rows that are sent together, and what has come of it so far. */
interface Group {
  readonly rows: readonly SentRow[]
  /** How many requests with them had no clear response, and how many of those while the service did its work for others. */
  readonly failures: number
  readonly faults: number
  /** How many requests had been sent when they first failed; -1 where nothing but they can be at fault. */
  readonly failedAt: number | null
}

/**
 * Makes a function that sends the rows of a batch until it is known of each what became of it: created, refused, or left where
 * the import stops. Nothing is sent a second time before the team's list has shown that it is not there.
 */
export function createSend({ client, lease, pace, gate, course, record, lookUp }: SendParts) {
  const settle = createSettle(lookUp, record, course)
  const signal = lease === null ? undefined : checkedSignal(lease)
  /** How many requests were sent, and the number of the last that succeeded. */
  let [sent, lastSuccess] = [0, 0]

  return async (rows: readonly SentRow[]): Promise<void> => {
    // What fails is sent again behind all others: only where they succeed it is at fault, and not the service.
    const groups: Group[] = [{ rows, failures: 0, failedAt: null, faults: 0 }]
    for (const group of groups) groups.push(...(await send(group)))
  }

  /** @returns what is to be sent again. */
  async function send({ rows, failures, failedAt, faults }: Group): Promise<Group[]> {
    await gate.opened()
    await pace.ready()
    if (course.isStopped()) {
      for (const row of rows) if (row.wasInDoubt) record.leave(row)
      await record.conclude({ open: rows.filter(row => !row.wasInDoubt) })
      return []
    }
    const isAtFault = failedAt !== null && lastSuccess > failedAt
    const result = await request(rows)
    if (!EntityScreeningError.is(result)) {
      await settle(rows, result)
      return []
    }
    const blame = blameOf(result)
    const failed = failedAt ?? sent
    const isOver = blame === 'limit' || blame === 'call' || (blame === 'service' && !pace.failed(result))
    const isUnclear = result.outcome !== 'not_done'
    // Before the import stops: what the list shows is not in doubt.
    const open = isUnclear ? await lookUp(rows) : rows
    if (isOver) course.stop(blame === 'limit' ? 'entity_limit' : 'failed', result)
    const [row, ...others] = open
    if (row === undefined) return []
    const group: Group = {
      rows: open,
      failures: failures + (isUnclear ? 1 : 0),
      // The request was done, and without these.
      failedAt: result.outcome === 'done' && open.length < rows.length ? -1 : failed,
      faults: faults + (isUnclear && isAtFault ? 1 : 0),
    }
    if (others.length > 0) {
      if (blame !== 'rows' && group.failures < failuresToDivide) return [group]
      // Half by half, until the rows that are at fault stand alone.
      const middle = Math.ceil(open.length / 2)
      return [open.slice(0, middle), open.slice(middle)].map(rows => ({ ...group, rows, faults: 0 }))
    }
    if (blame !== 'rows' && group.faults < failuresToRefuse) return [group]
    const reason = (ApiError.is(result) ? result.reason : null) ?? result.message
    await record.conclude({ refused: new Map([[row, reason]]) })
    return []
  }

  async function request(rows: readonly SentRow[]): Promise<BulkSummary | ScreeningError> {
    sent += 1
    const number = sent
    try {
      const input = rows.map(({ row }) => row)
      const summary = await client.entities.createBulk(input, { maxRetries: 0, signal })
      pace.succeeded()
      course.show({ failure: null })
      lastSuccess = Math.max(lastSuccess, number)
      return summary
    } catch (error) {
      // What another process may hold by now is no longer for this one to send, or to look for.
      lease?.check()
      if (!EntityScreeningError.is(error)) throw error
      course.show({ failure: error })
      return error
    }
  }
}

/** What is at fault: the rows, the team's limit, the way in which the service is called, or the service for a while. */
function blameOf(error: EntityScreeningError): 'rows' | 'limit' | 'call' | 'service' {
  if (PermissionDeniedError.is(error) && error.isEntityLimit) return 'limit'
  if (InputValidationError.is(error)) return 'rows'
  if (!ApiError.is(error) || isTransient(error.status)) return 'service'
  return [400, 413, 422].includes(error.status) ? 'rows' : 'call'
}

/** A signal that checks the lease when a request asks it before it leaves: the process may just have been paused. */
function checkedSignal(lease: NonNullable<LimitedJournal['lease']>): AbortSignal {
  const signal = AbortSignal.any([lease.lost])
  signal.throwIfAborted = () => lease.check()
  return signal
}
