import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parties } from '../mock-server/screening/universe/index.ts'
import { median } from './median.ts'
import { authorization, fill, startOurs } from './running-server.ts'

/**
 * `npm run bench:responsive`: how long `GET /v1/health` takes while somebody else's work is done: a long list, a search that
 * finds nothing, the first list of names made to be hard to screen, bulk requests, and a snapshot that is taken and given. Each
 * load is made by a process of its own.
 */
const target = 100
const size = Number(process.argv[2] ?? 1_000_000)
const hostile = 10_000

/** Entities of the snapshot. */
const snapshotSize = 100_000

const reader = `
const [url, body] = process.argv.slice(1)
const answer = await fetch(url, { headers: { authorization: '${authorization}' }, ...(body && { method: 'POST', body }) })
let bytes = 0
for await (const chunk of answer.body) bytes += chunk.length
console.log(answer.status, bytes)`

/** Sends bulk requests, takes the snapshot, or takes it and gives it back. */
const longRequests = `
const [url, what] = process.argv.slice(1)
const headers = { authorization: '${authorization}' }
const path = url + '/__admin/snapshot'
if (what === 'bulk') {
  for (let batch = 0; batch < 20; batch += 1) {
    const entities = Array.from({ length: 1000 }, (_, at) => ({ type: 'organization', name: 'Row ' + batch + ' ' + at, countryCode: 'FR' }))
    await (await fetch(url + '/v1/entities/bulk', { method: 'POST', headers, body: JSON.stringify({ entities }) })).text()
  }
  console.log(201, 20_000)
} else {
  const text = await (await fetch(path)).text()
  if (what === 'put') console.log((await fetch(path, { method: 'PUT', body: text })).status, text.length)
  else console.log(200, text.length)
}`

/** Twenty words a name, each of them one of the universe's with a letter changed. */
const words = parties.flatMap(({ name }) => name.split(/[\s-]+/)).filter(word => word.length > 4)
function hostileName(number: number): string {
  return Array.from({ length: 20 }, (_, at) => {
    const word = words[(number * 7 + at * 131) % words.length] ?? ''
    const place = 2 + ((number + at) % (word.length - 2))
    return `${word.slice(0, place)}x${word.slice(place + 1)}`
  }).join(' ')
}

async function measure(what: string, url: string, path: string, body?: string): Promise<void> {
  await measureWhile(what, url, reader, [url + path, ...(body === undefined ? [] : [body])])
}

async function measureWhile(what: string, url: string, program: string, given: string[]): Promise<void> {
  const started = performance.now()
  let isDone = false
  const parameters = ['--input-type=module', '-e', program, ...given]
  const work = promisify(execFile)(process.execPath, parameters).finally(() => {
    isDone = true
  })
  const times: number[] = []
  while (!isDone) {
    const asked = performance.now()
    await (await fetch(`${url}/v1/health`)).text()
    times.push(performance.now() - asked)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const { stdout } = await work
  const [middle, most] = [median(times), Math.max(...times)]
  console.log(
    `${what}: health in ${middle.toFixed(1)} ms (median of ${times.length}; most ${most.toFixed(0)}; target ${target}: ` +
      `${middle <= target ? 'met' : 'missed'}); the work took ${((performance.now() - started) / 1000).toFixed(1)} s (${stdout.trim()} bytes)`,
  )
}

async function run(count: number, what: string, nameOf: (at: number) => string): Promise<void> {
  const { url, stop } = await startOurs(['--max-old-space-size=8192'])
  await fill(url, count, nameOf)
  const total = count.toLocaleString('en')
  await measure(`${total} ${what}, first list`, url, '/v1/entities')
  await measure(`${total} ${what}, second list`, url, '/v1/entities')
  await measure(
    `${total} ${what}, search without a hit`,
    url,
    '/v1/entities/search',
    '{"name":"nobody at all"}',
  )
  await stop()
}

async function runLongRequests(): Promise<void> {
  const { url, stop } = await startOurs()
  const total = snapshotSize.toLocaleString('en')
  await measureWhile('20 bulk requests of 1,000 rows', url, longRequests, [url, 'bulk'])
  await fill(url, snapshotSize, at => `Company number ${at} GmbH`)
  await measureWhile(`${total} entities, snapshot taken`, url, longRequests, [url, 'get'])
  await measureWhile(`${total} entities, snapshot taken and given`, url, longRequests, [url, 'put'])
  await stop()
}

await runLongRequests()
await run(hostile, 'hostile names', hostileName)
await run(size, 'entities', at => `Company number ${at} GmbH`)
