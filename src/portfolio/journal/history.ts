import type { RowProblem } from '../report.ts'
import { type Entry, linesOf, readEntry, refuseLine, type Sending, type Settled } from './entries.ts'

/** A batch of an earlier run. */
export interface EarlierBatch {
  readonly batch: number
  /** How many entities looked like a row before it was sent, by its line; 0 where it is not there. */
  readonly before: Readonly<Record<string, number>>
  /** Of how many of its lines nothing says what became of them. */
  doubtful: number
}

/** What the journal says of a line that was announced: `doubtful` where nothing says what became of it. */
export interface EarlierRow {
  readonly state: 'doubtful' | 'created' | 'open' | RowProblem
  /** The last batch in which it was announced. */
  readonly batch: EarlierBatch
  readonly sum: number
}

/** A journal that has been read. */
export interface History {
  find(line: number): EarlierRow | undefined
  /** How many lines were announced, and the last of them. */
  readonly size: number
  readonly lastLine: number
  readonly lastBatch: number
}

const states = ['unknown', 'doubtful', 'created', 'open', 'problem'] as const
const codeOf = { doubtful: 1, created: 2, open: 3, problem: 4 } as const

/** No source has more lines: what a journal says must not make a million times its own size of memory. */
const mostLines = 100_000_000

/** @throws TypeError where a line is none of this kind of journal, or speaks of another service. */
export function readHistory(lines: Iterable<unknown>, service: string): History {
  const entries = Array.from(lines, readEntry)
  const lastLine = entries.reduce((most, given) => Math.max(most, lastLineOf(given)), 0)
  if (lastLine > mostLines) throw new TypeError(`speaks of line ${lastLine}, which no source has`)
  // A line costs nine bytes: a million of them are known again without a map.
  const stateAt = new Uint8Array(lastLine + 1)
  const batchAt = new Uint32Array(lastLine + 1)
  const sumAt = new Uint32Array(lastLine + 1)
  const problems = new Map<number, RowProblem>()
  const batches: EarlierBatch[] = []
  let size = 0
  entries.forEach((given, index) => {
    if ('journal' in given) requireService(given.service)
    else if (!('sums' in given ? begin(given) : settle(given))) refuseLine(index)
  })
  return {
    find(line) {
      const batch = batches[(batchAt[line] ?? 0) - 1]
      const state = states[stateAt[line] ?? 0]
      const found = state === 'problem' ? problems.get(line) : state
      if (batch === undefined || found === undefined || found === 'unknown') return undefined
      return { state: found, batch, sum: sumAt[line] ?? 0 }
    },
    size,
    lastLine,
    lastBatch: batches.reduce((last, { batch }) => Math.max(last, batch), 0),
  }

  function requireService(given: string): void {
    if (given !== service) throw new TypeError(`belongs to an import into ${given}, not into ${service}`)
  }

  /** @returns false where it cannot have been written so. */
  function begin({ batch, sums, before, lines }: Sending): boolean {
    let at = 0
    const announced = { batch, before, doubtful: 0 }
    const index = batches.push(announced)
    for (const line of linesOf(lines)) {
      const state = stateAt[line]
      // Only what is certainly not there may be sent once more.
      if (state !== 0 && state !== codeOf.open) return false
      if (state === 0) size += 1
      stateAt[line] = codeOf.doubtful
      batchAt[line] = index
      sumAt[line] = Number.parseInt(sums.slice(at, at + 8), 16)
      announced.doubtful += 1
      at += 8
    }
    return at === sums.length
  }

  /** @returns false where it cannot have been written so. */
  function settle({ created, open, problems: found }: Settled): boolean {
    for (const given of found) problems.set(given.line, given)
    const outcomes = [
      [linesOf(created), codeOf.created],
      [linesOf(open), codeOf.open],
      [found.map(({ line }) => line), codeOf.problem],
    ] as const
    for (const [settledLines, code] of outcomes) {
      for (const line of settledLines) {
        const batch = batches[(batchAt[line] ?? 0) - 1]
        if (batch === undefined || stateAt[line] !== codeOf.doubtful) return false
        batch.doubtful -= 1
        stateAt[line] = code
      }
    }
    return true
  }
}

function lastLineOf(given: Entry): number {
  if ('journal' in given) return 0
  return ('sums' in given ? given.lines : []).reduce((one, other) => Math.max(one, other), 0)
}
