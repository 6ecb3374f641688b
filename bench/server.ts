import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { median } from './median.ts'
import { authorization, fill, start, startOurs } from './running-server.ts'

/**
 * `npm run bench:server`: the built command against a bare node:http server that sends the same bytes, in turns, over loopback,
 * with medians; then start-up, creating in a full store, and memory. Each load ends by itself.
 */
const rounds = 5
const seconds = 2
const connections = 50
const folder = mkdtempSync(join(tmpdir(), 'entity-screening-bench-'))

const startBare = (status: number, body: string) => {
  const file = join(folder, 'body.json')
  writeFileSync(file, body)
  return start(['--import', 'tsx', 'bench/bare-server.ts', String(status), file])
}

interface Load {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  /** Entities that the team has before. */
  readonly entities: number
}

const create = '{"name":"Nordlicht Maschinenbau GmbH","type":"organization","countryCode":"DE"}'
const loads: Load[] = [
  { name: 'small GET (a list of one)', method: 'GET', path: '/v1/entities', entities: 1 },
  { name: 'create POST', method: 'POST', path: '/v1/entities', body: create, entities: 1 },
  { name: 'list of 10,000', method: 'GET', path: '/v1/entities', entities: 10_000 },
]

async function requestsPerSecond(url: string, { method, path, body }: Load): Promise<number> {
  const headers = { authorization, 'content-type': 'application/json' }
  const options = { url: url + path, method, headers, connections, duration: seconds }
  const result = await autocannon(body === undefined ? options : { ...options, body })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} errors, ${result.errors} broken`)
  return result.requests.average
}

async function compare(load: Load): Promise<void> {
  const ours = await startOurs()
  await fill(ours.url, load.entities, at => `Company ${at} GmbH`)
  const sample = await fetch(ours.url + load.path, {
    method: load.method,
    headers: { authorization },
    ...(load.body === undefined ? {} : { body: load.body }),
  })
  const bare = await startBare(sample.status, await sample.text())
  const results = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    results.bare.push(await requestsPerSecond(bare.url, load))
    results.ours.push(await requestsPerSecond(ours.url, load))
  }
  await Promise.all([ours.stop(), bare.stop()])
  const [ourMedian, bareMedian] = [median(results.ours), median(results.bare)]
  const ratio = (ourMedian / bareMedian).toFixed(2)
  console.log(`${load.name.padEnd(28)} ${round(ourMedian)} requests/s, bare ${round(bareMedian)}: ${ratio}`)
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en')
}

async function timeToFirstAnswer(): Promise<number> {
  const started = performance.now()
  const { url, stop } = await startOurs()
  await (await fetch(`${url}/v1/health`)).text()
  const took = performance.now() - started
  await stop()
  return took
}

console.log(`${rounds} rounds of ${seconds} s each, in turns, ${connections} connections, medians`)
for (const load of loads) await compare(load)

const starts: number[] = []
for (let count = 0; count < 11; count += 1) starts.push(await timeToFirstAnswer())
console.log(`${'start to first answer'.padEnd(28)} ${round(median(starts))} ms`)

const store = spawnSync(process.execPath, [
  '--expose-gc',
  '--max-old-space-size=8192',
  '--import',
  'tsx',
  'bench/store.ts',
])
if (store.status !== 0) throw new Error(String(store.stderr))
const { microseconds, bytes }: { microseconds: Record<string, number>; bytes: number } = JSON.parse(
  String(store.stdout),
)
const times = Object.entries(microseconds).map(
  ([size, time]) => `${round(Number(size))}: ${time.toFixed(1)} µs`,
)
const growth = (microseconds[1_000_000] ?? Number.NaN) / (microseconds[1000] ?? Number.NaN)
console.log(`${'create, by entities before'.padEnd(28)} ${times.join(', ')}: ${growth.toFixed(2)}`)
console.log(`${'heap an entity'.padEnd(28)} ${round(bytes)} bytes`)
