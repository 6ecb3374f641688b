import type { Outcome } from '../outcome.ts'
import type { ScreeningError } from './ScreeningError.ts'

/** The code of every error: docs/errors-and-retries.md explains each. */
export const errorCodes = [
  'invalid_input',
  'row_limit',
  'bad_request',
  'invalid_key',
  'permission_denied',
  'entity_limit',
  'not_found',
  'rate_limited',
  'server_error',
  'http_error',
  'unreadable_response',
  'no_connection',
  'timeout',
  'wait_timeout',
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

/** The members of {@link ScreeningError} that a class covers; for a class that an application derives, that class. @inline */
type Narrowed<Instance> = [Extract<ScreeningError, Instance>] extends [never]
  ? Instance
  : Extract<ScreeningError, Instance>

/**
 * The base class of every error of the client: {@link ScreeningError} is their union. {@link ApiPromise} lists what a call may throw.
 *
 * @example
 * const failure = await client.entities.list().catch(error => error)
 * if (EntityScreeningError.is(failure)) console.error(failure.code, failure.message, failure.requestId)
 */
export abstract class EntityScreeningError<
  Details extends object = object,
  Operation extends string = string,
> extends Error {
  /** The name of the class, as a text that no bundler changes, by which `is` knows it in every copy of the package. */
  protected static readonly kind: string = 'EntityScreeningError'
  /** The name of the class. */
  override readonly name: string
  /** The kind of error, the same in every version. docs/errors-and-retries.md explains each. */
  abstract readonly code: ErrorCode
  /** The operation that was called, such as `listEntities`, or the function, such as `importPortfolio`. */
  declare readonly operation: Operation
  /**
   * Whether the service did what the call in `operation` asked for. It says nothing about an earlier call in the same `try` block.
   *
   * - `not_done`: certainly not. Nothing was sent, or the service refused it.
   * - `unknown`: possibly. Do not repeat a write before you have checked: after a creation, `client.entities.reconcile` does so.
   * - `done`: certainly. The response was a success, and only its body was lost or is unreadable; or a wait is over.
   */
  declare readonly outcome: Outcome
  /** From the response header x-request-id, request-id, x-correlation-id, x-amzn-requestid or cf-ray; null without one. */
  readonly requestId: string | null

  /** Created by the client, with a copy of the name, code and message of its cause; tests may create one too. */
  constructor(message: string, { cause, requestId = null, ...details }: Origin<Operation> & Details) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.kind
    this.requestId = requestId
    // The fields that a class declares are these.
    Object.assign(this, details)
  }

  /**
   * True for an error of this class or a subclass, even from another realm or another copy of this package.
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
   * The error as a log keeps it, for `JSON.stringify`: name, code, message, outcome and what else describes it, with its causes. It
   * has no key, headers or body.
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

/** The fields of an error that a log needs, those of its subclasses included. */
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
] as const

/** A cause as JSON. Causes that go round in circles end at some depth. */
function describeCause(cause: unknown, depth = 0): unknown {
  if (cause instanceof EntityScreeningError) return cause.toJSON()
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : typeof cause
  const { name, message, cause: inner }: Error = cause
  const code: unknown = Reflect.get(cause, 'code')
  return {
    name,
    message,
    // Another library's code may be a value that JSON cannot hold.
    code: code && String(code),
    cause: inner && depth < 8 ? describeCause(inner, depth + 1) : undefined,
  }
}
