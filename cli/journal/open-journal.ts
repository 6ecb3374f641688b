import { basename, dirname } from 'node:path'
import { inspectJournalFile, openJournalFile } from '../../src/portfolio/journal/file.ts'
import type { Journal, JournalGlance, LeasedJournal } from '../../src/portfolio/journal/journal.ts'
import { codeOf, describeUnwritable } from '../failure.ts'
import { FileError } from '../usage.ts'
import { isPostgres, readPostgresAddress } from './address.ts'
import { openPostgres } from './postgres.ts'

/** The journal that `--journal` names. Nothing is opened or created before it is asked for. */
export interface JournalPlace {
  /** As messages name it; never with a password. */
  readonly title: string
  /**
   * Takes the journal, and creates it where there is none.
   *
   * @throws FileError where another process has it, or it cannot be reached.
   */
  open(): Promise<LeasedJournal>
  /** Looks at the journal without taking it. Null where there is none. */
  inspect(): Promise<JournalGlance | null>
  /** Ends the connections that it needs. */
  end(): Promise<void>
}

/**
 * A file, or a journal in Postgres: `postgres://user@host:5432/db?journal=NAME`, there with a journal of its own for each
 * partition.
 *
 * @param partition such as `2/8`; undefined for the whole.
 * @throws UsageError where that is no such address, FileError where there is no driver.
 */
export function openJournal(text: string, partition?: string): JournalPlace {
  if (isPostgres(text)) return openPostgres(readPostgresAddress(text, partition))
  return {
    title: text,
    open: () => orRefuse(text, () => openJournalFile(text)),
    inspect: () => orRefuse(text, () => inspectJournalFile(text)),
    end: async () => {},
  }
}

/** Does something with a journal, and gives it back however that ends. */
export async function withJournal<Value>(
  place: JournalPlace | null,
  open: (place: JournalPlace) => Promise<Journal>,
  work: (journal: Journal | undefined) => Promise<Value>,
): Promise<Value> {
  if (place === null) return work(undefined)
  try {
    const journal = await open(place)
    try {
      return await work(journal)
    } finally {
      await journal.close?.()
    }
  } finally {
    await place.end()
  }
}

async function orRefuse<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw new FileError(refusalOf(file, error))
  }
}

function refusalOf(file: string, error: unknown): string {
  if (codeOf(error) === 'ENOENT') return `--journal: no such folder: ${dirname(file)}`
  const sentence = describeUnwritable(error)
  return sentence.includes(basename(file)) ? sentence : `--journal: ${file}: ${sentence}`
}
