import type { EntityScreening } from '../../client.ts'
import { createGate } from '../../pacing/gate.ts'
import { asError } from '../../pacing/halt.ts'
import { type Interruptible, interruptible } from '../../pacing/interruptible.ts'
import { createPace } from '../../pacing/pace.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import type { Entry } from '../journal/entries.ts'
import type { History } from '../journal/history.ts'
import type { LeasedJournal } from '../journal/journal.ts'
import type { ImportOptions } from '../options.ts'
import type { ImportStop } from '../report.ts'
import type { RowReader, SourceRow } from '../source/rows.ts'
import { createLedger } from '../team/ledger.ts'
import { sharedListing } from '../team/listing.ts'
import { createLooks, type ListReader } from '../team/look.ts'
import type { Delivery } from './conclude.ts'
import { type Batches, createBatches } from './grouping.ts'
import { createResumption, type Resumption } from './resume.ts'
import { createRowNumbers } from './row-numbers.ts'
import { createTally } from './tally.ts'

/** What an import is made of. */
export interface ImportParts {
  readonly client: EntityScreening
  readonly reader: RowReader
  readonly options: ImportOptions
  readonly history: History
  readonly keep: (entry: Entry) => Promise<void>
  /** Where the journal may go over to another holder. */
  readonly lease: Pick<LeasedJournal, 'lost' | 'check' | 'takenOver'> | null
  /** How many rows of the source are for this import; null where that is not known. */
  readonly total: number | null
}

/** An import under way. */
export interface Importing extends ImportParts {
  readonly rows: Interruptible<readonly SourceRow[]>
  readonly batches: Batches
  readonly resumption: Resumption
  readonly delivery: Delivery
  readonly list: ListReader
  readonly underWay: Set<Promise<void>>
  /** Ends the looks at the list too. */
  readonly cut: AbortController
  /** The time limit of a request in milliseconds; null where there is none. */
  readonly timeout: number | null
  lastBatch: number
  stopped: Pick<ImportStop, 'cause' | 'error'> | null
  /** What was given is wrong: the promise rejects. */
  wrong: InputValidationError | null
  /** Whether the team is known to be that of the journal, and the journal to say how this run began. */
  hasBegun: boolean
  pausedFor: number | null
}

/** How long a request may take that has no time limit, in milliseconds; and how long a list may lag at least. */
const [longestRequest, shortestSettle] = [30_000, 5000]

export function createImporting(parts: ImportParts): Importing {
  const { client, reader, options, history, keep, lease } = parts
  const { patience = 300_000, batchSize = 1000, keepProblems = 10_000 } = options
  const timeout = client.timeout === false ? null : (client.timeout ?? longestRequest)
  // What the client has given up may still be processed.
  const settleTime = options.settle ?? Math.max(timeout ?? longestRequest, shortestSettle)
  const [halted, cut] = [new AbortController(), new AbortController()]
  const ledger = createLedger()
  const batches = createBatches(batchSize)
  const onPause = (milliseconds: number | null) => {
    run.pausedFor = milliseconds
    tell(run)
  }
  const stop: Delivery['stop'] = (cause, error) => {
    run.stopped ??= { cause, error }
    halted.abort()
  }
  const list: ListReader = {
    listing: options.listing ?? sharedListing(client),
    pace: createPace({ patience, signal: cut.signal, onPause }),
    signal: cut.signal,
    fail(error) {
      stop('failed', error)
      cut.abort()
    },
  }
  const looks = createLooks(list, ledger, {
    settleTime,
    patience,
    quietAt: quietAt(parts, Math.max(timeout ?? longestRequest, history.timeout ?? 0) + settleTime),
    since: () => newestAtStart(history, ledger.first().newest),
    isUnderWay: batches.isUnderWay,
  })
  const run: Importing = {
    ...parts,
    rows: interruptible(reader.rows),
    batches,
    resumption: createResumption(history),
    list,
    underWay: new Set(),
    cut,
    timeout,
    lastBatch: history.lastBatch,
    stopped: null,
    wrong: null,
    hasBegun: false,
    pausedFor: null,
    delivery: {
      client,
      pace: createPace({ patience, signal: halted.signal, onPause }),
      gate: createGate(),
      ledger,
      tally: createTally({
        keepProblems,
        onProblem: problem => guard(run, () => options.onProblem?.(problem)),
      }),
      looks,
      numbers: createRowNumbers(),
      lost: lease?.lost,
      requireJournal: () => lease?.check(),
      keep,
      stop,
      isStopped: () => run.stopped !== null,
      sent: 0,
      lastSuccess: 0,
    },
  }
  return run
}

/**
 * When nothing of a holder who did not close the journal can be on its way, by the clock of `performance`: as long after it was
 * taken over, by this run or an earlier one, as a request may take.
 */
function quietAt({ lease, history }: ImportParts, longest: number): number {
  const age = lease?.takenOver
    ? 0
    : Math.max(0, Date.now() - (history.takenOverAt ?? Number.NEGATIVE_INFINITY))
  return performance.now() + Math.max(0, longest - age)
}

/** What was created after this moment may be of this import; null where an old journal does not say. */
export function newestAtStart({ isNew, size, start }: History, newest: string | null): number | null {
  if (start === null && !isNew && size > 0) return null
  return Date.parse((start === null ? newest : start.newest) ?? '') || Number.NEGATIVE_INFINITY
}

/** Ends the import early; what is under way comes to its end. */
export function fail(run: Importing, error: unknown): void {
  if (InputValidationError.is(error)) run.wrong ??= error
  run.delivery.stop('failed', asError(error))
  endReading(run)
}

/** A source that is silent keeps nothing waiting. */
export function endReading({ rows, reader }: Importing): void {
  rows.end()
  reader.cancel()
}

/** A function of the caller's that throws stops the import in good order. */
function guard({ delivery }: Pick<Importing, 'delivery'>, call: () => void): void {
  try {
    call()
  } catch (error) {
    delivery.stop('failed', asError(error))
  }
}

export function tell(run: Importing): void {
  const { delivery, options, reader, total, pausedFor } = run
  const counts = delivery.tally.counts()
  const { created, planned, invalid, refused, duplicates, possibleDuplicates, left } = counts
  const settled = created + planned + invalid + refused + duplicates + possibleDuplicates + left
  const sent = delivery.tally.settledBySending()
  guard(run, () =>
    options.onProgress?.({ ...counts, settled, sent, total, read: reader.progress(), pausedFor }),
  )
}
