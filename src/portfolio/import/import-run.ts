import type { EntityScreening } from '../../client.ts'
import { createSharedBackoff, type SharedBackoff } from '../../pacing/shared-backoff.ts'
import { defaultGiveUpAfter } from '../import-input.ts'
import type { ImportOptions } from '../import-options.ts'
import type { ImportWarning } from '../import-report.ts'
import type { JournalWriter } from '../journal/import-entry.ts'
import type { ImportHistory } from '../journal/import-history.ts'
import { type Journal, type LeasedJournal, leaseOf } from '../journal/journal.ts'
import type { TeamListReader } from '../team/team-list-reader.ts'
import { createImportControl, type ImportControl } from './import-control.ts'
import { createEventQueue, type EventQueue } from './import-events.ts'
import { createImportObservers, type ImportObservers, notifyProgress } from './import-observers.ts'
import { cancelRowSource, type RowSource } from './row-source.ts'
import { createImportState, type ImportSettings, type ImportState } from './state/import-state.ts'

/** Functions by which the command takes part in an import. */
export interface ImportHooks {
  /** Opens the journal, in place of the option, once the first rows are read. */
  openJournal(): Promise<Journal | undefined>
  /** Called once the first rows are read, before a row is sent. */
  onFirstRows(findings: SourceFindings): void
}

/** Findings about the columns of a source as a whole. */
export interface SourceFindings {
  readonly warnings: readonly ImportWarning[]
  /** The columns that may hold registration numbers, if none is read for them; none for an import that an earlier run has begun. */
  readonly registrationCandidates: readonly string[]
}

export interface ImportParts {
  readonly client: EntityScreening
  readonly source: RowSource
  readonly options: ImportOptions
  readonly history: ImportHistory
  readonly journal: Journal | undefined
  readonly writer: JournalWriter
  readonly onFirstRows?: ImportHooks['onFirstRows'] | undefined
}

/** The service, as the import sends rows to it and reads the team's list. */
export interface ImportService {
  readonly client: Pick<EntityScreening, 'entities'>
  /** The lease of the journal, which is checked before each request; null if the journal has no lease. */
  readonly lease: LeasedJournal | null
  /** The backoff for bulk requests. */
  readonly backoff: SharedBackoff
  readonly listReader: TeamListReader
  /** The time at which all requests of earlier runs have certainly ended, on the clock of `performance`. */
  readonly earlierRequestsEndAt: number
}

/** An import in progress: its state, and the objects by which it reads, sends, stores and reports. */
export interface ImportRun {
  readonly state: ImportState
  readonly control: ImportControl
  readonly events: EventQueue
  readonly source: RowSource
  readonly service: ImportService
  readonly journal: Journal | undefined
  readonly writer: JournalWriter
  readonly observers: ImportObservers
}

/**
 * The assumed duration of requests without a time limit, and the minimum pause between two reads of the team's list, in
 * milliseconds.
 */
const [maxRequestTime, minRecheckDelay] = [30_000, 5000]

export function createImportRun(parts: ImportParts): ImportRun {
  const { client, source, options, history, journal, writer } = parts
  const { signal, giveUpAfter = defaultGiveUpAfter } = options
  const lease = leaseOf(journal)
  const state = createImportState(resolveSettings(client, options), history)
  const control = createImportControl({
    signal,
    leaseLost: lease?.leaseLost,
    endReading: () => cancelRowSource(source),
    hasSent: () => state.requests > 0,
  })
  const observers = createImportObservers(options, error => control.stop('failed', error))
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
  const earlierRequestsEndAt = findEndOfEarlierRequests(state, lease?.isTakenOver === true)
  const backoff = backoffUntil(control.stopping)
  const service: ImportService = { client, lease, backoff, listReader, earlierRequestsEndAt }
  const run = { state, control, events: createEventQueue(), source, service, journal, writer, observers }
  return run

  function onPause(pausedFor: number | null): void {
    state.pausedFor = pausedFor
    notifyProgress(run)
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
