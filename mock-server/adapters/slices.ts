import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { slicesOf } from '../message/pieces.ts'
import type { Reply } from '../message/reply.ts'
import { later } from '../message/turns.ts'

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
      else if (value === '' || response.write(value)) later(next)
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
  const { signal } = closed
  for await (const piece of open(signal)) {
    if (signal.aborted) return
    if (!response.write(piece)) await once(response, 'drain', { signal })
  }
  response.end()
}
