import type { EntityScreening } from '../../client.ts'
import { asError } from '../../pacing/halt.ts'
import { interruptible } from '../../pacing/interruptible.ts'
import { createPace } from '../../pacing/pace.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { defaultSettle } from '../../transport/option-checks.ts'
import { type Entry, type History, toRanges } from '../journal/journal.ts'
import type { ImportOptions } from '../options.ts'
import type { ImportReport, ImportStop } from '../report.ts'
import { type RowReader, refuse, type SourceRow } from '../source/rows.ts'
import { createBatches } from './batches.ts'
import { deliver } from './deliver.ts'
import { type Batch, createBatch, type Delivery, type PlacedRow } from './delivery.ts'
import { type Intake, takeRow } from './intake.ts'
import { createLedger } from './ledger.ts'
import { createCountListed, readTeam } from './look.ts'
import { createResumption, sumsOf } from './resume.ts'
import { createTally } from './tally.ts'

/** Rows that wait for others to arrive, at most: memory is bounded, whatever the source holds. */
const mostWaiting = 1000

/** How many rows are read between two words about progress, and two chances for a timer to run. */
const stretch = 1000

/** What an import is made of. */
export interface ImportParts {
  readonly client: EntityScreening
  readonly reader: RowReader
  readonly options: ImportOptions
  readonly history: History
  readonly keep: (entry: Entry) => Promise<void>
}

/** Why an import ends early: as its report will say, or by an error of its own where what was given is wrong. */
interface Halt {
  stopped: Pick<ImportStop, 'cause' | 'error'> | null
  wrong: InputValidationError | null
}

/**
 * Reads the source to its end, and sends what is to be sent, until every row is settled or the import stops.
 *
 * @throws InputValidationError where no row of the source can be read, or the journal belongs to another source or team.
 */
