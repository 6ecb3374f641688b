import { countPlace, createColumnPlaces } from '../../shared/countries/us-states.ts'
import { createEventLoopYield } from '../../shared/event-loop-yield.ts'
import { getOrInsert } from '../../shared/get-or-insert.ts'
import { isCalendarDate } from '../../shared/time.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { ImportWarning } from '../import-report.ts'
import type { OptionTerms } from '../option-terms.ts'
import { type CountryColumns, noValueOrNamibia } from '../rows/country-columns.ts'
import { readDate } from '../rows/read-date.ts'
import { readColumns } from '../rows/read-field.ts'
import { columnNameOf } from './columns.ts'
import type { SourceRecord } from './read-records.ts'
import { countUnreadCells, type UnreadColumnCounts } from './unread-columns.ts'

const countryFields = ['countryCode', 'nationality'] as const
/** The fields in which `NA` can only mean that there is no value. */
const valueFields = ['registration', 'birthDate', 'nationalId'] as const

interface DateCount {
  rows: number
  readonly firstLine: number
}

/** The content of a source's columns as a whole. */
export interface SourceSurvey {
  readonly countryColumns: CountryColumns
  /** The number of rows with each birth date. */
  readonly birthDates: Map<string, DateCount>
  /** The name of the column of birth dates. */
  birthDateColumn: string
  readonly unreadColumns: UnreadColumnCounts
}

/** A birth date is suspicious if at least this many rows, and this part of all rows with a birth date, have it. */
const [minRows, minShare] = [5, 0.05]

export function createSurvey(): SourceSurvey {
  const countryColumns = {
    countryCode: createColumnPlaces(),
    nationality: createColumnPlaces(),
    hasNoValues: false,
  }
  return { countryColumns, birthDates: new Map(), birthDateColumn: 'birthDate', unreadColumns: [] }
}

/** Reads a source to its end, and counts what its columns of countries and birth dates contain. */
export async function surveySource(
  survey: SourceSurvey,
  chunks: AsyncIterable<readonly SourceRecord[]>,
  options: ReadingOptions,
  terms: OptionTerms,
  isCancelled: () => boolean,
): Promise<void> {
  const pause = createEventLoopYield()
  for await (const records of chunks) {
    for (const record of records) surveyRecord(survey, record, options, terms)
    if (isCancelled()) return
    if (pause.isDue()) await pause.yieldNow()
  }
}

function surveyRecord(
  survey: SourceSurvey,
  record: SourceRecord,
  options: ReadingOptions,
  terms: OptionTerms,
): void {
  if (!('values' in record)) return
  countUnreadCells(survey.unreadColumns, record, options)
  const { line, values, header } = record
  for (const field of countryFields) {
    const place = readColumns(field, values, header)
    if (typeof place === 'string') countPlace(survey.countryColumns[field], place)
  }
  survey.countryColumns.hasNoValues ||= valueFields.some(
    field => readColumns(field, values, header) === noValueOrNamibia,
  )
  const reading = readDate(readColumns('birthDate', values, header), options.dateOrder, terms)
  if (!('value' in reading) || typeof reading.value !== 'string' || !isCalendarDate(reading.value)) return
  survey.birthDateColumn = columnNameOf(header, 'birthDate') ?? survey.birthDateColumn
  getOrInsert(survey.birthDates, reading.value, () => ({ rows: 0, firstLine: line })).rows += 1
}

/** Lists the birth dates that many rows share, because a program may have written such a date for an unknown one. */
export function warningsOf({ birthDates, birthDateColumn }: SourceSurvey): ImportWarning[] {
  let total = 0
  for (const { rows } of birthDates.values()) total += rows
  const shared = [...birthDates].filter(([, { rows }]) => rows >= minRows && rows >= minShare * total)
  return shared.map(([, { rows, firstLine }]) => ({
    line: firstLine,
    column: birthDateColumn,
    reason: `${rows} of ${total} rows have this day, which may mean an unknown date`,
  }))
}
