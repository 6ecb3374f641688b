import { type JournalStore, readLines } from '../journal/journal.ts'
import { sqliteJournals } from '../journal/sqlite-journals.ts'
import {
  type Chain,
  createEntry,
  type DecisionEntry,
  erasedLine,
  firstLine,
  noEntries,
  readChain,
} from './entries.ts'

/** Where decisions are kept: a file (Node, Deno, Bun), or a store that several processes share. */
export type DecisionsJournal = string | JournalStore

/** Entries that are read at any time, and added by one process at a time. */
export interface Ledger {
  /** @throws DamagedJournalError where entries do not fit together, or lines are missing. */
  read(): Promise<Chain>
  /** Adds the entry that is made of those before it, while nobody else can. */
  add(draft: (entries: readonly DecisionEntry[]) => Omit<DecisionEntry, 'id'>): Promise<DecisionEntry>
}

const journalName = 'decisions'

/** Each process holds the journal for one entry: how long it is waited for, and how long a killed one keeps it in Postgres, in milliseconds. */
const holding = { wait: 10_000, ttl: 5000 }

export function openLedger(given: DecisionsJournal): Ledger {
  const store = typeof given === 'string' ? sqliteJournals(given) : given
  let known = noEntries
  let last: Promise<unknown> = Promise.resolve()

  async function chainOf(lines: readonly string[]): Promise<Chain> {
    known = await readChain(lines, known)
    return known
  }

  async function addNow(draft: Parameters<Ledger['add']>[0]): Promise<DecisionEntry> {
    const journal = await store.open(journalName, holding)
    try {
      const before: string[] = []
      for await (const line of readLines(journal)) before.push(line)
      const { entries, head } = await chainOf(before)
      const { entry, line } = await createEntry(draft(entries), head)
      if (before.length === 0) await journal.append(firstLine)
      if (entry.action === 'erase') {
        const isErased = [false, ...entries.map(({ id }) => entry.of.includes(id))]
        await journal.replace([...before.map((each, at) => (isErased[at] ? erasedLine(each) : each)), line])
      } else await journal.append(line)
      return entry
    } finally {
      await journal.close()
    }
  }

  return {
    read: async () => chainOf((await store.inspect(journalName))?.lines ?? []),
    add(draft) {
      const adding = last.then(() => addNow(draft))
      last = adding.catch(() => {})
      return adding
    },
  }
}
