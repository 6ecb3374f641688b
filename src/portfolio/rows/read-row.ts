import { describeIssues, type Issue, isAboutNoField } from '../../contract/issues.ts'
import { type BulkRow, bulkRowInput } from '../../model/bulk.ts'
import { findCountryCode } from '../../shared/countries/lookup.ts'
import type { ImportField, ImportOptions } from '../options.ts'
import {
  type GivenFields,
  importFields,
  isoDate,
  type Places,
  tagsOf,
  typeNamed,
  whyNoType,
  whySpoiled,
} from './fields.ts'
import { type NameParts, namePartsOf, wholeName, whyOtherName } from './person-name.ts'

/** Something that is wrong with a field; null where it is the row as a whole. */
export interface FieldIssue {
  readonly field: ImportField | null
  readonly message: string
}

/** Countries of a row, as its source spells them. */
type SpelledCountries = Partial<Readonly<Record<'countryCode' | 'nationality', string>>>

/** What is to be created, with 2-letter codes for countries, and what the source has where it has no such codes. */
export interface GoodRow {
  readonly row: BulkRow
  readonly spelled?: SpelledCountries | undefined
}

/** A row on its way, with the line that it came from. */
export interface PlacedRow extends GoodRow {
  readonly line: number
  /** What it shares with all that looks like it in the team's list: see `listingKey`. */
  readonly key: string
}

/** Makes of the fields what the service takes, or says what keeps it from that. */
export function readRow(
  given: GivenFields,
  defaults: NonNullable<ImportOptions['defaults']>,
  of: Places,
): GoodRow | { readonly row: null; readonly issues: readonly FieldIssue[] } {
  const type = typeNamed(given.type ?? defaults.type)
  const { birthDate } = given
  const parts = type === 'person' ? namePartsOf(given) : {}
  const fields: GivenFields = {
    ...given,
    ...parts,
    type,
    countryCode: given.countryCode ?? defaults.countryCode,
    birthDate: typeof birthDate === 'string' ? isoDate(birthDate) : birthDate,
    tags: tagsOf(given.tags, defaults.tags),
  }
  const spoiled = findSpoiled(given, type)
  const isWhole = spoiled.length === 0 && parts !== null
  // A field that holds undefined is still a field, and not every type has it.
  const row: Record<string, unknown> = {}
  for (const field of importFields) if (fields[field] !== undefined) row[field] = fields[field]
  const result = bulkRowInput.safeParse(row)
  if (result.success && isWhole) return withCodes(result.data)
  const issues = result.success ? [] : describeIssues(result.error, row).map(issue => describe(issue, type))
  const ofName = type === 'person' ? nameIssues(given, parts, of) : []
  // Parts of a name that have no columns of their own are not what is missing or wrong: the name is.
  const isDivided = ofName.length > 0 || parts?.firstName !== undefined
  const parting = isDivided ? ['firstName', 'lastName'] : []
  const said = new Set<string | null>([...parting, ...spoiled.map(({ field }) => field)])
  return {
    row: null,
    issues: [...[...issues, ...ofName].filter(({ field }) => !said.has(field)), ...spoiled],
  }
}

/** A name that does not divide, or is missing where no other column could hold its parts. */
function nameIssues(given: GivenFields, parts: Partial<NameParts> | null, of: Places): FieldIssue[] {
  if (parts === null) return [{ field: 'name', message: wholeName }]
  const hasOne = of.name !== undefined && of.firstName === undefined && of.lastName === undefined
  return given.name === undefined && hasOne ? [{ field: 'name', message: 'is required' }] : []
}

function findSpoiled(given: GivenFields, type: unknown): FieldIssue[] {
  const spoiled: FieldIssue[] = []
  for (const field of importFields) {
    const isName = field === 'name' && type === 'person'
    const message = whySpoiled(field, given[field]) ?? (isName ? whyOtherName(given) : null)
    if (message !== null) spoiled.push({ field, message })
  }
  return spoiled
}

/** The service takes codes alone, and its list shows them. */
function withCodes(row: BulkRow): GoodRow {
  const spelled: { countryCode?: string; nationality?: string } = {}
  const { countryCode } = row
  row.countryCode = findCountryCode(countryCode) ?? countryCode
  if (row.countryCode !== countryCode) spelled.countryCode = countryCode
  if (row.type === 'person' && row.nationality !== undefined) {
    const { nationality } = row
    row.nationality = findCountryCode(nationality) ?? nationality
    if (row.nationality !== nationality) spelled.nationality = nationality
  }
  return Object.keys(spelled).length === 0 ? { row } : { row, spelled }
}

function describe(issue: Issue, type: unknown): FieldIssue {
  const { path, message } = issue
  const field = importFields.find(name => name === path[0]) ?? null
  if (field === 'type') return { field, message: whyNoType(type) }
  return {
    field,
    message: isAboutNoField(issue)
      ? `is not for ${type === 'person' ? 'a person' : 'an organization'}`
      : message.replace(/^is required and must be .*/, 'is required'),
  }
}
