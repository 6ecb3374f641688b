import type { Outcome } from '../outcome.ts'

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
export type Origin = {
  readonly headers?: Headers | undefined
  readonly requestId?: string | null | undefined
  readonly cause?: unknown
}

/**
 * The base class of every error of the client. {@link Call} lists what a call may throw.
 *
 * @example
 * const failure = await client.entities.list().catch(error => error)
 * if (EntityScreeningError.is(failure)) console.error(failure.code, failure.message, failure.requestId)
 */
export abstract class EntityScreeningError<Operation extends string = string> extends Error {
  /** How {@link EntityScreeningError.is} recognizes a class, whichever copy of the package it comes from. */
  protected static readonly kind: string = 'EntityScreeningError'
  /** The name of the class, as a text that no bundler changes. */
  override readonly name: string = 'EntityScreeningError'
  /** The kind of error, the same in every version. docs/errors-and-retries.md explains each. */
  abstract readonly code: ErrorCode
  /** What was called: an operation such as `listEntities`, or a function such as `importPortfolio`. */
  readonly operation: Operation
  /**
   * Whether the service did what the call asked for.
   *
   * - `not_done`: certainly not. Nothing was sent, or the service refused it.
   * - `unknown`: possibly. Do not repeat a write before you have checked: after a creation, `client.entities.reconcile` does so.
   * - `done`: certainly. The response was a success, and only its body was lost or is unreadable.
   */
  readonly outcome: Outcome
  /** From the response header x-request-id, request-id, x-correlation-id, x-amzn-requestid or cf-ray; null without one. */
  readonly requestId: string | null

  /** Created by the client, with a copy of the name, code and message of its cause; tests may create one too. */
  constructor(
    message: string,
    details: Pick<EntityScreeningError<Operation>, 'operation' | 'outcome'> & Origin,
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.operation = details.operation
    this.outcome = details.outcome
    this.requestId = details.requestId ?? null
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
  ): value is InstanceType<Class> {
    if (typeof this !== 'function')
      throw new TypeError('is() must be called on its class, as NotFoundError.is(error)')
    const kind: unknown = Reflect.get(this, 'kind')
    let ancestor: unknown = typeof value === 'object' && value !== null ? value.constructor : null
    while (typeof ancestor === 'function') {
      if (Reflect.get(ancestor, 'kind') === kind) return true
      ancestor = Object.getPrototypeOf(ancestor)
    }
    return false
  }
}
