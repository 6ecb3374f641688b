import type { OperationName } from '../../contract/operations.ts'
import type { QuirkReport } from '../../reading/log.ts'
import type { ScreeningFields } from '../../reading/screening.ts'
import type { Outcome } from '../outcome.ts'

/** How much is logged: drift of responses from `warn`, each response from `info`, each attempt from `debug`. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug'

/**
 * A place for log lines, such as `console`. Each line is one sentence without the key; what a method throws is ignored.
 *
 * @example
 * const keep = (message: string) => console.log(message)
 * const logger: Logger = { error: keep, warn: keep, info: keep, debug: keep }
 * await client.withOptions({ logger, logLevel: 'info' }).entities.list()
 */
export interface Logger {
  /** A function of the caller's, such as `onQuirk`, has thrown. */
  error(message: string): void
  /** A response differs from the specification. */
  warn(message: string): void
  /** A response has arrived. */
  info(message: string): void
  /** An attempt is about to be sent. */
  debug(message: string): void
}

/** What all hooks are told. */
type CallContext = {
  /** The operation that is called. */
  readonly operation: OperationName
  /** The number of the call in this process: it tells calls apart that run at once. */
  readonly call: number
}
/** What the hooks of an attempt are told. */
type AttemptContext = CallContext & {
  /** The number of the attempt within the call, counted from 1. */
  readonly attempt: number
  /** The HTTP method. */
  readonly method: string
  /** The whole address, with the key redacted. */
  readonly url: string
}
/** What `beforeRequest` is told. */
type RequestContext = AttemptContext & {
  /** May be changed, to add a trace for example. The key is not among them and cannot be set. */
  readonly headers: Headers
}
/** How long it took. */
type Ended = {
  /** Milliseconds from the request to its end: the head of the response, or the failure; of a call with all waits. */
  readonly duration: number
}
/** What `afterResponse` is told. */
export type ResponseContext = AttemptContext &
  Ended & {
    /** The HTTP status. */
    readonly status: number
    /** A copy of the response headers without cookies, with the key redacted. */
    readonly headers: Headers
  }
/** How it failed. */
type Failed = Ended & {
  /** What the call throws, unless another attempt follows; null where it succeeded. */
  readonly error: unknown
}
/** What `afterFailure` is told. */
export type FailureContext = AttemptContext & Failed
/** What `afterCall` is told. */
type EndContext = CallContext &
  Failed & {
    /** How many attempts it took; 0 where its input was refused. */
    readonly attempts: number
    /** Whether the service did what the call asked for: {@link EntityScreeningError} explains each. */
    readonly outcome: Outcome
  }
/** A hook, and what it is told. */
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
  /** Called before each attempt. Either `afterResponse` or `afterFailure` follows, once. */
  beforeRequest?: Hook<RequestContext>
  /** Called when the head of a response has arrived, whatever its status. `afterCall` tells whether its body broke off. */
  afterResponse?: Hook<ResponseContext>
  /** Called when an attempt ends without a response: no connection, a timeout, an abort, or a `beforeRequest` that threw. */
  afterFailure?: Hook<FailureContext>
  /** Called once, when a call has its data or fails, or the loop over a stream ends. A success that nobody awaits has no end. */
  afterCall?: Hook<EndContext>
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

/** How to wait for entities. */
export interface WaitDefaults {
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

/**
 * What a client is made of. Only the key and the address are needed, and both may come from the environment.
 *
 * @example
 * const options: ClientOptions = { apiKey, baseUrl, timeout: 10_000, maxRetries: 3 }
 * const entities = await new EntityScreening(options).entities.list()
 */
export interface ClientOptions {
  /**
   * The team's key, sent as a bearer token (specification: Authentication). Null where a proxy on the same origin adds it.
   * @default the environment variable ENTITY_SCREENING_API_KEY
   */
  apiKey?: string | null | undefined
  /**
   * The service's address, to which paths such as `/v1/entities` are appended. For a page it may be a path, such as `/screening`.
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
   * How many more attempts a call has after its first. A creation is repeated only if it certainly was not processed.
   * @default 2
   */
  maxRetries?: number | undefined
  /** How long the waits between attempts are. */
  retry?: RetryOptions | undefined
  /**
   * How long a response may be, in bytes after decompression; false for no limit. In `stream()` it limits each entity.
   * @default 268435456
   */
  maxResponseBytes?: number | false | undefined
  /** How `waitFor` and `waitForScreening` wait where the call does not say. */
  wait?: WaitDefaults | undefined
  /** Headers sent with every request; not `authorization`. Outside browsers, `user-agent` names this package unless it is given. */
  headers?: Readonly<Record<string, string>> | undefined
  /** In place of the global fetch, which is looked up at each call: a mock server's `server.fetch`, for example. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Functions called around each attempt, and at the end of each call. */
  hooks?: Hooks | undefined
  /**
   * Where log lines go. The key never appears in them.
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
   * What you vouch for among the fields that mention screening, such as `{ sanctions_status: { no: ['clear'] } }`: the texts that
   * say no, or `'ignore'` for a field that says nothing of hits. Any other such field makes a record unclear: see docs/quirks.md.
   */
  screeningFields?: ScreeningFields | undefined
  /**
   * Values beside a list or network by which your service never says that there is more, such as `['meta.generatedAt', 'x-has-cache']`:
   * paths from the root of the body, and names of headers. A list with any other is not taken for whole.
   */
  ignoreMembers?: readonly string[] | undefined
  /**
   * How countries are sent in the two web searches (specification: POST /api/search/organizations, countryCode).
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

/** Options that have a default. */
type Filled =
  | 'timeout'
  | 'maxRetries'
  | 'maxResponseBytes'
  | 'headers'
  | 'logLevel'
  | 'validation'
  | 'searchCountryFormat'

/** Options with every default filled in. */
export type Settings = Omit<ClientOptions, Filled | 'apiKey' | 'baseUrl'> & {
  readonly [Name in Filled]: NonNullable<ClientOptions[Name]>
} & { readonly apiKey: string | null; readonly baseUrl: string }
