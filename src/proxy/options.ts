import { maxTimer } from '../pacing/sleep.ts'
import { whyNotBaseUrl } from '../shared/base-url.ts'
import { isRecord, isString } from '../shared/json.ts'
import { createKeyMask, whyNotKey } from '../shared/key-mask.ts'
import { isOrigin } from '../shared/origin.ts'
import type { FetchInit, FetchResponse } from '../transport/options/options.ts'
import type { IdempotencyStore } from './keys/idempotency-store.ts'
import { findKeyMemory, type ProxyKeys, usingStore } from './keys/key-memory.ts'

/**
 * The options of a proxy. `Context` lists the types of the arguments that your route passes to the handler after the request.
 *
 * @example
 * const options: ProxyOptions = { baseUrl, apiKey, callerOf: request => request.headers.get('x-user') }
 */
export interface ProxyOptions<Context extends readonly unknown[] = []> {
  /** The base URL of the service. */
  baseUrl: string
  /** The team's key. */
  apiKey: string
  /**
   * Returns an identifier of the caller, such as the user of your session; `null` without a session. Reads are then
   * refused with 401. A write with an `Idempotency-Key` gets a 504, because the proxy cannot know whether it was sent before the session
   * ended. Callers do not see each other's idempotency keys.
   *
   * @param context - The arguments of the handler after the request, such as the `req` of Express, which holds the session.
   */
  callerOf: (request: Request, ...context: Context) => string | null | Promise<string | null>
  /**
   * The path of the route, which is the `baseUrl` of the client in the page.
   *
   * @default '/screening'
   */
  basePath?: string | undefined
  /**
   * Other origins whose pages may use the proxy (docs/frameworks.md#pages-on-another-origin), such as `https://app.example`.
   *
   * @default []
   */
  origins?: readonly string[] | undefined
  /**
   * The time limit of `callerOf`, of a request body, of a response, and of each further part of a list, in milliseconds. For calls of the store, the limit is 5000 at
   * most. A write that exceeds the limit is never sent again with the same idempotency key.
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
   * Stores the `Idempotency-Key`s (docs/frameworks.md#at-most-once). Without it, proxies of this process share their keys if
   * `baseUrl`, `apiKey`, `basePath`, `fetch` and the limits are the same.
   *
   * @default the memory of this process
   */
  store?: IdempotencyStore | undefined
  /**
   * The maximum size of keys and responses in memory, in bytes. When it is reached, the oldest responses are dropped, and their keys
   * keep status and outcome. A caller whose keys take as much memory as is still free gets a 429 for new keys. No key is dropped.
   *
   * @default 67108864
   */
  maxBytes?: number | undefined
  /**
   * How long memory stores a key, in milliseconds, at least 60000.
   *
   * @default 86400000
   */
  keyLifetime?: number | undefined
  /**
   * The function that sends requests to the service.
   *
   * @default the global `fetch`
   */
  fetch?: ((url: string, init: FetchInit) => Promise<FetchResponse>) | undefined
  /**
   * Called with each error from `callerOf`, the store, or the connection to the service, and if the service refuses the key. The page
   * gets only a status such as 424, 502, 503 or 504.
   *
   * @default console.error
   */
  onError?: ((error: unknown) => void) | undefined
}

const optionNames: readonly string[] = [
  'baseUrl',
  'apiKey',
  'callerOf',
  'basePath',
  'origins',
  'timeout',
  'maxBodyBytes',
  'store',
  'maxBytes',
  'keyLifetime',
  'fetch',
  'onError',
] satisfies readonly (keyof ProxyOptions)[]

/** The problem of a required option without a value. */
const unset = 'is required (is its environment variable set?)'

/** Options that `connect()` of a mock server returns for clients, and that mean nothing on a server. */
const ignoredNames: readonly string[] = ['dangerouslyAllowBrowser']

/** One function for all proxies without the option `fetch`, because proxies with the same function share their keys. */
function sendWithGlobalFetch(url: string, init: FetchInit): Promise<FetchResponse> {
  return globalThis.fetch(url, init)
}

export type ProxySettings = ReturnType<typeof resolveProxyOptions>

