import type { EarlierBatch, History } from '../journal/journal.ts'
import type { RowProblem } from '../report.ts'
import { refuse } from '../source/header.ts'
import { type Batch, createBatch, type PlacedRow } from './delivery.ts'
import { checksum } from './fingerprints.ts'

/**
 * What is to be done with a row of which the journal may speak: `judge` it, for it was never sent or certainly not created; count
 * it as `created`, or as the problem that it was; or `wait` until it has been looked for.
 */
export type Next = 'judge' | 'created' | 'wait' | RowProblem

/** Goes through the source again beside the journal of earlier runs. */
export interface Resumption {
  /**
   * @param listed how many entities of the team look like it.
   * @throws InputValidationError where the journal has seen another row in that line.
   */
  take(placed: PlacedRow, listed: number): Next
  /** A line with a row that is wrong. */
  expectNone(line: number): void
  /** How many entities looked like the row before it was sent. */
  before(line: number): number
  /** Takes what waits and can be looked for: batches whose doubtful rows have all come, or all that there is. */
  takeWaiting(all?: boolean): Batch[]
  /** @throws InputValidationError where nothing of what was created is in the team. */
  requireTeam(): void
  /** @throws InputValidationError for that too, and where the source ends before the rows that the journal has seen. */
  finish(): void
}

export function createResumption(history: History): Resumption {
  const waiting = new Map<EarlierBatch, PlacedRow[]>()
  let seen = 0
  let created = 0
  let found = 0

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
      const { state, batch } = earlier
      if (state === 'open') return 'judge'
      if (state === 'created') {
        created += 1
        found += Math.min(listed, 1)
      }
      if (state !== 'doubtful') return state
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
        taken.push(createBatch({ id: batch.batch, rows, before: batch.before, isDoubtful: true }))
      }
      return taken
    },
    finish() {
      if (seen < history.size) refuseSource(history.lastLine)
      requireTeam()
    },
    requireTeam,
  }

  function requireTeam(): void {
    if (created > 0 && found === 0)
      refuse(
        'journal',
        'belongs to another team: nothing of what it says was created is in the list of this one',
      )
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
