import type { JournalStore } from './journal.ts'

/**
 * Stores journals in a SQLite file, for the processes of one machine (Node from 22.13, Deno, Bun). Several processes can use it at
 * once, each with journals of its own. A journal is held for as long as its process runs, and free the moment that has ended. The
 * file that `journal: 'customers.journal'` names is one, with the journal `main`, or `2/8` for the second of eight partitions.
 *
 * What is stored survives a power cut. While the file is open, `-wal` and `-shm` beside it belong to it: copy it when it is
 * closed. It must be on a local disk.
 *
 * @example
 * const journals = sqliteJournals('imports.journal')
 * const journal = await journals.open('customers')
 * await importPortfolio(client, { file: 'customers.csv' }, { journal })
 */
export function sqliteJournals(file: string): JournalStore {
  if (typeof file !== 'string' || file.trim() === '') throw new TypeError('file must be the name of a file')
  return {
    async open(name, options) {
      const { openJournalFile } = await import('./sqlite.ts')
      return openJournalFile(file, name, options)
    },
    async inspect(name) {
      const { inspectJournalFile } = await import('./sqlite.ts')
      return inspectJournalFile(file, name)
    },
  }
}
