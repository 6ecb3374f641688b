import { isRecord } from '../shared/json.ts'
import { copyCause } from '../transport/copy-cause.ts'
import type { FetchResponse } from '../transport/options/options.ts'
import { type Bytes, joinBytes } from './bytes.ts'
import { callWithLimit } from './call-with-limit.ts'
import type { ProxySettings } from './options.ts'
import { strikeKey } from './strike-key.ts'

/** Yields the bytes of a body as they arrive. Leaving the loop cancels the body. */
export async function* readChunks(response: FetchResponse): AsyncGenerator<Bytes, void> {
  const body = bodyOf(response)
  if (body === null) return yield new TextEncoder().encode(await response.text())
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** Returns the stream of a body; null if it is empty, or if the implementation of `fetch` has no web streams. */
function bodyOf({ body }: FetchResponse & { readonly body?: unknown }): ReadableStream<Bytes> | null {
  return isStream(body) ? body : null
}

function isStream(body: unknown): body is ReadableStream<Bytes> {
  return isRecord(body) && typeof body.getReader === 'function'
}

/** Reads a body to its end. */
export async function readAll(chunks: AsyncIterable<Bytes>): Promise<Bytes> {
  const read: Bytes[] = []
  for await (const chunk of chunks) read.push(chunk)
  return joinBytes(read)
}

/** Reads a body, at most up to a limit in bytes. Returns null if it is longer. */
export async function readBeginning(chunks: AsyncIterable<Bytes>, limit: number): Promise<Bytes | null> {
  const read: Bytes[] = []
  let length = 0
  for await (const chunk of chunks) {
    read.push(chunk)
    length += chunk.length
    if (length > limit) return null
  }
  return joinBytes(read)
}

/**
 * Creates a stream that passes a body on as it arrives, without the key. If a part does not arrive within the time limit, the
 * stream breaks off, because the page has the status already.
 *
 * @param connection - Ends the request to the service.
 */
export function passBody(
  { apiKey, timeout, mask, onError }: ProxySettings,
  response: FetchResponse,
  connection: AbortController,
): ReadableStream<Bytes> {
  const chunks = strikeKey(readChunks(response), apiKey)
  return new ReadableStream<Bytes>({
    async pull(controller) {
      try {
        const part = await callWithLimit('the response', () => chunks.next(), { timeout })
        if (part.done) controller.close()
        else controller.enqueue(part.value)
      } catch (error) {
        const cause = copyCause(error, mask)
        // If the connection is aborted, the page has left.
        if (!connection.signal.aborted) onError(cause)
        connection.abort()
        controller.error(cause)
      }
    },
    cancel: () => connection.abort(),
  })
}
