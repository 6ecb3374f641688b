import type { OperationName } from '../../contract/operations.ts'
import type { QuirkReport } from '../../reading/quirk-log.ts'
import type { KnownFields } from '../../reading/screening/field-overrides.ts'
import type { Outcome } from '../attempts/outcome.ts'

/**
 * A destination of log lines, such as `console`. Each line is one sentence without the key. Errors that a logger method throws
 * are ignored.
 *
 * @example
 * const keep = (message: string) => console.log(message)
 * const logger: Logger = { error: keep, warn: keep, info: keep, debug: keep }
 * await client.withOptions({ logger, logLevel: 'info' }).entities.list()
 */
export type Logger = Pick<Console, 'error' | 'warn' | 'info' | 'debug'>

/**
 * The level of detail of the log. `error` logs errors that your functions throw; `warn` adds deviations from the specification and
 * entities that a wait does not find, `info` adds responses, and `debug` adds attempts.
 */
export type LogLevel = 'off' | keyof Logger

/** The argument of a hook that is called for each attempt. */
type AttemptContext = {
  /** The name of the operation, such as `listEntities`. */
  readonly operation: OperationName
  /** The sequence number of the call in this process. It distinguishes concurrent calls. */
  readonly call: number
  /** The number of the attempt within the call, counted from 1. */
  readonly attempt: number
  /** The HTTP method, such as `GET`. */
  readonly method: string
  /** The complete URL, with the key redacted. */
  readonly url: string
}
/** The argument of `afterFailure`. */
export type FailureContext = AttemptContext & {
  /**
   * Milliseconds from the request until status and headers arrived, or until the failure. In `afterCall`, the
   * time of all attempts and waits together.
   */
  readonly duration: number
  /** The error of the attempt or call; null if the call succeeded. */
  readonly error: unknown
}
/** The argument of `afterResponse`. */
export type ResponseContext = Omit<FailureContext, 'error'> & {
  /** The HTTP status. */
  readonly status: number
  /** The request id that the service, or a gateway, has sent; null if there is none. */
  readonly requestId: string | null
  /** A copy of the response headers without cookies, with the key redacted. */
  readonly headers: Headers
}
/** The argument of `afterCall`. */
type CallContext = Omit<FailureContext, 'attempt' | 'method' | 'url'> & {
  /** The number of attempts; 0 if the input was refused. */
  readonly attempts: number
  /** The request id of the last attempt's response; null if there is none. */
  readonly requestId: string | null
  /** Whether the service has processed the call: {@link EntityScreeningError} explains each value. */
  readonly outcome: Outcome
}
/** A hook: a function of one argument. */
type Hook<Context> = ((context: Context) => void | Promise<void>) | undefined

/**
 * Functions called before and after each attempt, and at the end of each call. Only the promise of `beforeRequest` is awaited; if
 * it throws, the call ends with an {@link AbortedError}. The other hooks only look on: the client logs their errors.
 *
 * @example
 * const hooks: Hooks = { beforeRequest: ({ headers }) => headers.set('x-request-id', crypto.randomUUID()) }
 * await client.withOptions({ hooks }).entities.list()
 */
export interface Hooks {
  /** Called before each attempt. May change `headers`, except for the key. Followed by one `afterResponse` or `afterFailure`. */
  beforeRequest?: Hook<AttemptContext & { readonly headers: Headers }>
  /**
   * Called when the status and headers of a response have arrived, even for an error status. If the body then ends too early,
   * only `afterCall` gets the error.
   */
  afterResponse?: Hook<ResponseContext>
  /**
   * Called when an attempt ends without a response: after a failed connection, a timeout, an abort, or an error thrown by
   * `beforeRequest`.
   */
  afterFailure?: Hook<FailureContext>
  /** Called once for each call: when it succeeds or fails, or when the loop over a stream ends. */
  afterCall?: Hook<CallContext>
}

/** Options for waiting until entities have reached a state. */
export interface WaitDefaults {
  /** The pause between two polls of `waitFor` and `waitForScreening`, in milliseconds. Default: 2000. */
  every?: number | undefined
  /** How long `waitFor` and `waitForScreening` wait, in milliseconds; `false` for no limit. Default: 300000. */
  timeout?: number | false | undefined
}

/**
 * The second argument that the client passes to the `fetch` option. Every implementation of fetch accepts
 * these values.
 */
export interface FetchInit {
  method: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string>
  /** The body as JSON text. In Deno it is a Blob, because Deno may resend a string by itself. */
  body?: string
  /** Redirects are not followed, because they would receive the key. */
  redirect: 'manual'
  /** A new signal for each attempt. If attempts had the same signal, a cache could return one response for several of them. */
  signal: AbortSignal
  /**
   * `no-store` for reads, so that cached responses are ignored, unless `fetchOptions` has another value. Omitted for writes, and in
   * runtimes that do not support the option.
   */
  cache?: 'default' | 'force-cache' | 'no-cache' | 'no-store' | 'only-if-cached' | 'reload'
}

/**
 * The properties of a response that the client needs. If the response also has a `body` that is a web stream, the client reads
 * it.
 */
export interface FetchResponse {
  /** The HTTP status. */
  readonly status: number
  /** The headers, as pairs of name and value. */
  readonly headers: Iterable<readonly [string, string]> & Pick<Headers, 'get'>
  /** Reads the complete body. */
  text(): Promise<string>
}

/**
 * Options of `fetch` beside those that the client sets, such as `credentials`, `dispatcher` of Node, or `next` of Next.js.
 *
 * @example
 * const fetchOptions: FetchOptions = { credentials: 'include' }
 * const shown = await client.entities.list({ fetchOptions: { cache: 'force-cache', next: { revalidate: 60 } } })
 */
