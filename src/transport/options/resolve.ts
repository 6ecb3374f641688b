import { findIssues, readInput } from '../check.ts'
import { invalidInput } from '../make-error.ts'
import { optionSchemas, requireOptions } from './checks.ts'
import type { ClientOptions, Settings } from './options.ts'

/** Checks the options of a client, all of them, and fills in what is left out. */
export function resolveOptions(given: ClientOptions): Settings {
  requireOptions(given)
  const options = readInput('EntityScreening', () => ({ ...given }))
  const apiKey = options.apiKey === undefined ? environment('ENTITY_SCREENING_API_KEY') : options.apiKey
  const baseUrl = options.baseUrl ?? environment('ENTITY_SCREENING_BASE_URL')
  // What comes from the environment is checked as well as what is given.
  const issues = findIssues(optionSchemas().clientOptions, { ...options, apiKey, baseUrl })
  const add = (field: keyof ClientOptions, message: string | undefined) => {
    if (message !== undefined && !issues.some(({ path }) => path[0] === field))
      issues.push({ path: [field], message })
  }
  add('apiKey', judgeKey(apiKey, options.dangerouslyAllowBrowser === true))
  const address = judgeAddress(baseUrl)
  if (typeof address === 'string') add('baseUrl', address)
  if (issues.length > 0 || apiKey === undefined || typeof address === 'string') {
    throw invalidInput('EntityScreening', issues)
  }
  const { maxResponseBytes = 256 * 1024 * 1024 } = options
  return {
    ...options,
    apiKey,
    baseUrl: address.href.replace(/\/+$/, ''),
    timeout: options.timeout ?? 30_000,
    maxResponseBytes: maxResponseBytes === false ? Number.POSITIVE_INFINITY : maxResponseBytes,
    logLevel: options.logLevel ?? 'warn',
    validation: options.validation ?? 'lenient',
    searchCountryFormat: options.searchCountryFormat ?? 'code',
  }
}

function judgeKey(apiKey: string | null | undefined, browserAllowed: boolean): string | undefined {
  if (apiKey === undefined) return 'is required (or set ENTITY_SCREENING_API_KEY, or null behind a proxy)'
  if (apiKey === null || browserAllowed || !inBrowser()) return undefined
  return 'must be null in a browser, where anyone could read it: let a proxy on the same origin add it (in a test, jsdom too, createHandlers with an apiKey plays the proxy; or set dangerouslyAllowBrowser: true)'
}

/** The address, or what is wrong with it. In a browser it may be a path on the page's own origin. */
function judgeAddress(given: unknown): URL | string {
  if (given === undefined) return 'is required (or set ENTITY_SCREENING_BASE_URL)'
  const page = globalThis.location?.href
  const notHttp = `must be an absolute http or https URL${withScheme(given)}`
  if (typeof given !== 'string' || !URL.canParse(given, page)) return notHttp
  const url = new URL(given, page)
  if (!/^https?:$/.test(url.protocol)) return notHttp
  if (url.username || url.password) return 'must not hold a user name or password'
  if (/^(\/api)?\/v1\/*$/.test(url.pathname))
    return `must not hold ${url.pathname}, with which the client's own paths begin (did you mean ${url.origin}?)`
  return url.search || url.hash ? 'must not hold a query or fragment' : url
}

/** Only where it is plainly a host and its port: what else was given is not repeated. */
function withScheme(given: unknown): string {
  const [host] = /^[\w.-]+:\d+\/*$/.exec(String(given)) ?? []
  if (host === undefined) return ''
  return ` (did you mean http${/^(localhost|127\.)/.test(host) ? '' : 's'}://${host}?)`
}

function environment(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined
}

function inBrowser(): boolean {
  return typeof window !== 'undefined' && typeof window.document !== 'undefined'
}
