import type { QuirkReport } from '../reading/log.ts'

/** The data of a call together with its response. */
export interface WithResponse<Data> {
  /** What the call itself resolves to. */
  readonly data: Data
  /** Status and headers; the body has been read. */
  readonly response: Response
  /** The body before decoding: parsed JSON, or text if it is not JSON. */
  readonly raw: unknown
  /** The quirks of the response and the input. */
  readonly quirks: readonly QuirkReport[]
}

/**
 * A call in progress: a promise of its data, with two more ways to read the response. The request is sent at once; the body is
 * read on demand.
 *
 * Any call may reject with one of these (specification: Errors); each says in `outcome` whether the request was processed:
 *
 * - {@link InputValidationError} (`invalid_input`), before anything is sent
 * - {@link AuthenticationError} 401 (`invalid_key`), {@link PermissionDeniedError} 403 (`permission_denied`, `entity_limit`),
 *   {@link BadRequestError} 400 (`bad_request`), {@link NotFoundError} 404 (`not_found`), {@link RateLimitError} 429
 *   (`rate_limited`), {@link ServerError} 5xx (`server_error`), {@link ApiError} for any other status (`http_error`)
 * - {@link ConnectionError} (`no_connection`), {@link TimeoutError} (`timeout`), {@link AbortedError} (`aborted`)
 * - {@link ResponseValidationError} (`unreadable_response`)
 *
 * @example
 * const call = client.entities.list()
 * const entities = await call
 * const { response } = await call.withResponse() // the same request
 */
export interface ApiPromise<Data> extends Promise<Data> {
  /**
   * The data together with status, headers, raw body and quirks.
   *
   * @example
   * const { data, response, quirks } = await client.entities.list().withResponse()
   */
  withResponse(): Promise<WithResponse<Data>>
  /**
   * The response itself, its body unread unless the data were asked for before: nothing is decoded or validated, and no limit of
   * time applies to the body. An error status still throws.
   *
   * @example
   * const text = await (await client.entities.list().asResponse()).text()
   */
  asResponse(): Promise<Response>
}

/** A request that has succeeded, and whose body is read on demand. */
export interface Sent<Content> {
  readonly response: Response
  /** Reads the body of that response, or of a retry's. */
  read(): Promise<Content>
}

/** @param end - Told once how the call ended: with what it throws, or null. */
export function createApiPromise<Data>(
  sent: Promise<Sent<WithResponse<Data>>>,
  end: (error: unknown) => Promise<void>,
): ApiPromise<Data> {
  const fail = (error: unknown) => end(error).then(() => Promise.reject(error))
  // A request that fails ends the call, though nobody may await it.
  const begun = sent.catch(fail)
  let result: Promise<WithResponse<Data>> | undefined
  const withResponse = () => {
    result ??= ending(begun.then(({ read }) => read()))
    return result
  }
  const data = () => withResponse().then(whole => whole.data)
  return {
    then: (onFulfilled, onRejected) => data().then(onFulfilled, onRejected),
    catch: onRejected => data().catch(onRejected),
    finally: onFinally => data().finally(onFinally),
    [Symbol.toStringTag]: 'Promise',
    withResponse,
    asResponse: () => ending(begun.then(({ response }) => response)),
  }

  function ending<Result>(work: Promise<Result>): Promise<Result> {
    return work.then(given => end(null).then(() => given), fail)
  }
}
