import type { ImportOptions } from '../import-options.ts'
import type { ImportProgress, RowOmission, RowProblem } from '../import-report.ts'
import { awaitObservers, createObservers, notifyObserver, type Observers } from '../observers.ts'
import { type EventQueue, startTask } from './import-events.ts'
import type { RowSource } from './row-source.ts'
import type { ImportState } from './state/import-state.ts'

/** The caller's functions that observe the import. While one of their promises is pending, no rows are read or sent. */
export interface ImportObservers
  extends Observers,
    Pick<ImportOptions, 'onProgress' | 'onProblem' | 'onOmission'> {
  /** Whether a task waits until the promises have settled. */
  isAwaited: boolean
}

export function createImportObservers(
  { onProgress, onProblem, onOmission }: ImportOptions,
  fail: (error: unknown) => void,
): ImportObservers {
  return { ...createObservers(fail), onProgress, onProblem, onOmission, isAwaited: false }
}

interface ObservedImport {
  readonly state: ImportState
  readonly source: RowSource
  readonly observers: ImportObservers
}

export function notifyProgress({ state, source, observers }: ObservedImport): void {
  notifyObserver(observers, observers.onProgress, summarizeProgress(state, source.reader.progress()))
}

export function notifyProblems(observers: ImportObservers, problems: readonly RowProblem[]): void {
  for (const problem of problems) notifyObserver(observers, observers.onProblem, problem)
}

export function notifyOmissions(observers: ImportObservers, omissions: readonly RowOmission[]): void {
  for (const omission of omissions) notifyObserver(observers, observers.onOmission, omission)
}

/** Starts a task that ends when the promises of the observers have settled. */
export function startAwaitingObservers(events: EventQueue, observers: ImportObservers): void {
  if (observers.isAwaited) return
  observers.isAwaited = true
  startTask(events, [], async () => {
    await awaitObservers(observers)
    return { kind: 'observers_settled' }
  })
}

function summarizeProgress(state: ImportState, read: ImportProgress['read']): ImportProgress {
  const { counts, pausedFor, nextReadIn, rowsInPause, failure } = state
  const sum = Object.values(counts).reduce((total, count) => total + count, 0)
  // Four counts are subtracted: `rows`, which includes rows without an outcome, and three that are parts of other counts.
  const { createdEarlier, plannedRepeats, withOmissions, rows } = counts
  const settled = sum - createdEarlier - plannedRepeats - withOmissions - rows
  return { ...counts, settled, read, pausedFor, nextReadIn, inDoubt: rowsInPause, failure }
}
