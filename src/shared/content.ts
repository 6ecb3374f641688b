import { decodeJson } from './json.ts'

/**
 * The maximum nesting depth of data to compare. Real data has fewer levels; with many more, the recursion
 * would overflow the stack.
 */
const maxDepth = 200

/**
 * Returns a string that is the same for equal values. Ignores the order of fields and list items. A string that contains encoded
 * JSON equals the value that it encodes.
 *
 * @param nameOf - Returns the name by which a field is compared; null for a field to ignore.
 */
export function toComparableJson(
  encoded: unknown,
  nameOf: (name: string) => string | null = name => name,
  depth = 0,
): string {
  const value = decodeJson(encoded)
  if (depth === maxDepth) return '"…"'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const convert = (inner: unknown) => toComparableJson(inner, nameOf, depth + 1)
  if (Array.isArray(value)) return `[${value.map(convert).sort()}]`
  const fields = Object.entries(value).flatMap(([field, inner]) => {
    const name = nameOf(field)
    return name === null ? [] : `${JSON.stringify(name)}:${convert(inner)}`
  })
  return `{${fields.sort()}}`
}

/** Returns the SHA-256 hash of bytes, or of a string encoded as UTF-8, in hexadecimal digits. */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
