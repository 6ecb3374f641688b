import { readInput } from './check.ts'
import { isHeaders, requireOptions } from './option-checks.ts'
import type { ClientOptions } from './options.ts'

/** Options with some of them changed; undefined changes nothing. */
export function mergeOptions(options: ClientOptions, changes: ClientOptions): ClientOptions {
  requireOptions(changes)
  return readInput('EntityScreening', () => {
    const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    return { ...options, ...changed, headers: mergeHeaders(options.headers, changes.headers) }
  })
}

/** Names of headers are the same in any case; what is no object of headers is left to the check. */
export function mergeHeaders(
  first: ClientOptions['headers'],
  second: ClientOptions['headers'],
): ClientOptions['headers'] {
  if (first === undefined && second === undefined) return undefined
  const [own = {}, changed = {}] = [first, second]
  if (!isHeaders(own) || !isHeaders(changed)) return second ?? first
  const named = [...Object.entries(own), ...Object.entries(changed)]
  return Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]))
}
