import { headerWords } from '../contract/response-headers.ts'
import { memoize } from '../shared/memoize.ts'
import { isBlankValue } from './blank.ts'
import { splitName } from './letters.ts'
import { meansNo } from './means-no.ts'

/** Splits a lower-case header name into words. `x-ms-` is Azure's prefix, so this `ms` does not mean milliseconds. */
const splitHeaderName = memoize(name => splitName(name.replace(/^x-ms-/, '')))

const pageNames = /(?<!per )\b(?:total)?pages?$|\bpages? (?:count|total)\b|^(?!.*per page).*\bpagination\b/

/** Whether a header suggests that there are more records than the `count` in the response. */
export function isPartialHeader(name: string, value: string, count: number): boolean {
  // Ignores the URL in a Link header, because a URL may contain any word.
  if (name === 'link') return /\brel\*?\s*=[^;,]*(?:next|last|more)/i.test(value.replace(/<[^<>]*>/g, ''))
  const words = splitHeaderName(name)
  const has = (kind: keyof typeof headerWords) =>
    words.some(word => headerWords[kind].some(headerWord => headerWord === word))
  if (has('limits')) return false
  const isPart = has('parts') || name === 'x-after'
  const isCount = (has('counts') || has('records')) && !has('otherUnits')
  return (
    has('ranges') ||
    (has('complete') && meansNo(value) && !isBlankValue(value)) ||
    // `x-has-more: false` means that the list is complete, `x-no-more: false` that it is not.
    (isPart && (has('negations') || !meansNo(value))) ||
    (pageNames.test(words.join(' ')) && !(Number(value) <= 1)) ||
    (isCount && isAbove(value, count, has('counts')))
  )
}

/**
 * Whether a header value contains a number above the limit, such as `"500"`, `5,000` or `0-2/50`. For a value without numbers,
 * returns `otherwise`, or false if the value means "no".
 */
function isAbove(text: string, limit: number, otherwise: boolean): boolean {
  const digits = text.match(/-?\d{1,3}(?:[,.'_ ]\d{3})+(?!\d)|-?\d+/g) ?? []
  const numbers = [text, ...digits.map(number => number.replace(/[,.'_ ]/g, ''))].map(Number)
  const isNumber = numbers.some(number => !Number.isNaN(number))
  return isNumber ? numbers.some(number => number > limit) : otherwise && !meansNo(text)
}
