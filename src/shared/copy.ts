import { isRecord } from './json.ts'

/**
 * Copies a record that a caller may change or reuse: reads each named field once, inherited getters too, and keeps other own fields
 * so that a check can refuse them. Lists in it are copied; functions and other objects stay references.
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

/** Sets a field of any name. An assignment to `__proto__` would not make a field. */
export function setField(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value
  else defineField(record, name, value)
}

/** As {@link setField}, for any object, but slower. */
export function defineField(object: object, name: string | number, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
}
