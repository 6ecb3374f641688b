/** Deeper than any data goes, and well before a stack ends. */
const deepest = 200

/** What counts of a JSON value. */
interface Reading {
  /** What a value stands for: itself, unless said otherwise. */
  readonly meaningOf?: (value: unknown) => unknown
  /** What a field is called; null for one that does not count. */
  readonly nameOf?: (name: string) => string | null
}

/** A JSON value as text: the same for two that differ only in the order of fields and of list members. */
export function contentOf(given: unknown, reading: Reading = {}, depth = 0): string {
  const { meaningOf = same, nameOf = same } = reading
  const value = meaningOf(given)
  if (depth === deepest) return '"…"'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const inside = (inner: unknown) => contentOf(inner, reading, depth + 1)
  if (Array.isArray(value)) return `[${value.map(inside).sort()}]`
  const fields = Object.entries(value).flatMap(([field, inner]) => {
    const name = nameOf(field)
    return name === null ? [] : `${JSON.stringify(name)}:${inside(inner)}`
  })
  return `{${fields.sort()}}`
}

function same<Value>(value: Value): Value {
  return value
}

/** SHA-256 of a text in UTF-8, in hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
