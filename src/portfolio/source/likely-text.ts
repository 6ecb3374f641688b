import { findLostLetters } from '../rows/lost-letters.ts'

/** A Latin letter beyond ASCII, without full-width forms. */
const accented = '[À-ÖØ-öø-ɏḀ-ỿ]'

/** Matches a symbol that does not belong to a word, unlike apostrophes and signs of abbreviations, such as in "O´Brien" and "N°". */
const symbol = '(?=[\\u0080-\\u2fff])(?![´°®×])[\\p{S}§¶†‡‰¡¿ˆˇƒ]'
const cased = '[\\p{Lu}\\p{Ll}]'
/** Quotes may touch a capital letter if a space is missing, such as in "ООО«Ромашка»". Ukrainian and Hebrew words may have them. */
const quoteOrRaised = '[“”„‚«»‹›•…\\u00b2\\u00b3\\u00b9¼-¾]'

/** Matches characters that only occur together if bytes are read in another encoding than they were written in. */
const unlikely = new RegExp(
  [
    '[\\u0080-\\u009f]',
    '\\p{L}[\\u2500-\\u259f]|[\\u2500-\\u259f]\\p{L}',
    `${cased}${symbol}${cased}`,
    `(?![\\p{Sc}¡¿©ƒ])${symbol}\\p{Ll}`,
    `\\p{sc=Latin}${quoteOrRaised}(?=\\p{sc=Latin})\\p{Ll}`,
    '\\p{sc=Latin}‚(?!\\p{L})',
    '\\p{Ll}®\\p{Ll}',
    // A capital after a small letter ("SchŠfer", "AndrŽ"); but "hÉireann" and "McÉwen" are names.
    `(?<!(?<!\\p{L})(?:[hnt]|Ma?c))(?<=\\p{sc=Latin})(?<=\\p{Ll})(?=${accented})\\p{Lu}(?!\\p{Lu})`,
    // A second capital ("MŸller").
    `(?<!\\p{L})\\p{Lu}(?=${accented})\\p{Lu}\\p{Ll}{2}`,
    // A single letter of an East Asian script ("M黮ler").
    '[A-Za-z][\\p{sc=Han}\\p{sc=Hangul}\\uff61-\\uff9f][a-z]{2}',
    // Two words with the wrong capitals: Windows-1251 and KOI8 order the alphabet with opposite capitals ("хБЮМ оЕРПНБ").
    '(?<!\\p{L})(?=\\p{sc=Cyrillic})\\p{Ll}\\p{Lu}{2,} \\p{Ll}\\p{Lu}{2,}(?!\\p{L})',
    // No word of a Latin script consists of such letters only.
    `(?<![\\p{L}\\p{M}])${accented}{4,}(?![\\p{L}\\p{M}])`,
  ].join('|'),
  'u',
)

const otherAlphabet = '[\\p{sc=Greek}\\p{sc=Cyrillic}\\p{sc=Hebrew}\\p{sc=Arabic}\\p{sc=Thai}]'
const singleOther = new RegExp(`(?<!${otherAlphabet})${otherAlphabet}(?!${otherAlphabet})`, 'u')

/** Whether a Latin word has a single letter of another alphabet. "ТехноTrade" and a Russian word with a Latin "c" are names. */
function isMixed(word: string): boolean {
  if (!singleOther.test(word)) return false
  const latin = word.match(/\p{sc=Latin}/gu)?.length ?? 0
  return latin > (word.match(/\p{L}/gu)?.length ?? 0) - latin
}

/**
 * Whether the bytes of a name or of a header may have been written in the encoding in which they were read. A name that was
 * damaged before the file was written does not show the encoding, and makes its row invalid.
 */
export function isLikely(text: string): boolean {
  // Fast path: most names have plain letters only.
  if (!/[^ -~]/.test(text)) return true
  const isRefused = unlikely.test(text) || splitWords(text).some(isMixed)
  return !isRefused || findLostLetters(text, false, { encoding: '' }) !== null
}

/** The scripts in which a word may be: one of these, or Chinese, Japanese and Korean together. */
const scripts = [
  ...['Latin', 'Greek', 'Cyrillic', 'Hebrew', 'Arabic', 'Thai'].map(script => `\\p{sc=${script}}`),
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー]',
].map(script => new RegExp(`^(?:${script}|\\P{L})*$`, 'u'))

const misplacedCapital = /\p{Ll}(?=\p{Lu})(?:(?<=[^ -~])|(?=[^ -~]))/u

/** Matches a symbol or a raised number that touches a letter, such as in "ºëæ±". */
const symbolInWord = /\p{L}[\u0080-\u00bf×÷](?<!®)|[\u0080-\u00bf×÷](?<!®)\p{L}/u

/**
 * Whether a text is plain enough to show the encoding: each word in one script, without symbols, and no capital after a small
 * letter; no control characters.
 */
export function isPlausible(text: string): boolean {
  return (
    !symbolInWord.test(text) &&
    !/(?!\s)[\p{Cc}\p{Co}\p{Cn}\ufffd]/u.test(text) &&
    splitWords(text).every(word => !misplacedCapital.test(word) && scripts.some(script => script.test(word)))
  )
}

function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{M}]+/u)
}
