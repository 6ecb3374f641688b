/** Sets a field, even one named `__proto__`. A plain assignment to that name would change the prototype instead. */
export function setField(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value
  else defineField(record, name, value)
}

/** Sets a field in any object, even if its name is `__proto__`. Slower than {@link setField}. */
export function defineField(object: object, name: string | number, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
}
