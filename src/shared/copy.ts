import { isRecord } from './json.ts'

/**
 * Copies a record that a caller may change or reuse: reads each named field once, inherited getters included, and copies other
 * own fields so that validation can reject them. Lists in it are copied; functions and other objects stay references.
 */
export function copyFields<Fields>(record: Fields, names: readonly string[]): Fields {
  if (!isRecord(record)) return record
  const copy: Record<string, unknown> = {}
  for (const name of names) {
    const value = record[name]
    if (value !== undefined) copy[name] = Array.isArray(value) ? [...value] : value
  }
  for (const name of Object.keys(record)) if (!names.includes(name)) setField(copy, name, record[name])
  // The copy has the fields of the record.
  return copy as Fields
}

/** {@link copyFields} of a record, or of each in a list. */
export function copyRecords<Records>(records: Records, names: readonly string[]): Records {
  if (!Array.isArray(records)) return copyFields(records, names)
  // The copies have the fields of the records.
  return Array.from(records, record => copyFields(record, names)) as Records
}

/** Defines the field, because an assignment to `__proto__` would set the prototype. */
function setField(record: object, name: string, value: unknown): void {
  Object.defineProperty(record, name, { value, configurable: true, enumerable: true, writable: true })
}
