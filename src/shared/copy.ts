import { isRecord } from './json.ts'

/**
 * Copies a record, because the caller may change it later. Reads each field in `names` once, even if it is an
 * inherited getter. Also copies all other own fields, so that validation can refuse unknown ones. Lists are
 * copied; functions and other objects are not. Returns a promise as it is, so that validation can name it.
 */
export function copyFields<Fields>(record: Fields, names: readonly string[]): Fields {
  if (!isRecord(record) || record instanceof Promise) return record
  const copy: Record<string, unknown> = {}
  for (const name of names) {
    const value = record[name]
    if (value !== undefined) copy[name] = Array.isArray(value) ? [...value] : value
  }
  for (const name of Object.keys(record)) if (!names.includes(name)) setField(copy, name, record[name])
  // The copy has the same fields as the record.
  return copy as Fields
}

/** Sets a field, even one named `__proto__`. A plain assignment to that name would change the prototype instead. */
export function setField(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value
  else defineField(record, name, value)
}

/** Sets a field in any object, even if its name is `__proto__`. Slower than {@link setField}. */
export function defineField(object: object, name: string | number, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
}
