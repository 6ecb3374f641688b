import type { EntityScreening } from '../../client.ts'
import { createGate } from '../../pacing/gate.ts'
import { interruptible } from '../../pacing/interruptible.ts'
import { createPace } from '../../pacing/pace.ts'
import { asError, createStopController } from '../../pacing/stop-controller.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import type { Entry } from '../journal/entries.ts'
import type { History } from '../journal/history.ts'
import type { LeasedJournal } from '../journal/journal.ts'
import type { ImportOptions } from '../options.ts'
import type { ImportStop } from '../report.ts'
import type { RowReader } from '../source/rows.ts'
import { createLedger } from '../team/ledger.ts'
import { sharedListing } from '../team/listing.ts'
import { createReads } from '../team/reads.ts'
import { createBatches } from './batches.ts'
import { createErrorReader } from './row-numbers.ts'
import { createTally } from './tally.ts'

/** What an import is made of. */
export interface ImportParts {
  readonly client: EntityScreening
  readonly reader: RowReader
  readonly options: ImportOptions
  readonly history: History
  /** Keeps what became of rows, before anything else relies on it. */
  readonly keep: (entry: Entry) => Promise<void>
  /** Where the journal may go over to another holder. */
  readonly lease: Pick<LeasedJournal, 'lost' | 'check' | 'isTakenOver'> | null
  /** How many rows of the source are for this import; null where that is not known. */
  readonly total: number | null
}

/** An import under way. */
export type Importing = ReturnType<typeof createImporting>

/** How long a request may take that has no time limit, and a list may lag at least, in milliseconds. */
const [longestRequest, shortestDelay] = [30_000, 5000]

export function createImporting(parts: ImportParts) {
  const { client, reader, options, history, lease } = parts
  const { giveUpAfter = 300_000, batchSize = 1000, keepProblems = 10_000 } = options
  /** The time limit of a request in milliseconds; null where there is none. */
  const timeout = client.timeout === false ? null : (client.timeout ?? longestRequest)
  // What the client has given up may still be processed.
  const recheckDelay = options.recheckDelay ?? Math.max(timeout ?? longestRequest, shortestDelay)
  const stopping = createStopController<ImportStop['cause']>(options.signal)
  /** Ends the reads of the list too. */
  const cut = new AbortController()
  const ledger = createLedger()
  const batches = createBatches(batchSize)
  const rows = interruptible(reader.rows)
  const tally = createTally(keepProblems, problem => guard(() => options.onProblem?.(problem)))
  let pausedFor: number | null = null
  let nextReadIn: number | null = null
  let [inDoubt, failure]: [number, Error | null] = [0, null]
  let doubt: Error | null = null
  let wrong: InputValidationError | null = null
  const onPause = (milliseconds: number | null) => {
    pausedFor = milliseconds
    tell()
  }
  const reads = createReads({
    ledger,
    listing: options.listing ?? sharedListing(client),
    pace: createPace({ giveUpAfter, signal: cut.signal, onPause }),
    signal: cut.signal,
    fail(error) {
      stopping.stop('failed', error)
      cut.abort()
    },
    onWait(milliseconds, rows) {
      nextReadIn = milliseconds
      inDoubt = rows
      tell()
    },
    onFailure,
    isPartition: options.partition !== undefined,
    isUnderWay: batches.isUnderWay,
  })
  return {
    ...parts,
    /** Aborted where the lease is lost. */
    lost: lease === null ? undefined : checkedSignal(lease),
    rows,
    batches,
    ledger,
    tally,
    reads,
    timeout,
    recheckDelay,
    /** For how long reads that cannot be relied on may follow each other, in milliseconds. */
    giveUpAfter: Math.max(giveUpAfter, 2 * recheckDelay),
    quietAt: quietAt(parts, Math.max(timeout ?? longestRequest, history.timeout ?? 0) + recheckDelay),
    cut,
    /** The pace of the requests that create; reads of the list have their own, for they may succeed where nothing is created. */
    pace: createPace({ giveUpAfter, signal: stopping.signal, onPause }),
    /** Closed while the list does not show what was created: as long as more is, it would never show all. */
    gate: createGate(),
    errorsByRow: createErrorReader(),
    underWay: new Set<Promise<void>>(),
    /** How many creating requests were sent, and the number of the last that succeeded. */
    requests: { sent: 0, lastSuccess: 0 },
    stop: stopping.stop,
    /** Why it ended before each row was settled. */
    stopped: () => stopping.stopped() ?? (doubt && { cause: 'failed' as const, error: doubt }),
    /** Goes on without rows that the list cannot say anything of; the first of them is what the report says. */
    leaveInDoubt(error: Error) {
      doubt ??= error
    },
    /** Called with what the service answers instead of doing its work, and with null once it does. */
    onFailure,
    release: stopping.release,
    isStopped: () => stopping.signal.aborted,
    fail,
    endReading,
    tell,
    /** What was given is wrong, so that the promise rejects; null where nothing is. */
    wrong: () => wrong,
  }

  function onFailure(error: Error | null): void {
    failure = error
  }

  /** Ends the import early; what is under way comes to its end. */
  function fail(error: unknown): void {
    if (InputValidationError.is(error)) wrong ??= error
    stopping.stop('failed', asError(error))
    endReading()
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
      stopping.stop('failed', error)
    }
  }

  function tell(): void {
    const { counts } = tally
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    // What is in two counts, and what is none of them.
    const settled = all - counts.createdEarlier - counts.rows
    const read = reader.progress()
    const { sent } = tally
    const { total } = parts
    guard(() =>
      options.onProgress?.({
        ...counts,
        settled,
        sent,
        total,
        read,
        pausedFor,
        nextReadIn,
        inDoubt,
        failure,
      }),
    )
  }
}

/** When nothing of a holder who did not close the journal can be on its way, on the clock of `performance`. */
function quietAt({ lease, history }: ImportParts, longest: number): number {
  const takenOverAt = lease?.isTakenOver ? Date.now() : (history.takenOverAt ?? Number.NEGATIVE_INFINITY)
  const age = Math.max(0, Date.now() - takenOverAt)
  return performance.now() + Math.max(0, longest - age)
}

/** A signal that checks the lease when a request asks it before it leaves: the process may just have been paused. */
function checkedSignal(lease: Pick<LeasedJournal, 'lost' | 'check'>): AbortSignal {
  const signal = AbortSignal.any([lease.lost])
  signal.throwIfAborted = () => lease.check()
  return signal
}
