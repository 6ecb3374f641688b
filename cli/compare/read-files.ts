import { basename } from 'node:path'
import { type CustomerRow, readCustomerRows } from '../../src/portfolio/extracts/customer-rows.ts'
import { type Customers, createCustomers } from '../../src/portfolio/extracts/customers.ts'
import {
  isDecisionWord,
  type RowDecision,
  readRowDecisions,
} from '../../src/portfolio/extracts/decisions-file.ts'
import { describeMissingColumn, requireColumn, textOf } from '../../src/portfolio/extracts/number-column.ts'
import { type Extract, type ExtractRow, readExtract } from '../../src/portfolio/extracts/read-extract.ts'
import type { ReadingOptions } from '../../src/portfolio/import-options.ts'
import type { OptionTerms } from '../../src/portfolio/option-terms.ts'
import { getOrInsertList } from '../../src/shared/get-or-insert.ts'
import { didYouMean } from '../../src/shared/text/did-you-mean.ts'
import { EncodingError } from '../../src/shared/text/strict-decoder.ts'
import { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import { withoutZeros } from '../entities/without-zeros.ts'
import { createUnreadableError, FileError, UsageError } from '../failure.ts'
import { createImportError } from '../import/create-import-error.ts'
import { addedColumns } from './format-files.ts'
import { assertSameFields } from './same-reading.ts'

/** The columns that a comparison adds to those of an extract. */
const allAddedColumns: ReadonlySet<string> = new Set(Object.values(addedColumns).flat())

/** How files are read. */
export interface FileReading {
  /** The column of the customer numbers. */
  readonly key: string
  /** The column of the customer numbers in earlier files; they may have that of `key` instead. */
  readonly oldKey: string
  /** Whether to accept earlier files that are read otherwise than when they were written. */
  readonly acceptsOtherReading: boolean
  readonly options: ReadingOptions
  readonly terms: OptionTerms
}

/** The new extract. */
export interface NewExtract {
  readonly file: string
  readonly extract: Extract
  readonly rowsByNumber: ReadonlyMap<string, ExtractRow>
}

/** @throws FileError if a row has no number, the number of another row, or cells that may belong to other columns. */
export function readNewFile(file: string, { key, options, terms }: FileReading): Promise<NewExtract> {
  return explainErrors(file, async () => {
    const extract = await readExtract({ file }, options, terms)
    assertNoAddedColumns(file, extract)
    const rowsByNumber = new Map<string, ExtractRow>()
    const linesOfNumber = new Map<string, number[]>()
    const problems: string[] = []
    assertKey(file, extract, key, '--key must name the column of the customer numbers')
    const numberColumn = requireColumn(extract, key)
    for (const row of extract.rows) {
      const number = textOf(row, numberColumn)
      if (row.problem !== null) problems.push(`line ${row.line} ${row.problem}`)
      else if (number === '') problems.push(`line ${row.line} has no ${key}`)
      else getOrInsertList(linesOfNumber, number).push(row.line)
      rowsByNumber.set(number, row)
    }
    for (const [number, lines] of linesOfNumber)
      if (lines.length > 1) problems.push(`lines ${lines.join(' and ')} have the same ${key}, ${number}`)
    const hasRepeatedNumber = [...linesOfNumber.values()].some(({ length }) => length > 1)
    const advice = hasRepeatedNumber ? ', unless --key names another column than the customer numbers' : ''
    if (problems.length > 0)
      throw new FileError(
        `${file}: ${listFirst(problems).join('; ')}. Correct the rows in the system that exports the file${advice}`,
      )
    return { file, extract, rowsByNumber }
  })
}

/** @throws UsageError if the extract may be an earlier file, and FileError if it has another column that is added. */
function assertNoAddedColumns(file: string, { format }: Extract): void {
  const columns = format.names.filter(name => allAddedColumns.has(name.trim().toLowerCase()))
  if (columns.includes('entity_ids'))
    throw new UsageError(
      `${file} has the column entity_ids, so it is an earlier file: the new extract comes last`,
    )
  if (columns.length > 0)
    throw new FileError(`${file} has columns that compare adds: rename ${columns.join(', ')} in the file`)
}

/**
 * Reads an earlier file, which must have the same mapped fields as the new extract.
 *
 * @throws UsageError if it is an extract, and FileError if it lacks a field, or has another one.
 */
export function readOldFile(
  file: string,
  { extract: newExtract, file: newFile }: NewExtract,
  { key, oldKey, options, terms }: FileReading,
): Promise<readonly CustomerRow[]> {
  return explainErrors(
    file,
    async () => {
      const extract = await readAddedFile(file, options, terms)
      const { names } = extract.format
      const missing = ['entity_ids', 'outcome', 'reason'].find(name => !names.includes(name))
      if (missing !== undefined)
        throw new UsageError(
          `${file} has no column ${missing}: it must be a file of import --results, or the customers of an earlier comparison`,
        )
      assertSameFields([newFile, newExtract], [file, extract])
      const numberColumn = names.includes(oldKey) ? oldKey : key
      assertKey(file, extract, numberColumn, 'name the column of the customer numbers with --key-old')
      return readCustomerRows(basename(file), extract, numberColumn)
    },
    columnAdvice,
  )
}

/** @throws UsageError if a file lacks the column that a flag names. */
function assertKey(file: string, { format }: Extract, key: string, advice: string): void {
  const names = format.names.map(name => name.trim())
  if (names.includes(key)) return
  throw new UsageError(`${file} ${describeMissingColumn(key, names)}: ${advice}`)
}

/**
 * Reads the decisions of a person; none without a file.
 *
 * @throws UsageError if the file lacks the column of the numbers, and FileError if a decision is in a wrong column.
 */
export async function readDecidedFile(
  file: string | undefined,
  { key, options, terms }: FileReading,
  { extract: newExtract }: NewExtract,
): Promise<ReadonlyMap<string, RowDecision>> {
  if (file === undefined) return new Map()
  return explainErrors(
    file,
    async () => {
      const extract = await readAddedFile(file, options, terms)
      assertKey(file, extract, key, 'it is of another comparison, or --key is wrong')
      const decisions = readRowDecisions(extract, key)
      assertDecisionColumn(file, extract, newExtract, key)
      return decisions
    },
    columnAdvice,
  )
}

/**
 * Refuses a decision that is not in its column, because it would be lost. Cells of the user's own columns do not count.
 *
 * @throws FileError if there is one.
 */
function assertDecisionColumn(file: string, extract: Extract, newExtract: Extract, key: string): void {
  const { names } = extract.format
  const [decision, number] = [requireColumn(extract, 'decision'), requireColumn(extract, key)]
  const addedNames: ReadonlySet<string> = new Set(addedColumns.inDoubt)
  const isOwn = (name: string) => newExtract.format.names.includes(name)
  // The column may have been added again under a similar name.
  const isAdded = (name: string) => addedNames.has(name) || didYouMean(name, ['decision']) !== ''
  const added = names.flatMap((name, index) => (isAdded(name.trim()) && !isOwn(name) ? index : []))
  for (const row of extract.rows) {
    if (textOf(row, decision) !== '') continue
    const column = added.find(index => isDecisionWord(textOf(row, index)))
    if (column !== undefined)
      throw new FileError(
        `${file}: line ${row.line} (${textOf(row, number)}) has "${textOf(row, column)}" in the column ${names[column]}: write it into the column decision`,
      )
  }
}

/** Reads a file that a command has written: its header is on line 1, and it is UTF-8. */
async function readAddedFile(file: string, options: ReadingOptions, terms: OptionTerms): Promise<Extract> {
  try {
    return await readExtract({ file }, { ...options, encoding: undefined, headerLine: undefined }, terms)
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error
    throw new FileError(
      `${file} is not UTF-8: save it as CSV UTF-8, because --encoding is for the new extract`,
    )
  }
}

/**
 * Creates the customers of the earlier files.
 *
 * @throws FileError if fewer than half of their numbers are in the new extract, unless this is accepted.
 */
export function createKnownCustomers(
  earlierFiles: readonly (readonly CustomerRow[])[],
  { file, rowsByNumber }: NewExtract,
  { acceptsMissing }: { readonly acceptsMissing: boolean },
): Customers {
  const customers = createCustomers(earlierFiles)
  const missing = [...customers.keys()].filter(number => !rowsByNumber.has(number))
  if (acceptsMissing || missing.length <= customers.size / 2) return customers
  const unknown = [...rowsByNumber.keys()].find(number => !customers.has(number))
  const others = unknown === undefined ? '' : `, and has others, such as ${JSON.stringify(unknown)}`
  const shortened = new Set([...rowsByNumber.keys()].map(withoutZeros))
  const advice = missing.some(number => shortened.has(withoutZeros(number)))
    ? '. A spreadsheet may have removed leading zeros: restore the file, and import all columns as text'
    : ''
  throw new FileError(
    `${file} lacks ${missing.length} of ${customers.size} earlier numbers, such as ${JSON.stringify(missing[0])}${others}. If so many customers are gone, use --many-gone${advice}`,
  )
}

/** The maximum number of rows to name. */
const maxNamed = 20

/** Returns the first texts about rows, and how many more there are. */
export function listFirst(texts: readonly string[]): readonly string[] {
  const hiddenCount = texts.length - maxNamed
  return hiddenCount > 0 ? [...texts.slice(0, maxNamed), `and ${hiddenCount} more`] : texts
}

/** Advice about a column that the new extract has, and another file lacks. */
const columnAdvice = '. --columns is for all files: rename the column in one of them'

/**
 * Names the file in the errors of a function that reads it.
 *
 * @param advice added to an error about the columns of the file.
 */
export async function explainErrors<Value>(
  file: string,
  read: () => Promise<Value>,
  advice = '',
): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw InputValidationError.is(error)
      ? explainInputError(error, file, advice)
      : createUnreadableError(file, error)
  }
}

function explainInputError(error: InputValidationError, file: string, advice: string): UsageError {
  const explained = createImportError(error, file)
  if (explained.message.startsWith(file)) return explained
  const isAboutColumns = error.issues.some(({ path }) => path[0] === 'columns')
  const message = `${file}: ${explained.message}${isAboutColumns ? advice : ''}`
  return explained instanceof FileError ? new FileError(message) : new UsageError(message)
}
