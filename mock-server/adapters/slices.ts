import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { slicesOf } from '../message/pieces.ts'
import type { Reply } from '../message/reply.ts'
import { later } from '../message/turns.ts'

/** The bytes of long texts that were sent lately: the pages of a list that has not changed are the same strings again. */
const sentLately = new Map<string, Buffer>()
const shortest = 65_536
const mostBytes = 64 * 1024 * 1024
const keptFor = 60_000
let bytesKept = 0

function bytesOf(text: string): Buffer | string {
  if (text.length < shortest) return text
  const known = sentLately.get(text)
  if (known !== undefined) return known
  // What is longer than all there is room for gains nothing, and would only be thrown away.
  if (bytesKept + text.length > mostBytes) return text
  const bytes = Buffer.from(text)
  if (sentLately.size === 0) setTimeout(forget, keptFor).unref()
  bytesKept += bytes.length
  sentLately.set(text, bytes)
  return bytes
}

function forget(): void {
  sentLately.clear()
  bytesKept = 0
}

/** Sends a long body while it is made: no faster than it is read, and no further once the connection closes. */
export function sendSlices(response: ServerResponse, body: Iterable<string>): void {
  const slices = slicesOf(body)
  response.on('close', () => slices.return())
  const next = () => {
    if (response.destroyed) return
    try {
      const { done, value } = slices.next()
      if (done) response.end()
      // Writing an empty text would not wait.
      else if (value === '' || response.write(bytesOf(value))) later(next)
      else response.once('drain', () => later(next))
    } catch {
      // A list that ends early must not look complete.
      response.destroy()
    }
  }
  next()
}

/** Sends what has no end, no faster than it is read, until the connection closes. */
export async function sendLive(response: ServerResponse, open: NonNullable<Reply['live']>): Promise<void> {
  const closed = new AbortController()
  response.on('close', () => closed.abort())
  await pipeline(open(closed.signal), response)
}
