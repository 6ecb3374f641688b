import * as z from 'zod/mini'
import type { CountryFormat } from '../contract/countries.ts'
import { isRecord } from '../contract/json.ts'
import { isKey } from '../contract/text.ts'
import type { QuirkReport } from '../quirks/log.ts'
import { findIssues } from './check.ts'
import { InputValidationError } from './errors/InputValidationError.ts'
import type { Hooks } from './hooks.ts'
import type { Logger, LogLevel } from './logging.ts'
import type { RetryOptions } from './retry.ts'
import { longestTimer } from './sleep.ts'

/**
 * What a client is made of. Only the key and the address are needed, and both may come from the environment.
 *
 * @example
 * const options: ClientOptions = {
 *   apiKey,
 *   baseUrl,
 *   timeout: 10_000,
 *   retry: 3,
 *   headers: { 'x-application': 'onboarding' },
 *   onQuirk: ({ code, operation, count }) => console.log(operation, code, count),
 * }
 * const entities = await new EntityScreening(options).entities.list()
 */
export interface ClientOptions {
  /**
   * The team's key, sent as a bearer token (specification: Authentication). Null where a proxy on the same origin adds it.
   *
   * @default the environment variable ENTITY_SCREENING_API_KEY
   */
  apiKey?: string | null | undefined
  /**
   * The service's address; paths such as `/v1/entities` are appended. In a browser it may be a path on the same origin.
   *
   * @default the environment variable ENTITY_SCREENING_BASE_URL
   */
  baseUrl?: string | undefined
  /**
   * How long one try may take, in milliseconds; false for no limit.
   *
   * @default 30000
   */
  timeout?: number | false | undefined
  /**
   * How long a call may take with all its tries and waits, in milliseconds; false for no limit.
   *
   * @default false
   */
  totalTimeout?: number | false | undefined
  /**
   * How often a call is repeated: a count (0 for never), or more. Creating, bulk creating and attaching are repeated only
   * while they cannot have reached the service.
   *
   * @default 2
   */
  retry?: number | RetryOptions | undefined
  /** Headers sent with every request; `authorization` is refused, for the key is `apiKey`. */
  headers?: Readonly<Record<string, string>> | undefined
  /**
   * In place of the global fetch, which is looked up at each call.
   *
   * @example
   * const server = createMockServer()
   * const { apiKey } = server.teams.create()
   * const client = new EntityScreening({ apiKey, baseUrl: 'http://in-process', fetch: server.fetch })
   */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Functions called around each try. */
  hooks?: Hooks | undefined
  /**
   * Where log lines go: `console`, or a logger with the same four methods. The key is in none of them.
   *
   * @default console
   */
  logger?: Logger | undefined
  /**
   * How much is logged.
   *
   * @default 'warn'
   */
  logLevel?: LogLevel | undefined
  /** Called once for each kind of coercion that an answer, or an input, needed: see docs/oddities.md. */
  onQuirk?: ((report: QuirkReport) => void) | undefined
  /**
   * What happens where a successful answer differs from the specification: `lenient` reads what can be read and reports the
   * rest, `strict` throws, `off` does not look.
   *
   * @default 'lenient'
   */
  validation?: 'strict' | 'lenient' | 'off' | undefined
  /**
   * How the two web searches are sent countries: the text says names, the sample shows codes (specification: POST
   * /api/search/organizations, countryCode).
   *
   * @default 'code'
   */
  searchCountryFormat?: CountryFormat | undefined
  /**
   * Allows a key in a browser, where anyone who opens the page can read it.
   *
   * @default false
   */
  dangerouslyAllowBrowser?: boolean | undefined
}

/**
 * What may differ from call to call; what is left out is as the client has it.
 *
 * @example
 * const options: RequestOptions = { signal: AbortSignal.timeout(60_000), timeout: 20_000, retry: 0 }
 * const network = await client.entities.network(id, options)
 */
