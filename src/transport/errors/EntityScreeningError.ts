import type { Outcome } from '../attempts/outcome.ts'
import type { ScreeningError } from './ScreeningError.ts'

/** The codes of all errors. docs/errors-and-retries.md lists them, from the comments here. */
export const errorCodes = [
  /** `InputValidationError`: an argument or option is invalid, and nothing was sent. What to do: fix the `path` of each of the `issues`. */
  'invalid_input',
  /**
   * `InputValidationError`: a bulk request has no rows, or more than 1000. What to do: split it, or use `importPortfolio`
   * (docs/portfolios.md).
   */
  'row_limit',
  /** `BadRequestError`, 400: the service refuses the input. What to do: read `reason`. */
  'bad_request',
  /**
   * `AuthenticationError`, 401: the key is missing or unknown; behind your proxy, there is no session. What to do: check the key,
   * or run `doctor` (docs/cli.md#doctor).
   */
  'invalid_key',
  /** `PermissionDeniedError`, 403: the key lacks a permission. What to do: ask the service operator. */
  'permission_denied',
  /** `PermissionDeniedError`, 403: the team is full, according to the error text. What to do: have the limit raised. */
  'entity_limit',
  /**
   * `NotFoundError`, 404: no such entity in this team, or no such path. After `get`, the list lacks the entity, and `status` is
   * `null`. What to do: check the id, then the base URL.
   */
  'not_found',
  /** `RateLimitError`, 429: too many requests, even after all retries. What to do: wait `retryAfter` milliseconds. */
  'rate_limited',
  /** `ServerError`, 5xx: the service or a proxy failed, even after all retries. What to do: check `outcome`. */
  'server_error',
  /**
   * `ApiError`, any other: a redirect, a 405, or a proxy's response. At a 424, the service refused your proxy's key. What to do:
   * check the base URL and any proxy.
   */
  'http_error',
  /**
   * `ResponseValidationError`, 2xx: the request succeeded, but its response is unreadable, too long, or about another entity.
   * What to do: do not send it again; see `raw` and `issues`. Without issues, report the `cause`: the client failed.
   */
  'unreadable_response',
  /**
   * `ConnectionError`: no response, or an incomplete one. What to do: check `outcome`, `systemCode` (such as `ECONNRESET`) and
   * `cause`.
   */
  'no_connection',
  /** `TimeoutError`: no complete response in time. What to do: check `outcome`; raise `timeout` or `totalTimeout`. */
  'timeout',
  /**
   * `WaitTimeoutError`: the condition of a wait was not met in time. What to do: the entities exist: never create them again.
   * Continue to wait for the entities in `pending`.
   */
  'wait_timeout',
  /**
   * `PossibleDuplicateError`: `createOnce` sent nothing, because the team may already have the entity. What to do: compare the
   * `candidates`, and pass those of other parties in `otherCreations`.
   */
  'possible_duplicate',
  /** `AbortedError`: your `signal`, `beforeRequest` or `apiKey` ended the call. What to do: check `outcome`. */
  'aborted',
] as const

/** @inline */
export type ErrorCode = (typeof errorCodes)[number]

/** @inline */
type Origin<Operation extends string> = {
  readonly operation: Operation
  readonly outcome: Outcome
  readonly requestId?: string | null | undefined
  readonly cause?: unknown
}

/**
 * The errors in the union {@link ScreeningError} that are assignable to `Instance`. If there are none, as for a class that the
 * application defines, `Instance` itself.
 * @inline
 */
type Narrowed<Instance> = [Extract<ScreeningError, Instance>] extends [never]
  ? Instance
  : Extract<ScreeningError, Instance>

/**
 * The base class of all errors of the client. {@link ScreeningError} is their union; {@link ApiPromise} lists the errors of a call.
 *
 * @example
 * const failure = await client.entities.list().catch(error => error)
 * if (EntityScreeningError.is(failure)) console.error(failure.code, failure.message, failure.requestId)
 */
export abstract class EntityScreeningError<
  Details extends object = object,
  Operation extends string = string,
