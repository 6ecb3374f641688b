import type { EntityScreening } from '../../client.ts'
import { createGate, createPace } from '../../pacing/pace.ts'
import { createEventLoopYield } from '../../pacing/sleep.ts'
import { interruptible } from '../../pacing/stop-controller.ts'
import { defaultGiveUpAfter, readable } from '../input.ts'
import type { Entry } from '../journal/entries.ts'
import type { History } from '../journal/history.ts'
import type { LimitedJournal } from '../journal/limit-journal.ts'
import type { ImportOptions } from '../options.ts'
import type { PlacedRow, SourceRow } from '../rows/read-row.ts'
import type { SentRow } from '../rows/state.ts'
import type { RowReader } from '../source/rows.ts'
import { createLedger } from '../team/ledger.ts'
import { createReads } from '../team/reads.ts'
import { createBatches } from './batches.ts'
import { createCourse } from './course.ts'
import { createLookUp } from './look-up.ts'
import { createPlan, type Planned } from './plan.ts'
import { createRecord } from './record.ts'
import { createSend } from './send.ts'

interface ImportParts {
  readonly client: EntityScreening
  readonly reader: RowReader
  readonly options: ImportOptions
  readonly history: History
  readonly journal: LimitedJournal | undefined
  /** Keeps an entry in the journal. */
  readonly keep: (entry: Entry) => Promise<void>
}

/** How long a request may take that has no time limit, and a list may lag at least, in milliseconds. */
const [longestRequest, shortestDelay] = [30_000, 5000]

/**
 * Takes rows from their source to the report. Each row is planned as it is read; those that are to be created go into batches; a
 * batch is announced in the journal and sent; what became of its rows is settled by the response, or by the team's list.
 *
 * @throws InputValidationError where no row of the source can be read, or the journal belongs to another source or team.
 */
export async function importRows({ client, reader, options, history, journal, keep }: ImportParts) {
  const lease = journal?.lease ?? null
  const { batchSize = 1000, concurrency = 2, giveUpAfter = defaultGiveUpAfter } = options
  const timeout = client.timeout || longestRequest
  // What the client has given up may still be processed.
  const recheckDelay = options.recheckDelay ?? Math.max(timeout, shortestDelay)
  // When nothing of a holder who did not close the journal can be on its way.
  const takenOverAt = lease?.isTakenOver ? Date.now() : (history.takenOverAt ?? Number.NEGATIVE_INFINITY)
  const longest = Math.max(timeout, ...history.runs.map(run => run.timeout ?? 0)) + recheckDelay
  const quietAt = performance.now() + Math.max(0, longest - Math.max(0, Date.now() - takenOverAt))

  const rows = interruptible(reader.rows)
  const course = createCourse(options, reader, lease?.lost, () => {
    rows.end()
    reader.cancel()
  })
  const paceUntil = (signal: AbortSignal) =>
    createPace({ giveUpAfter, signal, onPause: pausedFor => course.show({ pausedFor }) })
  const ledger = createLedger()
  const batches = createBatches(batchSize)
  const plan = createPlan(history, ledger, options)
  const record = createRecord(history, keep, ledger, course, timeout)
  const { isUnderWay } = batches
  const isPartition = options.partition !== undefined
  const reads = createReads({ client, ledger, pace: paceUntil(course.cut), course, isPartition, isUnderWay })
  const gate = createGate()
  const patience = Math.max(giveUpAfter, 2 * recheckDelay)
  const lookUp = createLookUp({ reads, record, course, gate, recheckDelay, patience })
  const send = createSend({ client, lease, pace: paceUntil(course.signal), gate, course, record, lookUp })
  const underWay = new Set<Promise<void>>()

  try {
    // The header is read before the team's list: where it will not do, the service need not be asked for anything.
    const first = await readable('importPortfolio', 'source', rows.next)
    const start = history.runs[0] ?? null
    // What was created after this moment may be of an earlier run.
    await reads.readFirst(start && (Date.parse(start.newest ?? '') || Number.NEGATIVE_INFINITY))
    await readRows(first)
  } catch (error) {
    course.fail(error)
  }
  await sendWaiting(true)
  lookForEarlier()
  for (const { line } of batches.drain()) course.left(line)
  await Promise.all(underWay)
  course.end()
  const { left } = course.counts
  // One that could not be kept is the reason why the import stopped.
  if (!options.dryRun && (left > 0 || history.left)) await keep({ left }).catch(course.fail)
  course.tell()
  await course.settled()
  await journal?.close().catch(error => course.stop('failed', error))
  return course.report(!rows.isRead())

  /** To the end where the import stops before, so that the report names all that is left; no further where it is aborted. */
  async function readRows(first: readonly SourceRow[] | undefined): Promise<void> {
    const pause = createEventLoopYield()
    for (let some = first; some !== undefined; some = await rows.next()) {
      for (const row of some) {
        take(plan.take(row))
        if (rows.isEnded()) return
        if (batches.isFull()) await sendWaiting(false)
      }
      await course.settled()
      if (!pause.isDue()) continue
      course.tell()
      await pause.take()
    }
    if (!course.isStopped()) plan.end()
  }

  function take(planned: Planned): void {
    if (planned.next === 'skip') return
    course.counts.rows += 1
    if (planned.next === 'report') course.problem(...planned.problems)
    else if (planned.next === 'count') for (const count of planned.as) course.counts[count] += 1
    else if (planned.next === 'find') batches.reserve(planned.row)
    else if (course.isStopped()) course.left(planned.row.line)
    else batches.add(planned.row)
  }

  /** Sends batches that are full; others too with `isLast`, and while more rows wait than should. */
  async function sendWaiting(isLast: boolean): Promise<void> {
    while (!course.isStopped()) {
      const mustSend = isLast || batches.isCrowded()
      const taken = batches.take(mustSend)
      if (taken !== undefined) await sendBatch(taken)
      else if (mustSend && underWay.size > 0) await Promise.race(underWay)
      else if (!mustSend || !lookForEarlier()) return
    }
  }

  async function sendBatch(taken: readonly PlacedRow[]): Promise<void> {
    while (underWay.size >= concurrency && !course.isStopped()) await Promise.race(underWay)
    await course.settled()
    if (course.isStopped()) return leave(taken)
    try {
      plan.requireTeam()
      const sent = await record.announce(taken)
      start(sent, () => send(sent))
    } catch (error) {
      course.fail(error)
      leave(taken)
    }
  }

  /** Begins to look for rows of earlier runs that may have been created, to send those that were not; false without any. */
  function lookForEarlier(): boolean {
    const all = plan.takeDoubtful()
    for (const [doubtful, accepted] of all)
      start(doubtful, async () => {
        await reads.wait(Math.round(quietAt - performance.now()), doubtful.length)
        await send(await lookUp(doubtful, accepted))
      })
    return all.length > 0
  }

  function start(sent: readonly SentRow[], work: () => Promise<void>): void {
    const done = work()
      .catch(course.fail)
      .then(() => {
        // A request with them may have been under way.
        for (const { line, state } of sent)
          if (state === 'sending' || state === 'in_doubt') course.left(line, true)
        underWay.delete(done)
        batches.release(sent)
        course.tell()
      })
    underWay.add(done)
  }

  function leave(taken: readonly PlacedRow[]): void {
    for (const { line } of taken) course.left(line)
    batches.release(taken)
  }
}
