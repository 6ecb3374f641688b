import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Reply } from '../message/reply.ts'
import type { ListCache } from '../state/list-cache.ts'

const minCachedLength = 65_536
const maxCachedBytes = 64 * 1024 * 1024
const cacheDurationMs = 60_000

/**
 * Encodes a long string, and caches its bytes for a minute, because an unchanged list consists of the same strings each time.
 */
function encodeChunk(text: string, encodedChunks: ListCache['encodedChunks']): Uint8Array | string {
  if (text.length < minCachedLength) return text
  const cached = encodedChunks.get(text)
  if (cached !== undefined) return cached
  const cachedLength = [...encodedChunks.values()].reduce((sum, bytes) => sum + bytes.length, 0)
  // If the cache is full, the string is not cached.
  if (cachedLength + text.length > maxCachedBytes) return text
  if (encodedChunks.size === 0) setTimeout(() => encodedChunks.clear(), cacheDurationMs).unref()
  const bytes = Buffer.from(text)
  encodedChunks.set(text, bytes)
  return bytes
}

/** Keeps the original setImmediate, because a test may replace it later. */
const { setImmediate: runLater } = globalThis

/** Sends a long body while it is generated, no faster than the client reads it. Stops when the connection closes. */
export function sendChunks(
  response: ServerResponse,
  body: Iterable<string>,
  { encodedChunks }: ListCache,
): void {
  const slices = body[Symbol.iterator]()
  response.on('close', () => slices.return?.())
  const next = () => {
    if (response.destroyed) return
    try {
      const { done, value } = slices.next()
      if (done) response.end()
      // An empty chunk only lets other work run.
      else if (value === '' || response.write(encodeChunk(value, encodedChunks))) runLater(next)
      else response.once('drain', () => runLater(next))
    } catch {
      // Breaks the connection, so that the client does not take an incomplete list for a complete one.
      response.destroy()
    }
  }
  next()
}

/** Sends an endless stream, no faster than the client reads it, until the connection closes. */
export async function sendStream(
  response: ServerResponse,
  open: NonNullable<Reply['stream']>,
): Promise<void> {
  const closed = new AbortController()
  response.on('close', () => closed.abort())
  await pipeline(open(closed.signal), response)
}
