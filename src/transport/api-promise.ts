import type { QuirkReport } from '../reading/quirk-log.ts'

/** The data of a call together with its response. */
export interface WithResponse<Data> {
  /** The data that the call resolves to. */
  readonly data: Data
  /** The response with status and headers. Its body has already been read. */
  readonly response: Response
  /** The body before it was read into `data`: the parsed JSON, or a string if the body is not JSON. */
  readonly raw: unknown
  /** The quirks of the response and the input. */
  readonly quirks: readonly QuirkReport[]
  /** The request id that the service, or a gateway, has sent, as in {@link EntityScreeningError}; null if there is none. */
  readonly requestId: string | null
}

/** A successful response whose status and headers have arrived, and a function to read its body. */
export interface PendingResponse<Content> {
  readonly response: Response
  /** Reads and decodes the body. If the connection breaks before the body is complete, the request may be retried. */
  read(): Promise<Content>
}

/**
 * A call in progress. It is a promise of the data, and has two methods to access the response. The request is sent immediately.
 *
 * Any call may reject with one of these errors. The field `outcome` states whether the request was processed:
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
   * Resolves to the data together with response, raw body and quirks.
   *
   * @example
   * const { data, response, quirks } = await client.entities.list().withResponse()
   */
  withResponse(): Promise<WithResponse<Data>>
  /**
   * Resolves to the response. If you call this method immediately, the body has not been read yet. Nothing is
   * decoded or validated, and no time limit applies to the body. An error status still throws.
   *
   * @example
   * const text = await (await client.entities.list().asResponse()).text()
   */
  asResponse(): Promise<Response>
}

/** The functions that settle a promise. */
interface Settle<Data> {
  readonly resolve: (data: Data) => void
  readonly reject: (error: unknown) => void
}

/** Whether the body of a call is read together with its status and headers. */
interface BodyReading {
  isBodyWanted: boolean
}

/** The class that `constructor` of a call names, because libraries call its static methods, such as `all` and `resolve`. */
class PlainPromise<Data> extends Promise<Data> {
  /** Makes `then`, `catch` and `finally` return an ordinary promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }
}

/** The promise of a call. It reads the body as soon as status and headers have arrived, unless `asResponse` was called. */
export class ClientCall<Data> extends PlainPromise<Data> implements ApiPromise<Data> {
  static {
    Reflect.deleteProperty(ClientCall.prototype, 'constructor')
  }

  readonly #pending: Promise<PendingResponse<WithResponse<Data>>>
  readonly #reading: BodyReading
  readonly #onEnd: (error: unknown) => void
  readonly #settle: Settle<Data>
  #result: Promise<WithResponse<Data>> | undefined
  #isDataWanted = false

  constructor(
    pending: Promise<PendingResponse<WithResponse<Data>>>,
    reading: BodyReading,
    onEnd: (error: unknown) => void,
  ) {
    let settle: Settle<Data> = { resolve() {}, reject() {} }
    super((resolve, reject) => {
      settle = { resolve, reject }
    })
    this.#settle = settle
    this.#reading = reading
    this.#onEnd = onEnd
    this.#pending = pending
    pending.then(
      () => reading.isBodyWanted && this.#readData(),
      () => this.#readData(),
    )
  }

  /** Reads the body, even if `asResponse` was called before. */
  override then<Result = Data, Failure = never>(
    onFulfilled?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onRejected?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#readData()
    return super.then(onFulfilled, onRejected)
  }

  withResponse(): Promise<WithResponse<Data>> {
    // The returned promise reports the error. Without this handler, the call itself would cause an unhandled rejection too.
    super.then(undefined, () => {})
    return this.#read().then(result => result)
  }

  asResponse(): Promise<Response> {
    this.#reading.isBodyWanted = this.#result !== undefined
    super.then(undefined, () => {})
    return this.#end(({ response }) => response)
  }

  #read(): Promise<WithResponse<Data>> {
    this.#reading.isBodyWanted = true
    this.#result ??= this.#end(({ read }) => read())
    return this.#result
  }

  #readData(): void {
    if (this.#isDataWanted) return
    this.#isDataWanted = true
    this.#read().then(({ data }) => this.#settle.resolve(data), this.#settle.reject)
  }

  /** Ends the call with the last step, which follows the head of the response. */
  async #end<Result>(
    lastStep: (pending: PendingResponse<WithResponse<Data>>) => Result | Promise<Result>,
  ): Promise<Result> {
    try {
      const result = await lastStep(await this.#pending)
      this.#onEnd(null)
      return result
    } catch (error) {
      this.#onEnd(error)
      throw error
    }
  }
}

/**
 * Creates a call that has succeeded with this data, for a fake client in a test.
 *
 * @example
 * const list = () => fakeCall<Entity[]>([])
 * const { data, response } = await list().withResponse()
 */
export function fakeCall<Data>(data: Data): ApiPromise<Data> {
  const response = new Response(JSON.stringify(data) ?? null, {
    headers: { 'content-type': 'application/json' },
  })
  const read = async () => ({ data, response, raw: data, quirks: [], requestId: null })
  return new ClientCall(Promise.resolve({ response, read }), { isBodyWanted: true }, () => {})
}