> extends Error {
  /**
   * The name that `is` compares. Unlike the class's own `name`, it survives minification, and is the same in all copies of the
   * package.
   */
  protected static readonly kind: string = 'EntityScreeningError'
  /** The name of the class. */
  override readonly name: string
  /** The kind of error. Codes are the same in every version; docs/errors-and-retries.md explains each. */
  abstract readonly code: ErrorCode
  /** The operation that was called, such as `listEntities`, or the function, such as `importPortfolio`. */
  declare readonly operation: Operation
  /**
   * Whether the service has processed the call named in `operation`. An earlier call in the same `try` block may have another
   * outcome.
   *
   * - `not_done`: the request was certainly not processed: it was not sent, or the service refused it. Also used for reads and
   *   searches that fail, because they change nothing.
   * - `unknown`: the request may have been processed. Before you repeat a write, check whether it was processed:
   *   `client.entities.reconcile` does this after `create` and `createBulk`. Also used by `createOnce` if an earlier call may have
   *   been processed.
   * - `done`: the request was certainly processed. The response was a success, but its body is incomplete or
   *   unreadable. Also used when a wait fails, times out or is aborted.
   */
  declare readonly outcome: Outcome
  /**
   * The value of the first response header among x-request-id, request-id, x-correlation-id, x-amzn-requestid and cf-ray; null
   * if there is none of them.
   */
  readonly requestId: string | null
  /**
   * The identifiers of the entities that `entities.createOnce` may have created, if the list does not show which one it was; empty
   * if there are none, but the list may be incomplete. Undefined if the list could not be read, and for other methods.
   */
  declare candidates?: readonly string[]

  /** Creates an error. Only the client and tests need this. */
  constructor(message: string, { cause, requestId = null, ...details }: Origin<Operation> & Details) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.kind
    this.requestId = requestId
    // `details` also contains the fields that the subclass declares.
    Object.assign(this, details)
  }

  /**
   * Whether a value is an error of this class or a subclass, including one from another realm or another copy of this package.
   *
   * @throws TypeError if it is called without its class, as in `[error].filter(NotFoundError.is)`.
   * @example
   * const isMissing = NotFoundError.is(await client.entities.network('no-such-entity').catch(error => error))
   */
  static is<Class extends abstract new (...parameters: never[]) => EntityScreeningError>(
    this: Class,
    value: unknown,
  ): value is Narrowed<InstanceType<Class>> {
    const kind: unknown = Reflect.get(this, 'kind')
    for (
      let errorClass = Object(value).constructor;
      typeof errorClass === 'function';
      errorClass = Object.getPrototypeOf(errorClass)
    )
      if (Reflect.get(errorClass, 'kind') === kind) return true
    return false
  }

  /**
   * Returns the fields of the error and its causes, to be logged. `JSON.stringify` calls this method. The
   * result contains no key, headers or body.
   *
   * @example
   * const failure = await client.entities.network('no-such-entity').catch(error => error)
   * console.error(JSON.stringify(failure))
   */
  toJSON(): Readonly<Record<string, unknown>> {
    const fields = Object.fromEntries(loggedFields.map(field => [field, Reflect.get(this, field)]))
    return this.cause === undefined ? fields : { ...fields, cause: describeCause(this.cause) }
  }
}

/** The fields that `toJSON` returns, including those of subclasses. */
const loggedFields = [
  'name',
  'code',
  'message',
  'operation',
  'outcome',
  'requestId',
  'status',
  'systemCode',
  'reason',
  'retryAfter',
  'issues',
  'pending',
  'missing',
  'candidates',
] as const

/** Describes a cause as JSON, up to a maximum depth, because causes may be circular. */
function describeCause(cause: unknown, depth = 0): unknown {
  if (cause instanceof EntityScreeningError) return cause.toJSON()
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : typeof cause
  const { name, message, cause: inner }: Error = cause
  const code: unknown = Reflect.get(cause, 'code')
  return {
    name,
    message,
    // Other libraries may set a `code` that JSON cannot represent, such as a bigint.
    code: code && String(code),
    cause: inner && depth < 8 ? describeCause(inner, depth + 1) : undefined,
  }
}
