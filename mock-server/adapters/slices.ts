import type { ServerResponse } from 'node:http'
import { slicesOf } from '../message/pieces.ts'
import { later } from '../message/turns.ts'

/** Sends a long body while it is made: no faster than its reader takes it, and no further once the reader has gone. */
export function sendSlices(response: ServerResponse, body: Iterable<string>): void {
  const slices = slicesOf(body)
  response.on('close', () => slices.return())
  const next = () => {
    if (response.destroyed) return
    try {
      const { done, value } = slices.next()
      if (done) response.end()
      // An empty text would be taken for nothing to wait for.
      else if (value === '' || response.write(value)) later(next)
      else response.once('drain', () => later(next))
    } catch {
      // Never a list that ends early as if it were whole.
      response.destroy()
    }
  }
  next()
}
