import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers'
import { slicesOf } from '../http/pieces.ts'

/** Milliseconds that all long answers together may hold the event loop for before others have their turn. */
const turn = 10

/** What is to be done for each long answer that is under way. */
const waiting: (() => void)[] = []
let isDue = false

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

function later(task: () => void): void {
  waiting.push(task)
  if (isDue) return
  isDue = true
  setImmediate(takeTurn)
}

/** A slice of each in the order in which they wait, however many there are. */
function takeTurn(): void {
  const until = performance.now() + turn
  do waiting.shift()?.()
  while (waiting.length > 0 && performance.now() < until)
  isDue = waiting.length > 0
  if (isDue) setImmediate(takeTurn)
}
