import { describeIssues, type Issue, isAboutNoField } from '../../contract/issues.ts'
import { isCalendarDate } from '../../contract/text.ts'
import { type BulkRow, bulkRowInput } from '../../model/bulk.ts'
import { foldRegistration } from '../../model/identity.ts'
import { hasControls, mustBeOneLine } from '../../model/line.ts'
import type { ImportField, ImportOptions } from '../options.ts'
import { type Columns, importFields } from '../source/columns.ts'
import { namePartsOf, wholeName } from './person-name.ts'

/** What the source holds for each field; one that is blank is left out. */
export type GivenFields = Partial<Readonly<Record<ImportField, unknown>>>

/** Something that is wrong with a field; null where it is the row as a whole. */
export interface FieldIssue {
  readonly field: ImportField | null
  readonly message: string
}

/** What is to be created, or null and what keeps it from that. */
export interface ReadRow {
  readonly row: BulkRow | null
  readonly issues: readonly FieldIssue[]
}

/** Fields that may be left out, and hold no words of people's own as names and tags do. */
const details: ReadonlySet<ImportField> = new Set(['registration', 'birthDate', 'nationality', 'nationalId'])

/** @param onBlank is told of a text that is taken for no value. */
export function givenFields(
  read: (field: ImportField) => unknown,
  onBlank: (field: ImportField, text: string) => void,
): GivenFields {
  const given: Partial<Record<ImportField, unknown>> = {}
  for (const field of importFields) {
    const value = plain(field, read(field))
    if (value === '' || value === null || value === undefined) continue
    if (typeof value === 'string' && isBlank(field, value)) onBlank(field, value)
    else given[field] = value
  }
  return given
}

