import { type BulkEntityInput, bulkRowInput } from '../../model/bulk.ts'
import type { ImportField, RawFields } from '../source/columns.ts'

/** The fields that the bulk operation does not require. */
const optionalFields: ReadonlySet<ImportField | null> = new Set<ImportField>([
  'registration',
  'birthDate',
  'nationality',
  'nationalId',
  'tags',
])

/**
 * Returns the row without the fields that cannot be read; null if the row is invalid even without them.
 *
 * @param unreadable the fields that cannot be read.
 * @param sharedTags the tags of rows whose own tags cannot be read.
 */
export function omitFields(
  row: RawFields,
  unreadable: Iterable<ImportField | null>,
  sharedTags: readonly string[] = [],
): BulkEntityInput | null {
  const remaining = { ...row }
  for (const field of unreadable) {
    if (field === null || !optionalFields.has(field)) return null
    delete remaining[field]
    if (field === 'tags' && sharedTags.length > 0) remaining.tags = sharedTags
  }
  return bulkRowInput.safeParse(remaining).data ?? null
}
