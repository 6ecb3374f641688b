import type { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import type { ImportOptions, Partition } from '../import-options.ts'
import type { ImportCounts, RowProblem } from '../import-report.ts'
import type { EarlierBatch, ImportHistory } from '../journal/import-history.ts'
import type { AnnouncedRow } from '../rows/row-state.ts'
import { createDuplicateIndex, type DuplicateIndex } from '../team/duplicate-index.ts'
import { type BatchQueue, createBatchQueue } from './batch-queue.ts'
import type { Inquiry } from './inquiry.ts'

/** The options that decide what becomes of a row, with their defaults; times in milliseconds. */
export interface ImportSettings {
  readonly batchSize: number
  readonly concurrency: number
  readonly dryRun: boolean
  readonly onPossibleDuplicate: NonNullable<ImportOptions['onPossibleDuplicate']>
  readonly partition: Pick<Partition, 'index' | 'of'> | undefined
  readonly maxProblems: number
  /** The time limit of a request. */
  readonly timeout: number
  readonly recheckDelay: number
  /** How long unreliable reads of the list may follow each other. */
  readonly unreliableListTimeout: number
}

/** Rows that are sent together, and the failures of earlier requests with them. */
export interface RowGroup {
  readonly rows: readonly AnnouncedRow[]
  /** How many requests with them had no clear response. */
  readonly failures: number
  /** How many of those requests failed while the service processed others. */
  readonly faults: number
  /** How many requests had been sent when they first failed; null before that, and -1 if only they can be at fault. */
  readonly failedAt: number | null
}

/** A batch under way. */
export interface Batch {
  readonly number: number
  readonly rows: readonly AnnouncedRow[]
  /** The groups that wait to be sent, one after the other. */
  groups: readonly RowGroup[]
  /** The rows in doubt that the team's list is read for; null if there are none. */
  inquiry: Inquiry | null
  /**
   * It waits for nothing (`idle`), its turn to send a request, the response, the end of an earlier run's requests (`quiet`), the end
   * of a pause between two reads of the list, the next read, or the read under way.
   */
  phase: 'idle' | 'turn' | 'request' | 'quiet' | 'pause' | 'next_list' | 'list'
}

/** The rows that earlier runs announced, as far as the source has been read. */
export interface EarlierRows {
  /** How many the source has had so far, and how many of them were created. */
  announced: number
  created: number
  /** Whether the team's list shows one of them, so that the journal belongs to this team. */
  isTeamConfirmed: boolean
  /** Rows in doubt that nothing looks for yet. */
  doubtful: Map<EarlierBatch, AnnouncedRow[]>
}

/** Everything that an import has found out so far. */
export interface ImportState {
  readonly settings: ImportSettings
  readonly history: ImportHistory
  readonly index: DuplicateIndex
  readonly earlier: EarlierRows
  readonly queue: BatchQueue
  readonly batches: Set<Batch>
  readonly counts: { -readonly [Name in keyof ImportCounts]: number }
  readonly problems: RowProblem[]
  /** The lines that the import leaves, and those of them that may exist. */
  readonly leftLines: number[]
  readonly inDoubtLines: number[]
  /** The number of the last batch that was announced. */
  lastBatch: number
  /** How many requests were sent, and the number of the last one that succeeded. */
  requests: number
  lastSuccess: number
  /** The numbers that the service may give the first row of a request. */
  firstNumbers: readonly number[]
  /** Why rows stay in doubt although the import goes on: the first error. */
  doubt: Error | null
  /** For how many milliseconds requests pause; null if they do not. */
  pausedFor: number | null
  /** In how many milliseconds the team's list is read, and how many rows wait for that; null and 0 if none does. */
  nextReadIn: number | null
  rowsInPause: number
  /** The last failure; null after a success. */
  failure: EntityScreeningError | null
}

export const noCounts: ImportCounts = {
  rows: 0,
  created: 0,
  createdEarlier: 0,
  planned: 0,
  invalid: 0,
  refused: 0,
  duplicates: 0,
  possibleDuplicates: 0,
  remaining: 0,
}

/** The number that a service may give the first row of a request: the specification does not show it. */
export const possibleFirstNumbers: readonly number[] = [1, 0, 2]

export function createImportState(settings: ImportSettings, history: ImportHistory): ImportState {
  return {
    settings,
    history,
    index: createDuplicateIndex(),
    earlier: { announced: 0, created: 0, isTeamConfirmed: false, doubtful: new Map() },
    queue: createBatchQueue(),
    batches: new Set(),
    counts: { ...noCounts },
    problems: [],
    leftLines: [],
    inDoubtLines: [],
    lastBatch: history.batches.length,
    requests: 0,
    lastSuccess: 0,
    firstNumbers: possibleFirstNumbers,
    doubt: null,
    pausedFor: null,
    nextReadIn: null,
    rowsInPause: 0,
    failure: null,
  }
}

const countOfKind = {
  invalid: 'invalid',
  refused: 'refused',
  duplicate: 'duplicates',
  possible_duplicate: 'possibleDuplicates',
} as const satisfies Record<RowProblem['kind'], keyof ImportCounts>

/** Counts a row that is not created, once, and stores all its problems. */
export function addProblems(
  { counts, problems, settings }: ImportState,
  rowProblems: readonly [RowProblem, ...RowProblem[]],
): void {
  counts[countOfKind[rowProblems[0].kind]] += 1
  for (const problem of rowProblems) if (problems.length < settings.maxProblems) problems.push(problem)
}

/** Counts a row that the import leaves. @param mayExist whether a request with it may have been processed. */
export function markUnsent(state: ImportState, line: number, mayExist = false): void {
  state.counts.remaining += 1
  state.leftLines.push(line)
  if (mayExist) state.inDoubtLines.push(line)
}
