import { toRanges } from '../journal/entries.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import { mostWaiting } from './batches.ts'
import { start } from './deliver.ts'
import type { Importing } from './importing.ts'
import { type Intake, sumsOf } from './intake.ts'
import { type SentRow, sentRow } from './sent-rows.ts'

/** Sends batches, each announced before it goes, in the order of the source. */
export type Sending = ReturnType<typeof createSending>

export function createSending(run: Importing, intake: Intake) {
  const { batches, history, keep, ledger, tally, timeout, underWay, options } = run
  const { concurrency = 2 } = options
  let lastBatch = history.lastBatch
  /** Whether the journal says how this run began. */
  let hasBegun = false
  return { sendFull, finish }

  /** Sends batches that are full; others too while more rows wait than should. */
  async function sendFull(): Promise<void> {
    for (let full = batches.take(false); full !== undefined; full = batches.take(false)) await send(full)
    while (batches.waiting() > mostWaiting && !run.isStopped())
      // They wait for rows of an earlier run that are looked for when their batch is whole: not any more.
      if (!(await sendNext())) intake.startWaiting()
  }

  /** Sends what is left, or says that it is. */
  async function finish(): Promise<void> {
    try {
      intake.startWaiting()
      while (!run.isStopped() && (await sendNext()));
    } catch (error) {
      run.fail(error)
    }
    leave(batches.drain())
  }

  /** Sends what can go, or waits for what is under way; false where there is neither. */
  async function sendNext(): Promise<boolean> {
    const some = batches.take(true)
    if (some !== undefined) await send(some)
    else if (underWay.size > 0) await Promise.race(underWay)
    else return false
    return true
  }

  async function send(taken: readonly PlacedRow[]): Promise<void> {
    while (underWay.size >= concurrency && !run.isStopped()) await Promise.race(underWay)
    if (run.isStopped()) return leave(taken)
    try {
      await intake.requireTeam()
      start(run, await announce(taken.toSorted((one, other) => one.line - other.line)))
    } catch (error) {
      run.fail(error)
      leave(taken)
    }
  }

  async function announce(rows: readonly PlacedRow[]): Promise<SentRow[]> {
    lastBatch += 1
    const sent = rows.map(placed => sentRow(placed, lastBatch, ledger.countLike(placed.key), 'sending'))
    const before = Object.fromEntries(sent.flatMap(row => (row.before > 0 ? [[row.line, row.before]] : [])))
    const begun = hasBegun ? {} : { run: { ...ledger.first(), timeout } }
    hasBegun = true
    const lines = toRanges(rows.map(({ line }) => line))
    await keep({ batch: lastBatch, lines, sums: sumsOf(rows), before, at: Date.now(), ...begun })
    return sent
  }

  function leave(taken: readonly PlacedRow[]): void {
    for (const { line } of taken) tally.left(line)
    batches.release(taken)
  }
}
