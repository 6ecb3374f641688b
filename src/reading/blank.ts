/** Whether a string is blank, or only a hyphen or dash. */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.length < 8 ? text.trim() : text
  return trimmed === '' || trimmed === '-' || trimmed === '–' || trimmed === '—'
}

/** Whether a value is undefined, null, or a placeholder. */
export function isBlankValue(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isPlaceholder(value))
}