export interface RequestOptions {
  /** Ends the call with an `AbortedError`. */
  signal?: AbortSignal | undefined
  /** How long one try may take, in milliseconds; false for no limit. */
  timeout?: number | false | undefined
  /** How often the call is repeated: a count (0 for never), or more. */
  retry?: number | RetryOptions | undefined
  /** Headers sent with this request, over the client's own; `authorization` is refused. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** What a call is made with that is given none; they need no check. */
export const noOptions: RequestOptions = Object.freeze({})

/** Options with every default filled in. */
export interface Settings extends Omit<ClientOptions, 'apiKey' | 'baseUrl' | 'dangerouslyAllowBrowser'> {
  readonly apiKey: string | null
  readonly baseUrl: string
  readonly timeout: number | false
  readonly logLevel: LogLevel
  readonly validation: 'strict' | 'lenient' | 'off'
  readonly searchCountryFormat: CountryFormat
}

export const milliseconds = z.number().check(z.positive(), z.maximum(longestTimer))
const duration = z.optional(
  z.union([milliseconds, z.literal(false)], 'must be a number of milliseconds above 0, or false'),
)
const count = z.int().check(z.nonnegative())
const retry = z.optional(
  z.union(
    [
      count,
      z.strictObject({
        limit: z.optional(count),
        maximumDelay: z.optional(milliseconds),
        maximumRetryAfter: z.optional(milliseconds),
      }),
    ],
    'must be a count of 0 or more, or { limit, maximumDelay, maximumRetryAfter }',
  ),
)
const headers = z.optional(
  z.unknown().check(
    z.refine(isHeaders, {
      error: 'must be an object of header names and values that can be sent',
      abort: true,
    }),
    z.refine(given => !isHeaders(given) || !new Headers(given).has('authorization'), {
      error: 'must not hold authorization: the key is the option apiKey',
    }),
  ),
)

export function isHeaders(given: unknown): given is Record<string, string> {
  if (typeof given !== 'object' || given === null || given instanceof Headers || Array.isArray(given))
    return false
  try {
    return new Headers(Object.entries(given)) !== undefined
  } catch {
    return false
  }
}

/** A JavaScript caller may give anything in place of options, the bare key for example. */
export function requireOptions(options: unknown): void {
  if (!isRecord(options))
    throw new InputValidationError('EntityScreening', [{ path: [], message: 'must be an object of options' }])
}

export const functionOption = z.optional(
  z.unknown().check(z.refine(value => typeof value === 'function', { error: 'must be a function' })),
)

export const signalOption = z.optional(
  z.unknown().check(z.refine(value => value instanceof AbortSignal, { error: 'must be an AbortSignal' })),
)

export const requestOptions = z.strictObject({
  signal: signalOption,
  timeout: duration,
  retry,
  headers,
})

const clientOptions = z.strictObject({
  // Never part of a message: only its form is judged.
  apiKey: z.optional(
    z.nullable(
      z.string().check(z.refine(isKey, { error: 'must be visible ASCII characters without spaces' })),
    ),
  ),
  baseUrl: z.optional(z.string()),
  timeout: duration,
  totalTimeout: duration,
  retry,
  headers,
  fetch: functionOption,
  hooks: z.optional(
    z.strictObject({
      beforeRequest: functionOption,
      afterResponse: functionOption,
      beforeRetry: functionOption,
    }),
  ),
  logger: z.optional(
    z.unknown().check(z.refine(isLogger, { error: 'must have the methods error, warn, info and debug' })),
  ),
  logLevel: z.optional(z.enum(['off', 'error', 'warn', 'info', 'debug'])),
  onQuirk: functionOption,
  validation: z.optional(z.enum(['strict', 'lenient', 'off'])),
  searchCountryFormat: z.optional(z.enum(['code', 'name'])),
  dangerouslyAllowBrowser: z.optional(z.boolean()),
})

function isLogger(value: unknown): boolean {
  const has = (method: string) =>
    typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function'
  return ['error', 'warn', 'info', 'debug'].every(has)
}

/** Checks the options of a client, all of them, and fills in what is left out. */
export function resolveOptions(options: ClientOptions): Settings {
  requireOptions(options)
  const apiKey = options.apiKey === undefined ? environment('ENTITY_SCREENING_API_KEY') : options.apiKey
  const baseUrl = options.baseUrl ?? environment('ENTITY_SCREENING_BASE_URL')
  const issues = findIssues(clientOptions, options)
  const add = (field: keyof ClientOptions, message: string | undefined) => {
    if (message !== undefined && !issues.some(({ path }) => path[0] === field))
      issues.push({ path: [field], message })
  }
  add('apiKey', judgeKey(apiKey, options.dangerouslyAllowBrowser === true))
  const address = judgeAddress(baseUrl)
  if (typeof address === 'string') add('baseUrl', address)
  if (issues.length > 0 || apiKey === undefined || typeof address === 'string') {
    throw new InputValidationError('EntityScreening', issues)
  }
  return {
    ...options,
    apiKey,
    baseUrl: address.href.replace(/\/+$/, ''),
    timeout: options.timeout ?? 30_000,
    logLevel: options.logLevel ?? 'warn',
    validation: options.validation ?? 'lenient',
    searchCountryFormat: options.searchCountryFormat ?? 'code',
  }
}

function judgeKey(apiKey: string | null | undefined, browserAllowed: boolean): string | undefined {
  if (apiKey === undefined) return 'is required (or set ENTITY_SCREENING_API_KEY, or null behind a proxy)'
  if (apiKey === null || browserAllowed || !inBrowser()) return undefined
  return 'must be null in a browser, where anyone could read it: let a proxy on the same origin add it (or set dangerouslyAllowBrowser)'
}

/** The address, or what is wrong with it. In a browser it may be a path on the page's own origin. */
function judgeAddress(given: unknown): URL | string {
  if (given === undefined) return 'is required (or set ENTITY_SCREENING_BASE_URL)'
  const page = globalThis.location?.href
  if (typeof given !== 'string' || !URL.canParse(given, page)) return 'must be an absolute http or https URL'
  const url = new URL(given, page)
  if (!/^https?:$/.test(url.protocol)) return 'must be an absolute http or https URL'
  if (url.username || url.password) return 'must not hold a user name or password'
  return url.search || url.hash ? 'must not hold a query or fragment' : url
}

function environment(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined
}

function inBrowser(): boolean {
  return typeof window !== 'undefined' && typeof window.document !== 'undefined'
}
