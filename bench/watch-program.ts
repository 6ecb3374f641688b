/** Runs a watch of some entities, with its state in a folder, for bench/watch.ts. */
import { join } from 'node:path'
import { EntityScreening } from '../src/client.ts'
import { watchEntities } from '../src/portfolio/monitoring/watch-entities.ts'

const [folder = '', size = '100000'] = process.argv.slice(2).reverse()
const entities = Number(size)
const hits = 10
const started = performance.now()
let peak = 0
const look = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 50)

const row = (index: number) => ({
  id: `0b8e6a34-52c7-4d8f-9a3e-${String(index).padStart(12, '0')}`,
  name: `Nordwind Turbinen ${index} GmbH`,
  type: 'organization',
  registration: `HRB ${index}`,
  countryCode: 'DE',
  riskLevel: 'High Risk',
  riskScore: 80,
  caseStatus: 'IN_PROGRESS',
  platformId: '0'.repeat(32),
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:05.000Z',
})

/** Generates the list while it is read, so that the memory of a service does not count. */
function list(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let first = 0
  return new ReadableStream({
    pull(controller) {
      const end = Math.min(entities, first + 100)
      const rows = Array.from({ length: end - first }, (_, index) => JSON.stringify(row(first + index)))
      controller.enqueue(encoder.encode(`${first === 0 ? '[' : ','}${rows}${end === entities ? ']' : ''}`))
      first = end
      if (first === entities) controller.close()
    },
  })
}

const entry = (index: number) => ({
  name: `DOE, Kim ${index}`,
  program: `Fictional Programme ${index}`,
  listed_on: '2020-01-02',
  reason: 'Support of actions that threaten fictional stability',
  sources: [`https://lists.example/entries/${index}`],
  score: 0.93,
})
const sanctions = Array.from({ length: hits }, (_, index) => entry(index))
const networkOf = (id: string) =>
  JSON.stringify({
    nodes: {
      [id]: { id, type: 'organization' },
      o1: { id: 'o1', name: 'Kim Doe', type: 'person', birth_date: '1961-04-09', sanctions },
    },
    relations: [],
  })

const client = new EntityScreening({
  apiKey: 'a-key-of-a-benchmark',
  baseUrl: 'https://screening.example',
  logLevel: 'off',
  async fetch(url) {
    const [, id] = /entities\/([^/]+)\/network$/.exec(url) ?? []
    return new Response(id === undefined ? list() : networkOf(id))
  },
})
const base = process.memoryUsage().rss
const { checks, stopped } = await watchEntities(client, {
  state: join(folder, 'watch.state'),
  checks: 2,
  every: 1,
  concurrency: 16,
  requestsPerMinute: 600_000_000,
  onChange() {},
  onCheck: ({ networks: { read, remaining } }) =>
    console.log(`networks read ${read}, remaining ${remaining}`),
})
clearInterval(look)
const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(
  `${entities} entities, ${hits} hits each: ${mebibytes(peak)} MiB at most (${mebibytes(base)} before), ${checks} checks in ${seconds} s${stopped ? `, stopped: ${stopped.error.message}` : ''}`,
)