export interface FetchOptions {
  /**
   * How `fetch` uses its cache. Default: `no-store` for reads, where the runtime supports the option. Ignored, like `next`, by
   * writes, and by reads that decide something: `get`, `reconcile`, `createOnce`, waits, imports and watches.
   */
  cache?: FetchInit['cache']
  readonly [option: string]: unknown
}

/**
 * The options of a client. Only the key and the base URL are required, and both may come from the environment.
 *
 * @example
 * const options: ClientOptions = { apiKey, baseUrl, timeout: 10_000, maxRetries: 3 }
 * const entities = await new EntityScreening(options).entities.list()
 */
export interface ClientOptions {
  /**
   * The team's key, or a function that returns it; `null` if your server adds the key (docs/frameworks.md#keep-the-key-on-your-server).
   * A function is called before each attempt of any operation, within the time limits of the call. If it fails or returns no key, the call ends
   * with an {@link AbortedError}. All keys must be of one team, because a client remembers what `createOnce` created: use a client per team. Default: ENTITY_SCREENING_API_KEY.
   */
  apiKey?: string | null | (() => string | Promise<string>) | undefined
  /** The service's URL without `/v1`; in a page also a path, such as `/screening`. Default: ENTITY_SCREENING_BASE_URL. */
  baseUrl?: string | URL | undefined
  /** The time limit of an attempt with its response, in milliseconds; `false` for no limit. Default: 30000. */
  timeout?: number | false | undefined
  /** The time limit of a call with its retries and delays, in milliseconds. Default: false. */
  totalTimeout?: number | false | undefined
  /**
   * The maximum number of retries (docs/errors-and-retries.md#retries). A request that creates entities is retried only if it was
   * certainly not processed. Default: 2.
   */
  maxRetries?: number | undefined
  /** Limits for the delays between attempts. */
  retry?:
    | {
        /** The longest delay before a retry, in milliseconds. Delays grow exponentially, with full jitter. Default: 8000. */
        maxDelay?: number | undefined
        /** The longest delay that a `Retry-After` can ask for, in milliseconds. Default: 60000. */
        maxRetryAfter?: number | undefined
      }
    | undefined
  /**
   * The maximum size of a decompressed response, or of one entity in `stream()`, in bytes; `false` for no limit. Default:
   * 268435456.
   */
  maxResponseBytes?: number | false | undefined
  /** The defaults of `waitFor` and `waitForScreening`. */
  wait?: WaitDefaults | undefined
  /**
   * Headers for every request, without `authorization`. Outside browsers, the default `user-agent` names this package.
   */
  headers?: Readonly<Record<string, string>> | undefined
  /**
   * A function in place of the global `fetch` (docs/configuration.md#your-own-fetch), such as `server.fetch` of a mock server, or
   * undici's `fetch` with a proxy.
   */
  fetch?: ((url: string, init: FetchInit) => Promise<FetchResponse>) | undefined
  /** Further options of `fetch`. Those of a call replace those of the client with the same name. */
  fetchOptions?: FetchOptions | undefined
  /** Functions around each attempt and call (docs/errors-and-retries.md#observe-the-client). */
  hooks?: Hooks | undefined
  /** Where log lines go. They never contain the key. Default: console. */
  logger?: Logger | undefined
  /** The level of detail of the log: `off`, `error`, `warn`, `info` or `debug`. Default: 'warn'. */
  logLevel?: LogLevel | undefined
  /** Called with each quirk of a response or an input (docs/quirks.md). */
  onQuirk?: ((report: QuirkReport) => void) | undefined
  /**
   * How to treat a response that deviates from the specification (docs/quirks.md#validation): `lenient` reports it, `strict` throws,
   * `off` does not look. Default: 'lenient'.
   */
  validation?: 'strict' | 'lenient' | 'off' | undefined
  /**
   * The meaning of unknown fields whose names mention screening (docs/quirks.md#three-rules-of-reading). `{ sanctions_status: {
   * no: ['clear'] } }` reads the value `clear` as "no hit".
   */
  knownFields?: KnownFields | undefined
  /**
   * Members and headers that never mean an incomplete list (docs/quirks.md#whole-lists), such as `['meta.generatedAt',
   * 'x-has-cache']`.
   */
  ignoreResponseFields?: readonly string[] | undefined
  /** How the two web searches send a country: `code` or `name`. Default: 'code'. */
  searchCountryFormat?: 'code' | 'name' | undefined
  /** Whether a key may be used in a browser, where everyone can read it: only for tests. Default: false. */
  dangerouslyAllowBrowser?: boolean | undefined
}

/**
 * The options of one call. `headers` are added to the client's headers, and `onQuirk` is called before the client's `onQuirk`.
 *
 * @example
 * const options: RequestOptions = { signal: AbortSignal.timeout(60_000), timeout: 20_000, maxRetries: 0 }
 * const network = await client.entities.network(id, options)
 */
export interface RequestOptions
  extends Pick<ClientOptions, 'timeout' | 'maxRetries' | 'retry' | 'headers' | 'fetchOptions' | 'onQuirk'> {
  /** Ends the call with an `AbortedError`. */
  signal?: AbortSignal | undefined
  /** Called right before each request is sent. If it throws, nothing is sent, and the call ends with an `AbortedError`. */
  beforeSend?: (() => void) | undefined
  /**
   * Sent as `Idempotency-Key`, for a proxy such as `createProxy`, which recognizes a repeated key. The service ignores it: a
   * repeated creation with the same key is a second entity. Default: a random key for each call that creates entities or attaches
   * a document. In a browser, the default applies only to the page's own origin.
   */
  idempotencyKey?: string | undefined
}