/** Identifiers may come as numbers; those that a number cannot hold exactly are left to the check. */
function plain(field: ImportField, value: unknown): unknown {
  if (typeof value !== 'string')
    return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value
  const text = value.trim()
  // The apostrophe tells a spreadsheet that '0042 is text. A name may begin with one.
  return details.has(field) ? text.replace(/^'(?=\d)/, '') : text
}

/** What stands for no value in every column. */
const blank = /^(-|n\/a)$/i
/**
 * The letters of what databases, spreadsheets and people write for no value; as a name, or a tag, it may be meant ("Null" is a
 * name).
 */
const blankWord =
  /^(nan?|nana|no|nil|none|null|undefined|unknown|blank|empty|missing|pending|tb[ad]|not(available|applicable)|keine?|unbekannt|nichtvorhanden)$/
/** Zeros alone, the x that a form is crossed out with, or neither letters nor digits. */
const blankSigns = /^(0+|x+|[^\p{L}\p{N}]+)$/u
/** Of these the letters alone say nothing. */
const blankCode = /^(#n\/?[av]|\\n)$/i
/** What databases and spreadsheets make of no day. */
const blankDay = /^(0001-01-01|1899-12-30|1900-01-00)([ T]00:00.*)?$/

function isBlank(field: ImportField, text: string): boolean {
  if (!details.has(field)) return blank.test(text)
  // "NA" is Namibia where it may be a country, and "NO" is Norway.
  if (field === 'nationality' && /^n[ao]$/i.test(text)) return false
  if (blankCode.test(text)) return true
  if (spreadsheetError.test(text)) return false
  const letters = foldRegistration(text)
  return (
    blankWord.test(letters) ||
    blankSigns.test(letters) ||
    (field === 'birthDate' && blankDay.test(isoDate(text)))
  )
}

/**
 * Makes of the fields what the service takes.
 *
 * @param of the columns that there are.
 */
export function readRow(
  given: GivenFields,
  defaults: NonNullable<ImportOptions['defaults']>,
  of: Columns['of'],
): ReadRow {
  const type = typeNamed(given.type ?? defaults.type)
  const { birthDate } = given
  const parts = type === 'person' ? namePartsOf(given) : {}
  const row = {
    ...given,
    ...parts,
    type,
    countryCode: given.countryCode ?? defaults.countryCode,
    ...(typeof birthDate === 'string' ? { birthDate: isoDate(birthDate) } : {}),
    tags: tagsOf(given.tags, defaults.tags),
  }
  const spoiled = importFields.flatMap(field => {
    const message = whySpoiled(field, given[field])
    return message === null ? [] : [{ field, message }]
  })
  const result = bulkRowInput.safeParse(row)
  if (result.success && spoiled.length === 0 && parts !== null) return { row: result.data, issues: [] }
  const issues = result.success ? [] : describeIssues(result.error, row).map(issue => describe(issue, type))
  // Parts that have no columns of their own are not what is missing.
  const isNameless =
    type === 'person' &&
    given.name === undefined &&
    of.name !== undefined &&
    of.firstName === undefined &&
    of.lastName === undefined
  if (isNameless) issues.push({ field: 'name', message: 'is required and must be a string' })
  if (parts === null) issues.push({ field: 'name', message: wholeName })
  // What is wrong with the parts of a name is wrong with the name.
  const isDivided = isNameless || parts === null || 'firstName' in parts
  const others = issues.filter(
    ({ field }) =>
      !(isDivided && (field === 'firstName' || field === 'lastName')) &&
      spoiled.every(one => one.field !== field),
  )
  return { row: null, issues: [...others, ...spoiled] }
}

/** What a spreadsheet has instead of a value: "#REF!" in any language, "#####" where a column is too narrow, "Err:502". */
const spreadsheetError = /^(#{2,}|#N\/?[AV]|#[¡¿]?[\p{Lu}\d/]+[!?]|Err:\d{3})$/u
/**
 * "1.23457E+11" was a longer number once, and so was "1E+11"; MySQL leaves out the plus. "12E4" may be the number of a register:
 * nobody rounds what has so few digits.
 */
const rounded = /^[+-]?\d+([.,]\d+E[+-]?\d|E[+-]\d|E\d\d)\d*$/i

/** Why a text cannot be what was meant, although a text like it might be. */
function whySpoiled(field: ImportField, text: unknown): string | null {
  if (typeof text !== 'string') return null
  if (spreadsheetError.test(text)) return 'is an error that a spreadsheet has put in place of a value'
  if ((field === 'registration' || field === 'nationalId') && rounded.test(text))
    return 'is a number that a spreadsheet has rounded'
  if (field === 'birthDate' && isNoBirthday(isoDate(text))) return 'must be a day from 1800 up to today'
  // Also beside the comma of a name, where no part has it.
  return field === 'name' && hasControls(text) ? mustBeOneLine : null
}

/** A year of two digits may have become 0061, or 2061. */
function isNoBirthday(day: string): boolean {
  return isCalendarDate(day) && (day < '1800' || day > new Date().toISOString())
}

function describe(issue: Issue, type: unknown): FieldIssue {
  const { path, message } = issue
  const field = importFields.find(name => name === path[0]) ?? null
  if (field === 'type') return { field, message: typeAllowed }
  return {
    field,
    message: isAboutNoField(issue)
      ? `is not for ${type === 'person' ? 'a person' : 'an organization'}`
      : message,
  }
}

const organizationWords = new Set([
  'organization',
  'organisation',
  'org',
  'company',
  'business',
  'corporate',
  'corporation',
  'legalentity',
  'legalperson',
])
const personWords = new Set(['person', 'individual', 'naturalperson'])

/** What is said where a type is none of these words. */
export const typeAllowed =
  'must be organization or person, or a usual word for one, such as company or individual'

/** `organization` or `person` for the usual words for them; anything else as it is. */
export function typeNamed(given: unknown): unknown {
  const word = typeof given === 'string' ? given.toLowerCase().replace(/[^\p{L}]/gu, '') : ''
  if (organizationWords.has(word)) return 'organization'
  return personWords.has(word) ? 'person' : given
}

/** Days in the forms that leave no doubt which is the month; others are left to the check. */
function isoDate(given: string): string {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(given) ?? []
  if (day && month && year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return given.replace(/^(\d{4})([/.]?)(\d{2})\2(\d{2})$/, '$1-$3-$4')
}

/** The row's own tags, divided by comma, semicolon or bar, and those that every row gets. */
function tagsOf(given: unknown, more: readonly string[] = []): unknown {
  if (given !== undefined && typeof given !== 'string' && !Array.isArray(given)) return given
  const own = typeof given === 'string' ? given.split(/[,;|]/).map(tag => tag.trim()) : (given ?? [])
  const tags = [...new Set([...own.filter(tag => tag !== ''), ...more])]
  return tags.length === 0 ? undefined : tags
}
