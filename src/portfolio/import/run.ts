import { asError } from '../../pacing/stop-controller.ts'
import { whenAborted } from '../../pacing/when-aborted.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { refuse } from '../given.ts'
import type { ImportReport } from '../report.ts'
import { partitionOf } from '../source/partition.ts'
import type { SourceRow } from '../source/rows.ts'
import { createImporting, type Importing, type ImportParts } from './importing.ts'
import { createIntake, type Intake } from './intake.ts'
import { createSending, type Sending } from './sending.ts'

/** How many rows are read between two reports of progress, and two chances for a timer to run. */
const stretch = 1000

/** @throws InputValidationError where no row of the source can be read, or the journal belongs to another source or team. */
export async function runImport(parts: ImportParts): Promise<ImportReport> {
  const { signal, dryRun } = parts.options
  const lost = parts.lease?.lost
  const run = createImporting(parts)
  const intake = createIntake(run)
  const sending = createSending(run, intake)
  const cutShort = () => {
    run.cut.abort()
    run.endReading()
  }
  const lose = () => {
    run.fail(lost?.reason)
    cutShort()
  }
  const releases = [run.release, whenAborted(signal, cutShort), whenAborted(lost, lose)]
  try {
    // The header is read before the team's list: where it will not do, the service need not be asked for anything.
    const first = await run.rows.next().catch(error => refuseSource(run, error))
    const { start } = run.history
    // What was created after this moment may be of an earlier run.
    const began = start && (Date.parse(start.newest ?? '') || Number.NEGATIVE_INFINITY)
    await run.reads.readTeam(() => {
      run.ledger.clear()
      return entity => run.ledger.addListed(entity, began)
    })
    await readSource(run, intake, sending, first)
  } catch (error) {
    run.fail(error)
  }
  // To look for what is in doubt could end in sending it.
  if (!dryRun) await sending.finish()
  await Promise.all(run.underWay)
  run.endReading()
  for (const release of releases) release()
  const wrong = run.wrong()
  if (wrong !== null) throw wrong
  run.tell()
  return report(run)
}

/** A source of which no row can be read is a wrong input. */
function refuseSource(run: Importing, error: unknown): never {
  if (run.isStopped() || InputValidationError.is(error)) throw error
  return refuse('source', `cannot be read: ${asError(error).message}`)
}

/** To its end where the import stops before, so that the report names all that is left; no further where it is aborted. */
async function readSource(
  run: Importing,
  intake: Intake,
  sending: Sending,
  first: readonly SourceRow[] | undefined,
): Promise<void> {
  const { rows, batches, options } = run
  const { partition } = options
  let read = 0
  for (let chunk = first; chunk !== undefined; chunk = await rows.next()) {
    for (const row of chunk) {
      if (partition !== undefined && partitionOf(row.row ?? row.line, partition.of) !== partition.index)
        intake.expectNone(row.line)
      else {
        intake.take(row)
        if (rows.isEnded()) return
        if (batches.isFull()) await sending.sendFull()
      }
    }
    read += chunk.length
    if (read < stretch) continue
    read = 0
    run.tell()
    await new Promise(resolve => setTimeout(resolve))
  }
  if (run.isStopped()) return
  intake.finish()
  await intake.requireTeam()
}

function report({ tally, reader, rows, stopped }: Importing): ImportReport {
  const stop = stopped()
  return {
    ...tally.counts,
    problems: tally.problems(),
    unusedColumns: reader.unusedColumns(),
    blanks: reader.blanks(),
    hasUnread: !rows.isRead(),
    stopped: stop && { ...stop, ...tally.leftLines() },
  }
}
