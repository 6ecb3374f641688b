import type { CalledMethod } from '../../operations/operation-spec.ts'
import { maxTimer } from '../../pacing/sleep.ts'
import { whyNotBaseUrl } from '../../shared/base-url.ts'
import { isRecord, isString } from '../../shared/json.ts'
import { whyNotKey } from '../../shared/key-mask.ts'
import { refuseIssues } from '../check-input.ts'
import { createInputError } from '../create-error.ts'
import { bindHooks, copyOptions } from './copy.ts'
import { whyNotHeaders } from './headers.ts'
import type { ClientOptions, RequestOptions } from './options.ts'
import { createRule, findOptionIssues, oneOf, type Rule, type Rules } from './rules.ts'

/** The build replaces this name with the version of the package. */
declare const ENTITY_SCREENING_SDK_VERSION: string | undefined
const version =
  typeof ENTITY_SCREENING_SDK_VERSION === 'undefined' ? '0.0.0-source' : ENTITY_SCREENING_SDK_VERSION

const isTime = (value: unknown) => typeof value === 'number' && value > 0 && value <= maxTimer
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isTextList = (value: unknown) => Array.isArray(value) && value.every(isString)
const isFieldOverride = (how: unknown) =>
  how === 'ignore' || (isRecord(how) && Object.keys(how).join() === 'no' && isTextList(how.no))

const timeRange = `must be a number of milliseconds above 0, ${maxTimer} at most`
export const functionRule = createRule(value => typeof value === 'function', 'must be a function')
export const signalRule = createRule(value => value instanceof AbortSignal, 'must be an AbortSignal')
export const timeRule = createRule(isTime, timeRange)
/** The rule for a duration that may be 0. */
export const spanRule = createRule(
  value => value === 0 || isTime(value),
  `must be a number of milliseconds, 0 or more, ${maxTimer} at most`,
)
const timeoutRule = createRule(value => value === false || isTime(value), `${timeRange}, or false`)
export const waitRules = { every: timeRule, timeout: timeoutRule }

const shared = {
  timeout: timeoutRule,
  maxRetries: createRule(isCount, 'must be a whole number, 0 or more'),
  retry: { maxDelay: timeRule, maxRetryAfter: timeRule },
  headers: whyNotHeaders,
  fetchOptions: whyNotFetchOptions,
  onQuirk: functionRule,
}

/** Returns the message for an invalid option `fetchOptions`; null if it is valid. */
function whyNotFetchOptions(value: unknown): string | null {
  if (!isRecord(value)) return 'must be an object'
  const refused = ['method', 'headers', 'body', 'signal', 'redirect'].find(name => name in value)
  return refused === undefined ? null : `must not hold ${refused}, which the client sets`
}

export const requestRules: Record<keyof RequestOptions, Rule | Rules> = {
  ...shared,
  signal: signalRule,
  beforeSend: functionRule,
  idempotencyKey: createRule(
    value => isString(value) && /^[!-~]{1,255}$/.test(value),
    'must be a string of 1 to 255 visible ASCII characters without spaces',
  ),
}

export const clientRules = {
  ...shared,
  apiKey: value => (value === null || typeof value === 'function' ? null : whyNotKey(value)),
  baseUrl: value => whyNotBaseUrl(value, 'http://page'),
  totalTimeout: timeoutRule,
  wait: waitRules,
  maxResponseBytes: createRule(
    value => value === false || (isCount(value) && value !== 0),
    'must be a whole number of bytes above 0, or false',
  ),
  fetch: functionRule,
  hooks: {
    beforeRequest: functionRule,
    afterResponse: functionRule,
    afterFailure: functionRule,
    afterCall: functionRule,
  },
  logger: createRule(
    value => hasMethods(value, 'error', 'warn', 'info', 'debug'),
    'must have the methods error, warn, info and debug',
  ),
  logLevel: oneOf('off', 'error', 'warn', 'info', 'debug'),
  validation: oneOf('strict', 'lenient', 'off'),
  knownFields: createRule(
    value => isRecord(value) && Object.values(value).every(isFieldOverride),
    "must be an object from field names to 'ignore' or { no: [texts that mean no] }",
  ),
  ignoreResponseFields: createRule(isTextList, 'must be an array of strings: paths and names of headers'),
  searchCountryFormat: oneOf('code', 'name'),
  dangerouslyAllowBrowser: createRule(value => typeof value === 'boolean', 'must be true or false'),
} satisfies Record<keyof ClientOptions, Rule | Rules>

export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  return names.every(name => typeof Reflect.get(value, name) === 'function')
}

const keyInBrowser =
  'must be null in a browser, where anyone could read it: let a proxy on the same origin add it (in a test, jsdom too, createHandlers with an apiKey plays the proxy; or set dangerouslyAllowBrowser: true)'

