import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readJournalHeader } from './format.ts'
import { readLines } from './lines.ts'

export function journalOf(file: string, generation: number): string {
  return `${file}.journal-${generation}`
}

/** Where a new state is written before it replaces the old one. The name is unique: a suspended process may wake up late. */
export function besideOf(file: string): string {
  return `${file}.new-${crypto.randomUUID()}`
}

/**
 * Removes what a killed process left beside a state: half-written states, and journals that are part of the state.
 *
 * @throws Error for a journal with changes that the state lacks.
 */
export async function removeLeftovers(
  file: string,
  { id, generation, chain }: { id: string | null; generation: number; chain: readonly number[] },
): Promise<void> {
  const prefix = `${basename(file)}.`
  for (const name of readdirSync(dirname(file))) {
    const path = join(dirname(file), name)
    const kind = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (kind.startsWith('new-')) rmSync(path, { force: true })
    const [, number] = /^journal-(\d+)$/.exec(kind) ?? []
    if (number === undefined || chain.includes(Number(number))) continue
    const isEarlier = id === null && Number(number) < generation
    if (!isEarlier && (await hasUnknownChanges(path, id, generation))) {
      throw new Error(
        `${path} has changes that ${file} knows nothing of: put the file back that belongs to it, or move it away`,
      )
    }
    rmSync(path, { force: true })
  }
}

async function hasUnknownChanges(path: string, id: string | null, generation: number): Promise<boolean> {
  for await (const [header, ...lines] of readLines(path)) {
    if (header === undefined || lines.length === 0) return false
    try {
      const journal = readJournalHeader(path, header)
      return journal.of !== id || journal.generation >= generation
    } catch {
      // Of another kind, or of an earlier version.
      return true
    }
  }
  return false
}
