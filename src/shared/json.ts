/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isString(value: unknown): value is string {
  return typeof value === 'string'
}

/**
 * The maximum nesting depth of a value to write as JSON. Real responses have fewer levels, and engines cannot
 * write a value with many more.
 */
const maxJsonDepth = 100

/**
 * Whether a value can be written as JSON: a string, a finite number, a boolean, null, or an array or plain object of such
 * values, at most 100 levels deep. Undefined is allowed, because `JSON.stringify` omits undefined fields.
 */
export function isJsonValue(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return /^(?:string|boolean|undefined)$/.test(typeof value)
  if (value === null) return true
  if (depth === maxJsonDepth || !(Array.isArray(value) || isPlainObject(value))) return false
  return Object.values(value).every(member => isJsonValue(member, depth + 1))
}

/**
 * Whether a value is a plain object, including one from another realm: some test environments have their own
 * `Object` class.
 */
export function isPlainObject(value: unknown): value is JsonRecord {
  if (!isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Copies a JSON value. The copy has no undefined fields. */
export function copyJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}

/** Whether a number may have lost digits in `JSON.parse`. */
export function isRounded(value: unknown): boolean {
  return typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
}

/**
 * The maximum length of a string that is parsed as encoded JSON. `JSON.parse` takes up to 50 ms for a string
 * of this length.
 */
export const maxEncodedLength = 524_288

/** Parses a string that encodes a JSON array or object. Returns any other value, and a string that is too long, unchanged. */
export function decodeJson(value: unknown, maxLength = maxEncodedLength): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || value.length > maxLength) return value
  try {
    return parseEncoded(value, maxLength)
  } catch {
    return value
  }
}

/** Parses JSON that is encoded as a string. @throws SyntaxError if the string is not JSON, or is too long. */
export function parseEncoded(text: string, maxLength = maxEncodedLength): unknown {
  if (text.length > maxLength) throw new SyntaxError(`JSON within text has at most ${maxLength} characters`)
  return JSON.parse(text)
}

/**
 * Parses a string that contains a JSON array or object, or a JSON string that encodes one. Returns undefined for any other
 * string.
 */
export function tryParseJson(text: string | null | undefined): unknown {
  if (text == null || !/^\s*["[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Removes entries that have the same JSON as an earlier entry. An entry that cannot be written as JSON equals
 * only itself.
 */
export function uniqueByJson<Entry>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map(entry => [tryStringify(entry) ?? entry, entry])).values()]
}

/** Returns the JSON of a value; null if the value is nested too deeply for the engine. */
export function tryStringify(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null
  } catch {
    return null
  }
}
