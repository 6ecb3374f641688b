import * as z from 'zod/mini'
import { check } from '../../check.ts'
import { type Change, readChange } from '../../state/changes.ts'
import { DamagedFile, type Line } from './lines.ts'

/**
 * A state is a file of lines: a header, one change a line, and an end. Later changes are in journals beside it, one batch a line:
 * those of a request are there as a whole or not at all. The state names the generation of its journal, and a journal names the
 * next one in its last line, so that a missing one is noticed.
 */
const stateHeader = z.object({
  'entity-screening': z.literal('state'),
  version: z.literal(2),
  /** The identifier of the state, in all its generations. */
  id: z.string(),
  seed: z.int(),
  /** The journal that follows; those before it are part of this file. */
  generation: z.int(),
  /** 1 if that journal must exist, 0 after a clean stop. Both have one length, to be changed in place. */
  open: z.union([z.literal(0), z.literal(1)]),
})

const journalHeader = z.object({
  'entity-screening': z.literal('journal'),
  of: z.string(),
  generation: z.int(),
})

const stateEnd = z.object({ end: z.int() })
const more = z.object({ more: z.array(z.unknown()) })
const link = z.object({ next: z.int() })

export type StateHeader = z.infer<typeof stateHeader>
export type JournalHeader = z.infer<typeof journalHeader>

/** The beginning of a state in lines. */
export const stateMark = '{"entity-screening":"state"'

/** Longer batches become several lines. */
const longestLine = 1024 * 1024

export function stateHeaderLine(header: Omit<StateHeader, 'entity-screening' | 'version'>): string {
  return `${JSON.stringify({ 'entity-screening': 'state', version: 2, ...header })}\n`
}

export function journalHeaderLine(of: string, generation: number): string {
  return `${JSON.stringify({ 'entity-screening': 'journal', of, generation })}\n`
}

export function endLine(changes: number): string {
  return `{"end":${changes}}\n`
}

export function linkLine(next: number): string {
  return `{"next":${next}}\n`
}

/** A batch as lines; all but the last say that there are more. */
export function* batchLines(changes: readonly Change[]): Generator<string> {
  let texts: string[] = []
  let length = 0
  for (const change of changes) {
    if (length > longestLine) {
      yield `{"more":[${texts.join(',')}]}\n`
      texts = []
      length = 0
    }
    const text = JSON.stringify(change)
    texts.push(text)
    length += text.length
  }
  yield `[${texts.join(',')}]\n`
}

export function readStateHeader(file: string, line: Line): StateHeader {
  return inLine(file, line, () => check(stateHeader, JSON.parse(line.text), { root: 'the header' }))
}

export function readJournalHeader(file: string, line: Line): JournalHeader {
  return inLine(file, line, () => check(journalHeader, JSON.parse(line.text), { root: 'the header' }))
}

/** Reads a line of a state: a change, or the number of changes. */
export function readStateLine(file: string, line: Line): Change | { readonly end: number } {
  return inLine(file, line, () => {
    const given: unknown = JSON.parse(line.text)
    // Parsing each of millions of lines as an end would double the time.
    if (line.text.startsWith('{"end"')) return check(stateEnd, given, { root: 'the line' })
    return readChange(given)
  })
}

/** A line of a journal: the end of a batch, a part of one, or the next journal. */
export type JournalLine =
  | { readonly kind: 'batch' | 'more'; readonly changes: Change[] }
  | { readonly kind: 'next'; readonly next: number }

export function readJournalLine(file: string, line: Line): JournalLine {
  return inLine(file, line, () => {
    const given: unknown = JSON.parse(line.text)
    if (Array.isArray(given)) return { kind: 'batch', changes: given.map(readChange) }
    const linked = link.safeParse(given)
    if (linked.success) return { kind: 'next', next: linked.data.next }
    return { kind: 'more', changes: check(more, given, { root: 'the line' }).more.map(readChange) }
  })
}

/** @throws DamagedFile naming file and line, if anything is wrong there. */
export function inLine<Result>(file: string, { number }: Line, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : describe(error)
    throw new DamagedFile(file, number, reason)
  }
}

function describe(error: unknown): string {
  return `says what cannot be: ${error instanceof Error ? error.message : String(error)}`
}
