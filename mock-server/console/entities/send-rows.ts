import type { Connection } from '../connection/connect.ts'
import { messageOf } from '../connection/send-call.ts'
import { sendRequest } from '../connection/send-request.ts'
import type { PastedRow } from './pasted-rows.ts'

/** A row that was not created, and why. */
export interface RowError {
  /** Null where the server does not say which row it is. */
  readonly line: number | null
  readonly name: string
  readonly reason: string
}

/** How far a paste has got. */
export interface Progress {
  readonly sent: number
  readonly created: number
  readonly errors: readonly RowError[]
  /** Why it stopped before its end. */
  readonly stopped: string | null
}

/** The most rows of a request (specification: Limits). */
const mostRows = 1000

/** Creates rows, a thousand at a time, and stops at the first request that fails: what became of its rows is not known. */
export async function* sendRows(
  connection: Connection,
  team: string,
  rows: readonly PastedRow[],
): AsyncGenerator<Progress> {
  let progress: Progress = { sent: 0, created: 0, errors: [], stopped: null }
  while (progress.sent < rows.length) {
    const batch = rows.slice(progress.sent, progress.sent + mostRows)
    const body = { entities: batch.map(({ row }) => row) }
    try {
      const request = { team, method: 'POST', path: '/v1/entities/bulk', body }
      const { successCount, errors } = await sendRequest<Summary>(connection, request)
      progress = {
        sent: progress.sent + batch.length,
        created: progress.created + successCount,
        errors: [...progress.errors, ...errors.map(error => readError(error, batch))],
        stopped: null,
      }
    } catch (failure) {
      yield { ...progress, stopped: messageOf(failure) }
      return
    }
    yield progress
  }
}

/** Specification: Resources, Bulk summary. */
interface Summary {
  readonly successCount: number
  readonly errors: readonly string[]
}

function readError(error: string, batch: readonly PastedRow[]): RowError {
  const [, number, reason = error] = /^Row (\d+): (.*)$/s.exec(error) ?? []
  const pasted = batch[Number(number) - 1]
  return {
    line: pasted?.line ?? null,
    name: typeof pasted?.row.name === 'string' ? pasted.row.name : '',
    reason,
  }
}
