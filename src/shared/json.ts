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

/** What a text encodes as JSON, an array or an object; any other value as it is. */
export function decoded(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? (jsonIn(value) ?? value) : value
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
