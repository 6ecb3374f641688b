import { maxTimer } from '../pacing/sleep.ts'
import { isBaseUrl } from '../shared/base-url.ts'
import { isRecord, isString } from '../shared/json.ts'
import { isKey, maxKeyLength } from '../shared/key-mask.ts'
import type { IdempotencyStore } from './idempotency-store.ts'
import { createMemoryStore } from './memory-store.ts'

/**
 * The options of a proxy.
 *
 * @example
 * const options: ProxyOptions = { baseUrl, apiKey, callerOf: request => request.headers.get('x-user') }
 */
export interface ProxyOptions {
  /** The base URL of the service. */
  baseUrl: string
  /** The team's key. */
  apiKey: string
  /**
   * Returns an identifier of the caller, such as the id of the user in your session, or `null` to refuse the request with 401. Callers do not see
   * each other's idempotency keys.
   */
  callerOf: (request: Request) => string | null | Promise<string | null>
  /**
   * The path of the route: the `baseUrl` of the client in the page.
   *
   * @default '/screening'
   */
  basePath?: string | undefined
  /**
   * The time limit in milliseconds, which applies separately to `callerOf`, to reading a request body, and to
   * the service's response. For calls of the store, the limit is 5000 at most. A write that exceeds the limit
   * is never sent again with the same idempotency key.
   *
   * @default 60000
   */
  timeout?: number | undefined
  /**
   * The maximum size of a request body, in bytes.
   *
   * @default 10485760
   */
  maxBodyBytes?: number | undefined
  /**
   * The store for the idempotency keys of writes.
   *
   * @default the memory of this process
   */
  store?: IdempotencyStore | undefined
  /**
   * The maximum number of keys in memory. When it is reached, the key of the oldest finished request is
   * dropped.
   *
   * @default 10000
   */
  maxKeys?: number | undefined
  /**
   * The time for which a key is kept in memory, in milliseconds.
   *
   * @default 86400000
   */
  keyLifetime?: number | undefined
  /**
   * The function that sends requests to the service.
   *
   * @default the global `fetch`
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /**
   * Called with each error from `callerOf`, the store, or the connection to the service. The page gets only a status such as
   * 502, 503 or 504.
   *
   * @default console.error
   */
  onError?: ((error: unknown) => void) | undefined
}

export type ProxySettings = ReturnType<typeof resolveProxyOptions>

/** Validates the options and fills in the defaults. @throws TypeError naming the option that is wrong. */
export function resolveProxyOptions(options: ProxyOptions) {
  assertOption(isRecord(options), 'the options must be an object')
  const {
    basePath = '/screening',
    timeout = 60_000,
    maxBodyBytes = 10 * 1024 * 1024,
    maxKeys = 10_000,
    keyLifetime = 86_400_000,
    store = createMemoryStore({ maxKeys, keyLifetime }),
    fetch = (url, init) => globalThis.fetch(url, init),
    onError = error => console.error(error),
    baseUrl,
    apiKey,
    callerOf,
    ...others
  } = options
  const [stranger] = Object.keys(others)
  assertOption(stranger === undefined, `${stranger} is not an option`)
  assertOption(
    isBaseUrl(baseUrl),
    'baseUrl must be an absolute http or https URL, without the /v1 of the paths',
  )
  assertOption(
    isString(apiKey) && isKey(apiKey) && apiKey.length <= maxKeyLength,
    'apiKey must be a string of visible ASCII characters without spaces',
  )
  assertOption(typeof callerOf === 'function', 'callerOf must be a function')
  assertOption(
    isString(basePath) && /^(?:\/[^/?#]+)*\/?$/.test(basePath),
    'basePath must be a path, such as /screening',
  )
  for (const [name, value] of Object.entries({ timeout, maxBodyBytes, maxKeys, keyLifetime }))
    assertOption(
      Number.isInteger(value) && value > 0 && value <= (name === 'timeout' ? maxTimer : Infinity),
      `${name} must be a whole number above 0`,
    )
  assertOption(
    typeof store?.claim === 'function' && typeof store.finish === 'function',
    'store must have the methods claim and finish',
  )
  for (const [name, value] of Object.entries({ fetch, onError }))
    assertOption(typeof value === 'function', `${name} must be a function`)
  return {
    ...{ apiKey, callerOf, timeout, maxBodyBytes, store, fetch },
    /** Calls `onError` and ignores its errors. */
    onError: (error: unknown) => void new Promise(resolve => resolve(onError(error))).catch(() => {}),
    baseUrl: baseUrl.replace(/\/+$/, ''),
    basePath: basePath.replace(/\/$/, ''),
  }
}

function assertOption(isRight: boolean, message: string): asserts isRight {
  if (!isRight) throw new TypeError(`createProxy: ${message}`)
}
