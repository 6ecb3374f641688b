import { createMockServer, type MockServer } from '../../mock-server/index.ts'
import { readThreadTime } from '../measure/processor-time.ts'
import { serveRounds } from '../measure/serve-rounds.ts'

/**
 * Measures creates in a store of some size, and in the mode `bulk` bulk requests, without HTTP. A round of a small store
 * begins with a new server, so that its size stays the same.
 */
const [size = '1000', mode] = process.argv.slice(2)
const creates = 5_000
const bulkRequests = 50
const bulkRows = 1_000

/** Milliseconds of a create, or of a bulk request, of JSON of its bodies, and of a store without checks. */
export interface StoreTimes {
  readonly create: number
  readonly bulk: number
  readonly json: number
  readonly floor: number
  /** The memory of an entity. */
  readonly bytes: number
}

let count = 0

async function send(server: MockServer, path: string, body: string): Promise<string> {
  const header = (name: string) => (name === 'authorization' ? 'Bearer key' : null)
  const dispatched = server.dispatch({ method: 'POST', path, header, body, local: true })
  const reply = (await dispatched.ready) ?? dispatched
  const text = [...reply.body].join('')
  if (reply.status !== 201) throw new Error(text)
  return text
}

function createServer(): MockServer {
  return createMockServer({ keys: { key: 'team' }, entityLimit: 10_000_000 })
}

async function addEntities(server: MockServer, entities: number): Promise<void> {
  for (let index = 0; index < entities; index += 1) {
    count += 1
    const row = { name: `Company number ${count} GmbH`, type: 'organization', countryCode: 'DE' }
    await send(server, '/v1/entities', JSON.stringify(row))
  }
}

/** Milliseconds of a run. */
async function measure(run: () => unknown, runs: number): Promise<number> {
  const started = readThreadTime()
  await run()
  return (readThreadTime() - started) / runs
}

function writeBulk(): string {
  const entities = Array.from({ length: bulkRows }, () => {
    count += 1
    return {
      type: 'organization',
      name: `Bulk company ${count} GmbH`,
      countryCode: 'DE',
      registration: `HRB ${count}`,
    }
  })
  return JSON.stringify({ entities })
}

interface Row {
  readonly name: string
}

/** Parses the rows, stores them by name, and responds: what any bulk endpoint does. */
function storeRows(store: Map<string, object>, text: string): string {
  const { entities }: { readonly entities: readonly Row[] } = JSON.parse(text)
  for (const row of entities) {
    const id = crypto.randomUUID()
    store.set(row.name, { ...row, id, createdAt: new Date().toISOString() })
  }
  return JSON.stringify({ success: true, data: { successCount: store.size, errorCount: 0, errors: [] } })
}

async function measureBulk(): Promise<Pick<StoreTimes, 'bulk' | 'json' | 'floor'>> {
  const server = createServer()
  const store = new Map<string, object>()
  const texts = Array.from({ length: bulkRequests }, writeBulk)
  const responses: string[] = []
  const bulk = await measure(async () => {
    for (const text of texts) responses.push(await send(server, '/v1/entities/bulk', text))
  }, bulkRequests)
  for (const response of responses) {
    const { data } = JSON.parse(response)
    if (data.successCount !== bulkRows) throw new Error(response)
  }
  const json = await measure(() => {
    for (const text of [...texts, ...responses]) JSON.stringify(JSON.parse(text))
  }, bulkRequests)
  const floor = await measure(() => {
    for (const text of texts) storeRows(store, text)
  }, bulkRequests)
  return { bulk, json, floor }
}

function measureHeap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const isLarge = Number(size) > creates
const filled = createServer()
await addEntities(filled, 1_000)
const base = measureHeap()
if (isLarge) await addEntities(filled, Number(size) - 1_000)
const bytes = isLarge ? (measureHeap() - base) / (Number(size) - 1_000) : 0
await addEntities(createServer(), creates)
if (mode === 'bulk') for (let index = 0; index < 5; index += 1) await measureBulk()

serveRounds(async (): Promise<StoreTimes> => {
  const server = isLarge ? filled : createServer()
  if (!isLarge) await addEntities(server, Number(size))
  const create = await measure(() => addEntities(server, creates), creates)
  const bulk = mode === 'bulk' ? await measureBulk() : { bulk: 0, json: 0, floor: 0 }
  return { create, ...bulk, bytes }
})
