/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** A number that has lost digits in `JSON.parse`, or may have. */
export function isRounded(value: unknown): boolean {
  return typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
}

/** The most characters of JSON within text: `JSON.parse` takes 50 ms for so many brackets. */
export const maxEncodedLength = 524_288

/** An array or object that a text encodes as JSON; any other value as it is, and so is a text that is too long. */
export function decoded(value: unknown, maxLength = maxEncodedLength): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || value.length > maxLength) return value
  try {
    return parseEncoded(value, maxLength)
  } catch {
    return value
  }
}

/** The longest text of the current task, and its JSON: several rules look at the same text. */
let latest: { readonly text: string; readonly json: unknown } | undefined

/** Shorter texts are parsed as quickly as they are looked up. */
const minRememberedLength = 1000

/**
 * Parses JSON within text, a long one once. Callers share the value.
 *
 * @throws SyntaxError if it is no JSON, or too long.
 */
export function parseEncoded(text: string, maxLength = maxEncodedLength): unknown {
  if (text.length > maxLength) throw new SyntaxError(`JSON within text has at most ${maxLength} characters`)
  if (text.length < minRememberedLength) return JSON.parse(text)
  if (latest?.text !== text) {
    latest = { text, json: jsonIn(text) }
    // Personal data stays no longer than the task that reads it.
    queueMicrotask(() => {
      latest = undefined
    })
  }
  if (latest.json === undefined) throw new SyntaxError('no JSON')
  return latest.json
}

/** What a text holds as JSON: an array, an object, or one of these as a text once more; undefined where it holds none. */
export function jsonIn(text: string | null | undefined): unknown {
  if (text == null || !/^\s*["[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Each entry once: those that are written alike are one. One that cannot be written is only the same as itself. */
export function once<Entry>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map(entry => [writtenAs(entry) ?? entry, entry])).values()]
}

/** As JSON; null of what is nested deeper than the engine can write. */
export function writtenAs(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null
  } catch {
    return null
  }
}
