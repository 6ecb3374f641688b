import type { OperationName } from '../contract/operations.ts'

/** A try about to be made. */
export interface RequestContext {
  /** The operation that is called. */
  readonly operation: OperationName
  /** The HTTP method. */
  readonly method: string
  /** The whole address, with the key struck out where it should stand there. */
  readonly url: string
  /** Which try of the call it is, counted from 1. */
  readonly attempt: number
  /** May be changed, to add a trace for example. The key is not among them and cannot be set. */
  readonly headers: Headers
}

/** An answer to a try. */
export interface ResponseContext {
  /** The operation that is called. */
  readonly operation: OperationName
  /** The HTTP method. */
  readonly method: string
  /** The whole address, with the key struck out where it should stand there. */
  readonly url: string
  /** Which try of the call it is, counted from 1. */
  readonly attempt: number
  /** The HTTP status. */
  readonly status: number
  /** A copy of the answer's headers, with the key struck out where one of them repeats it. */
  readonly headers: Headers
  /** Milliseconds from the request to the head of the answer. */
  readonly duration: number
}

/** A try about to be repeated. */
export interface RetryContext {
  /** The operation that is called. */
  readonly operation: OperationName
  /** The try that comes, counted from 1. */
  readonly attempt: number
  /** The status of the answer that is not good enough, a 2xx where it broke off; null where none came. */
  readonly status: number | null
}

/**
 * Functions called around each try, and waited for where they answer a promise; one that throws ends the call with what it
 * threw.
 *
 * @example
 * const traced = client.with({
 *   hooks: {
 *     beforeRequest: ({ headers }) => headers.set('x-request-id', crypto.randomUUID()),
 *     afterResponse: ({ operation, status, duration }) => console.log(operation, status, `${Math.round(duration)} ms`),
 *     beforeRetry: ({ operation, attempt }) => console.log(`${operation}: try ${attempt}`),
 *   },
 * })
 */
export interface Hooks {
  /** Called before each try is sent; may change its headers. */
  beforeRequest?: ((context: RequestContext) => void | Promise<void>) | undefined
  /** Called when the head of an answer has come, whatever its status; not where none comes. */
  afterResponse?: ((context: ResponseContext) => void | Promise<void>) | undefined
  /** Called before each try after the first, before `beforeRequest`. */
  beforeRetry?: ((context: RetryContext) => void | Promise<void>) | undefined
}
