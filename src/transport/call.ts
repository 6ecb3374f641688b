import type { QuirkReport } from '../quirks/log.ts'

/** An answer with all that came with it. */
export interface WithResponse<Data> {
  readonly data: Data
  /** Status and headers; its body is read already. */
  readonly response: Response
  /** The body before it was decoded: JSON, or its text where it is none. */
  readonly raw: unknown
  /** Each kind of coercion that the answer, or the input, needed. */
  readonly quirks: readonly QuirkReport[]
}

/** A call under way: a promise of its data, with two more ways to read the answer. */
export interface Call<Data> extends Promise<Data> {
  /**
   * The data together with status, headers, raw body and quirks.
   *
   * @example
   * const { data, quirks } = await client.entities.list().withResponse()
   */
  withResponse(): Promise<WithResponse<Data>>
  /** The answer itself, its body unread. An error status still throws. */
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
