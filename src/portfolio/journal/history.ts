import type { RowProblem } from '../report.ts'
import { nextState, type RowEvent, type RowState } from '../rows/state.ts'
import { linesOf, type Origin, type RunStart, readEntry, type Sending, type Settled } from './entries.ts'

/** A batch of an earlier run. */
export interface EarlierBatch extends Pick<Sending, 'batch' | 'before'> {
  /** Of how many of its lines nothing says what became of them. */
  doubtful: number
  /** How many of those were created at least, as responses say. */
  accepted: number
}

/** A journal that has been read. */
export type History = Awaited<ReturnType<typeof readHistory>>

/** What the journal says of a line that was announced, as a later run finds it. */
export type EarlierRow = NonNullable<ReturnType<History['find']>>

/** @throws TypeError where a line is none of this kind of journal, or speaks of another import than is expected. */
export async function readHistory(lines: Iterable<string> | AsyncIterable<string>, expected?: Origin) {
  // By line: a million takes less memory in three lists than in one of objects.
  const [states, batches, sums]: [RowState[], EarlierBatch[], number[]] = [[], [], []]
  const problems = new Map<number, RowProblem>()
  const announced: EarlierBatch[] = []
  const runs: RunStart[] = []
  let [entries, size] = [0, 0]
  let origin: Origin | null = null
  let left: number | null = null
  let lastAt: number | null = null
  let takenOverAt: number | null = null
  for await (const line of lines) {
    const given = readEntry(line, entries) ?? refuse()
    if ('journal' in given) origin = requireOrigin(given, expected)
    else if ('sums' in given) {
      announce(given)
      lastAt = given.at ?? null
    } else if ('created' in given) conclude(given)
    else if ('accepted' in given) (announced[given.batch - 1] ?? refuse()).accepted += given.accepted
    else if ('takenOver' in given) takenOverAt = given.takenOver
    left = 'left' in given ? given.left : null
    entries += 1
  }
  return {
    find,
    /** How many of the lines that were announced are in a state. A line may be far from all others. */
    count: (state: RowState) => Object.values(states).filter(given => given === state).length,
    /** How many lines were announced, and the last of them. */
    size,
    lastLine: Math.max(0, states.length - 1),
    lastBatch: announced.length,
    /** What the journal is of; null where there is nothing in it. */
    origin,
    /** How runs began to send, the first one first. */
    runs,
    /** How many rows the last run left, in doubt or not announced included; null where it was killed, or left none. */
    left,
    /** When the last batch was announced, in milliseconds since 1970; null where the journal does not say. */
    lastAt,
    /** When it was last taken over from a holder who had not closed it; null where it never was. */
    takenOverAt,
  }

  function refuse(): never {
    throw new TypeError(`is not the journal of an import (its line ${entries + 1})`)
  }

  function find(line: number) {
    const [state, batch, sum] = [states[line], batches[line], sums[line]]
    if (state === undefined || batch === undefined || sum === undefined) return undefined
    return {
      state: nextState(state, 'resume') ?? state,
      /** Why it was not created, where it was refused or a duplicate. */
      problem: problems.get(line),
      /** The last batch in which it was announced. */
      batch,
      sum,
    }
  }

  function move(line: number, event: RowEvent): void {
    states[line] = nextState(states[line] ?? 'planned', event) ?? refuse()
  }

  function announce({ batch: number, sums: given, before, lines, run }: Sending): void {
    const batch = { batch: number, before, doubtful: given.length / 8, accepted: 0 }
    announced.push(batch)
    // What was sent in a batch that is gone would be sent again.
    if (number !== announced.length)
      throw new TypeError(`has batch ${number} where batch ${announced.length} was: lines are missing`)
    let read = 0
    for (const line of linesOf(lines)) {
      if (line < 0 || read === given.length) refuse()
      if (states[line] === undefined) size += 1
      // Only what is certainly not there may be sent once more, by a later run.
      else move(line, 'resume')
      move(line, 'announce')
      batches[line] = batch
      sums[line] = Number.parseInt(given.slice(read, read + 8), 16)
      read += 8
    }
    if (read < given.length) refuse()
    if (run !== undefined) runs.push(run)
  }

  function conclude({ created, open, problems: found }: Settled): void {
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

/** @throws TypeError if the journal is of another service or partition. */
function requireOrigin(given: Origin, expected = given): Origin {
  const [is, must] = [given, expected].map(
    ({ service, partition }) => `${partition ? `partition ${partition} of ` : ''}an import into ${service}`,
  )
  if (is !== must) throw new TypeError(`belongs to ${is}, not to ${must}`)
  return given
}
