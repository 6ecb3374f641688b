import type { QuirkReport } from '../quirks/log.ts'

/** An answer with all that came with it. */
export interface WithResponse<Data> {
  /** What the call answers without it. */
  readonly data: Data
  /** Status and headers; its body is read already. */
  readonly response: Response
  /** The body before it was decoded: JSON, or its text where it is none. */
  readonly raw: unknown
  /** Each kind of coercion that the answer, or the input, needed. */
  readonly quirks: readonly QuirkReport[]
}

/**
 * A call under way: a promise of its data, with two more ways to read the answer. It is sent at once; its body is read when it
 * is asked for.
 *
 * Whatever is called, it may end in one of these (specification: Errors); each says in `outcome` whether the work was done:
 *
 * - {@link InputValidationError} (`invalid_input`), before anything is sent
 * - {@link AuthenticationError} 401 (`invalid_key`), {@link PermissionDeniedError} 403 (`permission_denied`, `entity_limit`),
 *   {@link BadRequestError} 400 (`bad_request`), {@link NotFoundError} 404 (`not_found`), {@link RateLimitError} 429
 *   (`rate_limited`), {@link ServerError} 5xx (`server_error`), {@link ApiError} for any other status (`http_error`)
 * - {@link ConnectionError} (`no_connection`), {@link TimeoutError} (`timeout`), {@link AbortedError} (`aborted`)
 * - {@link ResponseValidationError} (`unreadable_answer`)
 *
 * @example
 * const call = client.entities.list()
 * const entities = await call
 * const { response } = await call.withResponse() // the same request
 */
export interface Call<Data> extends Promise<Data> {
  /**
   * The data together with status, headers, raw body and quirks.
   *
   * @example
   * const { data, response, quirks } = await client.entities.list().withResponse()
   * console.log(data.length, response.status, quirks.map(({ code }) => code))
   */
  withResponse(): Promise<WithResponse<Data>>
  /**
   * The answer itself, its body unread: nothing is decoded or validated. An error status still throws.
   *
   * @example
   * const response = await client.entities.list().asResponse()
   * const text = await response.text()
   */
  asResponse(): Promise<Response>
}

/** Sends at once, and reads the body only when somebody asks for it. */
export function createCall<Data, Answer extends { readonly response: Response }>(
  answer: Promise<Answer>,
  read: (answer: Answer) => Promise<WithResponse<Data>>,
): Call<Data> {
  let result: Promise<WithResponse<Data>> | undefined
  const withResponse = () => {
    result ??= answer.then(read)
    return result
  }
  const data = () => withResponse().then(whole => whole.data)
  return {
    then: (onFulfilled, onRejected) => data().then(onFulfilled, onRejected),
    catch: onRejected => data().catch(onRejected),
    finally: onFinally => data().finally(onFinally),
    [Symbol.toStringTag]: 'Promise',
    withResponse,
    asResponse: () => answer.then(({ response }) => response),
  }
}
