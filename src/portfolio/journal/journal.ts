import * as z from 'zod/mini'
import type { RowProblem } from '../report.ts'

/**
 * A place that keeps lines of text, in the order in which they were appended, for as long as an import may be run again.
 *
 * @example
 * const lines: string[] = JSON.parse(localStorage.getItem('import') ?? '[]')
 * const journal: Journal = {
 *   read: async () => [...lines],
 *   append: async line => {
 *     lines.push(line)
 *     localStorage.setItem('import', JSON.stringify(lines))
 *   },
 * }
 */
export interface Journal {
  /** All lines so far. Called once, before any `append`. */
  read(): Promise<Iterable<string>>
  /**
   * Keeps a line. Called again only when the line before is kept: a request is sent after the line that announces it. Where it
   * throws, the import stops, and its report has the error in `stopped`; at the first line, the promise rejects instead.
   */
  append(line: string): Promise<void>
  /** Called when the import has ended, however it did. */
  close?: (() => Promise<void>) | undefined
}

/** A journal that one holder has at a time, for as long as it renews its lease. */
export interface LeasedJournal extends Journal {
  /** Grows with each holder; `append` is refused once another holder has a higher one. */
  readonly token: number
  /** Whether an earlier holder never closed it: requests of its may still be on the wire. */
  readonly takenOver: boolean
  /** Aborted before the lease can end. */
  readonly lost: AbortSignal
  /** Throws where the lease is lost, or too old to be sure of. */
  check(): void
  /** Replaces all lines at once, only while the token is current. */
  replace(lines: Iterable<string>): Promise<void>
  /** Gives the lease back. */
  close(): Promise<void>
}

/** Lines, as pairs of the first and the last of those that follow each other: `[2, 1001, 1003, 1003]`. */
export type Ranges = readonly number[]

const ranges = z.array(z.int())
const problem = z.object({
  kind: z.enum(['invalid', 'refused', 'duplicate', 'possible_duplicate']),
  line: z.int(),
  column: z.nullable(z.string()),
  reason: z.string(),
  sameAs: z.nullable(z.int()),
})

const begun = z.object({ journal: z.literal('portfolio import'), version: z.literal(1), service: z.string() })
/**
 * A batch about to be sent: its lines, a sum of eight hexadecimal digits of what each of them says, and how many entities that
 * look like a line there were before.
 */
const sending = z.object({
  batch: z.int(),
  lines: ranges,
  sums: z.string().check(z.regex(/^([0-9a-f]{8})*$/)),
  before: z.record(z.string(), z.int()),
})
/** What became of lines of a batch; `open` are those that were certainly not created. */
const settled = z.object({ batch: z.int(), created: ranges, open: ranges, problems: z.array(problem) })
const entry = z.union([begun, sending, settled])

export type Entry = z.output<typeof entry>
export type Sending = z.output<typeof sending>
export type Settled = z.output<typeof settled>

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

function readEntry(line: unknown, index: number): Entry {
  const parsed = entry.safeParse(parse(line))
  return parsed.success && (index === 0) === 'journal' in parsed.data ? parsed.data : refuseLine(index)
}

function refuseLine(index: number): never {
  throw new TypeError(`is not the journal of an import (its line ${index + 1})`)
}

function parse(line: unknown): unknown {
  try {
    return typeof line === 'string' ? JSON.parse(line) : undefined
  } catch {
    return undefined
  }
}

function lastLineOf(given: Entry): number {
  if ('journal' in given) return 0
  return ('sums' in given ? given.lines : []).reduce((one, other) => Math.max(one, other), 0)
}

/** What a journal begins with. */
export function firstEntry(service: string): Entry {
  return { journal: 'portfolio import', version: 1, service }
}

/**
 * Appends one entry after the other. Once one could not be kept, none is: half of it may stand at the end, and what comes after
 * would make the whole unreadable.
 */
export function createKeeper(journal: Journal | undefined): (entry: Entry) => Promise<void> {
  let last = Promise.resolve()
  return given => {
    if (journal === undefined) return last
    last = last.then(() => journal.append(JSON.stringify(given)))
    return last
  }
}

function* linesOf(given: Ranges): Generator<number> {
  for (let at = 0; at + 1 < given.length; at += 2) {
    for (let line = given[at] ?? 0; line <= (given[at + 1] ?? -1); line += 1) yield line
  }
}

/** The lines, in any order, as ranges. */
export function toRanges(lines: Iterable<number>): number[] {
  const found: number[] = []
  for (const line of [...lines].sort((a, b) => a - b)) {
    if (found.length > 0 && found.at(-1) === line - 1) found[found.length - 1] = line
    else found.push(line, line)
  }
  return found
}
