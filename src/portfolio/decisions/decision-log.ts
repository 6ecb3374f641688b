import * as z from 'zod/mini'
import { calendarDate } from '../../contract/text.ts'
import { sha256 } from '../../shared/content.ts'
import { tryParseJson } from '../../shared/json.ts'
import { DamagedJournalError, type JournalStore, readLines } from '../journal/journal.ts'
import { sqliteJournals } from '../journal/sqlite-journals.ts'
import { type DecisionDetails, type DecisionEntry, verdicts } from './decision-entry.ts'
import { findStandings, noStanding, type Standing } from './review-hits.ts'

/**
 * Thrown if the current decision or proposal about a hit does not allow an action. The log was not changed.
 *
 * @example
 * const decisions = openDecisions('decisions.log')
 * await decisions.withdraw({ key: hit.key, by: 'Bo', reason: 'A new document' }).catch(error => {
 *   if (!(error instanceof DecisionRefusedError)) throw error
 *   console.log(error.message, error.standing.proposal?.by)
 * })
 */
export class DecisionRefusedError extends Error {
  /** The name of the class: the same in every copy of the package. */
  override readonly name = 'DecisionRefusedError'
  /** The current decision and proposal about the hit. */
  readonly standing: Standing

  /** Creates the error, with the current decision and proposal. */
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
  entryIds: z.array(sha256Hash),
  previous: z.nullable(sha256Hash),
  /**
   * SHA-256 of the details and a random salt. Once both are erased, the details cannot be found out by hashing guessed names.
   */
  sealed: sha256Hash,
})
const decisionDetails = z.strictObject({
  key: z.string(),
  content: text,
  reason: text,
  evidence: text,
  partyName: text,
})
const saltedDetails = z.strictObject({ salt: z.string(), details: decisionDetails })
const line = z.strictObject({ link, salted: z.nullable(saltedDetails) })

const seal = (value: unknown) => sha256(JSON.stringify(value))

/** Reads a line; null if it is not an entry, or does not follow the entry with the id `previous`. */
async function readDecisionEntry(json: string, previous: string | null): Promise<DecisionEntry | null> {
  const { data } = line.safeParse(tryParseJson(json))
  if (data?.link.previous !== previous) return null
  const { link, salted } = data
  const { previous: _, sealed, ...entry } = link
  if (salted !== null && (await seal(salted)) !== sealed) return null
  return { id: await seal(link), ...entry, details: salted?.details ?? null }
}

function eraseDetails(json: string): string {
  return JSON.stringify({ ...line.parse(tryParseJson(json)), salted: null })
}

function refuseLine(index: number): never {
  const problem = 'is not that of decisions, or was changed by other means'
  throw new DamagedJournalError(`the decision log ${problem}: see its line ${index + 1}`)
}

/** The `id` of the last entry; null if there are no entries. */
export function lastEntryId(entries: readonly DecisionEntry[]): string | null {
  return entries.at(-1)?.id ?? null
}

const journalName = 'decisions'

/**
 * Options for opening the journal, in milliseconds. The journal is opened and closed for each new entry, so a short `ttl` is
 * enough.
 */
const openOptions = { wait: 10_000, ttl: 5000 }

/** The fields of a new entry. Omitted fields become null or empty; an omitted key becomes the key of the hit. */
export type DecisionDraft = Partial<Omit<DecisionEntry, 'details'>> &
  Pick<DecisionEntry, 'action' | 'by'> & { details?: Partial<DecisionDetails> }

/**
 * Drafts an entry from the current decision and proposal, and from the earlier entries about the hit. If the action is not
 * allowed, returns a message with the reason instead.
 */
type CreateDraft = (standing: Standing, entryIds: readonly string[]) => DecisionDraft | string

/** An open decision log. Many processes can read it at once; one process at a time adds entries. */
export interface DecisionLog {
  readonly store: JournalStore
  /** The lines of the last read. Unchanged lines are not hashed again. */
  lines: readonly string[]
  entries: readonly DecisionEntry[]
  /** Resolves when all requested additions have ended. */
  additions: Promise<unknown>
}

export function openDecisionLog(journal: string | JournalStore): DecisionLog {
  const store = typeof journal === 'string' ? sqliteJournals(journal) : journal
  return { store, lines: [], entries: [], additions: Promise.resolve() }
}

/** @throws DamagedJournalError if an entry does not match the `id` of the entry before it, or if lines are missing. */
export async function readEntries(log: DecisionLog): Promise<readonly DecisionEntry[]> {
  const glance = await log.store.inspect(journalName)
  return readLog(log, glance?.lines ?? [])
}

/** Adds an entry about a hit. @throws DecisionRefusedError if `createDraft` returns a message. */
export function addEntry(log: DecisionLog, key: string, createDraft: CreateDraft): Promise<DecisionEntry> {
  const adding = log.additions.then(() => writeEntry(log, key, createDraft))
  log.additions = adding.catch(() => {})
  return adding
}

async function readLog(log: DecisionLog, lines: readonly string[]): Promise<readonly DecisionEntry[]> {
  const isLonger = log.lines.every((line, index) => line === lines[index])
  const entries = isLonger ? [...log.entries] : []
  for (const json of lines.slice(entries.length))
    entries.push((await readDecisionEntry(json, lastEntryId(entries))) ?? refuseLine(entries.length))
  const erased = new Set(entries.flatMap(({ action, entryIds }) => (action === 'erase' ? entryIds : [])))
  const missing = entries.findIndex(entry => entry.details === null && !erased.has(entry.id))
  if (missing >= 0) refuseLine(missing)
  log.lines = lines
  log.entries = entries
  return entries
}

async function writeEntry(log: DecisionLog, key: string, createDraft: CreateDraft): Promise<DecisionEntry> {
  const journal = await log.store.open(journalName, openOptions)
  try {
    const lines: string[] = []
    for await (const json of readLines(journal)) lines.push(json)
    const entries = await readLog(log, lines)
    const standing = findStandings(entries).get(key) ?? noStanding
    const entryIds = entries.flatMap(entry => (entry.details?.key === key ? entry.id : []))
    const draft = createDraft(standing, entryIds)
    if (typeof draft === 'string') throw new DecisionRefusedError(draft, standing)
    const { entry, json } = await completeDraft(draft, key, lastEntryId(entries))
    if (entry.action === 'erase') {
      const isErased = (index: number) => entry.entryIds.includes(entries[index]?.id ?? '')
      const remaining = lines.map((line, index) => (isErased(index) ? eraseDetails(line) : line))
      await journal.replace([...remaining, json])
    } else await journal.append(json)
    return entry
  } finally {
    await journal.close()
  }
}

/** Creates an entry from a draft, and its line in the log. */
async function completeDraft(draft: DecisionDraft, key: string, previous: string | null) {
  const { details: draftDetails, ...fields } = draft
  const details = { key, content: null, reason: null, evidence: null, partyName: null, ...draftDetails }
  const entry = { at: new Date().toISOString(), verdict: null, until: null, entryIds: [], ...fields }
  const salted = { salt: crypto.randomUUID(), details }
  const sealed = link.parse({ ...entry, previous, sealed: await seal(salted) })
  const json = JSON.stringify({ link: sealed, salted })
  return { entry: { ...entry, details, id: await seal(sealed) }, json }
}
