/**
 * The content of a JSON value as text: the same for two values that differ only in the order of fields and of list members.
 * What is nested deeper than 200 levels is not told apart.
 */
export function contentOf(value: unknown): string {
  return write(value, 0)
}

/** Deeper than any data goes, and well before a stack ends. */
const deepest = 200

function write(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth === deepest) return '…'
  if (Array.isArray(value)) return `[${value.map(member => write(member, depth + 1)).sort()}]`
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}:${write(field, depth + 1)}`,
  )
  return `{${fields.sort()}}`
}
