import * as z from 'zod/mini'
import { tryParseJson } from '../../shared/json.ts'
import type { Journal } from './journal.ts'

/** Lines, as pairs of the first and the last of those that follow each other: `[2, 1001, 1003, 1003]`. */
const ranges = z.array(z.int())
const problem = z.object({
  kind: z.enum(['invalid', 'refused', 'duplicate', 'possible_duplicate']),
  line: z.int(),
  column: z.nullable(z.string()),
  reason: z.string(),
  sameAs: z.nullable(z.int()),
})

const begun = z.object({
  journal: z.literal('portfolio import'),
  version: z.literal(1),
  service: z.string(),
  /** Such as `2/8`; left out where the rows are not divided. */
  partition: z.optional(z.string()),
})
/** What was so when a run began to send. */
const run = z.object({
  /** How many entities the team had, and when the newest of them was created. */
  entities: z.int(),
  newest: z.nullable(z.string()),
  /** The time limit of its requests, in milliseconds; null where there was none. */
  timeout: z.nullable(z.number()),
})
/** A batch about to be sent: of each of its lines a sum in eight hexadecimal digits, and how many entities looked like it. */
const sending = z.object({
  batch: z.int(),
  lines: ranges,
  sums: z.string().check(z.regex(/^([0-9a-f]{8})*$/)),
  before: z.record(z.string(), z.int()),
  at: z.optional(z.number()),
  run: z.optional(run),
})
/** How many rows of a request of a batch were created, as a response said that did not say clearly which. */
const counted = z.object({ batch: z.int(), accepted: z.number() })
/** What became of lines of a batch; `open` are those that were certainly not created. */
const settled = z.object({ batch: z.int(), created: ranges, open: ranges, problems: z.array(problem) })
/** How many rows a run left, with those that it did not announce. */
const ended = z.object({ left: z.int() })
/** That it was taken over from a holder who had not closed it, and when, in milliseconds since 1970. */
const takeover = z.object({ takenOver: z.number() })
const entry = z.union([begun, sending, counted, settled, ended, takeover])

/** What a journal is of. */
export type Origin = Pick<z.output<typeof begun>, 'service' | 'partition'>
export type RunStart = z.output<typeof run>
export type Entry = z.output<typeof entry>
export type Sending = z.output<typeof sending>
export type Settled = z.output<typeof settled>

/** An entry, where the line at this place can be one. */
export function readEntry(line: string, index: number): Entry | undefined {
  const { data } = entry.safeParse(tryParseJson(line))
  return data !== undefined && (index === 0) === 'journal' in data ? data : undefined
}

/** What a journal begins with. */
export const firstEntry = (origin: Origin): Entry => ({ journal: 'portfolio import', version: 1, ...origin })

/** Appends one entry after the other. Once one could not be kept, none is. */
export function createKeeper(journal: Journal | undefined): (entry: Entry) => Promise<void> {
  let last = Promise.resolve()
  return given => {
    last = last.then(() => journal?.append(JSON.stringify(given)))
    return last
  }
}

export function* linesOf(given: readonly number[]): Generator<number> {
  for (let at = 0; at + 1 < given.length; at += 2) {
    for (let line = given[at] ?? 0; line <= (given[at + 1] ?? -1); line += 1) yield line
  }
}

/** The lines, in any order, as ranges. */
export function toRanges(lines: Iterable<number>): number[] {
  const ranges: number[] = []
  for (const line of [...lines].sort((a, b) => a - b)) extendRanges(ranges, line)
  return ranges
}

/** Lines that follow each other take no more room than two. */
export function extendRanges(ranges: number[], line: number): void {
  if (ranges.length > 0 && ranges.at(-1) === line - 1) ranges[ranges.length - 1] = line
  else ranges.push(line, line)
}
