import { withTimeout } from '../../pacing/with-timeout.ts'
import type { Attempt, BodyReader } from '../attempts/operation-request.ts'
import type { Context } from '../context.ts'
import {
  createTimeoutError,
  createUnreadableResponseError,
  describeHead,
  readRequestId,
  toError,
  toForeignError,
} from '../create-error.ts'
import { maxErrorBodyLength } from '../redact.ts'

/** Returns the facts about a failed call that an error needs. */
export function describeFailedCall(context: Context) {
  const { status: last, headers, failure: cause } = context.progress
  const status = last !== null && isSuccess(last) ? last : null
  const { repeatable, isWrite } = context.contract
  const outcome = isWrite ? context.progress.outcome : 'not_done'
  const requestId = readRequestId(headers, context.redact)
  const { baseUrl } = context.settings
  const host = baseUrl.replace(/^https?:\/\//, '')
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
  const limits = { signal: context.options.signal }
  const maxBytes = context.settings.maxResponseBytes || Number.POSITIVE_INFINITY
  if (Number(response.headers.get('content-length')) > maxBytes) {
    cancelBody(response.body)
    throw createBodyLimitError(context, response)
  }
  const chunks: Uint8Array[] = []
  let length = 0
  let reader: BodyReader | undefined
  try {
    reader = openBody(response, attempt)
    // A loop instead of a generator, which takes longer than a short body.
    for (;;) {
      const { done, value } = await readPart(context, reader, limits, attempt)
      if (done) return utf8.decode(joinChunks(chunks, length))
      length += value.length
      if (length > maxBytes) throw createBodyLimitError(context, response)
      chunks.push(value)
    }
  } catch (error) {
    cancelBody(reader)
    throw toError(error, describeFailedCall(context))
  }
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
export async function readErrorBody(context: Context, response: Response, attempt: Attempt): Promise<void> {
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

/**
 * Reads the bytes of a body as they arrive, in small chunks, with backpressure. Leaving the loop cancels the body.
 *
 * @param attempt - The attempt that reads the body; undefined if the attempt has ended.
 */
export async function* readSmallChunks(
  context: Context,
  response: Response,
  limits: ReadLimits,
  attempt?: Attempt,
): AsyncGenerator<Uint8Array, void, undefined> {
  let reader: BodyReader | undefined
  try {
    reader = openBody(response, attempt)
    for (;;) {
      const { done, value } = await readPart(context, reader, limits, attempt)
      if (done) return
      for (let offset = 0; offset < value.length; offset += maxChunkBytes)
        yield value.subarray(offset, offset + maxChunkBytes)
    }
  } catch (error) {
    throw toError(error, describeFailedCall(context))
  } finally {
    cancelBody(reader)
  }
}

/**
 * Opens a body for reading. When the attempt ends, it cancels the body, because a body of the caller's `fetch` may ignore the
 * signal.
 */
function openBody(response: Response, attempt: Attempt | undefined): BodyReader {
  // Some runtimes, and some implementations of fetch, do not support streams.
  const reader: BodyReader = response.body?.getReader?.() ?? createTextReader(response)
  if (attempt !== undefined) attempt.reader = reader
  return reader
}

/** Creates a reader whose only chunk is the complete body. `cancel` ends a pending read, as in a web stream. */
function createTextReader(response: Response): BodyReader {
  let isRead = false
  let endRead = () => {}
  const cancelled = new Promise<undefined>(resolve => {
    endRead = () => resolve(undefined)
  })
  return {
    async read() {
      const text = isRead ? undefined : await Promise.race([response.text(), cancelled])
      isRead = true
      if (text === undefined) return { done: true, value: undefined }
      return { done: false, value: new TextEncoder().encode(text) }
    },
    async cancel() {
      endRead()
    },
  }
}

/** Cancels a body. An error while cancelling is ignored. */
export function cancelBody(body: Pick<BodyReader, 'cancel'> | null | undefined): void {
  body?.cancel?.().catch(() => {})
}

/** Reads the next part of a body. Waits at most as long as the limits allow. */
async function readPart(
  context: Context,
  reader: BodyReader,
  { signal, timeLeft }: ReadLimits,
  attempt: Attempt | undefined,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const work = reader.read().catch(rethrowForeign)
  const timeout = timeLeft?.()
  const hasLimits = signal !== undefined || timeout !== undefined
  const part = await (hasLimits
    ? withTimeout(work, {
        signal,
        timeout,
        createTimeoutError: () =>
          createTimeoutError(describeFailedCall(context), `within ${timeout} ms (timeout)`, 'go on'),
      })
    : work)
  if (attempt?.error) throw attempt.error
  return part
}

/** Throws the error of a body, which may be an error of another client. */
function rethrowForeign(error: unknown): never {
  throw toForeignError(error)
}
