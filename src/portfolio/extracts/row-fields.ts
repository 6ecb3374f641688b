import type { BulkEntityInput } from '../../model/bulk.ts'
import { toListIdentity } from '../../resources/group-inputs.ts'
import { findCountryCode } from '../../shared/countries/names.ts'
import { foldCase } from '../../shared/names/fold-name.ts'
import type { ImportField } from '../source/columns.ts'
import { nameKey } from '../team/find-repetition.ts'

/** A field that distinguishes customers, as messages call it. */
export type RowField =
  | 'name'
  | 'type'
  | 'country'
  | 'registration'
  | 'birth date'
  | 'nationality'
  | 'national ID'

/** The field to which the column of each field of a row belongs; null for tags, which do not distinguish customers. */
export const rowFieldOf = {
  type: 'type',
  name: 'name',
  firstName: 'name',
  middleName: 'name',
  patronymic: 'name',
  lastName: 'name',
  secondLastName: 'name',
  suffix: 'name',
  countryCode: 'country',
  registration: 'registration',
  birthDate: 'birth date',
  nationality: 'nationality',
  nationalId: 'national ID',
  tags: null,
} as const satisfies Readonly<Record<ImportField, RowField | null>>

/** The value of a field. */
export interface FieldValue {
  readonly text: string
  /** The same text for all spellings of a value. */
  readonly key: string
  /** Whether the value was read for certain. If not, `text` and `key` are the text of the cell. */
  readonly isReadable: boolean
}

export type RowFields = ReadonlyMap<RowField, FieldValue>

/** The fields that a row may lack because they cannot be read. */
const optionalFields = ['registration', 'birthDate', 'nationality', 'nationalId'] as const

type OptionalField = (typeof optionalFields)[number]

/**
 * Reads the fields that distinguish customers.
 *
 * @param unreadableTexts the cells that cannot be read.
 */
export function readRowFields(
  row: BulkEntityInput,
  unreadableTexts: ReadonlyMap<OptionalField, string>,
): RowFields {
  const { type, name, countryCode } = toListIdentity(row)
  const { birthDate, nationalId, nationality } = row.type === 'person' ? row : {}
  const texts = {
    registration: row.type === 'organization' ? row.registration : undefined,
    birthDate,
    nationalId,
    nationality: findCountryCode(nationality ?? '') ?? undefined,
  }
  const toValue = (text: string) => ({ text, key: foldCase(text), isReadable: true })
  const required = [
    ['name', { text: name, key: nameKey(row), isReadable: true }],
    ['type', toValue(type)],
    ['country', toValue(countryCode ?? '')],
  ] as const
  const optional = optionalFields.map((field): readonly [RowField, FieldValue] => {
    const text = unreadableTexts.get(field)
    const value = text === undefined ? toValue(texts[field] ?? '') : { text, key: text, isReadable: false }
    return [rowFieldOf[field], value]
  })
  return new Map([...required, ...optional])
}

export function isOptionalField(field: string): field is OptionalField {
  return optionalFields.some(name => name === field)
}

/** Lists the fields in which two rows differ. */
export function listDifferentFields(fields: RowFields, other: RowFields): readonly RowField[] {
  return [...fields.keys()].filter(field => {
    const [value, otherValue] = [fields.get(field), other.get(field)]
    return value?.key !== otherValue?.key || value?.isReadable !== otherValue?.isReadable
  })
}
