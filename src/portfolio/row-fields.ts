import { describeIssues } from '../contract/issues.ts'
import { type BulkRow, bulkRowInput } from '../model/bulk.ts'
import { importFields } from './columns.ts'
import type { ImportField, ImportOptions } from './options.ts'

/** What the source holds for each field; a field that is blank is left out. */
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

/** What stands for no value; "NA" is Namibia. */
const blanks: ReadonlySet<unknown> = new Set(['', '-', 'n/a', 'N/A', null, undefined])

export function givenFields(read: (field: ImportField) => unknown): GivenFields {
  const given: Partial<Record<ImportField, unknown>> = {}
  for (const field of importFields) {
    const value = plain(read(field))
    if (!blanks.has(value)) given[field] = value
  }
  return given
}

/** Identifiers may come as numbers; those that a number cannot hold exactly are left to the check. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value
}

/** Makes of the fields what the service takes. */
export function readRow(given: GivenFields, defaults: NonNullable<ImportOptions['defaults']>): ReadRow {
  const type = typeNamed(given.type ?? defaults.type)
  const parts = type === 'person' ? namePartsOf(given) : {}
  const row = {
    ...given,
    ...parts,
    type,
    countryCode: given.countryCode ?? defaults.countryCode,
    ...(given.birthDate === undefined ? {} : { birthDate: isoDate(given.birthDate) }),
    tags: tagsOf(given.tags, defaults.tags),
  }
  const rounded = (['registration', 'nationalId'] as const).filter(field => isRounded(given[field]))
  const result = bulkRowInput.safeParse(row)
  if (result.success && rounded.length === 0 && parts !== null) return { row: result.data, issues: [] }
  const issues = result.success ? [] : describeIssues(result.error, row).map(issue => describe(issue, type))
  return {
    row: null,
    issues: [
      ...issues.filter(({ field }) => parts !== null || (field !== 'firstName' && field !== 'lastName')),
      ...(parts === null ? [{ field: 'name' as const, message: wholeName }] : []),
      ...rounded.map(field => ({ field, message: 'is a number that a spreadsheet has rounded' })),
    ],
  }
}

function describe(
  { path: [key], message }: { path: readonly (string | number)[]; message: string },
  type: unknown,
): FieldIssue {
  const field = importFields.find(name => name === key) ?? null
  if (field === 'type') return { field, message: typeAllowed }
  const isForeign = message === 'is not a field here'
  return {
    field,
    message: isForeign ? `is not for ${type === 'person' ? 'a person' : 'an organization'}` : message,
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

const wholeName =
  'must be a first and a last name, such as Ilse Brandt or Brandt, Ilse; otherwise put them in separate columns'

/** What may follow a whole name after a comma, and is no first name then. */
const suffixes = /^(jr|jnr|junior|sr|snr|senior|i{2,3}|iv|ph\.?\s?d|m\.?d|esq|mba)\.?$/i

/**
 * A person needs both names: "Brandt, Ilse", and "Ilse Brandt" up to the last space, have them. The whole name is sent too.
 *
 * @returns null where there is a name, and no telling what is first and what last.
 */
function namePartsOf({ name, firstName, lastName }: GivenFields): object | null {
  if (typeof name !== 'string' || firstName !== undefined || lastName !== undefined) return {}
  const [whole = '', after, ...others] = name.split(',').map(part => part.trim())
  const at = whole.search(/\s\S*$/)
  if (after === undefined || (at >= 0 && suffixes.test(after) && others.length === 0)) {
    const suffix = after === undefined ? '' : `, ${after}`
    return at < 0
      ? null
      : { firstName: whole.slice(0, at).trim(), lastName: whole.slice(at + 1) + suffix, name }
  }
  if (whole === '' || after === '' || others.length > 0) return null
  return { firstName: after, lastName: whole, name: `${after} ${whole}` }
}

/** Days in the forms that leave no doubt which is the month; others are left to the check. */
function isoDate(given: unknown): unknown {
  if (typeof given !== 'string') return given
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(given) ?? []
  if (day && month && year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return given.replace(/^(\d{4})([/.]?)(\d{2})\2(\d{2})$/, '$1-$3-$4')
}

/** "1.23457E+11" was a longer number once. */
function isRounded(given: unknown): boolean {
  return typeof given === 'string' && /^\d[.,]\d+E\+\d+$/i.test(given)
}

/** The row's own tags, divided by comma, semicolon or bar, and those that every row gets. */
function tagsOf(given: unknown, more: readonly string[] = []): unknown {
  if (given !== undefined && typeof given !== 'string' && !Array.isArray(given)) return given
  const own = typeof given === 'string' ? given.split(/[,;|]/).map(tag => tag.trim()) : (given ?? [])
  const tags = [...new Set([...own.filter(tag => tag !== ''), ...more])]
  return tags.length === 0 ? undefined : tags
}