/** Validates the options and fills in the defaults. @throws TypeError naming the option that is wrong. */
export function resolveProxyOptions(options: ProxyOptions<never>) {
  assertOption(isRecord(options), 'the options must be an object')
  const {
    basePath = '/screening',
    origins = [],
    timeout = 60_000,
    maxBodyBytes = 10 * 1024 * 1024,
    maxBytes = 64 * 1024 * 1024,
    keyLifetime = 86_400_000,
    store,
    fetch = sendWithGlobalFetch,
    onError = error => console.error(error),
    baseUrl,
    apiKey,
    callerOf,
  } = options
  assertKnownNames(options)
  // Usually, both are environment variables, so that both are missing at once.
  const problems = [
    ['baseUrl', baseUrl === undefined ? unset : whyNotBaseUrl(baseUrl)],
    ['apiKey', apiKey === undefined ? unset : whyNotKey(apiKey)],
  ].flatMap(([name, problem]) => (problem === null ? [] : [`${name} ${problem}`]))
  assertOption(problems.length === 0, problems.join('; '))
  assertOption(typeof callerOf === 'function', 'callerOf must be a function')
  assertOption(
    isString(basePath) && /^(?:\/[^/?#]+)*\/?$/.test(basePath),
    'basePath must be a path, such as /screening',
  )
  assertOption(
    Array.isArray(origins) && origins.every(isExactOrigin),
    "origins must be an array of exact origins, such as 'https://app.example'",
  )
  assertNumbers({ timeout, maxBodyBytes, maxBytes, keyLifetime })
  assertOption(
    store === undefined || (typeof store?.claim === 'function' && typeof store.finish === 'function'),
    'store must have the methods claim and finish',
  )
  for (const [name, value] of Object.entries({ fetch, onError }))
    assertOption(typeof value === 'function', `${name} must be a function`)
  const { learn, mask } = createKeyMask()
  learn(apiKey)
  const service = { apiKey, baseUrl: baseUrl.replace(/\/+$/, ''), basePath: basePath.replace(/\/$/, '') }
  const storedKeys = store && usingStore(store)
  return {
    ...service,
    ...{ origins: new Set(origins), timeout, maxBodyBytes, fetch },
    /** Returns the keys at the time of a request. */
    openKeys: (): ProxyKeys => storedKeys ?? findKeyMemory(fetch, { ...service, maxBytes, keyLifetime }),
    /** Masks the key in a text that the page or a log gets. */
    mask,
    /** Calls `onError` and ignores its errors. */
    onError: (error: unknown) => void new Promise(resolve => resolve(onError(error))).catch(() => {}),
  }
}

function assertKnownNames(options: object): void {
  const unknownName = Object.keys(options).find(
    name => !optionNames.includes(name) && !ignoredNames.includes(name),
  )
  assertOption(
    unknownName === undefined,
    `${unknownName} is not an option: pass only ${optionNames.join(', ')}`,
  )
}

/** Whether a value is exactly one origin: browsers send no `*`. */
function isExactOrigin(value: unknown): boolean {
  return isString(value) && !value.includes('*') && isOrigin(value)
}

interface NumberRange {
  readonly unit: 'bytes' | 'milliseconds'
  readonly min?: number
  readonly max?: number
}

/** A minute: shorter times are probably meant in seconds. */
const minKeyLifetimeMs = 60_000

type NumberOption = 'timeout' | 'maxBodyBytes' | 'maxBytes' | 'keyLifetime'

function assertNumbers({
  timeout,
  maxBodyBytes,
  maxBytes,
  keyLifetime,
}: Readonly<Record<NumberOption, number>>): void {
  assertNumber('timeout', timeout, { unit: 'milliseconds', max: maxTimer })
  assertNumber('maxBodyBytes', maxBodyBytes, { unit: 'bytes' })
  assertNumber('maxBytes', maxBytes, { unit: 'bytes' })
  assertNumber('keyLifetime', keyLifetime, { unit: 'milliseconds', min: minKeyLifetimeMs })
}

function assertNumber(
  name: NumberOption,
  value: number,
  { unit, min = 1, max = Infinity }: NumberRange,
): void {
  const range = max === Infinity ? `at least ${min}` : `${min} to ${max}`
  assertOption(
    Number.isInteger(value) && value >= min && value <= max,
    `${name} must be a whole number of ${unit}, ${range}`,
  )
}

function assertOption(isRight: boolean, message: string): asserts isRight {
  if (!isRight) throw new TypeError(`createProxy: ${message}`)
}
