import type { QuirkReport } from '../../reading/log.ts'
import type { ScreeningFields } from '../../reading/screening.ts'
import type { Hooks } from './hooks.ts'

/** How much is logged: drift of responses from `warn`, each response from `info`, each attempt from `debug`. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug'

/**
 * A place for log lines, such as `console`. Each line is one sentence without the key; what a method throws is ignored.
 *
 * @example
 * const lines: string[] = []
 * const keep = (message: string) => void lines.push(message)
 * const logger: Logger = { error: keep, warn: keep, info: keep, debug: keep }
 * await client.withOptions({ logger, logLevel: 'info' }).entities.list()
 */
export interface Logger {
  /** Takes a line of the level `error`: a function of the caller's, such as `onQuirk`, has thrown. */
  error(message: string): void
  /** Takes a line of the level `warn`: a response differs from the specification. */
  warn(message: string): void
  /** Takes a line of the level `info`: a response has arrived. */
  info(message: string): void
  /** Takes a line of the level `debug`: an attempt is about to be sent. */
  debug(message: string): void
}

/**
 * How long the waits between attempts are. docs/errors-and-retries.md says what is repeated at all.
 *
 * @example
 * const patient = client.withOptions({ maxRetries: 5, retry: { maximumDelay: 30_000 } })
 */
export interface RetryOptions {
  /**
   * The longest wait before an attempt, in milliseconds; the waits grow exponentially, with full jitter.
   * @default 8000
   */
  maximumDelay?: number | undefined
  /**
   * The longest wait that a Retry-After header may ask for, in milliseconds; what asks for more is waited for so long.
   * @default 60000
   */
  maximumRetryAfter?: number | undefined
}

/**
 * What a client is made of. Only the key and the address are needed, and both may come from the environment.
 *
 * @example
 * const headers = { 'x-application': 'onboarding' }
 * const options: ClientOptions = { apiKey, baseUrl, timeout: 10_000, maxRetries: 3, headers }
 * const entities = await new EntityScreening(options).entities.list()
 */
export interface ClientOptions {
  /**
   * The team's key, sent as a bearer token (specification: Authentication): visible ASCII characters, 4096 at most. Null where
   * a proxy on the same origin adds it.
   * @default the environment variable ENTITY_SCREENING_API_KEY
   */
  apiKey?: string | null | undefined
  /**
   * The service's address; paths such as `/v1/entities` are appended. For a page it may be a path of its own origin, such as
   * `/screening`; requests of a server that renders the page need an absolute one.
   * @default the environment variable ENTITY_SCREENING_BASE_URL
   */
  baseUrl?: string | undefined
  /**
   * How long one attempt may take until its response is read, in milliseconds; false for no limit.
   * @default 30000
   */
  timeout?: number | false | undefined
  /**
   * How long a call may take with all attempts and waits, in milliseconds; false for no limit.
   * @default false
   */
  totalTimeout?: number | false | undefined
  /**
   * How many more attempts a call has after its first; 0 for none. Creating, bulk creating and attaching are repeated only if
   * the service refused them, or they cannot have reached it.
   * @default 2
   */
  maxRetries?: number | undefined
  /** How long the waits between attempts are. */
  retry?: RetryOptions | undefined
  /**
   * How long a response may be, in bytes after decompression; false for no limit. A longer one is a `ResponseValidationError`. In
   * `stream()` it limits each entity, to the nearest 8 KiB. Of an error's body, 10 MiB are read at most.
   * @default 268435456
   */
  maxResponseBytes?: number | false | undefined
  /** How `waitFor` and `waitForScreening` wait where the call does not say. */
  wait?:
    | {
        /**
         * The pause between two polls of the list, in milliseconds.
         * @default 2000
         */
        every?: number | undefined
        /**
         * How long to wait in all, in milliseconds; false for no limit.
         * @default 300000
         */
        timeout?: number | false | undefined
      }
    | undefined
  /**
   * Headers sent with every request; `authorization` is refused, for the key is `apiKey`. Outside browsers, `user-agent` is the name
   * and version of this package unless it is given.
   */
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
  /** Functions called around each attempt, and at the end of each call. */
  hooks?: Hooks | undefined
  /**
   * Where log lines go: `console`, or a logger with the same four methods. The key never appears in them.
   * @default console
   */
  logger?: Logger | undefined
  /**
   * How much is logged.
   * @default 'warn'
   */
  logLevel?: LogLevel | undefined
  /** Called once for each kind of coercion that a response or an input needed: see docs/quirks.md. */
  onQuirk?: ((report: QuirkReport) => void) | undefined
  /**
   * What a response that differs from the specification leads to: `lenient` reads what it can and reports the rest, `strict`
   * throws, `off` does not look.
   * @default 'lenient'
   */
  validation?: 'strict' | 'lenient' | 'off' | undefined
  /**
   * What you vouch for among the fields that mention screening: `'ignore'` for a field that says nothing of hits, or the texts
   * that say no. A record with any other unknown field that mentions screening is unclear: see docs/quirks.md.
   *
   * @example
   * const vouched = client.withOptions({
   *   screeningFields: { sanctions_checked_at: 'ignore', sanctions_status: { no: ['clear'] } },
   * })
   */
  screeningFields?: ScreeningFields | undefined
  /**
   * Values beside a list or network, and headers, by which your service never says that there is more: a list with any other is not
   * taken for whole. Each is a path from the root of the body, such as `meta.generatedAt`, or the name of a header.
   *
   * @example
   * const vouched = client.withOptions({ ignoreMembers: ['meta.generatedAt', 'x-has-cache'] })
   */
  ignoreMembers?: readonly string[] | undefined
  /**
   * How countries are sent in the two web searches: the text says names, the sample shows codes (specification: POST
   * /api/search/organizations, countryCode).
   * @default 'code'
   */
  searchCountryFormat?: 'code' | 'name' | undefined
  /**
   * Allows a key in a browser, where anyone who opens the page can read it.
   * @default false
   */
  dangerouslyAllowBrowser?: boolean | undefined
}

/**
 * What may differ from call to call; what is left out is as the client has it. `headers` are added to those of the client, and
 * `onQuirk` is called before the client's.
 *
 * @example
 * const options: RequestOptions = { signal: AbortSignal.timeout(60_000), timeout: 20_000, maxRetries: 0 }
 * const network = await client.entities.network(id, options)
 */
export interface RequestOptions
  extends Pick<ClientOptions, 'timeout' | 'maxRetries' | 'retry' | 'headers' | 'onQuirk'> {
  /** Ends the call with an `AbortedError`. */
  signal?: AbortSignal | undefined
}

/** What a call is made with that is given none; they need no check. */
export const noOptions: RequestOptions = Object.freeze({})

/** Options with every default filled in. */
export interface Settings
  extends Omit<ClientOptions, 'apiKey' | 'baseUrl' | 'maxResponseBytes' | 'dangerouslyAllowBrowser'> {
  readonly apiKey: string | null
  readonly baseUrl: string
  readonly timeout: number | false
  readonly maxRetries: number
  readonly maxResponseBytes: number
  readonly headers: Readonly<Record<string, string>>
  readonly logLevel: LogLevel
  readonly validation: 'strict' | 'lenient' | 'off'
  readonly searchCountryFormat: 'code' | 'name'
}
