import type { Issue } from '../../contract/issues.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { ImportWarning, RowOmission } from '../import-report.ts'
import { type OptionTerms, optionTerms } from '../option-terms.ts'
import { readRow, type SourceRow } from '../rows/read-row.ts'
import { type Header, type ImportField, importFields, type SourceColumn } from './columns.ts'
import { createItemCopier } from './copy-source.ts'
import { openItems, type PortfolioSource, type SourceItems } from './open-items.ts'
import { readAhead } from './read-ahead.ts'
import {
  type CsvFormat,
  createSourceReading,
  readRecords,
  type SourceReading,
  type SourceRecord,
  type UnreadRow,
} from './read-records.ts'
import { openTwice } from './repeatable-items.ts'
import { createSurvey, findWrongOrder, type SourceSurvey, surveySource, warningsOf } from './survey.ts'
import { findUnreadFields, isRead, listRegistrationCandidates } from './unread-columns.ts'
import { summarizeCells } from './unused-cells.ts'

/** A source of rows that has been opened. */
export interface RowReader {
  /** The rows, in non-empty arrays, so that not every row needs a promise. */
  readonly rows: AsyncGenerator<readonly SourceRow[]>
  /** Returns the columns that fill no field; the list is complete once all rows are read. */
  unusedColumns(): string[]
  /** Returns the columns of which the caller of an import must choose one. The list is complete once the first rows are read. */
  openChoices(): readonly Issue[]
  /**
   * Returns the columns that may hold registration numbers, if none is read for them. The list is complete once the first rows are
   * read.
   */
  registrationCandidates(): readonly string[]
  /** Returns what is unusual about whole columns. The list is complete once the first rows are read. */
  warnings(): readonly ImportWarning[]
  /** Returns the header and the delimiter of a CSV source; null before the header is read, and for objects. */
  csvFormat(): CsvFormat | null
  /** Returns the bytes that were read so far, and their total; null if the length of the source is unknown. */
  progress(): { readonly bytes: number; readonly of: number } | null
  /** Ends the source, even while it waits for data. */
  cancel(): void
}

/** The state of reading rows, each of which depends on what the source says as a whole. */
interface RowReading {
  readonly reading: SourceReading
  /** Whether the rows of a CSV source include their original cells. */
  readonly keepsCells: boolean
  /** The slots of the unused columns in `UnusedCells`. */
  readonly columnSlots: Map<string, number>
  readonly survey: SourceSurvey
}

/**
 * Opens a source of rows. The source is read twice: the first time to find out what its columns say as a whole.
 *
 * @param keepsCells whether the rows of a CSV source include their original cells.
 */
export async function openRows(
  portfolio: PortfolioSource | readonly unknown[],
  options: ReadingOptions,
  keepsCells = false,
  terms: OptionTerms = optionTerms,
): Promise<RowReader> {
  const source = await openItems(portfolio)
  const reading = createSourceReading(options, terms)
  const rowReading = { reading, keepsCells, columnSlots: new Map<string, number>(), survey: createSurvey() }
  const rows = readRows(rowReading, portfolio, source)
  return {
    rows: readAhead(rows, () => reading.mayNeedOrder && !reading.isCancelled),
    unusedColumns: () => [...reading.unusedColumns],
    openChoices: () => [
      ...findUnreadFields(rowReading.survey.unreadColumns, listReadFields(reading), terms),
      ...findWrongOrder(rowReading.survey, options, terms),
    ],
    registrationCandidates: () =>
      listRegistrationCandidates(rowReading.survey.unreadColumns, listReadFields(reading)),
    warnings: () => warningsOf(rowReading.survey, options),
    csvFormat: () => reading.csvHeader && { names: reading.csvHeader.names, delimiter: reading.delimiter },
    progress: () => (source.bytes === null ? null : { bytes: reading.bytes, of: source.bytes }),
    cancel() {
      reading.isCancelled = true
      source.cancel?.()
    },
  }
}

/** Returns the fields that have a column, or of which the options say that there is none. */
function listReadFields({ csvHeader, options: { columns = {} } }: SourceReading): ReadonlySet<ImportField> {
  return new Set(importFields.filter(field => isRead(field, csvHeader, columns)))
}

async function* readRows(
  rowReading: RowReading,
  portfolio: PortfolioSource | readonly unknown[],
  source: SourceItems,
): AsyncGenerator<readonly SourceRow[]> {
  const { reading, survey } = rowReading
  const { options, terms } = reading
  const isCancelled = () => reading.isCancelled
  const copyItem = createItemCopier(options.columns ?? {})
  const { first, second } = await openTwice(portfolio, source, copyItem, isCancelled)
  if (isCancelled()) return
  const firstReading = createSourceReading(options, terms)
  await surveySource(survey, readRecords(firstReading, first), options, terms, isCancelled)
  if (isCancelled()) return
  for await (const records of readRecords(reading, second))
    yield records.map(record => readSourceRow(rowReading, record))
}

function readSourceRow(rowReading: RowReading, record: SourceRecord): SourceRow {
  const { keepsCells } = rowReading
  if (!('values' in record)) {
    const { cells, ...row } = record
    return keepsCells ? record : row
  }
  const row = readRowWithCells(rowReading, record)
  return keepsCells && record.rawCells !== undefined ? { ...row, cells: record.rawCells } : row
}

/** Reads a row. Summarizes the unused cells of a person, because persons who differ only in these may be different persons. */
function readRowWithCells(
  { reading: { options, terms }, columnSlots, survey }: RowReading,
  { line, values, header }: UnreadRow,
): SourceRow {
  const sourceRow = readRow(line, values, header, options, terms, survey.countryColumns)
  if (sourceRow.row === null || sourceRow.row.type === 'organization') return sourceRow
  const { omissions = [] } = sourceRow
  const columns = omissions.length > 0 ? addColumns(header, omissions) : header.unusedColumns
  if (columns.length === 0 && columnSlots.size === 0) return sourceRow
  return { ...sourceRow, unusedCells: summarizeCells(columnSlots, columns, values) }
}

/** Adds the columns of omitted fields to the columns that fill no field. */
function addColumns(
  { names, unusedColumns }: Header,
  omissions: readonly RowOmission[],
): readonly SourceColumn[] {
  const omitted = omissions.map(({ column }) => ({ index: names.indexOf(column), name: column }))
  return [...unusedColumns, ...omitted]
}
