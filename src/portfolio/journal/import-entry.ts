import * as z from 'zod/mini'
import { tryParseJson } from '../../shared/json.ts'
import type { Journal } from './journal.ts'

/** Line numbers of the source, as `toRanges` returns them. */
const ranges = z.array(z.int())
const problem = z.object({
  kind: z.enum(['invalid', 'refused', 'duplicate', 'possible_duplicate']),
  line: z.int(),
  column: z.nullable(z.string()),
  reason: z.string(),
  sameAs: z.nullable(z.int()),
})

/** The first entry of a journal. */
const opening = z.object({
  journal: z.literal('portfolio import'),
  version: z.literal(1),
  service: z.string(),
  /** The partition, such as `2/8`; absent if the rows are not divided into partitions. */
  partition: z.optional(z.string()),
})
/** The state of the team, and the client's time limit, at the start of a run. */
const run = z.object({
  /** The number of entities in the team. */
  entities: z.int(),
  /** The creation time of the newest entity; null if the team had none. */
  newest: z.nullable(z.string()),
  /** The time limit of a request, in milliseconds; null if there was no limit. */
  timeout: z.nullable(z.number()),
})
/**
 * A batch about to be sent. `sums`: a checksum of eight hexadecimal digits for each line. `before`: for each line, the number
 * of entities that looked like the row before it was sent.
 */
const announcement = z.object({
  batch: z.int(),
  lines: ranges,
  sums: z.string().check(z.regex(/^([0-9a-f]{8})*$/)),
  before: z.record(z.string(), z.int()),
  at: z.optional(z.number()),
  run: z.optional(run),
})
/** The number of rows that a request created, if the response did not identify these rows. */
const acceptance = z.object({ batch: z.int(), accepted: z.number() })
/** The outcome of some rows of a batch, by line number. The rows in `open` were certainly not created. */
const settlement = z.object({ batch: z.int(), created: ranges, open: ranges, problems: z.array(problem) })
/**
 * The end of a run: the number of remaining rows, including rows that no batch contained, and whether the source has further
 * rows, which the run has not read.
 */
const ending = z.object({ remaining: z.int(), hasUnreadRows: z.boolean() })
/** The time at which a run took over the journal from a holder that had not closed it, in milliseconds since 1970. */
const takeover = z.object({ takenOver: z.number() })
const entry = z.union([opening, announcement, acceptance, settlement, ending, takeover])

/** The import that a journal belongs to. */
export type ImportOrigin = Pick<z.output<typeof opening>, 'service' | 'partition'>
export type RunStart = z.output<typeof run>
export type RunEnd = z.output<typeof ending>
/** One line of an import journal. */
export type ImportEntry = z.output<typeof entry>
export type Announcement = z.output<typeof announcement>
export type Settlement = z.output<typeof settlement>

/** Reads a line of a journal; undefined if the line is not a valid entry at its position. */
export function readImportEntry(line: string, position: number): ImportEntry | undefined {
  const { data } = entry.safeParse(tryParseJson(line))
  return data !== undefined && (position === 0) === 'journal' in data ? data : undefined
}

export function createFirstEntry(origin: ImportOrigin): ImportEntry {
  return { journal: 'portfolio import', version: 1, ...origin }
}

/** Writes entries to an import journal, in order. After a failure, all later writes fail. */
export interface JournalWriter {
  write(entry: ImportEntry): Promise<void>
  /** Whether this run has written an entry. */
  hasWritten: boolean
}

export function createJournalWriter(journal: Pick<Journal, 'append'> | undefined): JournalWriter {
  let last = Promise.resolve()
  const writer: JournalWriter = {
    hasWritten: false,
    write(entry) {
      writer.hasWritten = true
      last = last.then(() => journal?.append(JSON.stringify(entry)))
      return last
    },
  }
  return writer
}
