import { describeIssues, type Issue, isUnknownField } from '../../contract/issues.ts'
import { type BulkEntityInput, bulkRowInput } from '../../model/bulk.ts'
import { findCountryCode } from '../../shared/countries/names.ts'
import { dropInvisible } from '../../shared/text/invisible.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { RowOmission, RowProblem } from '../import-report.ts'
import type { OptionTerms } from '../option-terms.ts'
import {
  columnNameOf,
  type Header,
  type ImportField,
  importFields,
  nameFields,
  type RawFields,
} from '../source/columns.ts'
import type { UnusedCells } from '../source/unused-cells.ts'
import { type CountryColumns, findUnclearCountry } from './country-columns.ts'
import { findExtraContent } from './extra-content.ts'
import { findLostLetters } from './lost-letters.ts'
import { isNoName } from './name-cells.ts'
import { omitFields } from './omit-fields.ts'
import { readPersonName } from './person-name.ts'
import { readDate } from './read-date.ts'
import { isNoValue, readColumns } from './read-field.ts'
import { describeTypeIssue, readType } from './read-type.ts'
import { findSpreadsheetDamage } from './spreadsheet-damage.ts'

/**
 * A row of the source. A valid row contains the input that creates its entity, with 2-letter country codes; an invalid row
 * contains its problems instead.
 */
export type SourceRow = {
  readonly line: number
  /** The cells of a row of CSV, as they are in the source, if the reader keeps them. */
  readonly cells?: readonly string[]
} & (
  | {
      readonly row: BulkEntityInput
      /** The cells of a person that are not sent; absent if the source has no such columns. */
      readonly unusedCells?: UnusedCells
      /** The fields that the row lacks, because they cannot be read. */
      readonly omissions?: readonly RowOmission[]
    }
  | {
      readonly row: null
      readonly problems: readonly [RowProblem, ...RowProblem[]]
      /** Whether the cells may belong to other columns or rows, such as after a stray quote. */
      readonly hasUncertainCells?: true
      /** The column of a full name that can only be divided with the option `nameOrder`. */
      readonly undividedColumn?: string | undefined
    }
)

/** A valid row, with its line in the source. */
export interface PlacedRow {
  readonly line: number
  readonly row: BulkEntityInput
  /**
   * The `listingKey`: the same for all rows and entities that look alike in the team's list, because they have the same name,
   * type and country.
   */
  readonly key: string
  /** The fields that the row lacks, because they cannot be read. */
  readonly omissions?: readonly RowOmission[] | undefined
}

const noCompanyNameMessage =
  'means that there is no name: write the name; a company that is called so, with its legal form'

/** Converts the values of a row to the input that creates its entity. If values are invalid, returns the row's problems instead. */
export function readRow(
  line: number,
  values: readonly unknown[],
  header: Header,
  { defaults = {}, dateOrder, nameOrder, unreadableFields }: ReadingOptions,
  terms: OptionTerms,
  countryColumns: CountryColumns,
): SourceRow {
  const { columnOf } = header
  const raw: RawFields = {}
  for (const field of importFields) raw[field] = readColumns(field, values, header)
  const type = readType(raw.type ?? defaults.type)
  for (const field of findSharedFields(header, type)) raw[field] = undefined
  for (const field of findOtherNames(raw, type)) if (isNoValue(raw[field])) raw[field] = undefined
  const personName = type === 'person' ? readPersonName(raw, nameOrder, terms) : null
  const birthDate = readDate(raw.birthDate, dateOrder, terms)
  const fields: RawFields = {
    ...raw,
    ...personName?.fields,
    type,
    countryCode: readCountry(raw.countryCode ?? defaults.countryCode),
    birthDate: 'value' in birthDate ? birthDate.value : raw.birthDate,
    nationality: readCountry(raw.nationality),
    tags: readTags(raw.tags, defaults.tags),
  }
  // The schema refuses a field that does not belong to the type, even if the value is undefined. These fields are therefore
  // left out.
  const row: RawFields = {}
  const issues = new Map<ImportField | null, string>()
  for (const field of importFields) {
    if (fields[field] !== undefined) row[field] = fields[field]
    const message =
      findSpreadsheetDamage(field, raw[field]) ??
      findNameDamage(field, raw[field], personName !== null, terms) ??
      personName?.issues.get(field) ??
      findNameExtra(field, raw[field], personName !== null) ??
      findUnclearCountry(field, raw[field], countryColumns) ??
      (personName && field === 'birthDate' && 'problem' in birthDate ? birthDate.problem : null)
    if (message !== null) issues.set(field, message)
  }
  const result = bulkRowInput.safeParse(row)
  if (result.success && issues.size === 0) return { line, row: result.data }

  // The values of fields that do not belong to the type may show that the type is wrong, and are therefore never omitted.
  let hasForeignFields = false
  for (const issue of result.success ? [] : describeIssues(result.error, row)) {
    const [field, message] = describeIssue(issue, raw, columnOf, personName !== null)
    hasForeignFields ||= isUnknownField(issue)
    if (!issues.has(field)) issues.set(field, message)
  }
  const canOmit = unreadableFields === 'omit' && !hasForeignFields
  const readableRow = canOmit ? omitFields(row, issues.keys(), defaults.tags) : null
  if (readableRow !== null)
    return { line, row: readableRow, omissions: createOmissions(line, issues, header) }
  const [first = createInvalidRow(line, 'cannot be read'), ...others] = createProblems(line, issues, header)
  const undividedColumn = (personName?.needsOrder && columnNameOf(header, 'name')) || undefined
  return { line, row: null, problems: [first, ...others], undividedColumn }
}

