import type { OperationName } from '../../contract/operations.ts'

/** An attempt about to be made. */
export interface RequestContext {
  /** The operation that is called. */
  readonly operation: OperationName
  /** The HTTP method. */
  readonly method: string
  /** The whole address, with the key redacted. */
  readonly url: string
  /** Which attempt of the call it is, counted from 1. */
  readonly attempt: number
  /** May be changed, to add a trace for example. The key is not among them and cannot be set. */
  readonly headers: Headers
}

/** A response to an attempt. */
export interface ResponseContext extends Omit<RequestContext, 'headers'> {
  /** The HTTP status. */
  readonly status: number
  /** A copy of the response headers, with the key redacted. */
  readonly headers: Headers
  /** Milliseconds from the request to the head of the response. */
  readonly duration: number
}

/** An attempt about to be repeated. */
export interface RetryContext {
  /** The operation that is called. */
  readonly operation: OperationName
  /** The next attempt, counted from 1. */
  readonly attempt: number
  /** The status of the response that failed, a 2xx where it broke off; null where none came. */
  readonly status: number | null
}

/**
 * Functions called around each attempt, and awaited if they return a promise. If one throws, the call ends with what it threw.
 *
 * @example
 * const traced = client.with({
 *   hooks: {
 *     beforeRequest: ({ headers }) => headers.set('x-request-id', crypto.randomUUID()),
 *     afterResponse: ({ operation, status, duration }) => console.log(operation, status, `${Math.round(duration)} ms`),
 *     beforeRetry: ({ operation, attempt }) => console.log(`${operation}: attempt ${attempt}`),
 *   },
 * })
 */
export interface Hooks {
  /** Called before each attempt is sent; may change its headers. */
  beforeRequest?: ((context: RequestContext) => void | Promise<void>) | undefined
  /** Called when the head of a response has arrived, whatever its status. */
  afterResponse?: ((context: ResponseContext) => void | Promise<void>) | undefined
  /** Called before each attempt after the first, before `beforeRequest`. */
  beforeRetry?: ((context: RetryContext) => void | Promise<void>) | undefined
}
