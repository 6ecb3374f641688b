import { createHash } from 'node:crypto'
import { type Decisions, openDecisions } from '../../src/portfolio/decisions/decisions.ts'
import type { Review } from '../../src/portfolio/decisions/review.ts'
import type { JournalStore } from '../../src/portfolio/journal/journal.ts'
import { FileError, UsageError } from '../failure.ts'
import { openJournal } from '../journal/open-journal.ts'

export const journalFlag = {
  journal: {
    value: 'FILE|postgres://...',
    says: 'where to store decisions: a file, or postgres://user@host:5432/db?journal=NAME',
  },
}

/** Does something with the decisions that `--journal` names. */
export async function withDecisions<Value>(
  text: string | undefined,
  work: (decisions: Decisions) => Promise<Value>,
  { mustExist = false } = {},
): Promise<Value> {
  if (text === undefined) throw new UsageError('--journal is required: it holds the decisions')
  const place = openJournal(text, 'decisions')
  const store: JournalStore = {
    // Another command holds it for one entry.
    open: (_, options) => place.open({ longest: options?.wait }),
    inspect: () => place.inspect(),
  }
  try {
    if (mustExist && (await place.inspect()) === null)
      throw new FileError(`--journal: ${place.title} holds no decisions`)
    return await work(openDecisions(store))
  } finally {
    await place.end()
  }
}

/** What was decided about a hit, in a column of a table. */
export function stateOf({ state, reasons, decision, proposal }: Omit<Review, 'hit'>): string {
  if (reasons.length > 0) return `${state}: ${reasons.join(', ')}`
  const said = proposal ?? decision
  if (said === null) return state
  const verdict = said.verdict.replace('_', ' ')
  if (proposal !== null) return `proposed: ${verdict} (${said.id.slice(0, 12)})`
  return said.until === null ? verdict : `${verdict} until ${said.until}`
}

/** A hit by the key that it has, in few enough letters for a command line. */
export function handleOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12)
}
