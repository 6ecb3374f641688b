import type { MockServer } from '../../mock-server/index.ts'
import { serveTurns } from '../measure/serve-turns.ts'
import { measureRuns } from '../measure/turns.ts'
import { createEmptyServer, sendCreate } from './in-process.ts'

/** Measures creates in a store of some size, without HTTP, and the memory that an entity takes. */
const size = Number(process.argv[2])
const creates = 5_000
/** A turn of one store would be short. */
const storesPerTurn = 8
/** The entities of a store before it fills: the memory of the compiled code does not count. */
const firstEntities = 1_000

/** Entities since the start of this process: each has a name that is not in the store. */
let count = 0

async function addEntities(server: MockServer, entities: number): Promise<void> {
  for (let index = 0; index < entities; index += 1) {
    count += 1
    await sendCreate(server, `Company number ${count} GmbH`)
  }
}

function measureHeap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

// The engine optimizes the code.
for (let stores = 0; stores < 4 * storesPerTurn; stores += 1) await addEntities(createEmptyServer(), creates)
const filled = createEmptyServer()
await addEntities(filled, firstEntities)
const base = measureHeap()
await addEntities(filled, size - firstEntities)
const bytes = (measureHeap() - base) / (size - firstEntities)

/** The stores of a turn. A small store is filled anew for each, so that its size stays the same. */
async function prepareStores(): Promise<MockServer[]> {
  if (size > creates) return Array.from({ length: storesPerTurn }, () => filled)
  const stores = Array.from({ length: storesPerTurn }, createEmptyServer)
  for (const store of stores) await addEntities(store, size)
  return stores
}

serveTurns({
  [`among ${size.toLocaleString('en')}`]: async () => {
    const stores = await prepareStores()
    const time = await measureRuns(async () => {
      for (const store of stores) await addEntities(store, creates)
    })
    return time / (stores.length * creates)
  },
  bytes: async () => bytes,
})
