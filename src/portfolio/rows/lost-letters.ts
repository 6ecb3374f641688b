import type { OptionTerms } from '../option-terms.ts'

/** The characters of Windows-1252 for the bytes 0x80 to 0x9F, without quotes and dashes, and the symbols of Latin-1. */
const symbols = '\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ'
/** Quotes and dashes, which may also follow a last letter. */
const punctuation = '‘’“”–—'
const second = `(?:[${symbols}]|[${punctuation}](?=\\p{L}))`

/**
 * Matches UTF-8 that was read as Latin-1 or Windows-1252: a Latin letter of two bytes ("MÃ¼ller"), two letters of Greek,
 * Cyrillic, Hebrew or Arabic, or a character of three bytes.
 */
const misread = new RegExp(
  `[ÂÃÄÅ]${second}|(?:[ÎÏÐÑ×ØÙÚÛ][${symbols}${punctuation}]){2}|â€|[à-ï][${symbols}${punctuation}][${symbols}]`,
  'u',
)
const htmlEntity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/i

/** Describes how a text has lost letters before it was read; null if it has not. */
export function findLostLetters(text: string, { encoding }: Pick<OptionTerms, 'encoding'>): string | null {
  if (htmlEntity.test(text)) return 'has an HTML entity in place of a character: write the character'
  // Fast path: most names have plain letters only.
  if (!/[^ -~]/.test(text)) return null
  if (text.includes('\ufffd'))
    return 'has a replacement character (U+FFFD) in place of a letter: export the file again in UTF-8'
  return misread.test(text)
    ? `is UTF-8 that was read as Latin-1: export the file again in UTF-8, and set ${encoding} to utf-8`
    : null
}
