import type { OperationName } from '../contract/operations.ts'

/** A try about to be made. */
export interface RequestContext {
  readonly operation: OperationName
  readonly method: string
  readonly url: string
  /** Counted from 1. */
  readonly attempt: number
  /** May be changed, to add a trace for example. The key is not among them and cannot be set. */
  readonly headers: Headers
}

/** An answer to a try. */
export interface ResponseContext {
  readonly operation: OperationName
  readonly method: string
  readonly url: string
  /** Counted from 1. */
  readonly attempt: number
  readonly status: number
  readonly headers: Headers
  /** Milliseconds from the request to the head of the answer. */
  readonly duration: number
}

/** A try about to be repeated. */
export interface RetryContext {
  readonly operation: OperationName
  /** The try that comes, counted from 1. */
  readonly attempt: number
  /** The status of the answer that is not good enough; null where none came. */
  readonly status: number | null
}

/** Functions called around each try; one that throws ends the call with what it threw. */
export interface Hooks {
  beforeRequest?: ((context: RequestContext) => void | Promise<void>) | undefined
  afterResponse?: ((context: ResponseContext) => void | Promise<void>) | undefined
  beforeRetry?: ((context: RetryContext) => void | Promise<void>) | undefined
}
