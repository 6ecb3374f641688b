import { withTimeout } from '../../pacing/with-timeout.ts'
import { createEventLoopYield } from '../../shared/event-loop-yield.ts'
import type { Context } from '../context.ts'
import { createTimeoutError, describeHead, toError, toForeignError } from '../create-error.ts'
import { maxErrorBodyLength } from '../redact.ts'
import { parseBody } from './parse-body.ts'
import { type BodyText, createTextDecoder, decodeText } from './utf8.ts'

/** Returns the facts about a failed call that an error needs, including the request id if there is a response. */
export function describeFailedCall(context: Context, response?: Response) {
  const { outcome, status: last, failure: cause } = context.progress
  const status = last !== null && isSuccess(last) ? last : null
  const requestId = response ? describeHead(response, context.redact).requestId : null
  const { repeatable } = context.contract
  const { baseUrl } = context.settings
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  return { ...context, repeatable, outcome, host, status, requestId, cause, signal: context.options.signal }
}

export const isSuccess = (status: number) => status >= 200 && status < 300

/** Returns the message for a body, or an item of a stream, that is too long. */
export function describeBodyLimit(limit: number | false): string {
  return `must be at most ${limit} bytes: raise maxResponseBytes`
}

/**
 * Reads the text of a body; null if it is longer than `maxBytes`. A body with a larger Content-Length is not read.
 *
 * @param time - The time limit in milliseconds.
 */
export async function readResponseText(
  context: Context,
  response: Response,
  maxBytes: number | false,
  time: number,
): Promise<BodyText | null> {
  const limit = maxBytes || Number.POSITIVE_INFINITY
  if (Number(response.headers.get('content-length')) > limit) {
    response.body?.cancel?.().catch(() => {})
    return null
  }
  const end = performance.now() + time
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of readChunks(context, response, () => end - performance.now())) {
    length += chunk.length
    if (length > limit) return null
    chunks.push(chunk)
  }
  const eventLoop = createEventLoopYield()
  const body = decodeText(response, joinChunks(chunks, length))
  if (eventLoop.isDue()) await eventLoop.yieldNow()
  return body
}

/**
 * Reads as much of an error body as the error object stores. Stops early when the time limit is reached or the connection
 * fails. Masks the key in a truncated text, because a truncated key would not be recognized later.
 *
 * @param time - The time limit in milliseconds.
 */
export async function readErrorBody(context: Context, response: Response, time: number): Promise<string> {
  const end = performance.now() + time
  const decoder = createTextDecoder(response)
  let text = ''
  let isCut = true
  try {
    for await (const chunk of readSmallChunks(context, response, () => end - performance.now())) {
      text += decoder.write(chunk)
      if (text.length > maxErrorBodyLength) break
    }
    isCut = text.length > maxErrorBodyLength
  } catch {
    // Ignored: the error can be created from the status alone.
  }
  text += decoder.end()
  return isCut && !parseBody(text).isJson ? context.redact.truncate(text, maxErrorBodyLength, true) : text
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

/**
 * The maximum size in bytes of a chunk that is decoded alone. The text of a larger chunk is garbage-collected later, which takes 50%
 * more memory.
 */
const maxChunkBytes = 4096

/** Reads the bytes of a body like {@link readChunks}, in small chunks whose text is decoded at once. */
export async function* readSmallChunks(
  context: Context,
  response: Response,
  timeLeft: () => number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const eventLoop = createEventLoopYield()
  for await (const chunk of readChunks(context, response, timeLeft))
    for (let offset = 0; offset < chunk.length; offset += maxChunkBytes) {
      yield chunk.subarray(offset, offset + maxChunkBytes)
      if (eventLoop.isDue()) await eventLoop.yieldNow()
    }
}

/**
 * Reads the bytes of a body in the chunks in which they arrive, with backpressure. Leaving the loop cancels the body. Yields to the event
 * loop, because a body may already be in memory.
 *
 * @param timeLeft - Returns the time limit of the next read in milliseconds.
 */
async function* readChunks(
  context: Context,
  response: Response,
  timeLeft: () => number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal } = context.options
  let timeoutError: Error | undefined
  const createError = () => {
    timeoutError = createTimeoutError(describeFailedCall(context, response))
    return timeoutError
  }
  const inTime = <Result>(work: Promise<Result>) =>
    withTimeout(work, { timeout: timeLeft(), signal, createTimeoutError: createError })
  const eventLoop = createEventLoopYield()
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    // Some runtimes, and some implementations of fetch, do not support streams.
    reader = response.body?.getReader?.()
    if (reader === undefined) return yield new TextEncoder().encode(await inTime(response.text()))
    for (;;) {
      const { done, value } = await inTime(reader.read())
      if (done) return
      yield value
      if (eventLoop.isDue()) await eventLoop.yieldNow()
    }
  } catch (error) {
    throw toError(
      error === timeoutError ? error : toForeignError(error),
      describeFailedCall(context, response),
    )
  } finally {
    // An error while cancelling is ignored.
    reader?.cancel().catch(() => {})
  }
}
