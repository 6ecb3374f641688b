import { entityTypes } from '../../src/contract/values.ts'
import type { ImportOptions, ReadingOptions } from '../../src/portfolio/import-options.ts'
import { importFields } from '../../src/portfolio/source/columns.ts'
import type { PortfolioSource } from '../../src/portfolio/source/open-items.ts'
import type { CommandCall } from '../definition/command.ts'
import {
  type Flags,
  parseChoice,
  parseCountry,
  parseDuration,
  parseWholeNumber,
} from '../definition/flags.ts'
import { UsageError } from '../failure.ts'
import { assertReadable, isStdin, openPipe, readStream } from '../files.ts'
import { waitFlag } from '../journal/locate-journal.ts'

/** The flags of an import that choose the journal. */
export const journalFlags = {
  journal: {
    value: 'FILE|postgres://...',
    description:
      'where the import records what it has done: a file, or postgres://user@host:5432/db?journal=NAME for several machines. After an interruption, even a kill, the same command continues where it stopped, and each row exists once. Recommended.',
  },
  partition: {
    value: 'K/N',
    description: 'only part K of N of the rows, such as 2/8; --journal may be the same for all parts',
  },
}

/** The flags that say how the rows of a file are read. */
export const sourceFlags = {
  columns: {
    value: 'FIELD=HEADER',
    description: `the column for a field with an unusual header; name=NAME1+NAME2 for a name in two columns; FIELD= for none; repeatable. Fields: ${importFields.join(', ')}`,
    repeatable: true,
  },
  type: { value: 'organization|person', description: 'for rows without a type' },
  country: { value: 'COUNTRY', description: 'code or name, for rows without a country' },
  encoding: { value: 'LABEL', description: 'the encoding of the file, such as windows-1250 (utf-8)' },
  'header-line': {
    value: 'N',
    description: 'the line of the header, for files with a title above the header',
  },
  'name-order': {
    value: 'first_last|last_first',
    description:
      'the order of all full names of the file: first_last for Ilse Brandt, last_first for Brandt Ilse; two last names need two columns',
  },
  dates: { value: 'dmy|mdy', description: 'the order of day and month in dates such as 09/04/1961' },
}

export const importFlags = {
  ...journalFlags,
  ...waitFlag,
  'dry-run': {
    description: "check all rows against the team's list and the journal; send and record nothing",
  },
  ...sourceFlags,
  'omit-unreadable': {
    description: 'create rows without the optional fields that cannot be read, and report these',
  },
  'allow-empty': { description: 'accept a file without any row' },
  problems: {
    value: 'FILE',
    description: 'write all rows not created, and fields left out, to this .csv or .jsonl file',
  },
  results: {
    value: 'FILE',
    isReplaced: true,
    description:
      'write each row of the file with its line, outcome, reason and entity_ids, as CSV; hits --reference reads it',
  },
  replace: {
    description:
      'replace files of --problems and --results that exist; with the journal of an earlier run, those of an import are replaced without it',
  },
  wait: {
    value: 'TIME',
    description:
      'then wait until each entity of the team shows a screening result, at most this long, such as 10m; before that, hits are missing',
  },
  'on-possible-duplicate': {
    value: 'skip|create',
    description: 'skip or create persons who may be in the team or repeat a row (skip)',
  },
  'batch-size': { value: 'N', description: 'rows in a request, 1 to 1000 (1000)' },
  concurrency: { value: 'N', description: 'requests at a time, 1 to 16 (2)' },
  'give-up-after': { value: 'TIME', description: 'give up after this long without a success (5m)' },
  'recheck-delay': {
    value: 'TIME',
    description:
      "time between two reads of the team's list that must agree before a row is sent again after a lost response (as long as --timeout, at least 5s)",
  },
}

export type ImportCall = CommandCall<keyof typeof importFlags>

/** Reads the options of reading a file from the flags. */
export function readSourceOptions(flags: Flags<keyof typeof sourceFlags>): ReadingOptions {
  return {
    columns: Object.fromEntries(flags.texts('columns').map(parseColumn)),
    defaults: {
      type: parseChoice('--type', flags.text('type'), entityTypes),
      countryCode: parseCountry('--country', flags.text('country')),
    },
    encoding: flags.text('encoding'),
    headerLine: parseWholeNumber('--header-line', flags.text('header-line'), 1),
    nameOrder: parseChoice('--name-order', flags.text('name-order'), ['first_last', 'last_first']),
    dateOrder: parseChoice('--dates', flags.text('dates'), ['dmy', 'mdy']),
  }
}

/** Reads the import options from the flags. */
export function readImportOptions({ flags }: ImportCall): ImportOptions {
  return {
    ...readSourceOptions(flags),
    unreadableFields: flags.has('omit-unreadable') ? 'omit' : undefined,
    batchSize: parseWholeNumber('--batch-size', flags.text('batch-size'), 1, 1000),
    concurrency: parseWholeNumber('--concurrency', flags.text('concurrency'), 1, 16),
    giveUpAfter: parseDuration('--give-up-after', flags.text('give-up-after')),
    recheckDelay: parseDuration('--recheck-delay', flags.text('recheck-delay')),
    partition: parsePartition(flags.text('partition')),
    dryRun: flags.has('dry-run'),
    onPossibleDuplicate: parseChoice('--on-possible-duplicate', flags.text('on-possible-duplicate'), [
      'skip',
      'create',
    ]),
  }
}

function parseColumn(text: string): [string, string | null] {
  const [field = '', ...header] = text.split('=')
  if (header.length === 0) throw new UsageError('--columns must be FIELD=HEADER, such as name=Account')
  return [parseChoice('the field of --columns', field.trim(), importFields), header.join('=').trim() || null]
}

/** Parses the value of `--partition`, such as `2/8`. Parts are counted from 1. */
export function parsePartition(text: string | undefined): { index: number; of: number } | undefined {
  if (text === undefined) return undefined
  const [, index = 0, of = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number)
  if (index >= 1 && index <= of) return { index, of }
  throw new UsageError(
    `--partition must be K/N with K from 1 to N, such as 2/8 for the second of eight parts, not "${text}"`,
  )
}

/** Reads the maximum wait in milliseconds; undefined without `--wait`. */
export function readResultWait({ flags }: ImportCall): number | undefined {
  if (flags.has('wait') && flags.has('dry-run'))
    throw new UsageError('--dry-run creates nothing to --wait for')
  return parseDuration('--wait', flags.text('wait'))
}

/** @throws UsageError if the name of the file does not show its format. */
export function assertProblemFormat({ flags }: ImportCall): void {
  const problems = flags.text('problems')
  if (problems !== undefined && !/\.(csv|jsonl)$/i.test(problems))
    throw new UsageError('--problems must name a file that ends in .csv or .jsonl')
}

/** Describes how to run an import again. Without a journal, its files need `--replace`. A dry run creates no journal. */
export function describeRepetition(flags: ImportCall['flags']): string {
  const hasFiles = flags.has('problems') || flags.has('results')
  const mayHaveJournal = flags.has('journal') && !flags.has('dry-run')
  const needsReplace = hasFiles && !mayHaveJournal && !flags.has('replace')
  return `run the same command again${needsReplace ? ' with --replace' : ''}`
}

export async function openImportSource(
  file: string,
  { stdin, signal }: ImportCall,
): Promise<PortfolioSource> {
  if (isStdin(file)) return readStream(() => stdin, signal)
  const stats = await assertReadable(file)
  return stats.isFIFO() ? readStream(() => openPipe(file), signal) : { file }
}
