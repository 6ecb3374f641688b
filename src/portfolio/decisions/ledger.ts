import * as z from 'zod/mini'
import { calendarDate } from '../../contract/text.ts'
import { sha256 } from '../../shared/content.ts'
import { jsonIn } from '../../shared/json.ts'
import { DamagedJournalError, type JournalStore, readLines } from '../journal/journal.ts'
import { sqliteJournals } from '../journal/sqlite.ts'

export const verdicts = ['false_positive', 'true_match', 'unsure'] as const

/** Whether a hit is about the party: no, yes, or not known yet. */
export type Verdict = (typeof verdicts)[number]

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

const text = z.nullable(z.string())
export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'))
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
const line = z.strictObject({ link, content: z.nullable(z.strictObject({ salt: z.string(), said })) })

const firstLine = JSON.stringify({ journal: 'decisions', version: 1 })

const seal = (value: unknown) => sha256(JSON.stringify(value))

/** The entries of a ledger, which fit together, and the line of each. */
interface Chain {
  readonly lines: readonly string[]
  readonly entries: readonly DecisionEntry[]
}

/**
 * Reads the lines of a journal. What is as in a chain that was read before is not hashed again.
 *
 * @throws DamagedJournalError where one does not fit to those before.
 */
async function readChain([first = firstLine, ...lines]: readonly string[], known: Chain): Promise<Chain> {
  if (first !== firstLine) throw damage(1, 'is not of a journal of decisions')
  const isLonger = known.lines.every((line, at) => line === lines[at])
  const entries = isLonger ? [...known.entries] : []
  for (const each of lines.slice(entries.length)) entries.push(await readEntry(each, entries))
  const erased = new Set(entries.flatMap(({ action, of }) => (action === 'erase' ? of : [])))
  const lost = entries.findIndex(({ id, said }) => said === null && !erased.has(id))
  if (lost >= 0) throw damage(lost + 2, 'has lost its content')
  return { lines, entries }
}

async function readEntry(given: string, before: readonly DecisionEntry[]): Promise<DecisionEntry> {
  const { data } = line.safeParse(jsonIn(given))
  if (data === undefined) throw damage(before.length + 2, 'is not of a journal of decisions')
  const { link, content } = data
  const { previous, sealed, ...entry } = link
  if (previous !== headOf(before)) throw damage(before.length + 2, 'does not follow from the entry before it')
  if (content !== null && (await seal(content)) !== sealed)
    throw damage(before.length + 2, 'has content that was changed')
  return { id: await seal(link), ...entry, said: content?.said ?? null }
}

function damage(number: number, why: string): DamagedJournalError {
  return new DamagedJournalError(
    `the journal of decisions was changed by other means: its line ${number} ${why}`,
  )
}

/** The `id` of the last entry; null where there is none. */
export function headOf(entries: readonly DecisionEntry[]): string | null {
  return entries.at(-1)?.id ?? null
}

const journalName = 'decisions'

/** Each process holds the journal for one entry: how long it is waited for, and how long a killed one keeps it in Postgres, in milliseconds. */
const holding = { wait: 10_000, ttl: 5000 }

/** Makes an entry of those before it. */
type Drafting = (before: readonly DecisionEntry[]) => Omit<DecisionEntry, 'id'>

/** Entries that are read at any time, and added by one process at a time. */
export function openLedger(given: string | JournalStore) {
  const store = typeof given === 'string' ? sqliteJournals(given) : given
  let known: Chain = { lines: [], entries: [] }
  let last: Promise<unknown> = Promise.resolve()

  return {
    /** @throws DamagedJournalError where entries do not fit together, or lines are missing. */
    read: async () => (await chainOf((await store.inspect(journalName))?.lines ?? [])).entries,
    /** Adds the entry that is made of those before it, while nobody else can. */
    add(draft: Drafting): Promise<DecisionEntry> {
      const adding = last.then(() => addNow(draft))
      last = adding.catch(() => {})
      return adding
    },
  }

  async function chainOf(lines: readonly string[]): Promise<Chain> {
    const chain = await readChain(lines, known)
    known = chain
    return chain
  }

  async function addNow(draft: Drafting): Promise<DecisionEntry> {
    const journal = await store.open(journalName, holding)
    try {
      const before: string[] = []
      for await (const each of readLines(journal)) before.push(each)
      const chain = await chainOf(before)
      const { said, ...entry } = draft(chain.entries)
      const content = { salt: crypto.randomUUID(), said }
      const made = link.parse({ ...entry, previous: headOf(chain.entries), sealed: await seal(content) })
      const added = JSON.stringify({ link: made, content })
      if (before.length === 0) await journal.append(firstLine)
      if (entry.action !== 'erase') await journal.append(added)
      else await journal.replace([firstLine, ...linesWithout(entry.of, chain), added])
      return { id: await seal(made), ...entry, said }
    } finally {
      await journal.close()
    }
  }
}

/** The lines, those of some entries without their content. */
function linesWithout(erased: readonly string[], { lines, entries }: Chain): string[] {
  return lines.map((each, at) => {
    if (!erased.includes(entries[at]?.id ?? '')) return each
    return JSON.stringify({ ...line.parse(jsonIn(each)), content: null })
  })
}
