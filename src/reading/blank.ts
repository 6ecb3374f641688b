/** The codes of `0` and `z`. No blank character, hyphen or dash lies between them. */
const firstDigit = 48
const lastLetter = 122

/** Whether a string is blank, or only a hyphen or dash. */
export function isPlaceholder(text: string): boolean {
  // Fast path: most strings begin with a letter or a digit, and no placeholder does. Looking at the code of one character is
  // cheaper than trimming.
  if (text.charCodeAt(0) >= firstDigit && text.charCodeAt(0) <= lastLetter) return false
  const trimmed = text.length < 8 ? text.trim() : text
  return trimmed === '' || trimmed === '-' || trimmed === '–' || trimmed === '—'
}

/** Whether a value is undefined, null, or a placeholder. */
export function isBlankValue(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isPlaceholder(value))
}
