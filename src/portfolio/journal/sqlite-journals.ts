import { copyOpening, type JournalStore } from './journal.ts'

/**
 * Stores journals in a SQLite file on a local disk, for the processes of one machine (Node from 22.13, Deno, Bun). A process
 * holds a journal until the process closes the journal or ends. The option `journal: 'customers.journal'` names such a file,
 * with the journal `main`, or `2/8` for the second of eight partitions.
 *
 * Stored lines survive a power failure. While the file is open, SQLite keeps some of the content in the files `-wal` and `-shm`
 * beside it. Copy the file only when it is closed.
 *
 * @example
 * const journals = sqliteJournals('imports.journal')
 * const journal = await journals.open('customers')
 * await importPortfolio(client, { file: 'customers.csv' }, { journal })
 */
export function sqliteJournals(file: string): JournalStore {
  if (typeof file !== 'string' || file.trim() === '') throw new TypeError('file must be the name of a file')
  // The module that opens files is loaded on demand, because browsers have no files.
  const load = () => import('./open-journals.ts').then(({ openJournals }) => openJournals(file))
  return {
    async open(name, options) {
      const copy = copyOpening(options)
      return (await load()).open(name, copy)
    },
    inspect: async name => (await load()).inspect(name),
  }
}
