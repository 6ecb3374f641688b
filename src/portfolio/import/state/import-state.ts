import type { EntityScreeningError } from '../../../transport/errors/EntityScreeningError.ts'
import type { ImportOptions, Partition } from '../../import-options.ts'
import type { ImportCounts, RowOmission, RowProblem } from '../../import-report.ts'
import type { EarlierBatch, ImportHistory } from '../../journal/import-history.ts'
import type { PlacedRow } from '../../rows/read-row.ts'
import type { AnnouncedRow } from '../../rows/row-state.ts'
import { createDuplicateIndex, type DuplicateIndex } from '../../team/duplicate-index.ts'
import type { Batch } from './batch.ts'
import { type BatchQueue, createBatchQueue } from './batch-queue.ts'

/** The options of an import, with defaults for omitted options. Times are in milliseconds. */
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
  /** How long the reads of the list may stay unreliable before the import stops. */
  readonly unreliableListTimeout: number
}

/** The rows that earlier runs recorded in the journal, as far as the source has been read. */
export interface EarlierRows {
  /** The number of rows from the journal that were found in the source so far. */
  announced: number
  /** The number of rows that were created, according to the journal. */
  created: number
  /** Whether the team's list shows a row from the journal, which proves that the journal belongs to this team. */
  isTeamConfirmed: boolean
  /** The rows with an unknown outcome for which no search has started yet, by batch. */
  doubtful: Map<EarlierBatch, AnnouncedRow[]>
}

/** The state of an import: everything that the import knows about rows and entities. */
export interface ImportState {
  readonly settings: ImportSettings
  readonly history: ImportHistory
  readonly index: DuplicateIndex
  readonly earlier: EarlierRows
  readonly queue: BatchQueue
  readonly batches: Set<Batch>
  readonly counts: { -readonly [Name in keyof ImportCounts]: number }
  readonly problems: RowProblem[]
  /** The fields that rows lack, because they cannot be read. */
  readonly omissions: RowOmission[]
  /** The lines of rows that are left to a later run. */
  readonly remainingLines: number[]
  /** The remaining lines whose rows may have been created. */
  readonly inDoubtLines: number[]
  /** The listing keys of the organizations that a dry run would send. */
  readonly plannedKeys: Set<string>
  /** The number of the last batch that was recorded in the journal. */
  lastBatch: number
  /** The number of bulk requests sent. */
  requests: number
  /** The number of the last request that succeeded. */
  lastSuccess: number
  /** The numbers by which the service's messages may refer to the first row of a request. */
  firstNumbers: readonly number[]
  /** The first error that left the outcome of rows unknown without stopping the import; null if there is none. */
  doubt: Error | null
  /** The duration of the current pause between bulk requests, in milliseconds; null if there is no pause. */
  pausedFor: number | null
  /** The milliseconds until the next read of the team's list; null if no row waits for the list. */
  nextReadIn: number | null
  /** The number of rows with an unknown outcome that wait for the next read of the list. */
  rowsInPause: number
  /** The error of the last request; null if the request succeeded. */
  failure: EntityScreeningError | null
}

export const noCounts: ImportCounts = {
  rows: 0,
  created: 0,
  createdEarlier: 0,
  planned: 0,
  plannedRepeats: 0,
  withOmissions: 0,
  invalid: 0,
  refused: 0,
  duplicates: 0,
  possibleDuplicates: 0,
  remaining: 0,
}

/**
 * The numbers that a service may give to the first row: 1, 0, or 2 if the service counts a header row. The specification leaves
 * this open.
 */
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
    omissions: [],
    remainingLines: [],
    inDoubtLines: [],
    plannedKeys: new Set(),
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

/** Counts a row that will not be created, and stores its problems. */
export function addProblems(
  { counts, problems, settings }: ImportState,
  rowProblems: readonly [RowProblem, ...RowProblem[]],
): void {
  counts[countOfKind[rowProblems[0].kind]] += 1
  for (const problem of rowProblems) if (problems.length < settings.maxProblems) problems.push(problem)
}

/** If a row that was created, or that a dry run would send, lacks fields, counts the row. @returns the fields. */
export function addOmissions(
  { counts, omissions, settings }: ImportState,
  { omissions: rowOmissions = [] }: Pick<PlacedRow, 'omissions'>,
): readonly RowOmission[] {
  if (rowOmissions.length > 0) counts.withOmissions += 1
  for (const omission of rowOmissions) if (omissions.length < settings.maxProblems) omissions.push(omission)
  return rowOmissions
}

/** Counts a row that is left to a later run. @param mayExist whether the service may have processed a request with the row. */
export function markRemaining(state: ImportState, line: number, mayExist = false): void {
  state.counts.remaining += 1
  state.remainingLines.push(line)
  if (mayExist) state.inDoubtLines.push(line)
}