/** Options of a client, with the base URL as a string, because a URL object may change later. */
export type CopiedOptions = Omit<ClientOptions, 'baseUrl'> & { readonly baseUrl?: string | undefined }

/** Reads an environment variable. In Deno, this asks for a permission, so that it is read only if its option is missing. */
function readVariable(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined
}

/** Validates all options of a client, and fills in the defaults. */
export function resolveOptions(options: CopiedOptions) {
  const { apiKey = readVariable('ENTITY_SCREENING_API_KEY'), dangerouslyAllowBrowser } = options
  const { baseUrl = readVariable('ENTITY_SCREENING_BASE_URL') } = options
  // Values from environment variables are validated too.
  const issues = findOptionIssues(clientRules, { ...options, apiKey, baseUrl })
  const add = (name: string, message: string) => issues.push({ path: [name], message })
  const isPage = inBrowser()
  if (isPage && !dangerouslyAllowBrowser && apiKey !== null) {
    if (apiKey !== '') add('apiKey', keyInBrowser)
  } else if (apiKey === undefined)
    add('apiKey', `is required (or ${isPage ? '' : 'set ENTITY_SCREENING_API_KEY, or '}null behind a proxy)`)
  if (baseUrl === undefined)
    add('baseUrl', `is required${isPage ? '' : ' (or set ENTITY_SCREENING_BASE_URL)'}`)
  if (issues.length > 0 || apiKey === undefined || baseUrl === undefined)
    throw createInputError('EntityScreening', issues)
  return {
    ...options,
    apiKey,
    baseUrl: (baseUrl.startsWith('/') ? baseUrl : new URL(baseUrl).href).replace(/\/+$/, '') || '/',
    timeout: options.timeout ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
    maxResponseBytes: options.maxResponseBytes ?? 256 * 1024 * 1024,
    headers: mergeHeaders({ accept: 'application/json', ...userAgent() }, options.headers),
    logLevel: options.logLevel ?? 'warn',
    validation: options.validation ?? 'lenient',
    searchCountryFormat: options.searchCountryFormat ?? 'code',
  }
}

/** The options of a client, with defaults filled in. */
export type ClientSettings = ReturnType<typeof resolveOptions>

/** Replaces the options that are passed. An undefined option leaves the current value unchanged. */
export function mergeOptions(options: CopiedOptions, newOptions: ClientOptions): CopiedOptions {
  const changes = readClientOptions(newOptions)
  refuseIssues('EntityScreening', findOptionIssues(clientRules, changes))
  const set = Object.entries(changes).filter(([, value]) => value !== undefined)
  const headers = mergeHeaders(options.headers, changes.headers)
  return { ...options, ...Object.fromEntries(set), headers }
}

/** Merges headers. Header names are case-insensitive; a later header replaces an earlier one. */
export function mergeHeaders(...all: readonly ClientOptions['headers'][]): Record<string, string> {
  const named = all.flatMap(headers => Object.entries(headers ?? {}))
  return Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]))
}

/**
 * Copies the options of a client. Refuses any value that is not an object: a JavaScript caller may pass the
 * key instead of options.
 */
export function readClientOptions(options: ClientOptions): CopiedOptions {
  if (!isRecord(options)) throw createInputError('EntityScreening', findOptionIssues(clientRules, options))
  // A mock server is not the options of a client, but creates them.
  if (hasMethods(options, 'connect'))
    refuseIssues('EntityScreening', [{ path: [], message: 'must be options: pass server.connect()' }])
  const { baseUrl, hooks, ...others }: ClientOptions = copyOptions(options)
  return {
    ...others,
    ...(hooks !== undefined && { hooks: bindHooks(hooks) }),
    ...(baseUrl !== undefined && { baseUrl: isUrl(baseUrl) ? baseUrl.href : baseUrl }),
  }
}

/** Whether a value is a URL object. Accepts the `URL` of another realm too, such as that of jsdom. */
function isUrl(value: unknown): value is URL {
  return isRecord(value) && isString(value.href)
}

/** Resolves a path against the URL of the page. Throws on a server, because there is no page. */
export function resolvePath(method: CalledMethod, baseUrl: string): string {
  const page = globalThis.location?.href
  const url = URL.canParse(baseUrl, page) ? new URL(baseUrl, page) : null
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  const message = 'is a path, which only a page can resolve: set an absolute URL for requests made here'
  throw createInputError(method, [{ path: ['baseUrl'], message }])
}

function inBrowser(): boolean {
  return typeof window !== 'undefined' && typeof window.document !== 'undefined'
}

/**
 * Returns the `user-agent` header. Returns no header in a browser, because it would cause a CORS preflight.
 */
function userAgent(): Record<string, string> {
  const isServer = globalThis.process?.versions?.node !== undefined && !inBrowser()
  return isServer ? { 'user-agent': `entity-screening-sdk/${version}` } : {}
}
