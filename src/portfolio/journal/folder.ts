import type { JournalStore } from './journal.ts'
import { checkName } from './queue.ts'

/**
 * Keeps journals in a folder, each in a file of its own (Node), for processes that share a disk. A process has a journal by a
 * lock beside it, which it renews each second. The lock of a process that has ended counts for nothing, and that of one that
 * cannot be seen from here (in another container, or on another machine) does once it has been silent for its `ttl`.
 *
 * @example
 * const journals = fileJournals('journals')
 * const journal = await journals.open('customers')
 * await importPortfolio(client, { file: 'customers.csv' }, { journal })
 */
export function fileJournals(folder: string): JournalStore {
  if (typeof folder !== 'string' || folder === '') throw new TypeError('folder must be the name of a folder')
  return {
    async open(name, options) {
      checkName(name)
      const { mkdir } = await import('node:fs/promises')
      const { openJournalFile } = await import('./file.ts')
      await mkdir(folder, { recursive: true })
      return openJournalFile(await fileOf(folder, name), options)
    },
    async peek(name) {
      checkName(name)
      const { peekJournalFile } = await import('./file.ts')
      return peekJournalFile(await fileOf(folder, name))
    },
  }
}

/** A name that no disk takes for another's, whatever it makes of capitals, has a sum of its own. */
async function fileOf(folder: string, name: string): Promise<string> {
  const { join } = await import('node:path')
  if (/^[a-z\d][a-z\d._-]{0,99}$/.test(name)) return join(folder, `${name}.journal`)
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z\d._-]+/g, '-')
    .slice(0, 60)
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name)))
  const digits = Array.from(sum.subarray(0, 12), byte => byte.toString(16).padStart(2, '0')).join('')
  return join(folder, `${readable}~${digits}.journal`)
}
