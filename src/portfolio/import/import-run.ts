import type { EntityScreening } from '../../client.ts'
import type { BulkSummary } from '../../model/bulk.ts'
import { createEventQueue, type EventQueue } from '../../pacing/event-queue.ts'
import { createObservers } from '../../pacing/run-callback.ts'
import { createSharedBackoff, type SharedBackoff } from '../../pacing/shared-backoff.ts'
import { createInterruptible } from '../../pacing/stop-controller.ts'
import { createEventLoopYield, type EventLoopYield } from '../../shared/event-loop-yield.ts'
import { defaultGiveUpAfter } from '../import-input.ts'
import type { ImportOptions } from '../import-options.ts'
import type { RowOmission, RowProblem } from '../import-report.ts'
import type { JournalWriter } from '../journal/import-entry.ts'
import type { ImportHistory } from '../journal/import-history.ts'
import type { LimitedJournal } from '../journal/limit-journal.ts'
import type { SourceRow } from '../rows/read-row.ts'
import type { RowReader } from '../source/open-rows.ts'
import type { TeamListRead, TeamListReader } from '../team/team-list-reader.ts'
import { summarizeProgress } from './create-report.ts'
import { createImportControl, type ImportControl } from './import-control.ts'
import type { BulkRequest } from './outcome/decide-bulk-outcome.ts'
import { type Batch, createImportState, type ImportSettings, type ImportState } from './state/import-state.ts'

export interface ImportParts {
  readonly client: EntityScreening
  readonly reader: RowReader
  readonly options: ImportOptions
  readonly history: ImportHistory
  readonly journal: LimitedJournal | undefined
  readonly writer: JournalWriter
}

/** The end of a task that the import has started. */
export type ImportEvent =
  /** The next rows of the source; undefined at its end. */
  | { readonly kind: 'rows'; readonly rows: readonly SourceRow[] | undefined }
  /** The backoff allows the next request of a batch. */
  | { readonly kind: 'turn'; readonly batch: Batch }
  | {
      readonly kind: 'response'
      readonly batch: Batch
      readonly request: BulkRequest
      readonly summary: BulkSummary
    }
  | {
      readonly kind: 'request_error'
      readonly batch: Batch
      readonly request: BulkRequest
      readonly error: unknown
    }
  /**
   * The end of a batch's pause before the next read of the list. `rows`: the number of the batch's rows whose outcome is
   * unknown.
   */
  | { readonly kind: 'pause_over'; readonly batch: Batch; readonly rows: number }
  /** The team's list; null if the import ended before the list was read. */
  | { readonly kind: 'list'; readonly list: TeamListRead | null }
  /** The caller's functions have returned. */
  | { readonly kind: 'callbacks_settled' }
  | { readonly kind: 'task_error'; readonly batches: readonly Batch[]; readonly error: unknown }

/** An import in progress: its state, and the objects that it uses to read, send and report. */
export interface ImportRun {
  readonly state: ImportState
  readonly control: ImportControl
  readonly events: EventQueue<ImportEvent>
  readonly client: Pick<EntityScreening, 'entities'>
  readonly lease: LimitedJournal['lease']
  readonly writer: JournalWriter
  readonly rows: ReturnType<typeof createInterruptible<readonly SourceRow[]>>
  readonly backoff: SharedBackoff
  readonly listReader: TeamListReader
  readonly observers: ReturnType<typeof createObservers>
  readonly eventLoop: EventLoopYield
  /** The time at which all requests of earlier runs have certainly ended, on the clock of `performance`. */
  readonly earlierRequestsEndAt: number
  readonly notifyProgress: () => void
  readonly notifyProblems: (problems: readonly RowProblem[]) => void
  readonly notifyOmissions: (omissions: readonly RowOmission[]) => void
  reading: 'idle' | 'under_way' | 'ended'
  isAwaitingCallbacks: boolean
}

/**
 * The assumed duration of requests without a time limit, and the minimum pause between two reads of the team's list, in
 * milliseconds.
 */
const [maxRequestTime, minRecheckDelay] = [30_000, 5000]

export function createImportRun(parts: ImportParts): ImportRun {
  const { client, reader, options, history, journal, writer } = parts
  const { signal, giveUpAfter = defaultGiveUpAfter, onProblem, onOmission, onProgress } = options
  const lease = journal?.lease ?? null
  const state = createImportState(resolveSettings(client, options), history)
  const rows = createInterruptible(reader.rows)
  const control = createImportControl({
    signal,
    leaseLost: lease?.leaseLost,
    endReading() {
      rows.end()
      reader.cancel()
    },
    hasSent: () => state.requests > 0,
  })
  const observers = createObservers({ signal, giveUpAfter }, error => control.stop('failed', error))
  const notifyProgress = () =>
    observers.notify('onProgress', onProgress, summarizeProgress(state, reader.progress()))
  const backoffUntil = (end: AbortSignal) => createSharedBackoff({ giveUpAfter, signal: end, onPause })
  const listReader: TeamListReader = {
    client,
    backoff: backoffUntil(control.readsSignal),
    signal: control.readsSignal,
    onFailure(error) {
      state.failure = error
    },
    onGiveUp: control.failToList,
  }
  return {
    state,
    control,
    events: createEventQueue(),
    client,
    lease,
    writer,
    rows,
    backoff: backoffUntil(control.stopping),
    listReader,
    observers,
    eventLoop: createEventLoopYield(),
    earlierRequestsEndAt: findEndOfEarlierRequests(state, lease?.isTakenOver === true),
    notifyProgress,
    notifyProblems(problems) {
      for (const problem of problems) observers.notify('onProblem', onProblem, problem)
    },
    notifyOmissions(omissions) {
      for (const omission of omissions) observers.notify('onOmission', onOmission, omission)
    },
    reading: 'idle',
    isAwaitingCallbacks: false,
  }

  function onPause(pausedFor: number | null): void {
    state.pausedFor = pausedFor
    notifyProgress()
  }
}

function resolveSettings(client: Pick<EntityScreening, 'timeout'>, options: ImportOptions): ImportSettings {
  const timeout = client.timeout || maxRequestTime
  // By default, the delay is at least the client's timeout, because the service may process a request for that long.
  const { recheckDelay = Math.max(timeout, minRecheckDelay), giveUpAfter = defaultGiveUpAfter } = options
  return {
    batchSize: options.batchSize ?? 1000,
    concurrency: options.concurrency ?? 2,
    dryRun: options.dryRun ?? false,
    onPossibleDuplicate: options.onPossibleDuplicate ?? 'skip',
    partition: options.partition,
    maxProblems: options.keepProblems ?? 10_000,
    timeout,
    recheckDelay,
    unreliableListTimeout: Math.max(giveUpAfter, 2 * recheckDelay),
  }
}

/** @param isTakenOver whether the last holder of the journal did not close it. */
function findEndOfEarlierRequests({ settings, history }: ImportState, isTakenOver: boolean): number {
  const takenOverAt = isTakenOver ? Date.now() : (history.takenOverAt ?? Number.NEGATIVE_INFINITY)
  const timeouts = history.runs.map(run => run.timeout ?? 0)
  const maxDuration = Math.max(settings.timeout, ...timeouts) + settings.recheckDelay
  return performance.now() + Math.max(0, maxDuration - Math.max(0, Date.now() - takenOverAt))
}
