import { type CustomerRow, listRereadFields } from '../../src/portfolio/extracts/customer-rows.ts'
import type { Extract } from '../../src/portfolio/extracts/read-extract.ts'
import type { RowField } from '../../src/portfolio/extracts/row-fields.ts'
import type { ImportField } from '../../src/portfolio/source/columns.ts'
import { FileError, UsageError } from '../failure.ts'

/** The flags that decide how each field is read. */
const fieldFlags: Readonly<Record<RowField, string>> = {
  name: '--columns name=HEADER or --name-order',
  type: '--type or --columns type=HEADER',
  country: '--country or --columns countryCode=HEADER',
  registration: '--columns registration=HEADER',
  'birth date': '--columns birthDate=HEADER or --dates',
  nationality: '--columns nationality=HEADER',
  'national ID': '--columns nationalId=HEADER',
}

/** Leaves out the rows with a number that a later file has, too: the last one counts. */
export function listCurrentRows(
  files: readonly (readonly CustomerRow[])[],
): readonly (readonly CustomerRow[])[] {
  return files.map((rows, index) => {
    const later = new Set(files.slice(index + 1).flatMap(rows => rows.map(({ number }) => number)))
    return rows.filter(({ number }) => number === '' || !later.has(number))
  })
}

/** @throws UsageError if a field is read otherwise than when the file was written: many rows would count as changed. */
export function assertReadAsThen(file: string, rows: readonly CustomerRow[]): void {
  const fields = listRereadFields(rows)
  if (fields.length === 0) return
  const isUnreadable = ({ fieldReadings }: CustomerRow) =>
    fields.some(field => fieldReadings.get(field) === 'unreadable')
  const first = rows.find(isUnreadable)?.row
  const example = first === undefined ? '' : ` (line ${first.line}: ${first.unreadable})`
  const names = fields.map(field => `${field} (${fieldFlags[field]})`).join(' and ')
  throw new UsageError(
    `${file}: rows are read with another ${names} than when this file was written${example}, so they would count as changed. Give the flags of that time, or restore the file if a spreadsheet has changed it. If those flags were wrong, add --other-reading`,
  )
}

/** @throws FileError if only one of the files has a column of a field. */
export function assertSameFields(
  [newFile, newExtract]: readonly [string, Extract],
  [oldFile, oldExtract]: readonly [string, Extract],
): void {
  const [added, missing] = [findExtraField(newExtract, oldExtract), findExtraField(oldExtract, newExtract)]
  const field = added ?? missing
  if (field === undefined) return
  const [has, lacks] = added === undefined ? [oldFile, newFile] : [newFile, oldFile]
  throw new FileError(
    `${has} has a column for ${field}, and ${lacks} has none: name it with --columns ${field}=HEADER, or leave it out with --columns ${field}=`,
  )
}

/** One extract may have a full name, another first and last name. */
const fullNameFields: ReadonlySet<ImportField> = new Set<ImportField>(['name', 'firstName', 'lastName'])

/** Finds a field that only the first of two extracts has. */
function findExtraField({ fields }: Extract, other: Extract): ImportField | undefined {
  return fields.find(field => !other.fields.includes(field) && !fullNameFields.has(field))
}
