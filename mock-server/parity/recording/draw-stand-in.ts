import { countryCodes, isCountryCode } from '../../../src/shared/countries/codes.ts'
import { isDisplayDate, isTime } from './allow-list.ts'

const nothing = /^(?:true|false|yes|null|none|unknown)$|^[^\p{L}\p{N}\p{So}]*$/iu

/** Whether a stand-in differs: hyphens, other punctuation and words that say nothing stay; `NO` is Norway. */
export function isChanged(text: string): boolean {
  return !nothing.test(text) && !/^[Nn]o$/.test(text)
}

/** Draws a text of the same form: the same script, case and length, and another date for a date. */
export function drawStandIn(original: string): string {
  return isCountryCode(original) ? drawCountry() : (drawDate(original) ?? drawText(original))
}

/** Draws the digits of a number, whose size stays. */
export function drawNumber(original: string): string {
  const [digits = '', ...exponent] = original.split('e')
  return [digits.replace(/[1-9]/g, () => String(1 + draw(9))), ...exponent].join('e')
}

function drawCountry(): string {
  const codes = countryCodes
  return codes[draw(codes.length)] ?? 'FR'
}

function drawDate(original: string): string | undefined {
  const date = new Date(Date.UTC(1930 + draw(80), draw(12), 1 + draw(28)))
  if (isDisplayDate(original)) return displayDate(date, original)
  // No digit is larger than it was, so that hours and minutes stay what they are.
  if (isTime(original))
    return isoDay(date) + original.slice(10).replace(/\d/g, digit => String(draw(Number(digit) + 1)))
  const year = String(date.getUTCFullYear())
  if (/^(?:18|19|20)\d\d$/.test(original)) return year
  if (!/^\d{1,2}([./-])\d{1,2}\1\d{4}$/.test(original)) return undefined
  // A day that can be a month as well: nobody knows which comes first.
  const small = original
    .slice(0, -4)
    .replace(/\d+/g, part => String(part.length === 1 ? 1 + draw(9) : 10 + draw(3)))
  return small + year
}

export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

const [short, long] = (['short', 'long'] as const).map(
  month => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month, day: 'numeric', year: 'numeric' }),
)

/** As the service shows dates, with the month as long as in the original. */
export function displayDate(date: Date, { length }: string): string {
  return (length > 12 ? long : short)?.format(date) ?? ''
}

/** The alphabets that names are mostly written in. A character of any other is drawn from those beside it. */
const alphabets = 'AZ az 09 Àſ Άώ Ѐѿ את ؠۓ ऄह กะ ぁゖ ァヺ 一鿿 가힣'
  .split(' ')
  .map(ends => Array.from(ends, character => character.codePointAt(0) ?? 0))
const categories = [/\p{Lu}/u, /\p{Ll}/u, /\p{Lt}/u, /\p{Lm}/u, /\p{Lo}/u, /\p{Nd}/u, /\p{N}/u, /\p{So}/u]

function drawText(original: string): string {
  const isHexadecimal = /^(?=.*\d)(?:[\da-f-]{8,}|[\dA-F-]{8,})$/.test(original)
  // Escapes of an address stay escapes.
  return original.replace(/%[\da-f]{2}|./gisu, part =>
    part.length === 3 ? `%4${1 + draw(9)}` : drawCharacter(part, isHexadecimal),
  )
}

function drawCharacter(original: string, isHexadecimal: boolean): string {
  const category = categories.find(one => one.test(original))
  if (category === undefined) return original
  const code = original.codePointAt(0) ?? 0
  const alphabet = alphabets.find(([first = 0, last = 0]) => first <= code && code <= last)
  const [first = 0, last = 0] = alphabet ?? [code & ~127, code | 127]
  const count = isHexadecimal && first >= 65 ? 6 : last - first + 1
  for (;;) {
    const drawn = String.fromCodePoint(first + draw(count))
    if (category.test(drawn)) return drawn
  }
}

/** A whole number below another. */
export function draw(below: number): number {
  return Math.floor(Math.random() * below)
}
