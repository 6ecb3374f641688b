import { isRecord } from '../../shared/json.ts'
import { readInput } from '../check.ts'
import { invalidInput } from '../create-error.ts'
import { clientRules, findOptionIssues } from './checks.ts'
import type { ClientOptions, Settings } from './options.ts'

/** Replaced by the build. */
declare const ENTITY_SCREENING_SDK_VERSION: string | undefined
const version =
  typeof ENTITY_SCREENING_SDK_VERSION === 'undefined' ? '0.0.0-source' : ENTITY_SCREENING_SDK_VERSION

const keyInBrowser =
  'must be null in a browser, where anyone could read it: let a proxy on the same origin add it (in a test, jsdom too, createHandlers with an apiKey plays the proxy; or set dangerouslyAllowBrowser: true)'

/** Checks the options of a client, all of them, and fills in what is left out. */
export function resolveOptions(given: ClientOptions): Settings {
  const options = readOptions(given)
  const { apiKey = environment('ENTITY_SCREENING_API_KEY'), dangerouslyAllowBrowser } = options
  const { baseUrl = environment('ENTITY_SCREENING_BASE_URL') } = options
  // What comes from the environment is checked as well as what is given.
  const issues = findOptionIssues(clientRules, { ...options, apiKey, baseUrl })
  const add = (name: string, message: string) => issues.push({ path: [name], message })
  if (apiKey === undefined)
    add('apiKey', 'is required (or set ENTITY_SCREENING_API_KEY, or null behind a proxy)')
  if (baseUrl === undefined) add('baseUrl', 'is required (or set ENTITY_SCREENING_BASE_URL)')
  if (apiKey && inBrowser() && !dangerouslyAllowBrowser) add('apiKey', keyInBrowser)
  if (issues.length > 0 || apiKey === undefined || baseUrl === undefined)
    throw invalidInput('EntityScreening', issues)
  const { maxResponseBytes = 256 * 1024 * 1024 } = options
  return {
    ...options,
    apiKey,
    baseUrl: (baseUrl.startsWith('/') ? baseUrl : new URL(baseUrl).href).replace(/\/+$/, '') || '/',
    timeout: options.timeout ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
    maxResponseBytes: maxResponseBytes === false ? Number.POSITIVE_INFINITY : maxResponseBytes,
    headers: mergeHeaders({ accept: 'application/json', ...userAgent() }, options.headers),
    logLevel: options.logLevel ?? 'warn',
    validation: options.validation ?? 'lenient',
    searchCountryFormat: options.searchCountryFormat ?? 'code',
  }
}

/** Options with some of them changed; undefined changes nothing. */
export function mergeOptions(options: ClientOptions, given: ClientOptions): ClientOptions {
  const changes = readOptions(given)
  const issues = findOptionIssues(clientRules, changes)
  if (issues.length > 0) throw invalidInput('EntityScreening', issues)
  const { headers, wait = {} } = changes
  return {
    ...options,
    ...withoutUndefined(changes),
    headers: mergeHeaders(options.headers, headers),
    wait: { ...options.wait, ...withoutUndefined(wait) },
  }
}

/** Names of headers are the same in any case. */
export function mergeHeaders(
  first: ClientOptions['headers'] = {},
  second: ClientOptions['headers'] = {},
): Record<string, string> {
  const named = [...Object.entries(first), ...Object.entries(second)]
  return Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]))
}

function withoutUndefined<Options extends object>(options: Options): Partial<Options> {
  const kept: Partial<Options> = { ...options }
  for (const name in kept) if (kept[name] === undefined) delete kept[name]
  return kept
}

/** A JavaScript caller may give anything in place of options, the bare key for example. */
function readOptions(given: ClientOptions): ClientOptions {
  if (!isRecord(given)) throw invalidInput('EntityScreening', findOptionIssues(clientRules, given))
  return readInput('EntityScreening', () => ({ ...given }))
}

/** The address that a path is on this page, which a server that renders the page does not know. */
export function resolvePath(operation: string, baseUrl: string): string {
  const page = globalThis.location?.href
  const url = URL.canParse(baseUrl, page) ? new URL(baseUrl, page) : null
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  const message = 'is a path, which only a page can resolve: set an absolute URL for requests made here'
  throw invalidInput(operation, [{ path: ['baseUrl'], message }])
}

function environment(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined
}

function inBrowser(): boolean {
  return typeof window !== 'undefined' && typeof window.document !== 'undefined'
}

/** A browser sends its own, and would ask the service before it sends another. */
function userAgent(): Record<string, string> {
  const isServer = globalThis.process?.versions?.node !== undefined && !inBrowser()
  return isServer ? { 'user-agent': `entity-screening-sdk/${version}` } : {}
}
