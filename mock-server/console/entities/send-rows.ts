import type { Connection } from '../connection/connect.ts'
import { CallError, messageOf } from '../connection/send-call.ts'
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
  /** Why it stopped before its end, and at which rows. */
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
      yield { ...progress, stopped: stoppedAt(progress.sent + 1, batch.length, failure) }
      return
    }
    yield progress
  }
}

/** Only a refusal tells that nothing was created. */
function stoppedAt(first: number, count: number, failure: unknown): string {
  const isRefused = failure instanceof CallError && failure.status >= 400 && failure.status < 500
  const [from, to] = [first, first + count - 1].map(row => row.toLocaleString('en'))
  const [rows, were] = count === 1 ? [`Row ${from}`, 'was'] : [`Rows ${from} to ${to}`, 'were']
  return `${rows} ${isRefused ? `${were} refused` : 'failed'}: ${messageOf(failure)}`
}

/** What the dialog calls the fields of a row that a sentence of the server begins with. */
const labels: Readonly<Record<string, string>> = {
  countryCode: 'Country',
  first_name: 'First name',
  last_name: 'Last name',
  birth_date: 'Birth date',
  national_id: 'National ID',
  nationality: 'Nationality',
  registration: 'Registration',
  name: 'Name',
  type: 'Type',
  tags: 'Tags',
}

function withLabels(reason: string): string {
  return reason.replaceAll(/(?<=^|[;,] )(\w+)(?= (?:is|must)\b)/g, name => labels[name] ?? name)
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
    reason: withLabels(reason),
  }
}
