/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A JSON number. A whole number that a JavaScript number cannot hold stays text, digit for digit: it is an identifier more
 * often than an amount.
 */
export function exactNumber(source: string): number | string {
  const value = Number(source)
  const isRounded = !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
  return isRounded || !Number.isFinite(value) ? source : value
}

/** A number that has lost digits in `JSON.parse`, or may have. */
export function isRounded(value: unknown): boolean {
  return typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
}

/** Whether a value is, or holds, a number that has lost digits. An answer may be nested deeper than a stack. */
export function holdsRounded(value: unknown, levels = 8): boolean {
  if (typeof value !== 'object' || value === null || levels === 0) return isRounded(value)
  for (const key in value) if (holdsRounded(Reflect.get(value, key), levels - 1)) return true
  return false
}

/** Every text and every number; of texts only that there are digits in them must not be seen. */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** JSON with its {@link exactNumber}s; the same text where it has none that `JSON.parse` would round. */
export function keepDigits(json: string): string {
  if (!/\d{16}|\de\+?\d{3}/i.test(json)) return json
  return json.replace(textOrNumber, token => {
    const isText = token.startsWith('"') || typeof exactNumber(token) === 'number'
    return isText ? token : `"${token}"`
  })
}

/** JSON text, digit for digit. */
export function parseJson(json: string): unknown {
  return JSON.parse(keepDigits(json))
}
