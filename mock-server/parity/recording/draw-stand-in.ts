import { countryCodes, isCountryCode } from '../../../src/shared/countries/codes.ts'
import { isDisplayDate, isTime } from './allow-list.ts'

const meaningless = /^(?:true|false|yes|null|none|unknown)$|^[^\p{L}\p{N}\p{So}]*$/iu

/**
 * Whether a string has to be replaced. Punctuation and words such as `none` or `no` stay, but `NO` is replaced, because it is
 * the code of Norway.
 */
export function isReplaceable(text: string): boolean {
  return !meaningless.test(text) && !/^[Nn]o$/.test(text)
}

/** Returns a random string of the same form: with the same script, case and length. For a date, returns another date. */
export function drawStandIn(original: string): string {
  return isCountryCode(original) ? drawCountry() : (drawDate(original) ?? drawText(original))
}

/** Returns a random number of the same size, as a string of digits. */
export function drawNumber(original: string): string {
  const [digits = '', ...exponent] = original.split('e')
  return [digits.replace(/[1-9]/g, () => String(1 + drawBelow(9))), ...exponent].join('e')
}

function drawCountry(): string {
  const codes = countryCodes
  return codes[drawBelow(codes.length)] ?? 'FR'
}

function drawDate(original: string): string | undefined {
  const date = new Date(Date.UTC(1930 + drawBelow(80), drawBelow(12), 1 + drawBelow(28)))
  if (isDisplayDate(original)) return formatDisplayDate(date, original)
  // Digits are replaced only by equal or lower ones, so that hours and minutes stay valid.
  if (isTime(original))
    return (
      formatIsoDay(date) + original.slice(10).replace(/\d/g, digit => String(drawBelow(Number(digit) + 1)))
    )
  const year = String(date.getUTCFullYear())
  if (/^(?:18|19|20)\d\d$/.test(original)) return year
  if (!/^\d{1,2}([./-])\d{1,2}\1\d{4}$/.test(original)) return undefined
  // It is unknown which part is the month, so both day and month become a number from 1 to 12.
  const dayAndMonth = original
    .slice(0, -4)
    .replace(/\d+/g, part => String(part.length === 1 ? 1 + drawBelow(9) : 10 + drawBelow(3)))
  return dayAndMonth + year
}

export function formatIsoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

const [shortFormat, longFormat] = (['short', 'long'] as const).map(
  month => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month, day: 'numeric', year: 'numeric' }),
)

/** Formats a date as the service does, with a short or long month name, as in the value that it replaces. */
export function formatDisplayDate(date: Date, { length }: string): string {
  return (length > 12 ? longFormat : shortFormat)?.format(date) ?? ''
}

/**
 * The first and last letters of the most common alphabets. A character of another alphabet is replaced by one of its neighbours
 * in Unicode.
 */
const alphabets = 'AZ az 09 Àſ Άώ Ѐѿ את ؠۓ ऄह กะ ぁゖ ァヺ 一鿿 가힣'
  .split(' ')
  .map(ends => Array.from(ends, character => character.codePointAt(0) ?? 0))
const categories = [/\p{Lu}/u, /\p{Ll}/u, /\p{Lt}/u, /\p{Lm}/u, /\p{Lo}/u, /\p{Nd}/u, /\p{N}/u, /\p{So}/u]

function drawText(original: string): string {
  const isHexadecimal = /^(?=.*\d)(?:[\da-f-]{8,}|[\dA-F-]{8,})$/.test(original)
  // An escape sequence of a URL is replaced by another escape sequence.
  return original.replace(/%[\da-f]{2}|./gisu, part =>
    part.length === 3 ? `%4${1 + drawBelow(9)}` : drawCharacter(part, isHexadecimal),
  )
}

function drawCharacter(original: string, isHexadecimal: boolean): string {
  const category = categories.find(pattern => pattern.test(original))
  if (category === undefined) return original
  const code = original.codePointAt(0) ?? 0
  const alphabet = alphabets.find(([first = 0, last = 0]) => first <= code && code <= last)
  const [first = 0, last = 0] = alphabet ?? [code & ~127, code | 127]
  const count = isHexadecimal && first >= 65 ? 6 : last - first + 1
  for (;;) {
    const drawn = String.fromCodePoint(first + drawBelow(count))
    if (category.test(drawn)) return drawn
  }
}

/** Returns a random whole number from 0 up to, but not including, the limit. */
export function drawBelow(limit: number): number {
  return Math.floor(Math.random() * limit)
}
