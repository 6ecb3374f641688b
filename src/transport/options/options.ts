import type { OperationName } from '../../contract/operations.ts'
import type { QuirkReport } from '../../reading/quirk-log.ts'
import type { KnownFields } from '../../reading/screening/field-overrides.ts'
import type { Outcome } from '../outcome.ts'

/**
 * A place for log lines, such as `console`. Each line is one sentence without the key; what a method throws is ignored.
 *
 * @example
 * const keep = (message: string) => console.log(message)
 * const logger: Logger = { error: keep, warn: keep, info: keep, debug: keep }
 * await client.withOptions({ logger, logLevel: 'info' }).entities.list()
 */
export type Logger = Pick<Console, 'error' | 'warn' | 'info' | 'debug'>

/** How much is logged: what your functions throw from `error`, drift from `warn`, responses from `info`, attempts from `debug`. */
export type LogLevel = 'off' | keyof Logger

/** The argument of the hooks of an attempt. */
type AttemptContext = {
  /** The operation that is called. */
  readonly operation: OperationName
  /** The number of the call in this process: it distinguishes calls that run at the same time. */
  readonly call: number
  /** The number of the attempt within the call, counted from 1. */
  readonly attempt: number
  /** The HTTP method. */
  readonly method: string
  /** The whole address, with the key redacted. */
  readonly url: string
}
/** The argument of `afterFailure`. */
export type FailureContext = AttemptContext & {
  /** Milliseconds from the request to its end: the head of the response, or the failure; of a call with all waits. */
  readonly duration: number
  /** The error that the call throws unless another attempt follows; null if it succeeded. */
  readonly error: unknown
}
/** The argument of `afterResponse`. */
export type ResponseContext = Omit<FailureContext, 'error'> & {
  /** The HTTP status. */
  readonly status: number
  /** A copy of the response headers without cookies, with the key redacted. */
  readonly headers: Headers
}
/** The argument of `afterCall`. */
type CallContext = Omit<FailureContext, 'attempt' | 'method' | 'url'> & {
  /** How many attempts it took; 0 if its input was refused. */
  readonly attempts: number
  /** Whether the service did what the call asked for: {@link EntityScreeningError} explains each. */
  readonly outcome: Outcome
}
/** A hook with its argument. */
type Hook<Seen> = ((context: Seen) => void | Promise<void>) | undefined

/**
 * Functions called around each attempt and at the end of each call, and awaited if they return a promise. What `beforeRequest`
 * throws ends the call with an {@link AbortedError}; what the others throw is logged.
 *
 * @example
 * const hooks: Hooks = { beforeRequest: ({ headers }) => headers.set('x-request-id', crypto.randomUUID()) }
 * await client.withOptions({ hooks }).entities.list()
 */
export interface Hooks {
  /** Called before each attempt; may change its `headers`, but not the key. `afterResponse` or `afterFailure` follows, once. */
  beforeRequest?: Hook<AttemptContext & { readonly headers: Headers }>
  /** Called when the head of a response has arrived, with any status. `afterCall` reports whether its body broke off. */
  afterResponse?: Hook<ResponseContext>
  /** Called when an attempt ends without a response: no connection, a timeout, an abort, or a `beforeRequest` that threw. */
  afterFailure?: Hook<FailureContext>
  /** Called once, when a call has its data or fails, or the loop over a stream ends. */
  afterCall?: Hook<CallContext>
}

/** How to wait for entities. */
export interface WaitDefaults {
  /** The pause between two polls of the list, in milliseconds. Default: 2000. */
  every?: number | undefined
  /** How long to wait in all, in milliseconds; false for no limit. Default: 300000. */
  timeout?: number | false | undefined
}

/** The second argument of the option `fetch`: plain values that every implementation accepts. */
export interface FetchInit {
  method: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string>
  /** JSON. In Deno, which sends a string again by itself, it is a Blob; libraries disagree on its type. */
  body?: string
  /** No redirect is followed: the key would go with it. */
  redirect: 'manual'
  /** Another one for each attempt, so that no cache shares a response between attempts. */
  signal: AbortSignal
  /** Of reads only: no stored response counts. */
  cache?: 'no-store'
}

