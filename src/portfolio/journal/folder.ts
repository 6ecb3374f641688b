import type { JournalStore } from './journal.ts'
import { checkName } from './queue.ts'

/**
 * Stores journals in a folder, one file each (Node), for processes that share a disk. The holder of a journal has a lock beside it,
 * which it renews each second. The lock of a process that has ended does not count. Nor does one from another container or machine
 * after `ttl` milliseconds without a sign of life.
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
    async inspect(name) {
      checkName(name)
      const { inspectJournalFile } = await import('./file.ts')
      return inspectJournalFile(await fileOf(folder, name))
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
