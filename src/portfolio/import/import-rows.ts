import type { EntityScreening } from '../../client.ts'
import { createGate, createPace } from '../../pacing/pace.ts'
import { asError, interruptible } from '../../pacing/stop-controller.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { refuse } from '../input.ts'
import type { Entry } from '../journal/entries.ts'
import type { History } from '../journal/history.ts'
import type { Lease } from '../journal/journal.ts'
import type { ImportOptions } from '../options.ts'
import type { ImportReport } from '../report.ts'
import type { PlacedRow, SourceRow } from '../rows/read-row.ts'
import { rowsThatAre, type SentRow } from '../rows/state.ts'
import type { RowReader } from '../source/rows.ts'
import { createLedger } from '../team/ledger.ts'
import { createReads } from '../team/reads.ts'
import { createBatches, mostWaiting } from './batches.ts'
import { createEnding } from './ending.ts'
import { createLookUp } from './look-up.ts'
import { createPlan, type Planned } from './plan.ts'
import { createRecord } from './record.ts'
import { createSend } from './send.ts'
import { createSettle } from './settle.ts'
import { createTally } from './tally.ts'

/** What an import is made of. */
interface ImportParts {
  readonly client: EntityScreening
  readonly reader: RowReader
  readonly options: ImportOptions
  readonly history: History
  /** Keeps an entry in the journal. */
  readonly keep: (entry: Entry) => Promise<void>
  /** Where the journal may go over to another holder. */
  readonly lease: Lease | null
}

/** How long a request may take that has no time limit, and a list may lag at least, in milliseconds. */
const [longestRequest, shortestDelay] = [30_000, 5000]

/** How many rows are read between two reports of progress, and two chances for a timer to run. */
const stretch = 1000

/**
 * Takes rows from their source to the report. Each row is planned as it is read; those that are to be created go into batches; a
 * batch is announced in the journal and sent; what became of its rows is settled by the response, or by the team's list.
 *
 * @throws InputValidationError where no row of the source can be read, or the journal belongs to another source or team.
 */
