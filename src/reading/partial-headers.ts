import { memoize } from '../shared/memoize.ts'
import { isBlankValue } from './blank.ts'
import { splitName } from './letters.ts'
import { meansNo } from './means-no.ts'

/**
 * The words of a header's name that decide whether a response may be a part of a longer one. The page on quirks lists each. A
 * header without one decides nothing.
 */
export const headerWords = {
  /** Of limits on requests: the header is harmless, even if its name has other words. */
  limits: ['rate', 'limit', 'ratelimit', 'quota', 'credit', 'credits', 'retry'],
  /** Of places in a longer list, and of signs that there is more. */
  parts: [
    ...['bookmark', 'continuation', 'continue', 'cursor', 'incomplete', 'more', 'next', 'partial'],
    ...['skip', 'truncated'],
  ],
  complete: ['complete'],
  ranges: ['range'],
  /** Of numbers of records. */
  counts: ['count', 'total'],
  /** Of numbers of records, or of something else: only a number counts. */
  records: [
    ...['available', 'entries', 'item', 'items', 'record', 'records', 'remaining'],
    ...['result', 'results', 'row', 'rows'],
  ],
  /** Of numbers of anything but records. */
  otherUnits: [
    ...['attempt', 'attempts', 'bytes', 'call', 'calls', 'code', 'duration', 'id', 'latency', 'length'],
    ...['ms', 'page', 'pages', 'request', 'requests', 'seconds', 'size', 'time'],
  ],
  negations: ['no', 'not'],
} as const

/** The words of which a name may consist without anything between them. */
const joinedWords = [...Object.values(headerWords).flat(), 'has', 'is', 'key', 'last', 'per', 'token']
/** Longer words first: `results` is not `result` with a letter more. */
const joinedWord = new RegExp(joinedWords.sort().reverse().join('|'), 'g')

/** The words of a header's name, which has no case: `x-totalcount` has three, `x-counter` has two. */
const splitHeaderName = memoize(name => {
  // The prefix of Azure is not a unit.
  const parts = splitName(name.replace(/^x-ms-/, ''))
  const isJoined = (part: string) => part.replace(joinedWord, '') === ''
  return parts.flatMap(part => (isJoined(part) ? (part.match(joinedWord) ?? []) : part))
})

const pageNames = /(?<!per )\bpages?$|\bpages? (?:count|total)\b|^(?!.*per page).*\bpagination\b/

/** Whether a header shows that there may be more than the `count` records that came, or that they were stored before. */
export function isPartialOrCachedHeader(name: string, value: string, count: number): boolean {
  if (name === 'age') return !(Number(value) <= 0)
  // An address may contain anything.
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
    // A no is good, but not under `x-no-more`.
    (isPart && (has('negations') || !meansNo(value))) ||
    (pageNames.test(words.join(' ')) && !(Number(value) <= 1)) ||
    (isCount && isAbove(value, count, has('counts')))
  )
}

/** Whether a number in a text is above the limit, as in `"500"`, `5,000` and `0-2/50`; or, of a text without one, `otherwise`. */
function isAbove(text: string, limit: number, otherwise: boolean): boolean {
  const digits = text.match(/-?\d{1,3}(?:[,.'_ ]\d{3})+(?!\d)|-?\d+/g) ?? []
  const numbers = [text, ...digits.map(number => number.replace(/[,.'_ ]/g, ''))].map(Number)
  const isNumber = numbers.some(number => !Number.isNaN(number))
  return isNumber ? numbers.some(number => number > limit) : otherwise && !meansNo(text)
}
