import { withTimeout } from '../pacing/with-timeout.ts'
import { createEventLoopYield } from '../shared/event-loop-yield.ts'
import { parseBody } from './body.ts'
import type { Context } from './context.ts'
import { createTimeoutError, describeHead, toError, toForeignError } from './create-error.ts'
import { type BodyText, createTextDecoder, decodeText } from './decode-text.ts'
import { maxErrorBodyLength } from './redact.ts'

/** Describes a call for its error, and the response if one has begun. */
export function describeFailedCall(
  { operation, contract, options, progress, redact }: Context,
  response?: Response,
) {
  const { outcome, status: last, failure: cause } = progress
  const status = last !== null && isSuccess(last) ? last : null
  const requestId = response ? describeHead(response, redact).requestId : null
  const { repeatable } = contract
  return { operation, repeatable, outcome, status, requestId, cause, redact, signal: options.signal }
}

export const isSuccess = (status: number) => status >= 200 && status < 300

/** The message for a body, or an item of a stream, that is too long. */
export function describeBodyLimit(limit: number | false): string {
  return `must be at most ${limit} bytes: raise maxResponseBytes`
}

/**
 * Reads the text of a body; null if it is longer than the limit. It is not read at all if its Content-Length is above the limit.
 *
 * @param time - How many milliseconds it may take.
 */
export async function readBodyText(
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
 * Reads as much of an error body as an error shows, until the time is over or the connection fails. The key is removed from a text that
 * is cut, because a part of the key would not be recognized later.
 *
 * @param time - How many milliseconds it may take.
 */
export async function readErrorBody(context: Context, response: Response, time: number): Promise<string> {
  const end = performance.now() + time
  const decoder = createTextDecoder(response)
  let text = ''
  let isCut = true
  try {
    for await (const chunk of readChunks(context, response, () => end - performance.now())) {
      text += decoder.write(chunk)
      if (text.length > maxErrorBodyLength) break
    }
    isCut = text.length > maxErrorBodyLength
  } catch {
    // The status is known, whatever happens to the body.
  }
  text += decoder.end()
  return isCut && !parseBody(text).isJson ? context.redact.truncate(text, maxErrorBodyLength, true) : text
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** Small pieces are collected early: larger ones need half as much memory again. */
const maxChunkBytes = 4096

/**
 * The bytes of a body in small pieces, read no faster than they are used. Leaving the loop cancels the body. One that is in memory
 * already does not block the event loop.
 *
 * @param timeLeft - How many milliseconds the next read may take.
 */
export async function* readChunks(
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
    // Some runtimes, and some implementations of fetch, do not read bodies in pieces.
    reader = response.body?.getReader?.()
    if (reader === undefined) return yield new TextEncoder().encode(await inTime(response.text()))
    for (;;) {
      const { done, value } = await inTime(reader.read())
      if (done) return
      for (let offset = 0; offset < value.length; offset += maxChunkBytes) {
        yield value.subarray(offset, offset + maxChunkBytes)
        if (eventLoop.isDue()) await eventLoop.yieldNow()
      }
    }
  } catch (error) {
    throw toError(
      error === timeoutError ? error : toForeignError(error),
      describeFailedCall(context, response),
    )
  } finally {
    // An error while the rest of the body is cancelled does not matter.
    reader?.cancel().catch(() => {})
  }
}