/** Finds the fields that share a column with the name that a row of this type has: the last name of a person, or the name of a company. */
function findSharedFields({ columnOf, joinedColumns }: Header, type: unknown): readonly ImportField[] {
  // A name of several columns may hold more than the part.
  const isShared = (field: 'firstName' | 'lastName') =>
    columnOf[field] !== undefined && columnOf[field] === columnOf.name && joinedColumns.name === undefined
  const parts = (['firstName', 'lastName'] as const).filter(isShared)
  return type === 'person' && parts.length > 0 ? ['name'] : parts
}

/**
 * Finds the names that a row has no use for: those of a person in the row of a company, and the full name or its two parts in the
 * row of a person that has the other. A database writes NULL there.
 */
function findOtherNames({ name, firstName, lastName }: RawFields, type: unknown): readonly ImportField[] {
  if (type === 'organization') return ['firstName', 'lastName']
  if (isNoValue(firstName) && isNoValue(lastName)) return name === undefined ? [] : ['firstName', 'lastName']
  return firstName === undefined || lastName === undefined ? [] : ['name']
}

type FieldIssues = ReadonlyMap<ImportField | null, string>

function createProblems(line: number, issues: FieldIssues, header: Header): RowProblem[] {
  return Array.from(issues, ([field, message]) => {
    const column = findColumn(header, field)
    return createInvalidRow(line, field !== null && column === null ? `${field} ${message}` : message, column)
  })
}

function createOmissions(line: number, issues: FieldIssues, header: Header): RowOmission[] {
  return Array.from(issues, ([field, reason]) => {
    return { line, column: findColumn(header, field) ?? String(field), reason }
  })
}

function findColumn(header: Header, field: ImportField | null): string | null {
  return field && columnNameOf(header, field)
}

function describeIssue(
  issue: Issue,
  { type, name, firstName, lastName }: RawFields,
  columnOf: Header['columnOf'],
  isPerson: boolean,
): [field: ImportField | null, message: string] {
  const field = importFields.find(candidate => candidate === issue.path[0]) ?? null
  const message = issue.message.replace(/^is required and must be .*/, 'is required')
  if (field === 'type') return [field, describeTypeIssue(type)]
  if (isUnknownField(issue)) return [field, `is not for ${isPerson ? 'a person' : 'an organization'}`]
  const isPart = field === 'firstName' || field === 'lastName'
  if (!isPart) return [field, message]
  if (
    field === 'lastName' &&
    name !== undefined &&
    firstName !== undefined &&
    columnOf.lastName === undefined
  )
    return [
      'name',
      'is not used, and the last name is missing: if this column has the last names of persons, name it for lastName, too',
    ]
  // A full name that cannot be divided has an issue already. Without a full name, and without columns for its parts, the
  // problem is reported in the column of the full name.
  const isUndivided = name !== undefined && firstName === undefined && lastName === undefined
  const isInName = name === undefined && columnOf[field] === undefined && 'name' in columnOf
  return [isUndivided || isInName ? 'name' : field, message]
}

export function createInvalidRow(line: number, reason: string, column: string | null = null): RowProblem {
  return { kind: 'invalid', line, column, reason, sameAs: null }
}

function isNameField(field: ImportField): boolean {
  return nameFields.some(nameField => nameField === field)
}

/** Describes a name that has lost its letters, or has none; null for any other field. */
function findNameDamage(
  field: ImportField,
  text: unknown,
  isPerson: boolean,
  terms: OptionTerms,
): string | null {
  if (!isNameField(field) || typeof text !== 'string') return null
  // A company may have a number for a name. The schema refuses a lone surrogate.
  const hasLetter = (isPerson ? /[\p{L}\p{Cs}]/u : /[\p{L}\p{N}\p{Cs}]/u).test(text)
  if (!hasLetter) return 'must have a letter'
  return field === 'name' && !isPerson && isNoName(text)
    ? noCompanyNameMessage
    : findLostLetters(text, isPerson, terms)
}

function findNameExtra(field: ImportField, text: unknown, isPerson: boolean): string | null {
  return isNameField(field) && typeof text === 'string' ? findExtraContent(text, isPerson) : null
}

/** Returns the 2-letter code of a country, and any other value unchanged. */
function readCountry(value: unknown): unknown {
  return (typeof value === 'string' && findCountryCode(value)) || value
}

/** Splits tags at commas, semicolons and vertical bars, and adds the tags that all rows share. */
function readTags(value: unknown, shared: readonly string[] = []): unknown {
  if (value !== undefined && typeof value !== 'string' && !Array.isArray(value)) return value
  const own = typeof value === 'string' ? value.split(/[,;|]/).map(tag => tag.trim()) : readTagList(value)
  const tags = [...new Set([...own.filter(tag => tag !== ''), ...shared])]
  return tags.length === 0 ? undefined : tags
}

function readTagList(tags: readonly unknown[] = []): readonly unknown[] {
  return tags.map(tag => (typeof tag === 'string' ? dropInvisible(tag) : tag))
}
