import { asError } from '../../pacing/halt.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { toRanges } from '../journal/entries.ts'
import type { ImportReport } from '../report.ts'
import type { PlacedRow } from '../rows/placed-row.ts'
import { refuse } from '../source/header.ts'
import { partitionOf } from '../source/partition.ts'
import type { SourceRow } from '../source/rows.ts'
import { readTeam } from '../team/look.ts'
import { type Batch, createBatch } from './batch.ts'
import { deliver } from './deliver.ts'
import { mostWaiting } from './grouping.ts'
import {
  createImporting,
  endReading,
  fail,
  type Importing,
  type ImportParts,
  newestAtStart,
  tell,
} from './importing.ts'
import { type Intake, takeRow } from './intake.ts'
import { sumsOf } from './resume.ts'

/** How many rows are read between two reports of progress, and two chances for a timer to run. */
const stretch = 1000

/**
 * Reads the source to its end, and sends what is to be sent, until every row is settled or the import stops.
 *
 * @throws InputValidationError where no row of the source can be read, or the journal belongs to another source or team.
 */
export async function runImport(parts: ImportParts): Promise<ImportReport> {
  const run = createImporting(parts)
  const { delivery, reader, rows, list, options } = run
  const abort = () => {
    delivery.stop('aborted', null)
    run.cut.abort()
    endReading(run)
  }
  const lose = () => {
    fail(run, delivery.lost?.reason)
    run.cut.abort()
  }
  if (options.signal?.aborted) abort()
  options.signal?.addEventListener('abort', abort)
  if (delivery.lost?.aborted) lose()
  delivery.lost?.addEventListener('abort', lose)
  try {
    // The header is read before the team's list: where it will not do, the service need not be asked for anything.
    const first = await rows.next().catch(error => refuseSource(run, error))
    const began = run.history.start && newestAtStart(run.history, null)
    await readTeam(list, () => {
      delivery.ledger.clear()
      return entity => delivery.ledger.addListed(entity, began)
    })
    await readSource(run, first)
  } catch (error) {
    fail(run, error)
  }
  await sendRest(run).catch(error => fail(run, error))
  await Promise.all(run.underWay)
  endReading(run)
  options.signal?.removeEventListener('abort', abort)
  delivery.lost?.removeEventListener('abort', lose)
  if (run.wrong !== null) throw run.wrong
  tell(run)
  return {
    ...delivery.tally.counts(),
    problems: delivery.tally.problems(),
    unusedColumns: reader.unusedColumns(),
    blanks: reader.blanks(),
    unread: !rows.isRead(),
    stopped: run.stopped === null ? null : { ...run.stopped, ...delivery.tally.leftLines() },
  }
}

/** A source of which no row can be read is a wrong input. */
function refuseSource({ delivery }: Importing, error: unknown): never {
  if (delivery.isStopped() || InputValidationError.is(error)) throw error
  return refuse('source', `cannot be read: ${asError(error).message}`)
}

/** To its end where the import stops before, so that the report names all that is left; no further where it is aborted. */
async function readSource(run: Importing, first: readonly SourceRow[] | undefined): Promise<void> {
  const { delivery, options, resumption, rows } = run
  const { possibleDuplicates = 'skip', partition } = options
  const intake: Intake = {
    ...run,
    ...delivery,
    possibleDuplicates,
    isDry: options.dryRun === true,
    start: batch => start(run, batch),
  }
  let read = 0
  for (let chunk = first; chunk !== undefined; chunk = await rows.next()) {
    for (const row of chunk) {
      if (partition !== undefined && partitionOf(row.row ?? row.line, partition.of) !== partition.index)
        resumption.expectNone(row.line)
      else {
        takeRow(intake, row)
        if (rows.isEnded()) return
        if (run.batches.isFull()) await sendFull(run)
      }
    }
    read += chunk.length
    if (read < stretch) continue
    read = 0
    tell(run)
    await new Promise(resolve => setTimeout(resolve))
  }
  if (delivery.isStopped()) return
  resumption.finish()
  await requireTeam(run)
}

async function sendFull(run: Importing): Promise<void> {
  const { batches, delivery, resumption, underWay } = run
  for (let full = batches.take(false); full !== undefined; full = batches.take(false)) await send(run, full)
  while (batches.waiting() > mostWaiting && !delivery.isStopped()) {
    const some = batches.take(true)
    if (some !== undefined) await send(run, some)
    else if (underWay.size > 0) await Promise.race(underWay)
    // They wait for rows of an earlier run that are looked for when their batch is whole: not any more.
    else for (const batch of resumption.takeWaiting(true)) start(run, batch)
  }
}

/** Sends what is left, or says that it is. */
async function sendRest(run: Importing): Promise<void> {
  const { batches, delivery, resumption, underWay, options } = run
  // To look for what is in doubt could end in sending it.
  if (options.dryRun) return
  for (const batch of resumption.takeWaiting(true)) start(run, batch)
  while (!delivery.isStopped()) {
    const some = batches.take(true)
    if (some !== undefined) await send(run, some)
    else if (underWay.size > 0) await Promise.race(underWay)
    else return
  }
  leave(run, batches.drain())
}

/** Announces a batch before it goes, in the order of the source. */
async function send(run: Importing, taken: readonly PlacedRow[]): Promise<void> {
  const { delivery, underWay, options } = run
  const { concurrency = 2 } = options
  while (underWay.size >= concurrency && !delivery.isStopped()) await Promise.race(underWay)
  if (delivery.isStopped()) return leave(run, taken)
  try {
    if (!run.hasBegun) await requireTeam(run)
    const rows = taken.toSorted((one, other) => one.line - other.line)
    start(run, await announce(run, rows))
  } catch (error) {
    fail(run, error)
    leave(run, taken)
  }
}

async function announce(run: Importing, rows: readonly PlacedRow[]): Promise<Batch> {
  const { delivery, timeout } = run
  const { ledger, keep } = delivery
  const before = Object.fromEntries(
    rows.map(({ line, key }) => [line, ledger.countLike(key)] as const).filter(([, count]) => count > 0),
  )
  const begun = run.hasBegun ? {} : { run: { ...ledger.first(), timeout } }
  run.hasBegun = true
  run.lastBatch += 1
  const id = run.lastBatch
  const lines = toRanges(rows.map(({ line }) => line))
  await keep({ batch: id, lines, sums: sumsOf(rows), before, at: Date.now(), ...begun })
  return createBatch({ id, rows, before }, 'sending')
}

/** @throws InputValidationError where nothing of what the journal says was created is in the team. */
async function requireTeam({ resumption, delivery, history }: Importing): Promise<void> {
  if (!resumption.isElsewhere()) return
  const { looks } = delivery
  const age = Date.now() - (history.lastAt ?? Number.NEGATIVE_INFINITY)
  if (age < looks.settleTime) {
    // What was created a moment ago, the list may show a moment later.
    await looks.settle()
    const look = await looks.look([])
    if (look === null) return
    if (look.found > 0) return resumption.confirmTeam()
  }
  refuse('journal', 'belongs to another team: nothing of what it says was created is in the list of this one')
}

function leave({ batches, delivery }: Importing, taken: readonly PlacedRow[]): void {
  for (const { line } of taken) delivery.tally.left(line, false)
  batches.release(taken)
}

function start(run: Importing, batch: Batch): void {
  const work = deliver(run.delivery, batch)
    .catch(error => fail(run, error))
    .then(() => {
      run.underWay.delete(work)
      run.batches.release(batch.rows)
      tell(run)
    })
  run.underWay.add(work)
}
