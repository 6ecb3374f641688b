import { type Share, toShare } from '../share.ts'

/**
 * The grammar of shares: `40 %`, `25-50%`, `25% to 50%`; with one limit, `more than 25 %`, `at least 25 %`, `75 % or more`, `75%+`,
 * `less than 25 %`, `up to 25 %`; with two, `more than 25 % but not more than 50 %`. `percent`, `per cent` and `pct` are percent
 * signs. A comma before three digits is not accepted, because it may separate thousands.
 */
const amount = String.raw`(\d{1,3}(?:\.\d+|,(?!\d{3}(?!\d))\d+)?|\.\d+)`
const above = '(more than|over|above|greater than|>)'
const atLeast = '(at least|not less than|no less than|>=|≥)'
const below = '(less than|under|below|<)'
const atMost = '(not more than|no more than|up to|at most|<=|≤)'
const grammar = String.raw`(?:${atLeast}|${atMost}|${above}|${below}|=)? ?${amount} ?%?(?: ?(-|to|but|and) ?(?:${atMost}|${below})? ?${amount})? ?%( or more| or less|\+)?`
const wholeText = new RegExp(`^${grammar}$`)
const withinText = new RegExp(String.raw`(?<![\d.,~])${grammar}(?!\d)`, 'g')

/** How far a share is from a limit that it excludes, at least: less than the precision of any company register. */
export const exclusion = 1e-9

/** Parses a percentage or a range of percentages; null for any other text. */
export function parsePercentage(text: string): Share | null {
  const match = wholeText.exec(normalizePercentages(text))
  return match && toRange(match)
}

/** Finds the percentages in a text; null for one that has no meaning. */
export function findPercentages(text: string): (Share | null)[] {
  if (!/\p{N}/u.test(text)) return []
  const ranges = Array.from(normalizePercentages(text).matchAll(withinText), toRange)
  // A percent sign that belongs to no percentage states a share in an unknown way.
  return percentSign.test(removePercentages(text)) ? [...ranges, null] : ranges
}

/** Finds the numbers that may be a fraction or a percentage. Numbers in words, dates and addresses are not shares. */
export function findNumbers(text: string): number[] {
  const numbers = text.match(/(?<![\p{L}\d.,/-]|\d[:])(\d+(?:\.\d+)?|\.\d+)(?![\d/-]|[.,:]\d|\p{L})/gu) ?? []
  return numbers.map(Number).filter(number => number > 0 && number <= 100)
}

export function removePercentages(text: string): string {
  return /\d/.test(text) ? normalizePercentages(text).replace(withinText, ' ') : text
}

/** A percent sign, except one that encodes a character of an address. */
const percentSign = /[%％﹪٪‰](?![\da-f]{2})/i

function normalizePercentages(text: string): string {
  return text
    .toLowerCase()
    .replace(/[％﹪]/g, '%')
    .replace(/[\s_]+/g, ' ')
    .replace(/[–—]/g, '-')
    .replace(/(?<=\d ?)-to-(?=\d)/g, '-')
    .replace(/(?<=\d)[ -]?(per ?cents?|pct)\b/g, '%')
    .trim()
}

function toRange(match: RegExpExecArray | RegExpMatchArray): Share | null {
  const [, least, most, more, less, first = '', connection, mostEnd, lessEnd, second, suffix] = match
  const min = toFraction(first)
  if (second === undefined) {
    const isLower = (least ?? more) !== undefined || /more|\+/.test(suffix ?? '')
    const isUpper = (most ?? less) !== undefined || suffix === ' or less'
    if (isLower && isUpper) return null
    if (isUpper) return toValidShare(0, less === undefined ? min : min - exclusion)
    if (isLower) return toValidShare(more === undefined ? min : min + exclusion, 1)
    return toValidShare(min, min)
  }
  const hasLowerLimit = (least ?? more) !== undefined
  const hasUpperLimit = (mostEnd ?? lessEnd) !== undefined
  const isWord = connection === 'but' || connection === 'and'
  if ((most ?? less ?? suffix) !== undefined || hasLowerLimit !== hasUpperLimit || isWord !== hasUpperLimit)
    return null
  const max = toFraction(second)
  return toValidShare(
    more === undefined ? min : min + exclusion,
    lessEnd === undefined ? max : max - exclusion,
  )
}

function toValidShare(min: number, max: number): Share | null {
  if (min > max || max > 1) return null
  return min === max ? toShare(min) : { min, max }
}

/** Converts a percentage to the exact decimal: a division by 100 may have a rounding error. */
function toFraction(number: string): number {
  return Number(`${number.replace(',', '.')}e-2`)
}
