import type { EntityScreening } from '../../client.ts'
import type { BulkRow } from '../../model/bulk.ts'
import type { Pace } from '../../pacing/pace.ts'
import type { Settled } from '../journal/journal.ts'
import type { ImportStop } from '../report.ts'
import type { SpelledCountries } from '../rows/read-row.ts'
import type { Ledger } from './ledger.ts'
import type { CountListed } from './look.ts'
import type { FirstRow } from './row-numbers.ts'
import type { Tally } from './tally.ts'

/** A row on its way, with the line that it came from. */
export interface PlacedRow {
  readonly line: number
  readonly row: BulkRow
  readonly spelled?: SpelledCountries | undefined
  /** What it has in common with all that looks like it in the team's list. */
  readonly key: string
}

/** Rows that go together. No two of them, and no two that are under way, look alike in the team's list. */
export interface Batch {
  readonly id: number
  readonly rows: readonly PlacedRow[]
  /** How many entities looked like a row before it was sent, by its line; 0 where it is not there. */
  readonly before: Readonly<Record<string, number>>
  /** Whether rows of it may have been sent without an answer, in this run or an earlier one. */
  isDoubtful: boolean
  /** The lines of which it is not known yet what became of them. */
  readonly unsettled: Set<number>
}

export function createBatch(given: Omit<Batch, 'unsettled'>): Batch {
  return { ...given, unsettled: new Set(given.rows.map(({ line }) => line)) }
}

/** What an import shares among its batches. */
export interface Delivery {
  readonly client: EntityScreening
  /** The pace of the requests that create; looks at the list have their own, for they may succeed where nothing is created. */
  readonly pace: Pace
  readonly ledger: Ledger
  readonly tally: Tally
  readonly countListed: CountListed
  /** How long to wait between two looks at the list that must agree, in milliseconds. */
  readonly settleTime: number
  /** Keeps what became of rows, before anything else relies on it. */
  keep(settled: Settled): Promise<void>
  stop(cause: ImportStop['cause'], error: Error | null): void
  isStopped(): boolean
  /** How many requests have been sent that create, and the number of the last of them that was answered with success. */
  sent: number
  lastSuccess: number
  /** From where the service counts the rows of a request, once it is known. */
  firstRow: FirstRow | null
}
