import type { ImportField } from '../options.ts'
import { isBlank } from './no-value.ts'

/** What the source holds for each field; undefined for one that is blank. */
export type GivenFields = Readonly<Record<ImportField, unknown>>

/** Whether a field may be left out, and holds no words of people's own as names and tags do. */
const isDetail: Readonly<Record<ImportField, boolean>> = {
  type: false,
  name: false,
  firstName: false,
  lastName: false,
  countryCode: false,
  registration: true,
  birthDate: true,
  nationality: true,
  nationalId: true,
  tags: false,
}

export const importFields = Object.keys(isDetail) as readonly ImportField[]

/** Which column fills which field, by its place. */
export type Places = Partial<Readonly<Record<ImportField, number>>>

/** @param onBlank is told of a text that is taken for no value. */
export function givenFields(
  values: readonly unknown[],
  of: Places,
  onBlank: (field: ImportField, text: string) => void,
): GivenFields {
  const read = (field: ImportField) => {
    const place = of[field]
    return place === undefined ? undefined : givenField(field, values[place], onBlank)
  }
  // One shape for all rows.
  return {
    type: read('type'),
    name: read('name'),
    firstName: read('firstName'),
    lastName: read('lastName'),
    countryCode: read('countryCode'),
    registration: read('registration'),
    birthDate: read('birthDate'),
    nationality: read('nationality'),
    nationalId: read('nationalId'),
    tags: read('tags'),
  }
}

export function givenField(
  field: ImportField,
  held: unknown,
  onBlank?: (field: ImportField, text: string) => void,
): unknown {
  const value = plain(field, held)
  if (typeof value !== 'string') return value ?? undefined
  if (value === '') return undefined
  if (!isBlank(field, value, isDetail[field])) return value
  onBlank?.(field, value)
  return undefined
}

/** Identifiers may come as numbers; those that a number cannot hold exactly are left to the check. */
function plain(field: ImportField, value: unknown): unknown {
  if (typeof value !== 'string')
    return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value
  const text = value.trim()
  // The apostrophe tells a spreadsheet that '0042 is text. A name may begin with one.
  return isDetail[field] && text.startsWith("'") ? text.replace(/^'(?=\d)/, '') : text
}
