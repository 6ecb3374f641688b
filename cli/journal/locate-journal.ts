import { basename, dirname } from 'node:path'
import { type Journal, mainJournal } from '../../src/portfolio/journal/journal.ts'
import { sqliteJournals } from '../../src/portfolio/journal/sqlite-journals.ts'
import { codeOf } from '../../src/shared/errors.ts'
import type { CommandCall } from '../definition/command.ts'
import { describeUnwritable, FileError } from '../failure.ts'
import {
  type JournalFlag,
  type JournalLocation,
  type JournalWaitOptions,
  journalKinds,
  type UnnamedLocation,
} from './journal-location.ts'
import { locatePostgresJournal } from './locate-postgres-journal.ts'

/** Whether the value of the flag is the URL of a journal in Postgres; any other value is a file name. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//i.test(text)
}

/** Whether a journal was created when it was opened. */
export function isNewJournal(journal: Journal | undefined): boolean {
  return journal !== undefined && 'token' in journal && journal.token === 1
}

/** The flag `--no-wait`, which every command that uses a journal accepts. */
export const waitFlag = {
  'no-wait': {
    description:
      'fail at once if another process holds the journal; otherwise, wait half a minute for one in Postgres, until the lease of a killed process has ended',
  },
}

/** Reads the wait options from `--no-wait`. */
export function readWaitOptions({ flags, hint }: CommandCall<'no-wait'>): JournalWaitOptions {
  return {
    shouldWait: !flags.has('no-wait'),
    onWait: error => hint(`${error.message}. Waiting for its lease to end, in case it was killed`),
    onCreate: hint,
  }
}

/**
 * Locates a journal in a file or in Postgres: `postgres://user@host:5432/db?journal=NAME`. In Postgres, each partition of an
 * import has a separate journal.
 *
 * @param flag - The flag that names the journal, for error messages.
 * @param partition - The partition of the rows that is imported, such as `2/8`; undefined for all rows.
 * @throws UsageError if the address is invalid, FileError if the driver is missing.
 */
export function locateJournal(flag: JournalFlag, text: string, partition?: string): JournalLocation {
  const location = isPostgresUrl(text)
    ? locatePostgresJournal(flag, text, partition)
    : locateFileJournal(flag, text, partition)
  const kind = journalKinds[flag]
  return {
    ...location,
    kind,
    async open(options = {}) {
      const journal = await location.open(options)
      if (isNewJournal(journal)) options.onCreate?.(`starts a new ${kind}: ${location.title}`)
      return journal
    },
  }
}

function locateFileJournal(flag: JournalFlag, text: string, partition: string | undefined): UnnamedLocation {
  const name = partition ?? mainJournal
  return {
    title: text,
    open: ({ maxWait } = {}) =>
      orThrowFileError(flag, text, () => sqliteJournals(text).open(name, { wait: maxWait })),
    inspect: () => orThrowFileError(flag, text, () => sqliteJournals(text).inspect(name)),
    end: async () => {},
  }
}

/** Opens a journal, calls a function with it, and always closes it afterwards. */
export async function withJournal<Value>(
  location: JournalLocation | null,
  open: (place: JournalLocation) => Promise<Journal>,
  operation: (journal: Journal | undefined) => Promise<Value>,
): Promise<Value> {
  if (location === null) return operation(undefined)
  try {
    const journal = await open(location)
    try {
      return await operation(journal)
    } finally {
      await journal.close?.()
    }
  } finally {
    await location.end()
  }
}

async function orThrowFileError<Value>(
  flag: JournalFlag,
  file: string,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new FileError(`${flag}: no such folder: ${dirname(file)}`)
    const sentence = describeUnwritable(error)
    throw new FileError(sentence.includes(basename(file)) ? sentence : `${flag}: ${file}: ${sentence}`)
  }
}
