import { isRecord } from '../../contract/json.ts'
import { readInput } from '../check.ts'
import { isHeaders, requireOptions } from './checks.ts'
import type { ClientOptions } from './options.ts'

/** Options with some of them changed; undefined changes nothing. */
export function mergeOptions(options: ClientOptions, changes: ClientOptions): ClientOptions {
  requireOptions(changes)
  return readInput('EntityScreening', () => {
    const headers = mergeHeaders(options.headers, changes.headers)
    return { ...options, ...withoutUndefined(changes), headers, wait: mergeWait(options.wait, changes.wait) }
  })
}

function withoutUndefined<Options extends object>(options: Options): Partial<Options> {
  const kept: Partial<Options> = { ...options }
  for (const name in kept) if (kept[name] === undefined) delete kept[name]
  return kept
}

/** Field by field, as a call's own way to wait; what is no object is left to the check. */
function mergeWait(first: ClientOptions['wait'], second: ClientOptions['wait']): ClientOptions['wait'] {
  if (!isRecord(first) || !isRecord(second)) return second === undefined ? first : second
  return { ...first, ...withoutUndefined(second) }
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
