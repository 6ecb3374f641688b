import { refuseJournal } from '../import-input.ts'
import type { RowProblem } from '../import-report.ts'
import { nextState, type RowEvent, type RowState } from '../rows/row-state.ts'
import {
  type Announcement,
  type ImportEntry,
  type ImportOrigin,
  type RunEnd,
  type RunStart,
  readImportEntry,
  type Settlement,
} from './import-entry.ts'
import { linesInRanges } from './line-ranges.ts'

/** A batch of an earlier run. */
export interface EarlierBatch extends Pick<Announcement, 'batch' | 'before'> {
  /** The number of the batch's rows for which the journal has no outcome. */
  doubtful: number
  /** The number of `doubtful` rows for which the service created an entity, according to its responses. */
  accepted: number
}

/** The content of an import journal. */
export interface ImportHistory {
  /**
   * The state of the row on each line of the source. States, batches and checksums are in separate lists, which take less memory
   * than one list of objects if there are a million rows.
   */
  readonly states: RowState[]
  readonly batchOfLine: EarlierBatch[]
  readonly checksums: number[]
  readonly problems: Map<number, RowProblem>
  readonly batches: EarlierBatch[]
  /** The start of each run that sent a batch, in order. */
  readonly runs: RunStart[]
  /** The number of entries. */
  entries: number
  /** The number of rows that were announced: recorded in the journal as about to be sent. */
  announced: number
  /** The import that the journal belongs to; null if the journal is empty. */
  origin: ImportOrigin | null
  /** The end of the last run; null if the run was killed, and before the first run. */
  lastEnd: RunEnd | null
  /** The time at which the journal recorded the last batch, in milliseconds since 1970; null if unknown. */
  lastAnnouncement: number | null
  /**
   * The time at which a run last took over the journal from a holder that had not closed it, in milliseconds since 1970; null
   * if this never happened.
   */
  takenOverAt: number | null
}

/** The state of a row that an earlier run recorded as about to be sent. */
export interface EarlierRow {
  readonly state: RowState
  /** The problem of a refused row; undefined for any other row. */
  readonly problem: RowProblem | undefined
  /** The last batch that contained the row. */
  readonly batch: EarlierBatch
  readonly checksum: number
}

/**
 * @throws TypeError if a line is not an entry of an import journal, InputValidationError if the journal does not belong to the
 *   import `expected`.
 */
export async function readImportHistory(
  lines: Iterable<string> | AsyncIterable<string>,
  expected?: ImportOrigin,
): Promise<ImportHistory> {
  const history = createHistory()
  for await (const line of lines) {
    addEntry(history, readImportEntry(line, history.entries) ?? refuseLine(history), expected)
    history.entries += 1
  }
  return history
}

/**
 * Returns the state in which the next run starts with the row on a line, if an earlier run recorded the row; undefined
 * otherwise.
 */
export function findEarlierRow(history: ImportHistory, line: number): EarlierRow | undefined {
  const [state, batch, checksum] = [history.states[line], history.batchOfLine[line], history.checksums[line]]
  if (state === undefined || batch === undefined || checksum === undefined) return undefined
  return {
    state: nextState(state, 'resume') ?? state,
    problem: history.problems.get(line),
    batch,
    checksum,
  }
}

/** Counts the recorded rows that have a given state. */
export function countLines({ states }: ImportHistory, state: RowState): number {
  // Recorded lines may be far apart, so the list has holes, which `Object.values` skips.
  return Object.values(states).filter(lineState => lineState === state).length
}

/** The number of the last line in the journal; 0 if there is none. */
export function lastLineOf({ states }: ImportHistory): number {
  return Math.max(0, states.length - 1)
}

function createHistory(): ImportHistory {
  return {
    states: [],
    batchOfLine: [],
    checksums: [],
    problems: new Map(),
    batches: [],
    runs: [],
    entries: 0,
    announced: 0,
    origin: null,
    lastEnd: null,
    lastAnnouncement: null,
    takenOverAt: null,
  }
}

function addEntry(history: ImportHistory, entry: ImportEntry, expected: ImportOrigin | undefined): void {
  if ('journal' in entry) history.origin = requireOrigin(entry, expected)
  else if ('sums' in entry) addAnnouncement(history, entry)
  else if ('created' in entry) addSettlement(history, entry)
  else if ('accepted' in entry)
    (history.batches[entry.batch - 1] ?? refuseLine(history)).accepted += entry.accepted
  else if ('takenOver' in entry) history.takenOverAt = entry.takenOver
  history.lastEnd = 'hasUnreadRows' in entry ? entry : null
}

function addAnnouncement(history: ImportHistory, announcement: Announcement): void {
  const { batch: number, sums, before, lines, run, at: time } = announcement
  const batch = { batch: number, before, doubtful: sums.length / 8, accepted: 0 }
  history.batches.push(batch)
  // Without this check, the rows of a missing batch would be sent again.
  if (number !== history.batches.length)
    throw new TypeError(`has batch ${number} where batch ${history.batches.length} was: lines are missing`)
  let position = 0
  for (const line of linesInRanges(lines)) {
    if (line < 0 || position === sums.length) refuseLine(history)
    if (history.states[line] === undefined) history.announced += 1
    // A row that was announced before may be sent again only if its entity certainly does not exist.
    else moveLine(history, line, 'resume')
    moveLine(history, line, 'announce')
    history.batchOfLine[line] = batch
    history.checksums[line] = Number.parseInt(sums.slice(position, position + 8), 16)
    position += 8
  }
  if (position < sums.length) refuseLine(history)
  if (run !== undefined) history.runs.push(run)
  history.lastAnnouncement = time ?? null
}

function addSettlement(history: ImportHistory, { created, open, problems }: Settlement): void {
  for (const line of linesInRanges(created)) settleLine(history, line, 'confirm')
  for (const line of linesInRanges(open)) settleLine(history, line, 'postpone')
  for (const problem of problems) {
    history.problems.set(problem.line, problem)
    settleLine(history, problem.line, 'refuse')
  }
}

function settleLine(history: ImportHistory, line: number, event: RowEvent): void {
  const batch = history.batchOfLine[line] ?? refuseLine(history)
  moveLine(history, line, event)
  batch.doubtful -= 1
  if (event === 'confirm') batch.accepted = Math.max(0, batch.accepted - 1)
}

function moveLine(history: ImportHistory, line: number, event: RowEvent): void {
  history.states[line] = nextState(history.states[line] ?? 'planned', event) ?? refuseLine(history)
}

function refuseLine({ entries }: ImportHistory): never {
  throw new TypeError(`is not the journal of an import (its line ${entries + 1})`)
}

/** @throws InputValidationError if the journal belongs to another service or partition. */
function requireOrigin(origin: ImportOrigin, expected = origin): ImportOrigin {
  const [actual, required] = [origin, expected].map(
    ({ service, partition }) => `${partition ? `partition ${partition} of ` : ''}an import into ${service}`,
  )
  if (actual !== required) refuseJournal('other_service', `belongs to ${actual}, not to ${required}`)
  return origin
}
