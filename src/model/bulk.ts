import * as z from 'zod/mini'
import { bulkSummary } from '../contract/entity.ts'
import { UnreadableBody } from '../contract/issues.ts'
import { calendarDate } from '../contract/text.ts'
import { maximumBulkRows, rowLimit } from '../contract/values.ts'
import { jsonList } from '../quirks/lists.ts'
import { type RowError, rowError } from '../quirks/row-error.ts'
import { number } from '../quirks/scalar.ts'
import { unwrap } from '../reading/body.ts'
import type { QuirkLog } from '../reading/log.ts'
import { tableOf } from '../reading/read-record.ts'
import type { UnknownFields } from '../reading/reading.ts'
import type { Reader } from '../reading/table.ts'
import { type Country, countryInput, encodeCountry, oneLine, spellPersonFields } from './inputs.ts'

/**
 * An organization among the rows of a bulk creation (specification: POST /v1/entities/bulk).
 *
 * @example
 * const row: BulkOrganization = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', tags: ['supplier'] }
 */
export type BulkOrganization = {
  /** Marks an organization. */
  type: 'organization'
  /** Full name with the legal form. */
  name: string
  /** Where it is registered; required here, unlike in a single creation. */
  countryCode: Country
  /** Registration number. */
  registration?: string | undefined
  /** Sent as one comma-separated string, so a tag must not contain a comma. */
  tags?: readonly string[] | undefined
}

/**
 * A person among the rows of a bulk creation (specification: POST /v1/entities/bulk).
 *
 * @example
 * const row: BulkPerson = { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'Germany', nationality: 'AT' }
 */
export type BulkPerson = {
  /** Marks a person. */
  type: 'person'
  /** Given name, or names. */
  firstName: string
  /** Family name. */
  lastName: string
  /** Full name; composed of first and last name by default. */
  name?: string | undefined
  /** The country that the person belongs to; required here, unlike in a single creation. */
  countryCode: Country
  /** Day of birth, YYYY-MM-DD. */
  birthDate?: string | undefined
  /** Country of citizenship; sent as its 2-letter ISO code. */
  nationality?: Country | undefined
  /** National ID. */
  nationalId?: string | undefined
  /** Sent as one comma-separated string, so a tag must not contain a comma. */
  tags?: readonly string[] | undefined
}

/**
 * A row of a bulk creation: an organization or a person, distinguished by `type` (specification: POST /v1/entities/bulk).
 *
 * @example
 * const rows: BulkRow[] = [
 *   { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' },
 *   { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' },
 * ]
 */
export type BulkRow = BulkOrganization | BulkPerson

/**
 * Result of a bulk creation: valid rows exist even if others failed (specification: Resources, Bulk summary).
 *
 * @example
 * const row: BulkRow = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
 * const { successCount, errors } = await client.entities.createBulk([row, row])
 * console.log(successCount, errors[0]?.row) // 1 2
 */
export interface BulkSummary {
  /** How many rows became entities. */
  successCount: number
  /** How many did not; the length of `errors` if the service sends no count. */
  errorCount: number
  /** Why each of those rows failed. */
  errors: RowError[]
  /** Unknown fields, and those that could not be read, unchanged. */
  unknownFields: UnknownFields
}

/** One tag; several are sent as one text, divided by commas. */
export const tag = oneLine.check(z.refine(value => !value.includes(','), { error: 'must not hold a comma' }))
const rowFields = { countryCode: countryInput, tags: z.optional(z.array(tag)) }

/** One row of a bulk creation, as callers give it. */
export const bulkRowInput = z.discriminatedUnion('type', [
  z.strictObject({
    ...rowFields,
    type: z.literal('organization'),
    name: oneLine,
    registration: z.optional(oneLine),
  }),
  z.strictObject({
    ...rowFields,
    type: z.literal('person'),
    firstName: oneLine,
    lastName: oneLine,
    name: z.optional(oneLine),
    birthDate: z.optional(calendarDate),
    nationality: z.optional(countryInput),
    nationalId: z.optional(oneLine),
  }),
])

const rows = z.array(bulkRowInput).check(
  z.refine(rows => rows.length > 0 && rows.length <= maximumBulkRows, {
    error: rowLimit,
  }),
)

export const bulkInput = z.strictObject({ rows })

const checked = new WeakSet<readonly BulkRow[]>()

/**
 * A request's rows, all of which {@link bulkRowInput} takes: `createBulk` does not check them again. They may not be changed
 * afterwards. A client of another copy of the package knows nothing of it, and checks them.
 */
export function asChecked(rows: readonly BulkRow[]): readonly BulkRow[] {
  const list = Object.freeze([...rows])
  if (list.length > 0 && list.length <= maximumBulkRows) checked.add(list)
  return list
}

export function areChecked(rows: readonly BulkRow[]): boolean {
  return checked.has(rows)
}

export function encodeBulk(rows: readonly BulkRow[], log: QuirkLog): unknown {
  return { entities: rows.map((row, index) => encodeRow(row, index, log)) }
}

function encodeRow(row: BulkRow, index: number, log: QuirkLog): unknown {
  const countryCode = encodeCountry(row.countryCode, log, ['rows', index, 'countryCode'])
  // One comma-separated string (specification: POST /v1/entities/bulk, tags).
  const tags = row.tags?.length ? row.tags.join(',') : undefined
  if (row.type === 'organization') {
    return { name: row.name, type: row.type, countryCode, registration: row.registration, tags }
  }
  return {
    name: row.name ?? `${row.firstName} ${row.lastName}`,
    type: row.type,
    countryCode,
    tags,
    first_name: row.firstName,
    last_name: row.lastName,
    nationality: encodeCountry(row.nationality, log, ['rows', index, 'nationality']),
    ...spellPersonFields('createEntitiesBulk', row),
  }
}

/** A line alone is a list of one. */
const rowErrors: Reader<RowError[]> = (value, at) => {
  const isLine = typeof value === 'string' && /^Row \d/i.test(value)
  const lines = isLine ? at.note('converted', [value]) : jsonList(value, at)
  return lines.map(line => rowError(line, at))
}

// -1 stands for none until the summary is whole.
const summaries = tableOf(
  bulkSummary,
  (take, rest): BulkSummary => ({
    successCount: take('successCount', number) ?? -1,
    errorCount: take('errorCount', number) ?? -1,
    errors: take('errors', rowErrors),
    unknownFields: rest(),
  }),
)

export function decodeBulkSummary(body: unknown, log: QuirkLog): BulkSummary {
  const { data, path } = unwrap(body, log)
  const summary = summaries(log)(data, path)
  if (summary.successCount < 0)
    throw new UnreadableBody([...path, 'successCount'], 'must be the number of rows created')
  if (summary.errorCount < 0) summary.errorCount = summary.errors.length
  return summary
}
