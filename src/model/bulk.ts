import * as z from 'zod/mini'
import { bulkSummary } from '../contract/entity.ts'
import { UnreadableBody } from '../contract/issues.ts'
import { maxBulkRows, rowLimit } from '../contract/values.ts'
import { jsonList } from '../quirks/lists.ts'
import { numberOrNull } from '../quirks/scalar.ts'
import { createDataDecoder } from '../reading/body.ts'
import { noteQuirk, type ReadContext } from '../reading/read-context.ts'
import { createRecordReader, type ModelOf } from '../reading/read-record.ts'
import { noUnknownFields } from '../reading/unknown-fields.ts'
import { tryStringify } from '../shared/json.ts'
import {
  type CreateOrganizationInput,
  organizationFields,
  personFields,
  type UnnamedPerson,
} from './creation.ts'
import { type Country, countryInput, type FieldsOf, oneLineText, optionalCountry, tag } from './inputs.ts'

const tagList: z.ZodMiniType<readonly string[], readonly string[]> = z.array(tag)

/** The fields that every row of a bulk creation may have. */
interface BulkFields {
  /** Country of the person, or country where the organization is registered. Required, unlike in `create`. */
  countryCode: Country
  /** Tags without commas, because they are sent as one comma-separated string. */
  tags?: readonly string[] | undefined
}

/**
 * An organization among the rows of a bulk creation.
 *
 * @example
 * const row: BulkOrganizationInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', tags: ['supplier'] }
 */
export interface BulkOrganizationInput extends CreateOrganizationInput, BulkFields {
  /** Country where the organization is registered. */
  countryCode: Country
}

/**
 * A person among the rows of a bulk creation.
 *
 * @example
 * const row: BulkPersonInput = { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' }
 */
export interface BulkPersonInput extends UnnamedPerson, BulkFields {
  /** Given names. */
  firstName: string
  /** Family name. */
  lastName: string
  /** Full name. Default: the first and last name, joined. */
  name?: string | undefined
  /** Country of the person; whether by residence or nationality is not documented. */
  countryCode: Country
  /** Country of citizenship; sent as its 2-letter ISO code. */
  nationality?: Country | undefined
}

/**
 * A row of a bulk creation: an organization or a person, distinguished by `type`.
 *
 * @example
 * const rows: BulkEntityInput[] = [
 *   { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' },
 *   { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' },
 * ]
 */
export type BulkEntityInput = BulkOrganizationInput | BulkPersonInput

const bulkFields = { countryCode: countryInput, tags: z.optional(tagList) }

/** The schema of one row of a bulk creation. */
export const bulkRowInput = z.discriminatedUnion('type', [
  z.strictObject({ ...bulkFields, ...organizationFields } satisfies FieldsOf<BulkOrganizationInput>),
  z.strictObject({
    ...bulkFields,
    ...personFields,
    firstName: oneLineText,
    lastName: oneLineText,
    nationality: optionalCountry,
  } satisfies FieldsOf<BulkPersonInput>),
])

type BulkRowInput = z.input<typeof bulkRowInput>

/**
 * Checks the number of rows. This check comes before the rows are validated, because a million rows could
 * have a million issues.
 */
const countedRows = z.custom<BulkRowInput[]>(
  rows => !Array.isArray(rows) || (rows.length > 0 && rows.length <= maxBulkRows),
  rowLimit,
)

export const bulkInput = z.strictObject({ rows: z.pipe(countedRows, z.array(bulkRowInput)) })

/** Splits an error message into the row number and the reason: "Row 3: already exists" into 3 and "already exists". @hidden */
export function rowError(value: unknown, context: ReadContext, field: string) {
  const message =
    typeof value === 'string' ? value : (tryStringify(value) ?? 'an error that cannot be written')
  const [, row, reason = message] = /^Row (\d+): ?(.*)$/is.exec(message) ?? []
  noteQuirk(context, field, row === undefined ? 'unnumbered_row' : 'row_error', value)
  return {
    /** The row number in the message; null if there is none. Whether the service counts from 0 or from 1 is not documented. */
    row: row === undefined ? null : Number(row),
    /** The service's error text for the row, without the row number. */
    reason,
    /** The service's complete message, such as `Row 3: already exists`. */
    message,
  }
}

/** The error of a row from which no entity was created. @useDeclaredType */
export type RowError = ReturnType<typeof rowError>

/** Reads the row errors from a list of messages or from a single message. */
function rowErrors(value: unknown, context: ReadContext, field: string): RowError[] {
  const isLine = typeof value === 'string' && /^Row \d/i.test(value)
  if (isLine) noteQuirk(context, field, 'converted', value)
  const lines = isLine ? [value] : jsonList(value, context, field)
  return lines.map(line => rowError(line, context, field))
}

/** A temporary value for a missing count, which `conclude` replaces or refuses. */
const noCount = -1

const bulkSummaryReader = createRecordReader(
  bulkSummary,
  (wire, context) => ({
    /** The number of rows from which entities were created. */
    successCount: numberOrNull(wire.successCount, context, 'successCount') ?? noCount,
    /** The number of rows that failed; the length of `errors` if the service sends no count. */
    errorCount: numberOrNull(wire.errorCount, context, 'errorCount') ?? noCount,
    /** The errors of the rows that failed. */
    errors: rowErrors(wire.errors, context, 'errors'),
    unknownFields: noUnknownFields,
  }),
  {
    conclude(summary, _, { path }) {
      if (summary.successCount < 0)
        throw new UnreadableBody([...path, 'successCount'], 'must be the number of rows created')
      if (summary.errorCount < 0) summary.errorCount = summary.errors.length
    },
  },
)

/**
 * Result of a bulk creation. Valid rows are created even if others fail.
 *
 * @example
 * const row: BulkEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
 * const { successCount, errors } = await client.entities.createBulk([row, row])
 * console.log(successCount, errors[0]?.row) // 1 2
 */
export interface BulkSummary extends ModelOf<typeof bulkSummaryReader> {}

export const decodeBulkSummary = createDataDecoder(bulkSummaryReader)
