/**
 * The response headers from which the client draws conclusions. The proxy passes on exactly these, so that a partial or cached
 * list does not look complete in a page.
 */

/**
 * Words in header names that help to decide whether a response may be only a part of a longer list. Headers
 * without any of them are ignored. docs/quirks.md has examples.
 */
export const headerWords = {
  /** Words about rate limits. A header with one of these words is ignored. */
  limits: ['rate', 'limit', 'ratelimit', 'quota', 'credit', 'credits', 'retry'],
  /** Words about a position in a longer list, or about further entries. */
  parts: [
    ...['bookmark', 'continuation', 'continue', 'cursor', 'incomplete', 'more', 'next', 'partial'],
    ...['skip', 'truncated'],
    ...['continuationtoken', 'hasmore', 'nextcursor', 'nextpage', 'nexttoken'],
  ],
  complete: ['complete'],
  ranges: ['range'],
  /** Words for a number of records. */
  counts: ['count', 'total', 'totalcount', 'totalitems', 'totalrecords', 'totalresults'],
  /** Ambiguous words. A header with one of these words is considered only if the value is a number. */
  records: [
    ...['available', 'entries', 'item', 'items', 'record', 'records', 'remaining'],
    ...['result', 'results', 'row', 'rows'],
  ],
  /** Words which show that a number does not count records. */
  otherUnits: [
    ...['attempt', 'attempts', 'bytes', 'call', 'calls', 'code', 'duration', 'id', 'latency', 'length'],
    ...['ms', 'page', 'pages', 'request', 'requests', 'seconds', 'size', 'time'],
  ],
  negations: ['no', 'not'],
} as const

/**
 * The response headers that may contain a request id. Services, gateways and clouds also write this id to
 * their logs.
 */
export const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'cf-ray',
]

/** Other headers that the client reads, or that show which caches and gateways a response has passed. */
const namedHeaders: ReadonlySet<string> = new Set([
  ...['age', 'content-range', 'date', 'link', 'retry-after', 'server-timing', 'via', 'warning'],
  ...['x-after', 'x-varnish'],
  ...requestIdHeaders,
])

/** The words that make a header say something about the completeness of a list. */
const listWords: ReadonlySet<string> = new Set([
  ...headerWords.parts,
  ...headerWords.complete,
  ...headerWords.ranges,
  ...headerWords.counts,
  ...headerWords.records,
  ...['page', 'pages', 'pagination'],
])

/**
 * Matches the names of headers in which a cache may state where the response comes from: they contain the word `cache` or `cached`.
 * `Cache-Control`, keys, tags, the counts of hits, and Squid's `X-Cache-Lookup`, which precedes its answer, do not.
 */
export const cacheNames = /cached?\b(?!.*-(?:control|hits|key|lookup|tags?)$)/

/** Whether the client may draw a conclusion from a response header. @param name - In lower case. */
export function isReadHeader(name: string): boolean {
  const words = name.match(/[a-z]+/g) ?? []
  if (namedHeaders.has(name) || name.includes('ratelimit') || cacheNames.test(name)) return true
  return words.some(word => listWords.has(word))
}
