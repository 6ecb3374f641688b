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
  typeAllowed,
  typeNamed,
  whySpoiled,
} from './fields.ts'
import { namePartsOf, wholeName, whyOtherName } from './person-name.ts'

/** What is wrong with fields; with null for a field, with the row as a whole. */
type FieldIssues = Map<ImportField | null, string>

/** A row on its way, with the line that it came from. */
export interface PlacedRow {
  readonly line: number
  /** What is to be created, with 2-letter codes for countries. */
  readonly row: BulkRow
  /** What it shares with all that looks like it in the team's list: see `listingKey`. */
  readonly key: string
}

/** Makes of the fields what the service takes, or says what keeps it from that. */
export function readRow(
  given: GivenFields,
  defaults: NonNullable<ImportOptions['defaults']>,
  of: Places,
): BulkRow | FieldIssues {
  const said = given.type ?? defaults.type
  const type = typeof said === 'string' ? typeNamed(said) : said
  const { birthDate } = given
  const fields: GivenFields = {
    ...given,
    ...(type === 'person' && namePartsOf(given)),
    type,
    countryCode: given.countryCode ?? defaults.countryCode,
    birthDate: typeof birthDate === 'string' ? isoDate(birthDate) : birthDate,
    tags: tagsOf(given.tags, defaults.tags),
  }
  // A field that holds undefined is still a field, and not every type has it.
  const row: Record<string, unknown> = {}
  const issues: FieldIssues = new Map()
  for (const field of importFields) {
    if (fields[field] !== undefined) row[field] = fields[field]
    const isPersonName = field === 'name' && type === 'person'
    const message = whySpoiled(field, given[field]) ?? (isPersonName ? whyOtherName(given) : null)
    if (message !== null) issues.set(field, message)
  }
  const result = bulkRowInput.safeParse(row)
  if (result.success && issues.size === 0) return withCodes(result.data)
  for (const issue of result.success ? [] : describeIssues(result.error, row)) {
    const [field, message] = describe(issue, type, given, of)
    if (!issues.has(field)) issues.set(field, message)
  }
  return issues
}

/** The service takes codes alone, and its list shows them. */
function withCodes(row: BulkRow): BulkRow {
  row.countryCode = findCountryCode(row.countryCode) ?? row.countryCode
  if (row.type === 'person' && row.nationality !== undefined)
    row.nationality = findCountryCode(row.nationality) ?? row.nationality
  return row
}

function describe(issue: Issue, type: unknown, given: GivenFields, of: Places): [ImportField | null, string] {
  const field = importFields.find(name => name === issue.path[0]) ?? null
  if (field === 'type') return [field, typeAllowed]
  if (isAboutNoField(issue))
    return [field, `is not for ${type === 'person' ? 'a person' : 'an organization'}`]
  const message = issue.message.replace(/^is required and must be .*/, 'is required')
  // What has no column of its own is not missing or wrong: the name is.
  const isOfName =
    field !== null && /^(first|last)Name$/.test(field) && of.name !== undefined && of[field] === undefined
  if (!isOfName) return [field, message]
  return ['name', given.name === undefined ? message : wholeName]
}
