import { cacheNames } from '../contract/response-headers.ts'

/** Matches a comma outside quotation marks, which separates the members of a header. */
const memberBreak = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/

/** Matches a member whose first word means that the cache had stored the response, such as `Hit from cloudfront` or `TCP_MEM_HIT`. */
const storedWords = /^(?:\w*hit|updating|revalidated|prerender|fresh)\b|^stale$/i

/** Matches the names of headers that ask whether the response was stored, such as `X-Cache-Hit` and `X-From-Cache`. */
const questions = /\b(?:hit|cached|from)\b/

/** Matches a member that answers such a question with yes. */
const positive = /^(?:true|yes|1)$/i

/** Matches a member of `Cache-Status` with the parameter `hit`. */
const hitParameter = /;\s*hit\s*(?:;|$)/i

/** Matches an entry of `Server-Timing` for a stored response. */
const storedTiming =
  /^cdn-cache-hit\b|^(?:cdn-)?cache\s*;(?:.*;)?\s*desc\s*=\s*"?(?:hit|stale\b|revalidated\b)/i

/**
 * Whether a header shows that a cache had stored the response, so that it may be outdated.
 *
 * @param name - The name of the header, in lower case.
 */
export function isStoredResponseHeader(name: string, value: string): boolean {
  const members = value.split(memberBreak).map(member => member.trim())
  // Several caches send one value each, and an unreadable age may be above 0.
  if (name === 'age') return !(Number(value) <= 0)
  if (name === 'warning') return members.some(member => /^11[0-3]\b/.test(member))
  // Varnish adds the number of the request that stored the response.
  if (name === 'x-varnish') return members.some(member => /^\d+\s+\d+$/.test(member))
  if (name === 'server-timing') return members.some(member => storedTiming.test(member))
  if (!cacheNames.test(name)) return false
  const patterns = [
    storedWords,
    ...(questions.test(name) ? [positive] : []),
    ...(name === 'cache-status' ? [hitParameter] : []),
  ]
  return members.some(member => patterns.some(pattern => pattern.test(member)))
}
