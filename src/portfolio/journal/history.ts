import type { RowProblem } from '../report.ts'
import { nextState, type RowEvent, type RowState, transitions } from '../rows/state.ts'
import {
  type Entry,
  linesOf,
  type Ranges,
  type RunStart,
  readEntry,
  refuseLine,
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
  /** Whether there is nothing in it. */
  isNew: boolean
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
  /** What the journal is of; null where there is nothing in it. */
  origin: Origin | null
}

/** What a journal must be of. */
export interface Origin {
  readonly service: string
  /** Such as `2/8`. */
  readonly partition?: string | undefined
}

const states = Object.keys(transitions) as readonly RowState[]

/** No source has more lines: what a journal says must not make a million times its own size of memory. */
const mostLines = 100_000_000

/** @throws TypeError where a line is none of this kind of journal, or speaks of another import than is expected. */
export async function readHistory(
  lines: Iterable<unknown> | AsyncIterable<unknown>,
  expected?: Origin,
): Promise<History> {
  // A line of the source costs nine bytes: a million of them are known again without a map.
  let stateAt = new Uint8Array(1024)
  let batchAt = new Uint32Array(1024)
  let sumAt = new Uint32Array(1024)
  const problems = new Map<number, RowProblem>()
  const batches: EarlierBatch[] = []
  const history: History = {
    find,
    count,
    size: 0,
    lastLine: 0,
    lastBatch: 0,
    isNew: true,
    start: null,
    timeout: null,
    left: null,
    lastAt: null,
    takenOverAt: null,
    origin: null,
  }
  let entries = 0
  for await (const line of lines) {
    if (!take(readEntry(line, entries))) refuseLine(entries)
    entries += 1
    history.isNew = false
  }
  return history

  function find(line: number): EarlierRow | undefined {
    const batch = batches[(batchAt[line] ?? 0) - 1]
    const state = stateOf(line)
    if (batch === undefined || state === 'planned') return undefined
    const now = nextState(state, 'resume') ?? state
    return { state: now, problem: problems.get(line), batch, sum: sumAt[line] ?? 0 }
  }

  function count(state: RowState): number {
    const wanted = states.indexOf(state)
    return stateAt.reduce((sum, given) => sum + (given === wanted ? 1 : 0), 0)
  }

  function stateOf(line: number): RowState {
    return states[stateAt[line] ?? 0] ?? 'planned'
  }

  /** @returns false where that cannot happen to the line. */
  function move(line: number, event: RowEvent): boolean {
    const next = nextState(stateOf(line), event)
    if (next !== undefined) stateAt[line] = states.indexOf(next)
    return next !== undefined
  }

  /** @returns false where it cannot have been written so. */
  function take(given: Entry): boolean {
    if ('sums' in given) return announce(given)
    if ('created' in given) return conclude(given)
    if ('accepted' in given) {
      const batch = batches.findLast(announced => announced.batch === given.batch)
      if (batch !== undefined) batch.accepted += given.accepted
      return batch !== undefined
    }
    if ('left' in given) {
      history.left = given.left
      return true
    }
    if ('takenOver' in given) {
      history.takenOverAt = given.takenOver
      return true
    }
    if (expected !== undefined) requireOrigin(given, expected)
    history.origin = { service: given.service, partition: given.partition }
    return true
  }

  function announce({ batch, sums, before, lines: given, run, at }: Sending): boolean {
    // What was sent in a batch that is gone would be sent again.
    if (batch > history.lastBatch + 1)
      throw new TypeError(
        `lacks batch ${history.lastBatch + 1}, which comes before batch ${batch}: lines are missing`,
      )
    makeRoom(given)
    let sum = 0
    const announced = { batch, before, doubtful: 0, accepted: 0 }
    const index = batches.push(announced)
    for (const line of linesOf(given)) {
      const isFirst = stateOf(line) === 'planned'
      // Only what is certainly not there may be sent once more, by a later run.
      if (line < 0 || !(move(line, 'announce') || (move(line, 'resume') && move(line, 'announce'))))
        return false
      if (isFirst) history.size += 1
      batchAt[line] = index
      sumAt[line] = Number.parseInt(sums.slice(sum, sum + 8), 16)
      announced.doubtful += 1
      sum += 8
    }
    history.lastBatch = Math.max(history.lastBatch, batch)
    history.left = null
    history.lastAt = at ?? null
    history.start ??= run ?? null
    if (run?.timeout) history.timeout = Math.max(history.timeout ?? 0, run.timeout)
    return sum === sums.length
  }

  function conclude({ created, open, problems: found }: Settled): boolean {
    history.left = null
    for (const given of found) problems.set(given.line, given)
    return (
      every(linesOf(created), line => settle(line, 'confirm')) &&
      every(linesOf(open), line => settle(line, 'leave')) &&
      found.every(({ line }) => settle(line, 'refuse'))
    )
  }

  function settle(line: number, event: RowEvent): boolean {
    const batch = batches[(batchAt[line] ?? 0) - 1]
    if (batch === undefined || !move(line, event)) return false
    batch.doubtful -= 1
    if (event === 'confirm') batch.accepted = Math.max(0, batch.accepted - 1)
    return true
  }

  /** Makes room for all lines that an entry speaks of. */
  function makeRoom(given: Ranges): void {
    const lastLine = given.reduce((one, other) => Math.max(one, other), history.lastLine)
    history.lastLine = lastLine
    if (lastLine > mostLines) throw new TypeError(`names line ${lastLine}, which no source has`)
    if (lastLine < stateAt.length) return
    const length = Math.ceil(Math.max(lastLine + 1, stateAt.length * 1.5))
    stateAt = grown(stateAt, new Uint8Array(length))
    batchAt = grown(batchAt, new Uint32Array(length))
    sumAt = grown(sumAt, new Uint32Array(length))
  }
}

/** At the first that does not pass, no more is asked for: a range may have no end. */
function every(lines: Iterable<number>, passes: (line: number) => boolean): boolean {
  for (const line of lines) if (!passes(line)) return false
  return true
}

function grown<Numbers extends Uint8Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

function requireOrigin(given: Origin, { service, partition }: Origin): void {
  if (given.service !== service)
    throw new TypeError(`belongs to an import into ${given.service}, not into ${service}`)
  if (given.partition === partition) return
  const name = (of: string | undefined) => (of === undefined ? 'the whole source' : `partition ${of}`)
  throw new TypeError(`belongs to ${name(given.partition)}, not to ${name(partition)}`)
}
