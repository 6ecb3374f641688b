import type { QuirkReport } from '../../reading/log.ts'
import type { RetryOptions } from '../attempts/policy.ts'
import type { Hooks } from './hooks.ts'
import type { Logger, LogLevel } from './logging.ts'

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
   * The team's key, sent as a bearer token (specification: Authentication): visible ASCII characters, 4096 at most. Null where
   * a proxy on the same origin adds it.
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
   * How long one attempt may take, in milliseconds; false for no limit.
   *
   * @default 30000
   */
  timeout?: number | false | undefined
  /**
   * How long a call may take with all attempts and waits, in milliseconds; false for no limit.
   *
   * @default false
   */
  totalTimeout?: number | false | undefined
  /**
   * How often a call is repeated: a count (0 for never), or more. Creating, bulk creating and attaching are repeated only
   * if the service refused them, or they cannot have reached it.
   *
   * @default 2
   */
  retry?: number | RetryOptions | undefined
  /**
   * How long a response may be, in bytes after decompression; false for no limit. A longer one is a
   * `ResponseValidationError`. Of `stream()` it is the limit of each entity, to the nearest 8 KiB. Of an error's body no
   * more than 10 MiB are read in any case, and nothing of one that `asResponse()` hands out.
   *
   * @default 268435456
   */
  maxResponseBytes?: number | false | undefined
  /**
   * How `waitFor` and `waitForScreening` wait where the call does not say. In a test, a pause of a few milliseconds leaves the
   * application as it is.
   */
  wait?:
    | {
        /**
         * The pause between two polls of the list, in milliseconds.
         *
         * @default 2000
         */
        every?: number | undefined
        /**
         * How long to wait in all, in milliseconds; false for no limit.
         *
         * @default 300000
         */
        timeout?: number | false | undefined
      }
    | undefined
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
  /** Functions called around each attempt. */
  hooks?: Hooks | undefined
  /**
   * Where log lines go: `console`, or a logger with the same four methods. The key never appears in them.
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
  /** Called once for each kind of coercion that a response or an input needed: see docs/quirks.md. */
  onQuirk?: ((report: QuirkReport) => void) | undefined
  /**
   * What happens where a successful response differs from the specification: `lenient` reads what can be read and reports the
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
  searchCountryFormat?: 'code' | 'name' | undefined
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
  /** How long one attempt may take, in milliseconds; false for no limit. */
  timeout?: number | false | undefined
  /** How often the call is repeated: a count (0 for never), or more. */
  retry?: number | RetryOptions | undefined
  /** Headers sent with this request, over the client's own; `authorization` is refused. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Called once for each kind of coercion that this call needed, before the client's own `onQuirk`. */
  onQuirk?: ((report: QuirkReport) => void) | undefined
}

/** What a call is made with that is given none; they need no check. */
export const noOptions: RequestOptions = Object.freeze({})

/** Options with every default filled in. */
export interface Settings
  extends Omit<ClientOptions, 'apiKey' | 'baseUrl' | 'maxResponseBytes' | 'dangerouslyAllowBrowser'> {
  readonly apiKey: string | null
  readonly baseUrl: string
  readonly timeout: number | false
  readonly maxResponseBytes: number
  readonly logLevel: LogLevel
  readonly validation: 'strict' | 'lenient' | 'off'
  readonly searchCountryFormat: 'code' | 'name'
}
