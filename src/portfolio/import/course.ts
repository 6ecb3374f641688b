import { createObservers } from '../../pacing/run-callback.ts'
import { whenAborted } from '../../pacing/sleep.ts'
import { createStopController } from '../../pacing/stop-controller.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { defaultGiveUpAfter } from '../input.ts'
import { toRanges } from '../journal/entries.ts'
import type { ImportOptions } from '../options.ts'
import type {
  ImportCounts,
  ImportProgress,
  ImportReport,
  ImportStop,
  LineRange,
  RowProblem,
} from '../report.ts'
import type { RowReader } from '../source/rows.ts'

const countOf = {
  invalid: 'invalid',
  refused: 'refused',
  duplicate: 'duplicates',
  possible_duplicate: 'possibleDuplicates',
} as const satisfies Record<RowProblem['kind'], keyof ImportCounts>

export const noCounts = {
  rows: 0,
  created: 0,
  createdEarlier: 0,
  planned: 0,
  invalid: 0,
  refused: 0,
  duplicates: 0,
  possibleDuplicates: 0,
  left: 0,
}

/** What the caller sees of an import besides its counts. */
type Shown = Pick<ImportProgress, 'pausedFor' | 'nextReadIn' | 'inDoubt' | 'failure'>

/** The course of an import: what has become of the rows, what it waits for, and why it ends before each row is settled. */
export type Course = ReturnType<typeof createCourse>

/** @param lost aborted where another process may have the journal. */
export function createCourse(
  { signal, giveUpAfter = defaultGiveUpAfter, keepProblems = 10_000, onProblem, onProgress }: ImportOptions,
  reader: Pick<RowReader, 'progress' | 'unusedColumns'>,
  lost: AbortSignal | undefined,
  endReading: () => void,
) {
  const counts = { ...noCounts }
  let shown: Shown = { pausedFor: null, nextReadIn: null, inDoubt: 0, failure: null }
  const problems: RowProblem[] = []
  const [left, inDoubt]: [number[], number[]] = [[], []]
  const { signal: stopping, stop, stopped, release } = createStopController<ImportStop['cause']>(signal)
  const cut = new AbortController()
  let doubt: Error | null = null
  let refusal: unknown = null
  const limits = { signal, giveUpAfter }
  // Stops where a function of the caller's fails.
  const { notify, settled } = createObservers(limits, error => stop('failed', error))
  const releases = [release, whenAborted(signal, cutShort), whenAborted(lost, cutShort)]

  return {
    counts,
    /** A row that is not created, with all that is wrong with it. */
    problem(...found: readonly [RowProblem, ...RowProblem[]]) {
      counts[countOf[found[0].kind]] += 1
      for (const one of found) {
        if (problems.length < keepProblems) problems.push(one)
        notify('onProblem', onProblem, one)
      }
    },
    /** A row that the import stopped before; `isDoubtful` if it may still exist. */
    left(line: number, isDoubtful = false) {
      counts.left += 1
      left.push(line)
      if (isDoubtful) inDoubt.push(line)
    },
    /** Changes what progress shows from now on. A failure is told with the next change. */
    show(part: Partial<Shown>) {
      shown = { ...shown, ...part }
      if (!('failure' in part)) tell()
    },
    tell,
    /** Resolves when promises of the caller's functions have settled. */
    settled,
    /** Aborted where nothing more is sent. The source is read on, so that the report names what is left. */
    signal: stopping,
    /** Aborted where the team's list is not read any more either. */
    cut: cut.signal,
    isStopped: () => stopping.aborted,
    stop,
    fail,
    /** Stops where the team's list cannot be read. */
    failToList(error: Error) {
      stop('failed', error)
      cut.abort()
    },
    /** Leaves rows of which the list says too little, and goes on without them. The first error is reported. */
    leaveInDoubt(error: Error) {
      doubt ??= error
    },
    /** @throws InputValidationError where something that was given is wrong. */
    end() {
      endReading()
      for (const letGo of releases) letGo()
      const error = stopped()?.error
      if (error !== undefined && error === refusal) throw error
    },
    report(hasUnread: boolean): ImportReport {
      const why = stopped() ?? (doubt && { cause: 'failed' as const, error: doubt })
      return {
        ...counts,
        problems: problems.toSorted((one, other) => one.line - other.line),
        unusedColumns: reader.unusedColumns(),
        hasUnread,
        stopped: why && { ...why, left: inOrder(left), inDoubt: inOrder(inDoubt) },
      }
    },
  }

  /** Stops, and reads no further. */
  function fail(error: unknown): void {
    if (InputValidationError.is(error)) refusal ??= error
    stop('failed', error)
    endReading()
  }

  function cutShort(): void {
    if (lost?.aborted) stop('failed', lost.reason)
    cut.abort()
    endReading()
  }

  function tell(): void {
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    // What is in two counts, and what is none of them.
    const settledRows = all - counts.createdEarlier - counts.rows
    notify('onProgress', onProgress, { ...counts, settled: settledRows, read: reader.progress(), ...shown })
  }
}

function inOrder(lines: readonly number[]): LineRange[] {
  const ranges = toRanges(lines)
  return ranges.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: ranges[at + 1] ?? from }] : []))
}
