import { withTimeout } from '../../pacing/with-timeout.ts'
import type { Attempt, BodyReader } from '../attempts/operation-request.ts'
import type { Context } from '../context.ts'
import {
  createTimeoutError,
  createUnreadableResponseError,
  describeHead,
  toError,
  toForeignError,
} from '../create-error.ts'
import { maxErrorBodyLength } from '../redact.ts'

/** Returns the facts about a failed call that an error needs. */
export function describeFailedCall(context: Context) {
  const { status: last, requestId, failure: cause } = context.progress
  const status = last !== null && isSuccess(last) ? last : null
  const { repeatable, isWrite } = context.contract
  const outcome = isWrite ? context.progress.outcome : 'not_done'
  const { baseUrl } = context.settings
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  return { ...context, repeatable, outcome, host, status, requestId, cause, signal: context.options.signal }
}

export const isSuccess = (status: number) => status >= 200 && status < 300

/** Returns the message for a body, or an item of a stream, that is too long. */
export function describeBodyLimit(limit: number | false): string {
  return `must be at most ${limit} bytes: raise maxResponseBytes`
}

/** Decodes complete bodies. All calls share it, because it keeps no state between them. */
const utf8 = /* @__PURE__ */ new TextDecoder()

/**
 * Reads the text of a body. A body with a larger Content-Length than `maxResponseBytes` is not read.
 *
 * @throws ResponseValidationError if the body is longer than `maxResponseBytes`.
 */
export async function readResponseText(
  context: Context,
  response: Response,
  attempt: Attempt,
): Promise<string> {
  const { signal } = context.options
  const limit = context.settings.maxResponseBytes || Number.POSITIVE_INFINITY
  if (Number(response.headers.get('content-length')) > limit) {
    cancelBody(response.body)
    throw createBodyLimitError(context, response)
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of readChunks(context, response, { signal }, attempt)) {
    length += chunk.length
    if (length > limit) throw createBodyLimitError(context, response)
    chunks.push(chunk)
  }
  return utf8.decode(joinChunks(chunks, length))
}

function createBodyLimitError(context: Context, response: Response): Error {
  const issue = { path: [], message: describeBodyLimit(context.settings.maxResponseBytes) }
  return createUnreadableResponseError(context, describeHead(response, context.redact), null, [issue])
}

/** The time limit for reading the body of an error, in milliseconds. */
const maxErrorReadingMs = 10_000

/**
 * Reads as much of an error body as the error object stores. Reading the body also frees the connection for the next attempt.
 * Stops early when the time limit is reached or the connection fails.
 */
export async function readErrorBody(
  context: Context,
  response: Response,
  attempt: Attempt,
): Promise<void> {
  const { signal } = context.options
  const end = performance.now() + maxErrorReadingMs
  const timeLeft = () => end - performance.now()
  const decoder = new TextDecoder()
  try {
    for await (const chunk of readSmallChunks(context, response, { signal, timeLeft }, attempt)) {
      attempt.text += decoder.decode(chunk, { stream: true })
      if (attempt.text.length > maxErrorBodyLength) return
    }
    attempt.text += decoder.decode()
    attempt.isRead = true
  } catch {
    // Ignored: the error can be created from the status alone.
  }
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  // Fast path: a short body arrives in one chunk, which needs no copy.
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0]
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** The limits of reading a body. */
interface ReadLimits {
  /** Ends the reading when it is aborted. */
  readonly signal: AbortSignal | undefined
  /** Returns the time limit of the next read in milliseconds. */
  readonly timeLeft?: () => number
}

/**
 * The maximum size in bytes of a chunk that is decoded alone. The text of a larger chunk is garbage-collected later, which takes 50%
 * more memory.
 */
const maxChunkBytes = 4096

/** Reads the bytes of a body like {@link readChunks}, in small chunks whose text is decoded at once. */
export async function* readSmallChunks(
  context: Context,
  response: Response,
  limits: ReadLimits,
  attempt?: Attempt,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of readChunks(context, response, limits, attempt))
    for (let offset = 0; offset < chunk.length; offset += maxChunkBytes)
      yield chunk.subarray(offset, offset + maxChunkBytes)
}

/**
 * Reads the bytes of a body in the chunks in which they arrive, with backpressure. Leaving the loop cancels the body.
 *
 * @param attempt - The attempt that reads the body. When it ends, it cancels the body, because a body of the caller's `fetch` may
 * ignore the signal.
 */
async function* readChunks(
  context: Context,
  response: Response,
  limits: ReadLimits,
  attempt?: Attempt,
): AsyncGenerator<Uint8Array, void, undefined> {
  let reader: BodyReader | undefined
  try {
    // Some runtimes, and some implementations of fetch, do not support streams.
    reader = response.body?.getReader?.()
    if (reader === undefined) {
      const text = await waitForPart(context, response.text(), limits)
      return yield new TextEncoder().encode(text)
    }
    if (attempt !== undefined) attempt.reader = reader
    for (;;) {
      const { done, value } = await waitForPart(context, reader.read(), limits)
      if (attempt?.error) throw attempt.error
      if (done) return
      yield value
    }
  } catch (error) {
    throw toError(error, describeFailedCall(context))
  } finally {
    cancelBody(reader)
  }
}

/** Cancels a body. An error while cancelling is ignored. */
export function cancelBody(body: Pick<BodyReader, 'cancel'> | null | undefined): void {
  body?.cancel?.().catch(() => {})
}

/** Waits for the next part of a body, at most as long as the limits allow. */
function waitForPart<Part>(
  context: Context,
  work: Promise<Part>,
  { signal, timeLeft }: ReadLimits,
): Promise<Part> {
  const part = work.catch(rethrowForeign)
  if (signal === undefined && timeLeft === undefined) return part
  const timeout = timeLeft?.()
  const createError = () =>
    createTimeoutError(describeFailedCall(context), `within ${timeout} ms (timeout)`, 'go on')
  return withTimeout(part, { signal, createTimeoutError: createError, timeout })
}

/** Throws the error of a body, which may be an error of another client. */
function rethrowForeign(error: unknown): never {
  throw toForeignError(error)
}
