import type { Context } from '../context.ts'
import type { EntityScreeningError } from '../errors/EntityScreeningError.ts'
import type { ResponseContext } from '../options/options.ts'

/** The request of a call, and its attempts. */
export interface OperationRequest {
  readonly context: Context
  url: string
  /** The headers without the key. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The latest attempt; null before the first attempt, and while the call waits for the next one. */
  attempt: Attempt | null
  /** The number of retries so far. */
  retries: number
}

/** The reader of a body. */
export type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

/** One attempt to get a response. */
export interface Attempt {
  /** The number of the attempt within the call, counted from 1. */
  readonly number: number
  /** The headers without the key, as the hook `beforeRequest` left them. */
  headers: Readonly<Record<string, string>>
  /** The value of `performance.now()` when the request was sent. */
  startedAt: number
  /** The response; null until its status and headers have arrived. */
  response: Response | null
  /** The reader of the body; null until the body is read. */
  reader: BodyReader | null
  /** Aborts the request, in a runtime in which ky cannot; null elsewhere. */
  controller: AbortController | null
  /** The text of the body, as far as it has been read. */
  text: string
  /** Whether the complete body has been read. */
  isRead: boolean
  /** The error of the attempt; null if it has not failed. */
  error: EntityScreeningError | null
}

/** Begins the next attempt. */
export function beginAttempt(operationRequest: OperationRequest): Attempt {
  const { context, headers } = operationRequest
  const { progress } = context
  progress.attempts += 1
  progress.outcomeBefore = progress.outcome
  progress.status = null
  progress.headers = null
  const attempt: Attempt = {
    number: progress.attempts,
    headers,
    startedAt: performance.now(),
    response: null,
    reader: null,
    controller: null,
    text: '',
    isRead: false,
    error: null,
  }
  operationRequest.attempt = attempt
  return attempt
}

/** Describes an attempt for the hooks. */
export function describeAttempt(
  { context, url }: OperationRequest,
  { number }: Attempt,
): Pick<ResponseContext, 'operation' | 'call' | 'attempt' | 'method' | 'url'> {
  const { operation, contract, progress, redact } = context
  return {
    operation,
    call: progress.call,
    attempt: number,
    method: contract.method,
    url: redact.text(url),
  }
}
