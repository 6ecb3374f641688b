import * as z from 'zod/mini'
import { calendarDate } from '../../contract/text.ts'
import { type CallbackLimits, runCallback } from '../../pacing/run-callback.ts'
import { sha256 } from '../../shared/content.ts'
import { tryParseJson } from '../../shared/json.ts'
import { DamagedJournalError, type JournalStore, type LeasedJournal, readLines } from '../journal/journal.ts'
import { limitJournal } from '../journal/limit-journal.ts'
import { sqliteJournals } from '../journal/sqlite-journals.ts'
import { findStandings, noStanding, type Standing } from './review-hits.ts'

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

/**
 * Nothing was written: the present decision or proposal does not allow it.
 *
 * @example
 * const decisions = openDecisions('screening.journal')
 * await decisions.withdraw({ key: hit.key, by: 'Bo', reason: 'A new document' }).catch(error => {
 *   if (!(error instanceof DecisionRefusedError)) throw error
 *   console.log(error.message, error.standing.proposal?.by)
 * })
 */
export class DecisionRefusedError extends Error {
  /** The name of the class: the same in every copy of the package. */
  override readonly name = 'DecisionRefusedError'
  /** The present decision and proposal. */
  readonly standing: Standing

  /** Creates the error, with the present decision and proposal. */
  constructor(message: string, standing: Standing) {
    super(message)
    this.standing = standing
  }
}

const text = z.nullable(z.string())
export const sha256Hash = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'))
const link = z.strictObject({
  action: z.enum(['propose', 'approve', 'withdraw', 'erase']),
  at: z.iso.datetime(),
  by: z.string(),
  verdict: z.nullable(z.enum(verdicts)),
  until: z.nullable(calendarDate),
  of: z.array(sha256Hash),
  previous: z.nullable(sha256Hash),
  /** SHA-256 of the content with a salt: once both are erased, nobody can try names against it. */
  sealed: sha256Hash,
})
const said = z.strictObject({ key: z.string(), content: text, reason: text, evidence: text })
const line = z.strictObject({ link, content: z.nullable(z.strictObject({ salt: z.string(), said })) })

const seal = (value: unknown) => sha256(JSON.stringify(value))

/** Null where it does not follow from an entry with the `id` of `previous`. */
async function readEntry(given: string, previous: string | null): Promise<DecisionEntry | null> {
  const { data } = line.safeParse(tryParseJson(given))
  if (data?.link.previous !== previous) return null
  const { link, content } = data
  const { previous: _, sealed, ...entry } = link
  if (content !== null && (await seal(content)) !== sealed) return null
  return { id: await seal(link), ...entry, said: content?.said ?? null }
}

function withoutContent(given: string): string {
  return JSON.stringify({ ...line.parse(tryParseJson(given)), content: null })
}

function refuse(at: number): never {
  const what = 'is not that of decisions, or was changed by other means'
  throw new DamagedJournalError(`the journal ${what}: see its line ${at + 1}`)
}

/** The `id` of the last entry; null where there is none. */
export function lastEntryId(entries: readonly DecisionEntry[]): string | null {
  return entries.at(-1)?.id ?? null
}

const journalName = 'decisions'

/** Each process holds the journal for one entry: how long it is waited for, and how long a killed one keeps it in Postgres, in milliseconds. */
const holding = { wait: 10_000, ttl: 5000 }

/** How long each step of a store may take: one that hangs must not hold up all later entries. */
const limits: CallbackLimits = { giveUpAfter: 30_000 }

/** An entry to be: what is left out is null, and the key that of the hit. */
type Draft = Partial<Omit<DecisionEntry, 'said'>> &
  Pick<DecisionEntry, 'action' | 'by'> & { said?: Partial<Said> }

/** Makes an entry of what stands, and of the entries about the hit; a text says why there is none. */
type Drafting = (standing: Standing, about: readonly string[]) => Draft | string

/** Entries that are read at any time, and added by one process at a time. */
export function openDecisionLog(given: string | JournalStore) {
  const store = typeof given === 'string' ? sqliteJournals(given) : given
  /** What was read last: as long as it is as it was, it is not hashed again. */
  let known: { lines: readonly string[]; entries: readonly DecisionEntry[] } = { lines: [], entries: [] }
  let last: Promise<unknown> = Promise.resolve()

  return {
    /** @throws DamagedJournalError where entries do not fit together, or lines are missing. */
    async read() {
      const glance = await runCallback('inspect', () => store.inspect(journalName), limits)
      return readAll(glance?.lines ?? [])
    },
    /** Adds an entry about a hit while nobody else can. @throws DecisionRefusedError where it is refused. */
    add(key: string, draft: Drafting): Promise<DecisionEntry> {
      const adding = last.then(() => addNow(key, draft))
      last = adding.catch(() => {})
      return adding
    },
  }

  async function readAll(lines: readonly string[]): Promise<readonly DecisionEntry[]> {
    const isLonger = known.lines.every((line, at) => line === lines[at])
    const entries = isLonger ? [...known.entries] : []
    for (const each of lines.slice(entries.length))
      entries.push((await readEntry(each, lastEntryId(entries))) ?? refuse(entries.length))
    const erased = new Set(entries.flatMap(({ action, of }) => (action === 'erase' ? of : [])))
    const lost = entries.findIndex(({ id, said }) => said === null && !erased.has(id))
    if (lost >= 0) refuse(lost)
    known = { lines, entries }
    return entries
  }

  /** One that is opened too late is closed, so that it does not keep others out. */
  async function openJournal(): Promise<LeasedJournal> {
    const opening = store.open(journalName, holding)
    try {
      return await runCallback('open', () => opening, limits)
    } catch (error) {
      void opening.then(late => late.close()).catch(() => {})
      throw error
    }
  }

  async function addNow(key: string, draft: Drafting): Promise<DecisionEntry> {
    const leased = await openJournal()
    const journal = limitJournal(leased, limits)
    try {
      const lines: string[] = []
      for await (const each of readLines(journal)) lines.push(each)
      const before = await readAll(lines)
      const standing = findStandings(before).get(key) ?? noStanding
      const about = before.flatMap(({ id, said }) => (said?.key === key ? id : []))
      const drafted = draft(standing, about)
      if (typeof drafted === 'string') throw new DecisionRefusedError(drafted, standing)
      const { said: given, ...rest } = drafted
      const said = { key, content: null, reason: null, evidence: null, ...given }
      const entry = { at: new Date().toISOString(), verdict: null, until: null, of: [], ...rest }
      const content = { salt: crypto.randomUUID(), said }
      const made = link.parse({ ...entry, previous: lastEntryId(before), sealed: await seal(content) })
      const added = JSON.stringify({ link: made, content })
      const isMeant = (at: number) => entry.of.includes(before[at]?.id ?? '')
      const erased = lines.map((each, at) => (isMeant(at) ? withoutContent(each) : each))
      if (entry.action === 'erase')
        await runCallback('replace', () => leased.replace([...erased, added]), limits)
      else await journal.append(added)
      return { ...entry, said, id: await seal(made) }
    } finally {
      await journal.close()
    }
  }
}
