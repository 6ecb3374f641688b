import { createMockServer } from '../mock-server/index.ts'
import { median } from './median.ts'

/** Run in a process of its own with --expose-gc: what a create takes, and what an entity weighs, by the size of the store. */
const sizes = [1000, 100_000, 1_000_000]
const measured = 2000

const server = createMockServer({ keys: { key: 'team' }, entityLimit: 2_000_000 })
let made = 0

function create(): void {
  made += 1
  const body = JSON.stringify({
    name: `Company number ${made} GmbH`,
    type: 'organization',
    countryCode: 'DE',
  })
  const reply = server.dispatch({
    method: 'POST',
    path: '/v1/entities',
    header: name => (name === 'authorization' ? 'Bearer key' : null),
    body,
    local: true,
  })
  if (reply.status !== 201) throw new Error([...reply.body].join(''))
}

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

while (made < 1000) create()
const emptyHeap = heap()
const emptyMade = made
const microseconds: Record<string, number> = {}
for (const size of sizes) {
  while (made < size) create()
  const batches = Array.from({ length: 21 }, () => {
    const started = process.hrtime.bigint()
    for (let count = 0; count < measured / 20; count += 1) create()
    return Number(process.hrtime.bigint() - started) / 1000 / (measured / 20)
  })
  microseconds[size] = median(batches)
}
const bytes = (heap() - emptyHeap) / (made - emptyMade)
process.stdout.write(JSON.stringify({ microseconds, bytes }))
