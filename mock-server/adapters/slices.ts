import type { ServerResponse } from 'node:http'
import { slicesOf } from '../message/pieces.ts'
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
