import * as z from 'zod/mini'
import type { CountryFormat } from '../contract/countries.ts'
import type { QuirkReport } from '../quirks/log.ts'
import { check } from './check.ts'
import { InputValidationError } from './errors/InputValidationError.ts'
import type { Hooks } from './hooks.ts'
import type { Logger, LogLevel } from './logging.ts'
import type { RetryOptions } from './retry.ts'

/** What a client is made of. */
export interface ClientOptions {
  /**
   * The team's key, sent as a bearer token. Null where a proxy on the same origin adds it.
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
  /** Sent with every request; `authorization` is not among them. */
  headers?: Readonly<Record<string, string>> | undefined
  /**
   * In place of the global fetch, which is looked up at each call.
   *
   * @example
   * const server = createMockServer()
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
  /** @default 'warn' */
  logLevel?: LogLevel | undefined
  /** Called once for each kind of coercion that an answer, or an input, needed. */
  onQuirk?: ((report: QuirkReport) => void) | undefined
  /**
   * What happens where a successful answer differs from the specification: `lenient` reads what can be read and reports the
   * rest, `strict` throws, `off` does not look.
   *
   * @default 'lenient'
   */
  validation?: 'strict' | 'lenient' | 'off' | undefined
  /**
   * How the two searches are sent countries: the specification's text says names, its sample shows codes.
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

/** What may differ from call to call. */
export interface RequestOptions {
  /** Ends the call with an `AbortedError`. */
  signal?: AbortSignal | undefined
  /** How long one try may take, in milliseconds; false for no limit. */
  timeout?: number | false | undefined
  /** How often the call is repeated: a count, or more. */
  retry?: number | RetryOptions | undefined
  /** Sent with this request, over the client's own. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** Options with every default filled in. */
export interface Settings extends Omit<ClientOptions, 'apiKey' | 'baseUrl' | 'dangerouslyAllowBrowser'> {
  readonly apiKey: string | null
  readonly baseUrl: string
  readonly timeout: number | false
  readonly logLevel: LogLevel
  readonly validation: 'strict' | 'lenient' | 'off'
  readonly searchCountryFormat: CountryFormat
}

const duration = z.optional(
  z.union([z.number().check(z.positive()), z.literal(false)], 'must be a number of milliseconds, or false'),
)
const retry = z.optional(
  z.union(
    [z.int().check(z.nonnegative()), z.looseObject({})],
    'must be a count of 0 or more, or { limit, … }',
  ),
)
const headers = z.optional(
  z.looseObject({}).check(
    z.refine(given => !Object.keys(given).some(name => name.toLowerCase() === 'authorization'), {
      error: 'must not hold authorization: the key is the option apiKey',
    }),
  ),
)

const functionOption = z.optional(
  z.unknown().check(z.refine(value => typeof value === 'function', { error: 'must be a function' })),
)

export const requestOptions = z.strictObject({
  signal: z.optional(z.looseObject({})),
  timeout: duration,
  retry,
  headers,
})

const clientOptions = z.strictObject({
  // Never part of a message: only its form is judged.
  apiKey: z.optional(
    z.nullable(
      z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')),
    ),
  ),
  baseUrl: z.optional(z.string()),
  timeout: duration,
  totalTimeout: duration,
  retry,
  headers,
  fetch: functionOption,
  hooks: z.optional(z.looseObject({})),
  logger: z.optional(z.looseObject({})),
  logLevel: z.optional(z.enum(['off', 'error', 'warn', 'info', 'debug'])),
  onQuirk: functionOption,
  validation: z.optional(z.enum(['strict', 'lenient', 'off'])),
  searchCountryFormat: z.optional(z.enum(['code', 'name'])),
  dangerouslyAllowBrowser: z.optional(z.boolean()),
})

/** Checks the options of a client and fills in what is left out. */
export function resolveOptions(options: ClientOptions): Settings {
  check('EntityScreening', clientOptions, options)
  const apiKey = options.apiKey === undefined ? environment('ENTITY_SCREENING_API_KEY') : options.apiKey
  const baseUrl = options.baseUrl ?? environment('ENTITY_SCREENING_BASE_URL')
  if (apiKey === undefined)
    refuse('apiKey', 'is required (or set ENTITY_SCREENING_API_KEY, or null behind a proxy)')
  if (baseUrl === undefined) refuse('baseUrl', 'is required (or set ENTITY_SCREENING_BASE_URL)')
  if (apiKey !== null && inBrowser() && !options.dangerouslyAllowBrowser) {
    refuse(
      'apiKey',
      'must be null in a browser, where anyone could read it: let a proxy on the same origin add it (or set dangerouslyAllowBrowser)',
    )
  }
  return {
    ...options,
    apiKey,
    baseUrl: resolveBaseUrl(baseUrl),
    timeout: options.timeout ?? 30_000,
    logLevel: options.logLevel ?? 'warn',
    validation: options.validation ?? 'lenient',
    searchCountryFormat: options.searchCountryFormat ?? 'code',
  }
}

/** The address without its last slashes, to append paths to. */
function resolveBaseUrl(given: string): string {
  const page = globalThis.location?.href
  if (!URL.canParse(given, page)) refuse('baseUrl', 'must be an absolute http or https URL')
  const url = new URL(given, page)
  if (!/^https?:$/.test(url.protocol)) refuse('baseUrl', 'must be an absolute http or https URL')
  if (url.username || url.password) refuse('baseUrl', 'must not hold a user name or password')
  if (url.search || url.hash) refuse('baseUrl', 'must not hold a query or fragment')
  return url.href.replace(/\/+$/, '')
}

function refuse(field: keyof ClientOptions, message: string): never {
  throw new InputValidationError('EntityScreening', [{ path: [field], message }])
}

function environment(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined
}

function inBrowser(): boolean {
  return typeof window !== 'undefined' && typeof window.document !== 'undefined'
}
