/** What bench/watch.ts runs: a watch of so many entities, with its journal in a folder. */
import { join } from 'node:path'
import { EntityScreening } from '../src/client.ts'
import { watchEntities } from '../src/portfolio/monitoring/watch-entities.ts'

const [folder = '', given = '100000'] = process.argv.slice(2).reverse()
const entities = Number(given)
const hits = 10
const started = performance.now()
let peak = 0
const look = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 50)

const row = (at: number) => ({
  id: `0b8e6a34-52c7-4d8f-9a3e-${String(at).padStart(12, '0')}`,
  name: `Nordwind Turbinen ${at} GmbH`,
  type: 'organization',
  registration: `HRB ${at}`,
  countryCode: 'DE',
  riskLevel: 'High Risk',
  riskScore: 80,
  caseStatus: 'IN_PROGRESS',
  platformId: '0'.repeat(32),
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:05.000Z',
})

/** The list, made as it is read: no memory of the service is counted. */
function list(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const end = Math.min(entities, at + 100)
      const rows = Array.from({ length: end - at }, (_, index) => JSON.stringify(row(at + index)))
      controller.enqueue(encoder.encode(`${at === 0 ? '[' : ','}${rows}${end === entities ? ']' : ''}`))
      at = end
      if (at === entities) controller.close()
    },
  })
}

const entry = (at: number) => ({
  name: `DOE, Kim ${at}`,
  program: `Fictional Programme ${at}`,
  listed_on: '2020-01-02',
  reason: 'Support of actions that threaten fictional stability',
  sources: [`https://lists.example/entries/${at}`],
  score: 0.93,
})
const sanctions = Array.from({ length: hits }, (_, at) => entry(at))
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
