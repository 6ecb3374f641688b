import { decoded } from './json.ts'

/** Deeper than any data goes, and well before a stack ends. */
const deepest = 200

/**
 * A JSON value as text: the same for two that differ only in the order of fields and of list members, or in what is JSON within text.
 *
 * @param nameOf - What a field is called; null for one that does not count.
 */
export function contentOf(
  given: unknown,
  nameOf: (name: string) => string | null = name => name,
  depth = 0,
): string {
  const value = decoded(given)
  if (depth === deepest) return '"…"'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const inside = (inner: unknown) => contentOf(inner, nameOf, depth + 1)
  if (Array.isArray(value)) return `[${value.map(inside).sort()}]`
  const fields = Object.entries(value).flatMap(([field, inner]) => {
    const name = nameOf(field)
    return name === null ? [] : `${JSON.stringify(name)}:${inside(inner)}`
  })
  return `{${fields.sort()}}`
}

/** SHA-256 of bytes, or of a text in UTF-8, in hexadecimal digits. */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
