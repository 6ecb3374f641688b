/** Deeper than any data goes, and well before a stack ends. */
const deepest = 200

/** A JSON value as text: the same for two that differ only in the order of fields and of list members. */
export function contentOf(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth === deepest) return '…'
  const inside = (member: unknown) => contentOf(member, depth + 1)
  if (Array.isArray(value)) return `[${value.map(inside).sort()}]`
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${inside(field)}`)
  return `{${fields.sort()}}`
}
