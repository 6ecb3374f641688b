/** A hyphen or dash, or nothing, also with white space around it (specification: Entity, registration and dueDate; search results). */
export function isPlaceholder(value: string): boolean {
  const shown = value.length < 8 ? value.trim() : value
  return shown === '' || shown === '-' || shown === '–' || shown === '—'
}

/** What says nothing at all. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isPlaceholder(value))
}