/** The part of a response that every implementation of fetch has. The client also reads `body`, if it is a web stream. */
export interface FetchResponse {
  /** The HTTP status. */
  readonly status: number
  /** The headers, as names and values. */
  readonly headers: Iterable<readonly [string, string]> & Pick<Headers, 'get'>
  /** Reads the body to its end. */
  text(): Promise<string>
}

/**
 * The options of a client. Only the key and the base URL are required, and both may come from the environment.
 *
 * @example
 * const options: ClientOptions = { apiKey, baseUrl, timeout: 10_000, maxRetries: 3 }
 * const entities = await new EntityScreening(options).entities.list()
 */
export interface ClientOptions {
  /** The team's key; null if a proxy on the page's origin adds it. Default: ENTITY_SCREENING_API_KEY. */
  apiKey?: string | null | undefined
  /** The service's address, without `/v1`; in a page, a path such as `/screening` too. Default: ENTITY_SCREENING_BASE_URL. */
  baseUrl?: string | URL | undefined
  /** How long one attempt may take until its response is read, in milliseconds; false for no limit. Default: 30000. */
  timeout?: number | false | undefined
  /** How long a call may take with all attempts and waits, in milliseconds; false for no limit. Default: false. */
  totalTimeout?: number | false | undefined
  /** How many attempts may follow the first; a creation is repeated only if it certainly was not processed. Default: 2. */
  maxRetries?: number | undefined
  /** The waits between attempts. */
  retry?:
    | {
        /** The longest wait in milliseconds; the waits grow exponentially, with full jitter. Default: 8000. */
        maxDelay?: number | undefined
        /** The longest wait that a Retry-After header may ask for, in milliseconds; a longer one is cut. Default: 60000. */
        maxRetryAfter?: number | undefined
      }
    | undefined
  /** The most bytes of a decompressed response, or in `stream()` of each entity; false for no limit. Default: 268435456. */
  maxResponseBytes?: number | false | undefined
  /** The defaults of `waitFor` and `waitForScreening`. */
  wait?: WaitDefaults | undefined
  /** Headers sent with every request; not `authorization`. Outside browsers, `user-agent` names this package unless it is given. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Used instead of the global `fetch`, which is looked up at each call: `server.fetch` of a mock server, or undici's with a proxy. */
  fetch?: ((url: string, init: FetchInit) => Promise<FetchResponse>) | undefined
  /** Functions called around each attempt, and at the end of each call. */
  hooks?: Hooks | undefined
  /** Where log lines go. The key never appears in them. Default: console. */
  logger?: Logger | undefined
  /** How much is logged. Default: 'warn'. */
  logLevel?: LogLevel | undefined
  /** Called once for each kind of coercion that a response or an input needed. */
  onQuirk?: ((report: QuirkReport) => void) | undefined
  /** `lenient` reads and reports what differs from the specification, `strict` throws, `off` does not look. Default: 'lenient'. */
  validation?: 'strict' | 'lenient' | 'off' | undefined
  /** The meaning of unknown fields that mention screening, such as `{ sanctions_status: { no: ['clear'] } }`. */
  knownFields?: KnownFields | undefined
  /** Members and headers that do not mark a list as incomplete, such as `['meta.generatedAt', 'x-has-cache']`. */
  ignoreResponseFields?: readonly string[] | undefined
  /** How the two web searches send a country. Default: 'code'. */
  searchCountryFormat?: 'code' | 'name' | undefined
  /** Allows a key in a browser, where anyone who opens the page can read it. Default: false. */
  dangerouslyAllowBrowser?: boolean | undefined
}

/**
 * The options of one call. `headers` are added to those of the client, and `onQuirk` is called before the client's.
 *
 * @example
 * const options: RequestOptions = { signal: AbortSignal.timeout(60_000), timeout: 20_000, maxRetries: 0 }
 * const network = await client.entities.network(id, options)
 */
export interface RequestOptions
  extends Pick<ClientOptions, 'timeout' | 'maxRetries' | 'retry' | 'headers' | 'onQuirk'> {
  /** Ends the call with an `AbortedError`. */
  signal?: AbortSignal | undefined
  /** Called right before each attempt leaves. If it throws, nothing is sent, and the call ends with an `AbortedError`. */
  beforeSend?: (() => void) | undefined
  /** Sent as `Idempotency-Key`. Default: a random one for each creation or attachment; in a page, only to its own origin. */
  idempotencyKey?: string | undefined
}
