import { describeIssues, isUnknownField } from '../../contract/issues.ts'
import { entityTypes } from '../../contract/values.ts'
import { type BulkRow, bulkRowInput } from '../../model/bulk.ts'
import { findCountryCode } from '../../shared/countries/names.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'
import { isInvisible } from '../../shared/text/invisible.ts'
import type { ImportOptions } from '../import-options.ts'
import type { RowProblem } from '../import-report.ts'
import { type Header, type ImportField, importFields } from '../source/columns.ts'
import { divideName, findNameMismatch } from './person-name.ts'

/** A row of the source: what is to be created, with 2-letter codes for countries, or what is wrong with it. */
export type SourceRow = { readonly line: number } & (
  | { readonly row: BulkRow }
  | { readonly row: null; readonly problems: readonly [RowProblem, ...RowProblem[]] }
)

/** A row on its way, with the line that it came from. */
export interface PlacedRow {
  readonly line: number
  readonly row: BulkRow
  /** What it shares with all that looks like it in the team's list: see `listingKey`. */
  readonly key: string
}

/** What the source holds for each field; undefined for one that is blank. */
export type RawFields = Partial<Record<ImportField, unknown>>

/** What is said where a type is none of these words. */
export const typeMessage =
  'must be organization or person, or a usual word for one, such as company or individual'

/** Makes of the values what the service takes, or says what keeps it from that. */
export function readRow(
  line: number,
  values: readonly unknown[],
  { names, of }: Header,
  defaults: NonNullable<ImportOptions['defaults']>,
): SourceRow {
  const raw: RawFields = {}
  for (const field of importFields) raw[field] = readField(field, values[of[field] ?? -1])
  const type = readType(raw.type ?? defaults.type)
  const isPerson = type === 'person'
  const fields: RawFields = {
    ...raw,
    ...(isPerson && divideName(raw)),
    type,
    countryCode: readCountry(raw.countryCode ?? defaults.countryCode),
    birthDate: readDate(raw.birthDate),
    nationality: readCountry(raw.nationality),
    tags: readTags(raw.tags, defaults.tags),
  }
  // A field that holds undefined is still a field, and not every type has it.
  const row: RawFields = {}
  const issues = new Map<ImportField | null, string>()
  for (const field of importFields) {
    if (fields[field] !== undefined) row[field] = fields[field]
    const message =
      findSpreadsheetDamage(field, raw[field]) ??
      (isPerson && field === 'name' ? findNameMismatch(raw) : null)
    if (message !== null) issues.set(field, message)
  }
  const result = bulkRowInput.safeParse(row)
  if (result.success && issues.size === 0) return { line, row: result.data }

  for (const issue of result.success ? [] : describeIssues(result.error, row)) {
    let field = importFields.find(candidate => candidate === issue.path[0]) ?? null
    let message = issue.message.replace(/^is required and must be .*/, 'is required')
    if (field === 'type') message = typeMessage
    else if (isUnknownField(issue)) message = `is not for ${isPerson ? 'a person' : 'an organization'}`
    else if ((field === 'firstName' || field === 'lastName') && of[field] === undefined && 'name' in of) {
      // What has no column of its own is not missing or wrong: the name is.
      field = 'name'
      if (raw.name !== undefined)
        message = 'does not divide for certain into a first and a last name: put them in separate columns'
    }
    if (!issues.has(field)) issues.set(field, message)
  }
  const [first = createInvalidRow(line, 'cannot be read'), ...others] = Array.from(
    issues,
    ([field, message]) => {
      const column = (field && names[of[field] ?? -1]) ?? null
      return createInvalidRow(
        line,
        field !== null && column === null ? `${field} ${message}` : message,
        column,
      )
    },
  )
  return { line, row: null, problems: [first, ...others] }
}

export function createInvalidRow(line: number, reason: string, column: string | null = null): RowProblem {
  return { kind: 'invalid', line, column, reason, sameAs: null }
}

/** Identifiers may come as numbers; those that a number cannot hold exactly are left to the check. */
function readField(field: ImportField, value: unknown): unknown {
  if (typeof value !== 'string')
    return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : (value ?? undefined)
  const text = isInvisible(value) ? '' : value.trim()
  // Null is a name of people.
  return (/name$/i.test(field) ? /^(-|n\/a)?$/i : /^(-|n\/a|null)?$/i).test(text) ? undefined : text
}

/** What a spreadsheet has instead of a value: "#REF!" in any language, "#####" where a column is too narrow, "Err:502". */
const spreadsheetError = /^(#{2,}|#N\/?[AV]|#[¡¿]?[\p{Lu}\d/]+[!?]|Err:\d{3})$/u
/** "1.23457E+11" was a longer number once, and so was "1E+11". "12E4" may be that of a register. */
const roundedNumber = /^[+-]?\d+([.,]\d+E[+-]?|E[+-])\d+$/i

/** Why a text cannot be what was meant, although a text like it might be. */
function findSpreadsheetDamage(field: ImportField, text: unknown): string | null {
  if (typeof text !== 'string') return null
  if (spreadsheetError.test(text)) return 'is an error that a spreadsheet has put in place of a value'
  const isNumber = field === 'registration' || field === 'nationalId'
  const isLost = isNumber && (text.startsWith("'") || roundedNumber.test(text) || !/[1-9]/.test(text))
  return isLost
    ? 'is rounded or marked by a spreadsheet, or no number: enter it as text, or leave it empty'
    : null
}

/** `organization` or `person` for the usual words for them; anything else as it is. */
function readType(value: unknown): unknown {
  const word = typeof value === 'string' ? foldRegistration(value) : ''
  if (/^(organi[sz]ation|org|company|business|corporation|legalentity|legalperson)$/.test(word))
    return 'organization'
  return /^(person|individual|naturalperson)$/.test(word) ? 'person' : value
}

export function isTypeWord(word: string): boolean {
  return entityTypes.some(type => type === readType(word))
}

/** The code, which is all that the service takes, and that its list shows; anything else as it is. */
function readCountry(value: unknown): unknown {
  return (typeof value === 'string' && findCountryCode(value)) || value
}

/** Days in the forms that leave no doubt which is the month; anything else as it is. */
function readDate(value: unknown): unknown {
  if (typeof value !== 'string' || value[4] === '-') return value
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value) ?? []
  if (day && month && year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return value.replace(/^(\d{4})([/.]?)(0\d|1[0-2])\2(\d{2})$/, '$1-$3-$4')
}

/** The row's own tags, divided by comma, semicolon or bar, and those that every row gets. */
function readTags(value: unknown, shared: readonly string[] = []): unknown {
  if (value !== undefined && typeof value !== 'string' && !Array.isArray(value)) return value
  const own = typeof value === 'string' ? value.split(/[,;|]/).map(tag => tag.trim()) : (value ?? [])
  const tags = [...new Set([...own.filter(tag => tag !== ''), ...shared])]
  return tags.length === 0 ? undefined : tags
}
