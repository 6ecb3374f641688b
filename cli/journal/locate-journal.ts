import { basename, dirname } from 'node:path'
import { type Journal, mainJournal, readLines } from '../../src/portfolio/journal/journal.ts'
import { sqliteJournals } from '../../src/portfolio/journal/sqlite-journals.ts'
import { codeOf } from '../../src/shared/errors.ts'
import { isRecord, tryParseJson } from '../../src/shared/json.ts'
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
  const journals = sqliteJournals(text)
  return {
    title: text,
    open: ({ maxWait } = {}) =>
      orThrowFileError(flag, text, async () => {
        await assertNoOtherKind(flag, text, journals)
        const journal = await journals.open(name, { wait: maxWait })
        try {
          await assertKind(flag, text, readLines(journal))
        } catch (error) {
          await journal.close()
          throw error
        }
        return journal
      }),
    inspect: () =>
      orThrowFileError(flag, text, async () => {
        await assertNoOtherKind(flag, text, journals)
        const glance = await journals.inspect(name)
        await assertKind(flag, text, glance?.lines ?? [])
        return glance
      }),
    end: async () => {},
  }
}

/** The name of the journal in which a file keeps decisions. */
export const decisionsName = 'decisions'

/**
 * Makes sure that a file holds one kind of journal: with a mistyped name, decisions would otherwise be added to the journal of an
 * import.
 *
 * @throws FileError if it has another kind.
 */
async function assertNoOtherKind(
  flag: JournalFlag,
  file: string,
  journals: ReturnType<typeof sqliteJournals>,
): Promise<void> {
  if (flag === '--log') return assertKind(flag, file, (await journals.inspect(mainJournal))?.lines ?? [])
  if ((await journals.inspect(decisionsName)) !== null) throw createKindError(flag, file, '--log')
}

/** @throws FileError if the first line is that of another kind of journal. */
async function assertKind(
  flag: JournalFlag,
  file: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  for await (const line of lines) {
    const kind = findKind(line)
    if (kind !== null && kind !== flag) throw createKindError(flag, file, kind)
    return
  }
}

/** Finds the flag of a journal by its first line; null if the line is not that of an import or a watch. */
function findKind(line: string): JournalFlag | null {
  const entry = tryParseJson(line)
  if (!isRecord(entry)) return null
  return 'journal' in entry ? '--journal' : 'state' in entry ? '--state' : null
}

function createKindError(flag: JournalFlag, file: string, kind: JournalFlag): FileError {
  const [actual, expected] = [journalKinds[kind], journalKinds[flag]].map(noun =>
    noun.startsWith('i') ? `an ${noun}` : `a ${noun}`,
  )
  return new FileError(`${flag}: ${file} is ${actual}, not ${expected}`)
}

/** Opens a journal, calls a function with it, and always closes it afterwards. */
export async function withJournal<Value>(
  location: JournalLocation | null,
  open: (place: JournalLocation) => Promise<Journal>,
  operation: (journal: Journal | undefined) => Promise<Value>,
): Promise<Value> {
  return withJournalOnDemand(location, open, async openJournal => operation(await openJournal()))
}

/** Calls a function that opens a journal when it needs it, and always closes it afterwards. */
export async function withJournalOnDemand<Value>(
  location: JournalLocation | null,
  open: (place: JournalLocation) => Promise<Journal>,
  operation: (openJournal: () => Promise<Journal | undefined>) => Promise<Value>,
): Promise<Value> {
  let journal: Journal | undefined
  try {
    return await operation(async () => {
      if (location !== null) journal = await open(location)
      return journal
    })
  } finally {
    try {
      await journal?.close?.()
    } finally {
      await location?.end()
    }
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
    if (error instanceof FileError) throw error
    const sentence = describeUnwritable(error)
    if (sentence.includes('is not a SQLite file'))
      throw new FileError(
        `${sentence}: give ${flag} the name of a new file, or of an earlier ${journalKinds[flag]}`,
      )
    throw new FileError(sentence.includes(basename(file)) ? sentence : `${flag}: ${file}: ${sentence}`)
  }
}
