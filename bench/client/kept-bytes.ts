import { writeListBody } from '../bodies.ts'
import { nextTurn } from '../measure/next-turn.ts'
import { serveTurns } from '../measure/serve-turns.ts'
import type { Contenders } from '../measure/turns.ts'
import { kyAndZod } from './by-hand.ts'
import { ownClient } from './own.ts'

/** Measures the memory that the values of a list of 10,000 take. */
const text = writeListBody(10_000)
const client = ownClient(text)
const readers: Contenders = {
  'JSON.parse': () => JSON.parse(text),
  'entity-screening': () => client.entities.list(),
  'ky and zod with transforms': kyAndZod(text),
}
const lists = 20

async function measureBytes(read: () => unknown): Promise<number> {
  // The first lists take memory for the compiled code, too.
  for (let count = 0; count < lists; count += 1) await read()
  const before = await measureHeap()
  const values: unknown[] = []
  for (let count = 0; count < lists; count += 1) values.push(await read())
  return ((await measureHeap()) - before) / values.length
}

/**
 * Measures the heap when it no longer shrinks. The body of the last call is held until the event loop has turned: measured at
 * once, it is in the heap before the lists or in that after them, and the lists seem smaller or larger than they are.
 */
async function measureHeap(): Promise<number> {
  let bytes = Number.POSITIVE_INFINITY
  for (;;) {
    await nextTurn()
    globalThis.gc?.()
    const { heapUsed } = process.memoryUsage()
    if (heapUsed >= bytes) return bytes
    bytes = heapUsed
  }
}

serveTurns(
  Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, () => measureBytes(read)])),
)
