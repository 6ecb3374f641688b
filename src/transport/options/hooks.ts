import type { OperationName } from '../../contract/operations.ts'
import type { Outcome } from '../outcome.ts'

/** An attempt about to be made. */
export type RequestContext = {
  /** The operation that is called. */
  readonly operation: OperationName
  /** The number of the call among those that these hooks have seen, counted from 1: it tells calls apart that run at once. */
  readonly call: number
  /** The number of the attempt within the call, counted from 1. */
  readonly attempt: number
  /** The HTTP method. */
  readonly method: string
  /** The whole address, with the key redacted. */
  readonly url: string
  /** May be changed, to add a trace for example. The key is not among them and cannot be set. */
  readonly headers: Headers
}

/** A response to an attempt. */
export type ResponseContext = Omit<RequestContext, 'headers'> & {
  /** The HTTP status. */
  readonly status: number
  /** A copy of the response headers without cookies, with the key redacted. */
  readonly headers: Headers
  /** Milliseconds from the request to the head of the response. */
  readonly duration: number
}

/** An attempt without a response. */
export type FailureContext = Omit<RequestContext, 'headers'> & {
  /** What the call throws unless another attempt follows. */
  readonly error: unknown
  /** Milliseconds from the request to the failure. */
  readonly duration: number
}

/** An attempt about to be repeated; `attempt` is the number of the next one. */
export type RetryContext = Omit<RequestContext, 'headers'> & {
  /** The status of the response that failed, a 2xx where it broke off; null where none came. */
  readonly status: number | null
}

/** A call that has ended. */
export type CallContext = Pick<RequestContext, 'operation' | 'call'> & {
  /** How many attempts it took; 0 where its input was refused. */
  readonly attempts: number
  /** Whether the service did what the call asked for: {@link EntityScreeningError} explains each. */
  readonly outcome: Outcome
  /** What the call throws; null where it succeeded. */
  readonly error: unknown
  /** Milliseconds that the call took, with all attempts and waits. */
  readonly duration: number
}

/**
 * Functions called around each attempt and at the end of each call, and awaited if they return a promise, for as long as they take.
 * What `beforeRequest` or `beforeRetry` throws ends the call with an {@link AbortedError}; what the others throw is logged.
 *
 * @example
 * const hooks: Hooks = {
 *   beforeRequest: ({ headers }) => headers.set('x-request-id', crypto.randomUUID()),
 *   afterFailure: ({ operation, attempt, error }) => console.log(`${operation}, attempt ${attempt}: ${error}`),
 *   afterCall: ({ operation, attempts, outcome }) => console.log(operation, attempts, outcome),
 * }
 * await client.withOptions({ hooks }).entities.list()
 */
export interface Hooks {
  /** Called before each attempt. Either `afterResponse` or `afterFailure` follows, once. */
  beforeRequest?: ((context: RequestContext) => void | Promise<void>) | undefined
  /** Called when the head of a response has arrived, whatever its status. `afterCall` tells whether its body broke off. */
  afterResponse?: ((context: ResponseContext) => void | Promise<void>) | undefined
  /** Called when an attempt ends without a response: no connection, a timeout, an abort, or a `beforeRequest` that threw. */
  afterFailure?: ((context: FailureContext) => void | Promise<void>) | undefined
  /** Called before each attempt after a failure, when the wait is over and before `beforeRequest`. */
  beforeRetry?: ((context: RetryContext) => void | Promise<void>) | undefined
  /**
   * Called once, when the data of a call are there, `asResponse()` hands out its response, the loop over a stream ends, or the call
   * fails. A success that nobody awaits has no end.
   */
  afterCall?: ((context: CallContext) => void | Promise<void>) | undefined
}