export async function runImport(parts: ImportParts): Promise<ImportReport> {
  const { client, reader, options, history, keep } = parts
  const { concurrency = 2, batchSize = 1000, keepProblems = 10_000, patience = 300_000 } = options
  const halt: Halt = { stopped: null, wrong: null }
  const halted = new AbortController()
  const { signal } = halted
  const underWay = new Set<Promise<void>>()
  let pausedFor: number | null = null
  let { lastBatch } = history

  const rows = interruptible(reader.rows)
  const ledger = createLedger()
  const tally = createTally({ keepProblems, onProblem: problem => guard(() => options.onProblem?.(problem)) })
  const batches = createBatches(batchSize)
  const resumption = createResumption(history)
  const onPause = (milliseconds: number | null) => {
    pausedFor = milliseconds
    tell()
  }
  const list = { client, pace: createPace({ patience, signal, onPause }), signal, stop }
  const delivery: Delivery = {
    client,
    pace: createPace({ patience, signal, onPause }),
    ledger,
    tally,
    countListed: createCountListed(list),
    settleTime: options.settle ?? defaultSettle,
    keep,
    stop,
    isStopped,
    sent: 0,
    lastSuccess: 0,
    firstRow: null,
  }

  const intake: Intake = {
    ledger,
    tally,
    batches,
    resumption,
    possibleDuplicates: options.possibleDuplicates ?? 'skip',
    isStopped,
    start,
  }

  const abort = () => {
    stop('aborted', null)
    endReading()
  }
  if (options.signal?.aborted) abort()
  options.signal?.addEventListener('abort', abort)
  try {
    // The header is read before the team's list: where it will not do, the service need not be asked for anything.
    const first = await rows.next().catch(refuseSource)
    await readTeam(list, () => {
      ledger.clear()
      return entity => ledger.addListed(entity)
    })
    await readSource(first)
  } catch (error) {
    fail(error)
  }
  await sendRest().catch(fail)
  await Promise.all(underWay)
  endReading()
  options.signal?.removeEventListener('abort', abort)
  if (halt.wrong !== null) throw halt.wrong
  tell()
  return {
    ...tally.counts(),
    problems: tally.problems(),
    unusedColumns: reader.unusedColumns(),
    blanks: reader.blanks(),
    unread: !rows.isRead(),
    stopped: halt.stopped === null ? null : { ...halt.stopped, ...tally.leftLines() },
  }

  function isStopped(): boolean {
    return halt.stopped !== null
  }

  function stop(cause: ImportStop['cause'], error: Error | null): void {
    halt.stopped ??= { cause, error }
    halted.abort()
  }

  /** A source that breaks off, or a journal that cannot be written, stops the import as a service that fails does. */
  function fail(error: unknown): void {
    if (InputValidationError.is(error)) halt.wrong ??= error
    stop('failed', asError(error))
    endReading()
  }

  /** A source of which no row can be read is a wrong input. */
  function refuseSource(error: unknown): never {
    if (isStopped() || InputValidationError.is(error)) throw error
    return refuse('source', `cannot be read: ${asError(error).message}`)
  }

  /** A source that is silent keeps nothing waiting. */
  function endReading(): void {
    rows.end()
    reader.cancel()
  }

  /** A function of the caller's that throws stops the import in good order. */
  function guard(call: () => void): void {
    try {
      call()
    } catch (error) {
      stop('failed', asError(error))
    }
  }

  function tell(): void {
    const counts = tally.counts()
    const { created, invalid, refused, duplicates, possibleDuplicates, left } = counts
    const settled = created + invalid + refused + duplicates + possibleDuplicates + left
    guard(() => options.onProgress?.({ ...counts, settled, read: reader.progress(), pausedFor }))
  }

  /** To its end where the import stops before, so that the report names all that is left; no further where it is aborted. */
  async function readSource(first: SourceRow | undefined): Promise<void> {
    let count = 0
    for (let next = first; next !== undefined; next = await rows.next()) {
      takeRow(intake, next)
      await sendFull()
      count += 1
      if (count % stretch > 0) continue
      tell()
      await new Promise(resolve => setTimeout(resolve))
    }
    if (!isStopped()) resumption.finish()
  }

  async function sendFull(): Promise<void> {
    for (let full = batches.take(false); full !== undefined; full = batches.take(false)) await send(full)
    while (batches.waiting() > mostWaiting && !isStopped()) {
      const some = batches.take(true)
      if (some !== undefined) await send(some)
      else if (underWay.size > 0) await Promise.race(underWay)
      // They wait for rows of an earlier run that are looked for when their batch is whole: not any more.
      else for (const batch of resumption.takeWaiting(true)) start(batch)
    }
  }

  /** Sends what is left, or says that it is. */
  async function sendRest(): Promise<void> {
    for (const batch of resumption.takeWaiting(true)) start(batch)
    while (!isStopped()) {
      const some = batches.take(true)
      if (some !== undefined) await send(some)
      else if (underWay.size > 0) await Promise.race(underWay)
      else return
    }
    leave(batches.drain())
  }

  /** Announces a batch before it goes, in the order of the source. */
  async function send(taken: readonly PlacedRow[]): Promise<void> {
    while (underWay.size >= concurrency && !isStopped()) await Promise.race(underWay)
    if (isStopped()) return leave(taken)
    const sorted = taken.toSorted((one, other) => one.line - other.line)
    const before = Object.fromEntries(
      sorted.map(({ line, key }) => [line, ledger.countLike(key)] as const).filter(([, count]) => count > 0),
    )
    const lines = toRanges(sorted.map(({ line }) => line))
    lastBatch += 1
    try {
      resumption.requireTeam()
      await keep({ batch: lastBatch, lines, sums: sumsOf(sorted), before })
    } catch (error) {
      fail(error)
      return leave(taken)
    }
    start(createBatch({ id: lastBatch, rows: sorted, before, isDoubtful: false }))
  }

  function leave(taken: readonly PlacedRow[]): void {
    for (const { line } of taken) tally.left(line, false)
    batches.release(taken)
  }

  function start(batch: Batch): void {
    const work = deliver(delivery, batch)
      .catch(fail)
      .then(() => {
        underWay.delete(work)
        batches.release(batch.rows)
        tell()
      })
    underWay.add(work)
  }
}
