import type { Issue } from '../../contract/issues.ts'
import type { EntityType } from '../../contract/values.ts'
import { countPlace, createColumnPlaces } from '../../shared/countries/us-states.ts'
import { createEventLoopYield } from '../../shared/event-loop-yield.ts'
import { getOrInsert } from '../../shared/get-or-insert.ts'
import { isCalendarDate } from '../../shared/time.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { ImportWarning } from '../import-report.ts'
import type { OptionTerms } from '../option-terms.ts'
import { type CountryColumns, noValueOrNamibia } from '../rows/country-columns.ts'
import { type DateOrder, findOrder, readDate } from '../rows/read-date.ts'
import { readColumns } from '../rows/read-field.ts'
import { readType } from '../rows/read-type.ts'
import { columnNameOf } from './columns.ts'
import type { SourceRecord, UnreadRow } from './read-records.ts'
import { countUnreadCells, type UnreadColumnCounts } from './unread-columns.ts'

const countryFields = ['countryCode', 'nationality'] as const
/** The fields in which `NA` can only mean that there is no value. */
const valueFields = ['registration', 'birthDate', 'nationalId'] as const

/** Rows that have something in common. */
interface RowCount {
  rows: number
  readonly firstLine: number
}

/** The content of a source's columns as a whole. */
export interface SourceSurvey {
  readonly countryColumns: CountryColumns
  /** The number of rows with each birth date. */
  readonly birthDates: Map<string, RowCount>
  /** The number of rows that state each type, or, by null, none. */
  readonly types: Map<EntityType | null, RowCount>
  /** The number of birth dates in each order of day and month. */
  readonly dateOrders: Map<DateOrder | 'either', RowCount>
  /** The names of the columns of birth dates and types. */
  readonly columns: { birthDate: string; type: string }
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
  const columns = { birthDate: 'birthDate', type: 'type' }
  return {
    countryColumns,
    birthDates: new Map(),
    types: new Map(),
    dateOrders: new Map(),
    columns,
    unreadColumns: [],
  }
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
  const { line, values, header } = record
  const statedType = readType(readColumns('type', values, header))
  countUnreadCells(survey.unreadColumns, record, statedType ?? readType(options.defaults?.type), options)
  countType(survey, record, statedType)
  for (const field of countryFields) {
    const place = readColumns(field, values, header)
    if (typeof place === 'string') countPlace(survey.countryColumns[field], place)
  }
  survey.countryColumns.hasNoValues ||= valueFields.some(
    field => readColumns(field, values, header) === noValueOrNamibia,
  )
  const birthDate = readColumns('birthDate', values, header)
  const order = findOrder(birthDate)
  if (order !== null) countRow(survey.dateOrders, order, line)
  const reading = readDate(birthDate, options.dateOrder, terms)
  if (!('value' in reading) || typeof reading.value !== 'string' || !isCalendarDate(reading.value)) return
  survey.columns.birthDate = columnNameOf(header, 'birthDate') ?? survey.columns.birthDate
  countRow(survey.birthDates, reading.value, line)
}

function countType({ types, columns }: SourceSurvey, { line, header }: UnreadRow, type: unknown): void {
  if (type !== undefined && type !== 'person' && type !== 'organization') return
  columns.type = columnNameOf(header, 'type') ?? columns.type
  countRow(types, type ?? null, line)
}

function countRow<Key>(counts: Map<Key, RowCount>, key: Key, line: number): void {
  getOrInsert(counts, key, () => ({ rows: 0, firstLine: line })).rows += 1
}

/**
 * Refuses an order of day and month that does not fit dates of the source, if others fit both: these may have the other order, too.
 */
export function findWrongOrder(
  { dateOrders }: SourceSurvey,
  { dateOrder }: ReadingOptions,
  terms: Pick<OptionTerms, 'dateOrder'>,
): readonly Issue[] {
  const otherOrder = dateOrder === 'mdy' ? 'dmy' : 'mdy'
  const [others, either] = [dateOrders.get(otherOrder), dateOrders.get('either')]
  if (dateOrder === undefined || others === undefined || either === undefined) return []
  const message = `must fit the dates: that of line ${others.firstLine} can only be ${otherOrder}, so those that fit both orders (${either.rows}, first: line ${either.firstLine}) may be ${otherOrder}, too: set ${terms.dateOrder} to ${otherOrder}, or correct the cells`
  return [{ path: ['dateOrder'], message }]
}

/** Lists what is unusual about the source's columns. */
export function warningsOf(survey: SourceSurvey, { defaults = {} }: ReadingOptions): ImportWarning[] {
  return [...listSharedDates(survey), ...listDefaultTypes(survey, defaults.type)]
}

/** Warns of a default type beside rows that state the other type: a row without a type may be of either. */
function listDefaultTypes({ types, columns }: SourceSurvey, type: string | undefined): ImportWarning[] {
  const unstated = types.get(null)
  const hasOther = types.has(type === 'person' ? 'organization' : 'person')
  if (type === undefined || unstated === undefined || !hasOther) return []
  const subject =
    unstated.rows === 1 ? '1 row without a type counts' : `${unstated.rows} rows without a type count`
  const other = type === 'person' ? 'an organization' : 'a person'
  const reason = `${subject} as ${type}, although another row is ${other}: look at each of them`
  return [{ line: unstated.firstLine, column: columns.type, reason }]
}

/** Lists the birth dates that many rows share, because a program may have written such a date for an unknown one. */
function listSharedDates({ birthDates, columns }: SourceSurvey): ImportWarning[] {
  let total = 0
  for (const { rows } of birthDates.values()) total += rows
  const shared = [...birthDates].filter(([, { rows }]) => rows >= minRows && rows >= minShare * total)
  return shared.map(([, { rows, firstLine }]) => ({
    line: firstLine,
    column: columns.birthDate,
    reason: `${rows} of ${total} rows have this day, which may mean an unknown date`,
  }))
}
