import { type Journal, type LeasedJournal, mainJournal } from './journal.ts'
import { sqliteJournals } from './sqlite-journals.ts'

/**
 * Returns the journal of an option: the journal itself, or the one in the file that the option names. A dry run only reads a
 * file, so another process may hold the journal.
 */
export async function resolveJournal(
  journal: string | Journal | LeasedJournal | undefined,
  name = mainJournal,
  isDry = false,
): Promise<Journal | LeasedJournal | undefined> {
  if (typeof journal !== 'string') return journal
  const journals = sqliteJournals(journal)
  if (!isDry) return journals.open(name)
  const glance = await journals.inspect(name)
  return { read: async () => glance?.lines ?? [], append: async () => {} }
}
