import { createEventLoopYield } from '../pacing/sleep.ts'
import { parseBody, within } from './body.ts'
import type { Context } from './context.ts'
import { headOf, timedOut, toError, toForeignError } from './create-error.ts'
import { type BodyText, createTextDecoder, decodeText } from './decode-text.ts'
import { maxShownLength } from './redact.ts'

/** What is known of a call when it fails, and of the response if one has begun. */
export function failedCall({ operation, contract, options, progress, redact }: Context, response?: Response) {
  const { outcome, status: last, failure: cause } = progress
  const status = last !== null && isSuccess(last) ? last : null
  const requestId = response ? headOf(response, redact).requestId : null
  const { repeatable } = contract
  return { operation, repeatable, outcome, status, requestId, cause, redact, signal: options.signal }
}

export const isSuccess = (status: number) => status >= 200 && status < 300

/** What is said of a body, or of one item of a stream, that is longer than it may be. */
export function tooLong(limit: number | false): string {
  return `must be at most ${limit} bytes: raise maxResponseBytes`
}

/**
 * The text of a whole body; null where it is longer than the limit: unread, if it says so itself.
 *
 * @param time - How many milliseconds it may take.
 */
export async function readText(
  context: Context,
  response: Response,
  most: number | false,
  time: number,
): Promise<BodyText | null> {
  const limit = most || Number.POSITIVE_INFINITY
  if (Number(response.headers.get('content-length')) > limit) {
    response.body?.cancel?.().catch(() => {})
    return null
  }
  const end = performance.now() + time
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of readPieces(context, response, () => end - performance.now())) {
    length += piece.length
    if (length > limit) return null
    pieces.push(piece)
  }
  const pause = createEventLoopYield()
  const body = decodeText(response, join(pieces, length))
  if (pause.isDue()) await pause.take()
  return body
}

/**
 * The beginning of the body of an error, as much as an error shows: what came before the time was over, or the connection failed. The
 * key is removed from a text that is cut, for a part of it would not be recognized.
 *
 * @param time - How many milliseconds it may take.
 */
export async function readStart(context: Context, response: Response, time: number): Promise<string> {
  const end = performance.now() + time
  const decoder = createTextDecoder(response)
  let text = ''
  let isCut = true
  try {
    for await (const piece of readPieces(context, response, () => end - performance.now())) {
      text += decoder.write(piece)
      if (text.length > maxShownLength) break
    }
    isCut = text.length > maxShownLength
  } catch {
    // The status is known, whatever happens to the body.
  }
  text += decoder.end()
  return isCut && !parseBody(text).isJson ? context.redact.start(text, maxShownLength, true) : text
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.length
  }
  return bytes
}

/** Little enough that what is made of a piece dies young: larger ones cost half as much memory again. */
const pieceSize = 4096

/**
 * The bytes of a body in small pieces, read no faster than they are used. Leaving the loop cancels the body. One that is in memory
 * already does not block the event loop.
 *
 * @param timeLeft - How many milliseconds the next read may take.
 */
export async function* readPieces(
  context: Context,
  response: Response,
  timeLeft: () => number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal } = context.options
  let timeoutError: Error | undefined
  const late = () => {
    timeoutError = timedOut(failedCall(context, response))
    return timeoutError
  }
  const inTime = <Result>(work: Promise<Result>) => within(work, { timeout: timeLeft(), signal, late })
  const pause = createEventLoopYield()
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    // Not every runtime reads bodies piece by piece, nor does every fetch of a caller's own.
    reader = response.body?.getReader?.()
    if (reader === undefined) return yield new TextEncoder().encode(await inTime(response.text()))
    for (;;) {
      const { done, value } = await inTime(reader.read())
      if (done) return
      for (let at = 0; at < value.length; at += pieceSize) {
        yield value.subarray(at, at + pieceSize)
        if (pause.isDue()) await pause.take()
      }
    }
  } catch (error) {
    throw toError(error === timeoutError ? error : toForeignError(error), failedCall(context, response))
  } finally {
    // A failure to cancel a body that is no longer wanted does not matter.
    reader?.cancel().catch(() => {})
  }
}
