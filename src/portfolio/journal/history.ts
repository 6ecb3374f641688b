import type { RowProblem } from '../report.ts'
import { nextState, type RowEvent, type RowState } from '../rows/state.ts'
import {
  type Entry,
  linesOf,
  type Origin,
  type RunStart,
  readEntry,
  type Sending,
  type Settled,
} from './entries.ts'

/** A batch of an earlier run. */
export interface EarlierBatch {
  readonly batch: number
  /** How many entities looked like a row before it was sent, by its line; 0 where it is not there. */
  readonly before: Readonly<Record<string, number>>
  /** Of how many of its lines nothing says what became of them. */
  doubtful: number
  /** How many of those were created at least, as responses say. */
  accepted: number
}

/** What the journal says of a line that was announced, as a later run finds it. */
export interface EarlierRow {
  readonly state: RowState
  /** Why it was not created, where it was refused or a duplicate. */
  readonly problem: RowProblem | undefined
  /** The last batch in which it was announced. */
  readonly batch: EarlierBatch
  readonly sum: number
}

/** A journal that has been read. */
export interface History {
  find(line: number): EarlierRow | undefined
  /** How many of the lines that were announced are in a state. */
  count(state: RowState): number
  /** How many lines were announced, and the last of them. */
  size: number
  lastLine: number
  lastBatch: number
  /** What the journal is of; null where there is nothing in it. */
  origin: Origin | null
  /** How the first run began to send; null where the journal does not say. */
  start: RunStart | null
  /** The longest time limit of a request of any run, in milliseconds; null where none is known. */
  timeout: number | null
  /** How many rows the last run left, in doubt or not announced included; null where it was killed, or left none. */
  left: number | null
  /** When the last batch was announced, in milliseconds since 1970; null where the journal does not say. */
  lastAt: number | null
  /** When it was last taken over from a holder who had not closed it; null where it never was. */
  takenOverAt: number | null
}

/** @throws TypeError where a line is none of this kind of journal, or speaks of another import than is expected. */
export async function readHistory(
  lines: Iterable<unknown> | AsyncIterable<unknown>,
  expected?: Origin,
): Promise<History> {
  // By line: a million takes less memory in three lists than in one of objects.
  const [states, batches, sums]: [RowState[], EarlierBatch[], number[]] = [[], [], []]
  const problems = new Map<number, RowProblem>()
  const announced: EarlierBatch[] = []
  const history: History = {
    find,
    // A line may be far from all others.
    count: state => Object.values(states).filter(given => given === state).length,
    size: 0,
    lastLine: 0,
    lastBatch: 0,
    origin: null,
    start: null,
    timeout: null,
    left: null,
    lastAt: null,
    takenOverAt: null,
  }
  let entries = 0
  for await (const line of lines) {
    take(readEntry(line, entries) ?? refuse())
    entries += 1
  }
  return history

  function refuse(): never {
    throw new TypeError(`is not the journal of an import (its line ${entries + 1})`)
  }

  function find(line: number): EarlierRow | undefined {
    const [state, batch] = [states[line], batches[line]]
    if (state === undefined || batch === undefined) return undefined
    const sum = sums[line] ?? 0
    return { state: nextState(state, 'resume') ?? state, problem: problems.get(line), batch, sum }
  }

  function move(line: number, event: RowEvent): void {
    states[line] = nextState(states[line] ?? 'planned', event) ?? refuse()
  }

  function take(given: Entry): void {
    if ('sums' in given) announce(given)
    else if ('created' in given) conclude(given)
    else if ('accepted' in given) (announced[given.batch - 1] ?? refuse()).accepted += given.accepted
    else if ('left' in given) history.left = given.left
    else if ('takenOver' in given) history.takenOverAt = given.takenOver
    else {
      if (expected !== undefined) requireOrigin(given, expected)
      history.origin = given
    }
  }

  function announce({ batch: number, sums: given, before, lines, run, at }: Sending): void {
    // What was sent in a batch that is gone would be sent again.
    if (number !== history.lastBatch + 1)
      throw new TypeError(`has batch ${number} where batch ${history.lastBatch + 1} was: lines are missing`)
    const batch = { batch: number, before, doubtful: given.length / 8, accepted: 0 }
    announced.push(batch)
    let read = 0
    for (const line of linesOf(lines)) {
      if (line < 0 || read === given.length) refuse()
      if (states[line] === undefined) history.size += 1
      // Only what is certainly not there may be sent once more, by a later run.
      else move(line, 'resume')
      move(line, 'announce')
      batches[line] = batch
      sums[line] = Number.parseInt(given.slice(read, read + 8), 16)
      read += 8
      history.lastLine = Math.max(history.lastLine, line)
    }
    if (read < given.length) refuse()
    history.lastBatch = number
    history.left = null
    history.lastAt = at ?? null
    history.start ??= run ?? null
    if (run?.timeout) history.timeout = Math.max(history.timeout ?? 0, run.timeout)
  }

  function conclude({ created, open, problems: found }: Settled): void {
    history.left = null
    for (const line of linesOf(created)) settle(line, 'confirm')
    for (const line of linesOf(open)) settle(line, 'leave')
    for (const problem of found) {
      problems.set(problem.line, problem)
      settle(problem.line, 'refuse')
    }
  }

  function settle(line: number, event: RowEvent): void {
    const batch = batches[line] ?? refuse()
    move(line, event)
    batch.doubtful -= 1
    if (event === 'confirm') batch.accepted = Math.max(0, batch.accepted - 1)
  }
}

function requireOrigin(given: Origin, expected: Origin): void {
  const [is, must] = [given, expected].map(
    ({ service, partition }) => `${partition ? `partition ${partition} of ` : ''}an import into ${service}`,
  )
  if (is !== must) throw new TypeError(`belongs to ${is}, not to ${must}`)
}
