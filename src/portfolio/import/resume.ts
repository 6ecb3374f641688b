import type { EarlierBatch, History } from '../journal/history.ts'
import type { RowProblem } from '../report.ts'
import type { PlacedRow } from '../rows/placed-row.ts'
import { refuse } from '../source/header.ts'
import { checksum } from '../team/fingerprints.ts'
import { type Batch, createBatch } from './batch.ts'

/**
 * What is to be done with a row of which the journal may speak: `judge` it, for it was never sent or certainly not created; count
 * it as created, or as the problem that it was; or `wait` until it has been looked for.
 */
export type Next = 'judge' | 'wait' | { readonly created: { readonly before: number } } | RowProblem

/** Goes through the source again beside the journal of earlier runs. */
export interface Resumption {
  /**
   * @param listed how many entities of the team look like it.
   * @throws InputValidationError where the journal has seen another row in that line.
   */
  take(placed: PlacedRow, listed: number): Next
  /** A line with a row that is wrong, or not of the partition. */
  expectNone(line: number): void
  /** How many entities looked like the row before it was sent. */
  before(line: number): number
  /** Takes what waits and can be looked for: batches whose doubtful rows have all come, or all that there is. */
  takeWaiting(all?: boolean): Batch[]
  /** Whether nothing of what was created so far is in the team. */
  isElsewhere(): boolean
  /** A later list has shown some of it. */
  confirmTeam(): void
  /** @throws InputValidationError where the source ends before the rows that the journal has seen. */
  finish(): void
}

export function createResumption(history: History): Resumption {
  const waiting = new Map<EarlierBatch, PlacedRow[]>()
  let [seen, created, found] = [0, 0, 0]

  return {
    take(placed, listed) {
      const { line } = placed
      const earlier = history.find(line)
      if (earlier === undefined) {
        if (line > history.lastLine && seen < history.size) refuseSource(line)
        return 'judge'
      }
      if (earlier.sum !== sumOf(placed)) refuseSource(line)
      seen += 1
      const { state, problem, batch } = earlier
      if (state === 'created') {
        created += 1
        found += Math.min(listed, 1)
        return { created: { before: batch.before[line] ?? 0 } }
      }
      if (state === 'planned') return 'judge'
      if (state !== 'in_doubt') return problem ?? 'judge'
      const rows = waiting.get(batch) ?? []
      waiting.set(batch, rows)
      rows.push(placed)
      return 'wait'
    },
    expectNone(line) {
      if (history.find(line) !== undefined) refuseSource(line)
    },
    before: line => history.find(line)?.batch.before[line] ?? 0,
    takeWaiting(all = false) {
      const taken: Batch[] = []
      for (const [batch, rows] of waiting) {
        if (rows.length < batch.doubtful && !all) continue
        batch.doubtful -= rows.length
        waiting.delete(batch)
        taken.push(createBatch({ id: batch.batch, rows, before: batch.before }, 'in_doubt'))
      }
      return taken
    },
    isElsewhere: () => created > 0 && found === 0,
    confirmTeam() {
      found += 1
    },
    finish() {
      if (seen < history.size) refuseSource(history.lastLine)
    },
  }
}

/** What rows say, as the journal keeps it. */
export function sumsOf(rows: readonly PlacedRow[]): string {
  return rows.map(placed => sumOf(placed).toString(16).padStart(8, '0')).join('')
}

/** What a row says, in 32 bits: a journal that is used with another source is found out at its first row. */
function sumOf({ row, spelled }: PlacedRow): number {
  return checksum(JSON.stringify(spelled ? { ...row, ...spelled } : row))
}

function refuseSource(line: number): never {
  return refuse(
    'journal',
    `belongs to another source, or the columns were read differently: line ${line} is not what it was`,
  )
}
