import { copyOpening, type JournalStore } from './journal.ts'

/**
 * Stores journals in a SQLite file on a local disk, for the processes of one machine (Node from 22.13, Deno, Bun). A journal is
 * held for as long as its process runs, and free the moment that has ended. The file that `journal: 'customers.journal'` names is
 * one, with the journal `main`, or `2/8` for the second of eight partitions.
 *
 * What is stored survives a power cut. While the file is open, `-wal` and `-shm` beside it belong to it: copy it when it is closed.
 *
 * @example
 * const journals = sqliteJournals('imports.journal')
 * const journal = await journals.open('customers')
 * await importPortfolio(client, { file: 'customers.csv' }, { journal })
 */
export function sqliteJournals(file: string): JournalStore {
  if (typeof file !== 'string' || file.trim() === '') throw new TypeError('file must be the name of a file')
  // What needs files is loaded when one is opened: browsers have none.
  const load = () => import('./open-journals.ts').then(({ openJournals: journalsIn }) => journalsIn(file))
  return {
    async open(name, options) {
      const copy = copyOpening(options)
      return (await load()).open(name, copy)
    },
    inspect: async name => (await load()).inspect(name),
  }
}