export async function importRows(parts: ImportParts): Promise<ImportReport> {
  const { client, reader, options, history, keep, lease } = parts
  const { batchSize = 1000, concurrency = 2, giveUpAfter = 300_000, dryRun = false } = options
  /** The time limit of a request in milliseconds; null where there is none. */
  const timeout = client.timeout === false ? null : (client.timeout ?? longestRequest)
  // What the client has given up may still be processed.
  const recheckDelay = options.recheckDelay ?? Math.max(timeout ?? longestRequest, shortestDelay)
  // When nothing of a holder who did not close the journal can be on its way.
  const takenOverAt = lease?.isTakenOver ? Date.now() : (history.takenOverAt ?? Number.NEGATIVE_INFINITY)
  const longest = Math.max(timeout ?? longestRequest, history.timeout ?? 0) + recheckDelay
  const quietAt = performance.now() + Math.max(0, longest - Math.max(0, Date.now() - takenOverAt))

  const rows = interruptible(reader.rows)
  const ending = createEnding(options.signal, lease?.lost, () => {
    rows.end()
    reader.cancel()
  })
  const tally = createTally(options, reader.progress, ending.guard)
  const onPause = (pausedFor: number | null) => tally.show({ pausedFor })
  const ledger = createLedger()
  const batches = createBatches(batchSize)
  const plan = createPlan(history, ledger, options)
  const record = createRecord(history, keep, ledger, tally, timeout)
  const reads = createReads({
    client,
    ledger,
    pace: createPace({ giveUpAfter, signal: ending.cut, onPause }),
    ending,
    tally,
    isPartition: options.partition !== undefined,
    isUnderWay: batches.isUnderWay,
  })
  const gate = createGate()
  const patience = Math.max(giveUpAfter, 2 * recheckDelay)
  const lookUp = createLookUp({ reads, record, ending, gate, recheckDelay, patience })
  const settle = createSettle(lookUp, record, ending)
  const pace = createPace({ giveUpAfter, signal: ending.signal, onPause })
  const send = createSend({ client, lease, pace, gate, ending, record, lookUp, settle, tally })
  const underWay = new Set<Promise<void>>()

  try {
    // The header is read before the team's list: where it will not do, the service need not be asked for anything.
    const first = await rows.next().catch(refuseSource)
    const { start } = history
    // What was created after this moment may be of an earlier run.
    await reads.readFirst(start && (Date.parse(start.newest ?? '') || Number.NEGATIVE_INFINITY))
    await readRows(first)
  } catch (error) {
    ending.fail(error)
  }
  // To look for what is in doubt could end in sending it.
  if (!dryRun) await sendRest()
  await Promise.all(underWay)
  ending.end()
  const { left } = tally.counts
  // One that could not be kept is the reason why the import stopped.
  if (!dryRun && (left > 0 || history.left)) await keep({ left }).catch(ending.fail)
  tally.tell()
  const stop = ending.stopped()
  return {
    ...tally.counts,
    problems: tally.problems(),
    unusedColumns: reader.unusedColumns(),
    hasUnread: !rows.isRead(),
    stopped: stop && { ...stop, ...tally.leftLines() },
  }

  /** A source of which no row can be read is a wrong input. */
  function refuseSource(error: unknown): never {
    if (ending.isStopped() || InputValidationError.is(error)) throw error
    return refuse('source', `cannot be read: ${asError(error).message}`)
  }

  /** To the end where the import stops before, so that the report names all that is left; no further where it is aborted. */
  async function readRows(first: readonly SourceRow[] | undefined): Promise<void> {
    let read = 0
    for (let some = first; some !== undefined; some = await rows.next()) {
      for (const row of some) {
        take(plan.take(row))
        if (rows.isEnded()) return
        if (batches.isFull()) await sendFull()
      }
      read += some.length
      if (read < stretch) continue
      read = 0
      tally.tell()
      await new Promise(resolve => setTimeout(resolve))
    }
    if (ending.isStopped()) return
    plan.end()
  }

  function take(planned: Planned): void {
    if (planned.next === 'skip') return
    tally.add('rows')
    if (planned.next === 'report') tally.problem(...planned.problems)
    else if (planned.next === 'count') for (const count of planned.as) tally.add(count)
    else if (planned.next === 'find') {
      batches.reserve([planned.row])
      if (plan.hasCaughtUp()) lookForEarlier()
    } else if (ending.isStopped()) tally.left(planned.row.line)
    else batches.add(planned.row)
  }

  /** Sends batches that are full; others too while more rows wait than should. */
  async function sendFull(): Promise<void> {
    for (let full = batches.take(false); full; full = batches.take(false)) await sendBatch(full)
    while (batches.waiting() > mostWaiting && !ending.isStopped()) if (!(await sendNext())) lookForEarlier()
  }

  /** Sends what is left, or says that it is. */
  async function sendRest(): Promise<void> {
    try {
      lookForEarlier()
      while (!ending.isStopped() && (await sendNext()));
    } catch (error) {
      ending.fail(error)
    }
    leave(batches.drain())
  }

  /** Sends what can go, or waits for what is under way; false where there is neither. */
  async function sendNext(): Promise<boolean> {
    const some = batches.take(true)
    if (some !== undefined) await sendBatch(some)
    else if (underWay.size > 0) await Promise.race(underWay)
    else return false
    return true
  }

  async function sendBatch(taken: readonly PlacedRow[]): Promise<void> {
    while (underWay.size >= concurrency && !ending.isStopped()) await Promise.race(underWay)
    if (ending.isStopped()) return leave(taken)
    try {
      plan.requireTeam()
      const sent = await record.announce(taken.toSorted((one, other) => one.line - other.line))
      start(sent, () => send(sent))
    } catch (error) {
      ending.fail(error)
      leave(taken)
    }
  }

  /** Begins to look for rows of earlier runs that may have been created; those that were not are sent. */
  function lookForEarlier(): void {
    for (const [doubtful, accepted] of plan.takeDoubtful())
      start(doubtful, async () => {
        await reads.wait(Math.round(quietAt - performance.now()), doubtful.length)
        await send(await lookUp(doubtful, accepted))
      })
  }

  function start(sent: readonly SentRow[], work: () => Promise<void>): void {
    const done = work()
      .catch(ending.fail)
      .then(() => {
        // A request with them may have been under way.
        for (const state of ['sending', 'in_doubt'] as const)
          for (const { line } of rowsThatAre(sent, state)) tally.left(line, true)
        underWay.delete(done)
        batches.release(sent)
        tally.tell()
      })
    underWay.add(done)
  }

  function leave(taken: readonly PlacedRow[]): void {
    for (const { line } of taken) tally.left(line)
    batches.release(taken)
  }
}
