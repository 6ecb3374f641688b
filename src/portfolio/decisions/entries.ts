import * as z from 'zod/mini'
import { calendarDate } from '../../contract/text.ts'
import { sha256 } from '../../shared/content.ts'
import { DamagedJournalError, parseLine } from '../journal/journal.ts'

export const verdicts = ['false_positive', 'true_match', 'unsure'] as const satisfies readonly Verdict[]

/** Whether a hit is about the party: no, yes, or not known yet. */
export type Verdict = 'false_positive' | 'true_match' | 'unsure'

/** An entry of the ledger: what was done, when, and by whom. Entries are never changed; the content of one can be erased. */
export interface DecisionEntry {
  /** SHA-256 of the entry, which holds the one before it. */
  readonly id: string
  /** What was done. */
  readonly action: 'propose' | 'approve' | 'withdraw' | 'erase'
  /** When, in ISO 8601, UTC. */
  readonly at: string
  /** Who, as the caller says. */
  readonly by: string
  /** The verdict of a proposal; null for any other entry. */
  readonly verdict: Verdict | null
  /** The last day on which the proposal holds, YYYY-MM-DD in UTC; null where none was given. */
  readonly until: string | null
  /** The entries that it approves, withdraws or erases. */
  readonly of: readonly string[]
  /** Its content; null once it has been erased. */
  readonly said: Said | null
}

/** The content of an entry, which can be erased. */
export type Said = {
  /** The `key` of the hit. */
  readonly key: string
  /** The `content` of the hit when the proposal was made; null for any other entry. */
  readonly content: string | null
  /** Why; null where no reason was given. */
  readonly reason: string | null
  /** SHA-256 of a record of evidence of `./network`; null where none was given. */
  readonly evidence: string | null
}

/** The entries of a ledger, which fit together. */
export interface Chain {
  readonly lines: readonly string[]
  readonly entries: readonly DecisionEntry[]
  /** The `id` of the last entry; null where there is none. */
  readonly head: string | null
}

const text = z.nullable(z.string())
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const link = z.strictObject({
  action: z.enum(['propose', 'approve', 'withdraw', 'erase']),
  at: z.iso.datetime(),
  by: z.string(),
  verdict: z.nullable(z.enum(verdicts)),
  until: z.nullable(calendarDate),
  of: z.array(hash),
  previous: z.nullable(hash),
  /** SHA-256 of the content with a salt: once both are erased, nobody can try names against it. */
  sealed: hash,
})
const said = z.strictObject({ key: z.string(), content: text, reason: text, evidence: text })
const content = z.strictObject({ salt: z.string(), said })
const line = z.strictObject({ link, content: z.nullable(content) })

export const firstLine = JSON.stringify({ journal: 'decisions', version: 1 })

/** A new entry, after the entry `previous`, and its line. */
export async function createEntry(
  given: Omit<DecisionEntry, 'id'>,
  previous: string | null,
): Promise<{ readonly entry: DecisionEntry; readonly line: string }> {
  const { action, at, by, verdict, until, of, said } = given
  const content = { salt: crypto.randomUUID(), said }
  const sealed = await sha256(JSON.stringify(content))
  const link = { action, at, by, verdict, until, of, previous, sealed }
  return {
    entry: { id: await sha256(JSON.stringify(link)), ...given },
    line: JSON.stringify({ link, content }),
  }
}

/** The same line without its content. */
export function erasedLine(given: string): string {
  return JSON.stringify({ ...line.parse(parseLine(given)), content: null })
}

export const noEntries: Chain = { lines: [], entries: [], head: null }

/**
 * Reads the lines of a ledger. What is as in a chain that was read before is not hashed again.
 *
 * @throws DamagedJournalError where one does not fit to those before.
 */
export async function readChain(lines: readonly string[], known: Chain): Promise<Chain> {
  const start = known.lines.every((line, at) => line === lines[at]) ? known : noEntries
  const entries = [...start.entries]
  let { head } = start
  for (const [at, given] of lines.entries()) {
    if (at < start.lines.length || (at === 0 && given === firstLine)) continue
    const { data } = line.safeParse(parseLine(given))
    if (at === 0 || data === undefined) throw damage(at, 'is not of a journal of decisions')
    const { link, content } = data
    if (link.previous !== head) throw damage(at, 'does not follow from the entry before it')
    if (content !== null && (await sha256(JSON.stringify(content))) !== link.sealed)
      throw damage(at, 'has content that was changed')
    const { previous: _, sealed: __, ...entry } = link
    head = await sha256(JSON.stringify(link))
    entries.push({ id: head, ...entry, said: content?.said ?? null })
  }
  const erased = new Set(entries.flatMap(({ action, of }) => (action === 'erase' ? of : [])))
  const lost = entries.findIndex(({ id, said }) => said === null && !erased.has(id))
  if (lost >= 0) throw damage(lost + 1, 'has lost its content')
  return { lines, entries, head }
}

function damage(at: number, why: string): DamagedJournalError {
  const message = `the journal of decisions was changed by other means: its line ${at + 1} ${why}`
  return new DamagedJournalError(message)
}
