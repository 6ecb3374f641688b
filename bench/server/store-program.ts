import { serveTurns } from '../measure/serve-turns.ts'
import { measureRuns } from '../measure/turns.ts'
import { createEmptyServer, sendCreate } from './in-process.ts'

/** Measures creates in a store of some size, without HTTP, and the memory that an entity takes. */
const size = Number(process.argv[2])
const creates = 5_000
/** The entities of a store before it fills: the memory of the compiled code does not count. */
const firstEntities = 1_000

/** Entities since the start of this process: each has a name that is not in the store. */
let count = 0

async function addEntities(server: ReturnType<typeof createEmptyServer>, entities: number): Promise<void> {
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
await addEntities(createEmptyServer(), creates)
const filled = createEmptyServer()
await addEntities(filled, firstEntities)
const base = measureHeap()
await addEntities(filled, size - firstEntities)
const bytes = (measureHeap() - base) / (size - firstEntities)

/** A small store is filled anew for each turn, so that its size stays the same. */
async function prepareServer() {
  if (size > creates) return filled
  const server = createEmptyServer()
  await addEntities(server, size)
  return server
}

serveTurns({
  [`among ${size.toLocaleString('en')}`]: async () => {
    const server = await prepareServer()
    return (await measureRuns(() => addEntities(server, creates))) / creates
  },
  bytes: async () => bytes,
})
