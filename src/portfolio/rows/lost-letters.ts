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
const htmlTag = /<(?!NA>)\/?[a-z][^<>]*>/i
/** Matches escapes of JSON (`\u00e9`) and of spreadsheets (`_x00E9_`). */
const unicodeEscape = /\\u[\da-f]{4}|_x[\da-f]{4}_/i
/**
 * Matches the bytes of one character beyond ASCII, as URLs (`%C3%AB`) and e-mails (`=C3=AB`) write them. A single escape does not
 * match, because `A=BC` may be a name.
 */
const utf8Escape =
  /([%=])(?:C[2-9A-F]|D[\dA-F])\1[89AB][\dA-F]|([%=])E[\dA-F](?:\2[89AB][\dA-F]){2}|([%=])F[0-4](?:\3[89AB][\dA-F]){3}/i
const escapedSpace = /\p{L}%20\p{L}/u

/**
 * Matches the characters that programs write in place of a letter. In the name of a company, they count only between letters,
 * because "Where?" and "¿Por Qué No?" are names.
 */
const lostInCompany = /\?{2}|[\p{L}\p{M}][?¿□]\p{L}/u
const lostInPerson = /[?¿□]/

/** Describes how a name has lost letters before it was read; null if it has not. */
export function findLostLetters(
  name: string,
  isPerson: boolean,
  { encoding }: Pick<OptionTerms, 'encoding'>,
): string | null {
  if (htmlEntity.test(name)) return 'has an HTML entity in place of a character: write the character'
  if (htmlTag.test(name)) return 'has an HTML tag or an address in angle brackets: write the name alone'
  if (unicodeEscape.test(name) || utf8Escape.test(name) || escapedSpace.test(name))
    return 'has an escape such as \\u00e9 or %C3%A9 in place of a character: write the character'
  if ((isPerson ? lostInPerson : lostInCompany).test(name))
    return 'has a question mark or a box in place of a letter: export the file again in UTF-8, or write the letter'
  // Fast path: most names have plain letters only.
  if (!/[^ -~]/.test(name)) return null
  if (name.includes('\ufffd'))
    return 'has a replacement character (U+FFFD) in place of a letter: export the file again in UTF-8'
  return misread.test(name)
    ? `is UTF-8 that was read as Latin-1: export the file again in UTF-8, and set ${encoding} to utf-8`
    : null
}
