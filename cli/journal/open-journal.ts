import { basename, dirname } from 'node:path'
import {
  type Journal,
  type JournalGlance,
  type LeasedJournal,
  mainJournal,
  type OpenJournalOptions,
} from '../../src/portfolio/journal/journal.ts'
import { sqliteJournals } from '../../src/portfolio/journal/sqlite-journals.ts'
import { codeOf } from '../../src/shared/errors.ts'
import type { CommandCall } from '../definition/command.ts'
import { describeUnwritable, FileError } from '../failure.ts'
import { openPostgres } from './postgres.ts'

/** The journal that `--journal` names. Nothing is opened or created before it is asked for. */
export interface JournalPlace {
  /** As messages name it; never with a password. */
  readonly title: string
  /**
   * Takes the journal, and creates it where there is none. One in Postgres of a process that was killed is waited for.
   *
   * @throws FileError where another process has it, or it cannot be reached.
   */
  open(waiting?: Waiting): Promise<LeasedJournal>
  /** Looks at the journal without taking it. Null where there is none. */
  inspect(): Promise<JournalGlance | null>
  /** Ends the connections that it needs. */
  end(): Promise<void>
}

/** Whether a text is the URL of a journal in Postgres; anything else is the name of a file. */
export function isPostgres(text: string): boolean {
  return /^postgres(ql)?:\/\//i.test(text)
}

/** How a journal that another process holds is waited for. */
export interface Waiting extends Pick<OpenJournalOptions, 'onWait'> {
  readonly isWanted?: boolean
  /** How long one in a file is waited for, in milliseconds: what holds it is alive, and may take hours. */
  readonly longest?: number | undefined
}

/** What a command with a journal takes. */
export const waitFlag = {
  'no-wait': {
    says: 'fail at once if another process holds the journal; otherwise, wait half a minute for one in Postgres, until the lease of a killed process has ended',
  },
}

/** What `--no-wait` says. */
export function waitingOf({ flags, hint }: CommandCall<'no-wait'>): Waiting {
  return {
    isWanted: !flags.has('no-wait'),
    onWait: error => hint(`${error.message}. Waiting for its lease to end, in case it was killed`),
  }
}

/**
 * A file, or a journal in Postgres: `postgres://user@host:5432/db?journal=NAME`, there with a journal of its own for each
 * partition.
 *
 * @param partition such as `2/8`; undefined for the whole.
 * @throws UsageError where that is no such address, FileError where there is no driver.
 */
export function openJournal(text: string, partition?: string): JournalPlace {
  if (isPostgres(text)) return openPostgres(text, partition)
  const name = partition ?? mainJournal
  return {
    title: text,
    open: ({ longest } = {}) => orRefuse(text, () => sqliteJournals(text).open(name, { wait: longest })),
    inspect: () => orRefuse(text, () => sqliteJournals(text).inspect(name)),
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
    if (codeOf(error) === 'ENOENT') throw new FileError(`--journal: no such folder: ${dirname(file)}`)
    const sentence = describeUnwritable(error)
    throw new FileError(sentence.includes(basename(file)) ? sentence : `--journal: ${file}: ${sentence}`)
  }
}
