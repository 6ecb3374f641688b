import { resolve } from 'node:path'
import { entityTypes } from '../../src/contract/values.ts'
import type { ImportOptions } from '../../src/portfolio/options.ts'
import { importFields } from '../../src/portfolio/rows/fields.ts'
import type { PortfolioSource } from '../../src/portfolio/source/source.ts'
import { keyFileOf } from '../connection/api-key.ts'
import type { CommandCall } from '../definition/define.ts'
import { country, duration, oneOf, optionalOneOf, wholeNumber } from '../definition/values.ts'
import { checkReadable, isStdin, openPipe, readInput } from '../files.ts'
import { isPostgres } from '../journal/address.ts'
import { waitFlag } from '../journal/open-journal.ts'
import { UsageError } from '../usage.ts'

/** The flags of an import that say which journal is meant. */
export const journalFlags = {
  journal: {
    value: 'FILE|postgres://...',
    says: 'where the import records what it has done: a file, or postgres://user@host:5432/db?journal=NAME for several machines. After an interruption, even a kill, the same command continues where it stopped, and each row exists once. Recommended.',
  },
  partition: {
    value: 'K/N',
    says: 'only part K of N of the rows, such as 2/8; --journal may be the same for all parts',
  },
}

export const importFlags = {
  ...journalFlags,
  ...waitFlag,
  'dry-run': { says: "check all rows against the team's list and the journal; send and record nothing" },
  columns: {
    value: 'FIELD=HEADER',
    says: `the column for a field, where its header is not recognized; FIELD= for none; repeatable. Fields: ${importFields.join(', ')}`,
    repeatable: true,
  },
  type: { value: 'TYPE', says: 'organization or person, for rows without a type' },
  country: { value: 'COUNTRY', says: 'code or name, for rows without a country' },
  'allow-empty': { says: 'a file without any row is a success' },
  problems: { value: 'FILE', says: 'write all rows that are not created to this .csv or .jsonl file' },
  'possible-duplicates': {
    value: 'skip|create',
    says: 'what to do with persons who may be in the team already (skip)',
  },
  'batch-size': { value: 'N', says: 'rows in a request, 1 to 1000 (1000)' },
  concurrency: { value: 'N', says: 'requests at a time, 1 to 16 (2)' },
  'give-up-after': { value: 'TIME', says: 'give up after this long without a success (5m)' },
  'recheck-delay': {
    value: 'TIME',
    says: "after a lost response: time between two reads of the team's list that must agree before a missing row is sent again (as long as --timeout, 5s at least)",
  },
}

export type ImportCall = CommandCall<keyof typeof importFlags>

/** What the flags say of the import itself. */
export function importOptions({ flags }: ImportCall): ImportOptions {
  return {
    columns: Object.fromEntries(flags.texts('columns').map(parseColumn)),
    defaults: {
      type: optionalOneOf('--type', flags.text('type'), entityTypes),
      countryCode: country('--country', flags.text('country')),
    },
    batchSize: wholeNumber('--batch-size', flags.text('batch-size'), 1, 1000),
    concurrency: wholeNumber('--concurrency', flags.text('concurrency'), 1, 16),
    giveUpAfter: duration('--give-up-after', flags.text('give-up-after')),
    recheckDelay: duration('--recheck-delay', flags.text('recheck-delay')),
    partition: partitionOf(flags.text('partition')),
    dryRun: flags.has('dry-run'),
    possibleDuplicates: optionalOneOf('--possible-duplicates', flags.text('possible-duplicates'), [
      'skip',
      'create',
    ]),
  }
}

function parseColumn(given: string): [string, string | null] {
  const [field = '', ...header] = given.split('=')
  if (header.length === 0) throw new UsageError('--columns must be FIELD=HEADER, such as name=Account')
  return [oneOf('the field of --columns', field.trim(), importFields), header.join('=').trim() || null]
}

/** A part of the rows, counted from 1. */
export function partitionOf(given: string | undefined): { index: number; of: number } | undefined {
  if (given === undefined) return undefined
  const [, index = 0, of = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(given) ?? []).map(Number)
  if (index >= 1 && index <= of) return { index, of }
  throw new UsageError(
    `--partition must be K/N with K from 1 to N, such as 2/8 for the second of eight parts, not "${given}"`,
  )
}

/** The file for the problems, once it is sure that nothing else would be lost in it, and that stdin is read for one purpose. */
export function problemFileOf(call: ImportCall, file: string): string | undefined {
  const problems = call.flags.text('problems')
  const journal = call.flags.text('journal')
  const keyFile = keyFileOf(call.flags.text('key-file'), call)
  const journalFile = journal !== undefined && isPostgres(journal) ? undefined : journal
  const places = [file, journalFile, problems, keyFile].flatMap(name =>
    name === undefined ? [] : [placeOf(name)],
  )
  if (new Set(places).size < places.length)
    throw new UsageError('FILE, --journal, --problems and the key file must be different files')
  if (problems !== undefined && !/\.(csv|jsonl)$/i.test(problems))
    throw new UsageError('--problems must name a file that ends in .csv or .jsonl')
  return problems
}

/** `-` for stdin, whatever it is called. */
export function placeOf(name: string): string {
  return name === '-' || isStdin(name) ? '-' : resolve(name)
}

export async function openSource(file: string, { stdin, signal }: ImportCall): Promise<PortfolioSource> {
  if (placeOf(file) === '-') return readInput(stdin, signal)
  const stats = await checkReadable(file)
  return stats.isFIFO() ? readInput(openPipe(file), signal) : { file }
}
