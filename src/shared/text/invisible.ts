/**
 * Control characters, line and paragraph separators, and characters that set the text direction. No language
 * needs them in ordinary text.
 */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** Control characters, text direction characters, the byte order mark, and characters that XML forbids. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/gu

const invisibleOnly = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

export function hasControls(text: string): boolean {
  return controls.test(text)
}

/** Soft hyphens, zero-width spaces, marks of the text direction and byte order marks. Joiners are kept: some scripts need them. */
const invisibleMarks = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g

/** Removes invisible characters that do not belong to a name or number. */
export function dropInvisible(text: string): string {
  return text.replace(invisibleMarks, '')
}

/** Whether a string consists only of white space and invisible characters. */
export function isInvisible(text: string): boolean {
  const first = text.charCodeAt(0)
  // Fast path: most strings begin with a visible ASCII character.
  if (first > 0x20 && first < 0x7f) return false
  return invisibleOnly.test(text)
}

/**
 * Replaces control characters and text direction characters, which could break a line or reverse the text
 * around them.
 */
export function replaceMisleading(text: string, replace: (characters: string) => string): string {
  return text.toWellFormed().replace(misleading, replace)
}

/** Escapes each character in the form `\u001b`, which JSON accepts. */
export function escapeUnicode(characters: string): string {
  const units = characters.split('').map(unit => unit.charCodeAt(0).toString(16))
  return units.map(unit => `\\u${unit.padStart(4, '0')}`).join('')
}

/** Converts a string to a single line, without control characters and text direction characters. */
export function toOneLine(text: string): string {
  return replaceMisleading(text.replace(/[\s\u0085]/gu, ' '), () => '')
    .replace(/ +/g, ' ')
    .trim()
}
