import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { formatInteger, formatTime, median } from '../page/figures.ts'
import type { Goal, Section } from '../page/section.ts'
import { createEntities, startOurs } from './contenders.ts'
import { createHostileName } from './create-hostile-name.ts'
import { type RunningServer, requestHeaders } from './start-server.ts'

/** The longest that a request waits for the work of another, in milliseconds. */
const maxWait = 50

/** Requests that are sent while `GET /v1/health` is timed. */
interface Work {
  readonly name: string
  readonly path: string
  /** The body of a POST. */
  readonly body?: string
  readonly repeats?: number
}

/** A team, and the work on it. */
interface WorkCase {
  readonly entities: number
  readonly subject: string
  readonly nameOf: (index: number) => string
  readonly works: readonly Work[]
}

interface Waiting {
  readonly name: string
  /** Milliseconds of each `GET /v1/health`. */
  readonly waits: readonly number[]
  /** Milliseconds of the work. */
  readonly duration: number
  readonly bytes: number
}

const list: Work = { name: 'listed for the first time, and so screened', path: '/v1/entities' }
const workCases: readonly WorkCase[] = [
  {
    entities: 1_000_000,
    subject: 'entities are ',
    nameOf: index => `Company number ${index} GmbH`,
    works: [
      list,
      { ...list, name: 'listed again' },
      {
        name: 'searched for a name that does not occur',
        path: '/v1/entities/search',
        body: '{"name":"no such name"}',
      },
    ],
  },
  { entities: 10_000, subject: 'names of 20 words are ', nameOf: createHostileName, works: [list] },
  { entities: 0, subject: '', nameOf: String, works: [createBulkWork(20)] },
]

/** A process sends the work, so that the process that reads the clock is free. */
const sender = `
const [url, headers, body, repeats] = process.argv.slice(1)
let bytes = 0
for (let count = 0; count < Number(repeats); count += 1) {
  const text = body.replaceAll('ROUND', count)
  const response = await fetch(url, { headers: JSON.parse(headers), ...(text && { method: 'POST', body: text }) })
  if (!response.ok) throw new Error(await response.text())
  for await (const chunk of response.body) bytes += chunk.length
}
console.log(bytes)`

/** Measures how long short requests wait for the server's work on others. These times are elapsed time. */
export async function measureWaiting(): Promise<Section> {
  const waitings: Waiting[] = []
  for (const workCase of workCases) waitings.push(...(await measureWorks(workCase)))
  const rows = waitings.map(({ name, waits, duration, bytes }) => [
    name,
    `${formatTime(median(waits))} (${formatInteger(waits.length)} requests)`,
    formatTime(Math.max(...waits)),
    `${(duration / 1000).toFixed(1)} s, ${formatInteger(bytes / 2 ** 20)} MiB`,
  ])
  return {
    heading: 'Server: while others wait',
    parts: [
      'The time that `GET /v1/health` takes over loopback while the server does something long for another client. This is the only target of elapsed time.',
      { head: ['meanwhile', 'median', 'longest', 'duration of the other request'], rows },
    ],
    goals: waitings.slice(0, 2).map(judgeWaiting),
  }
}

function judgeWaiting({ name, waits }: Waiting): Goal {
  const longest = Math.max(...waits)
  return {
    name: `Health while ${name}`,
    figure: `${formatTime(median(waits))}, longest ${formatTime(longest)}`,
    target: `≤ ${maxWait} ms, the longest`,
    peer: '',
    isMet: longest <= maxWait,
  }
}

async function measureWorks({ entities, subject, nameOf, works }: WorkCase): Promise<Waiting[]> {
  const server = await startOurs(['--max-old-space-size=8192'])
  try {
    await createEntities(server.url, entities, nameOf)
    const waitings: Waiting[] = []
    for (const work of works) {
      const name = entities > 0 ? `${formatInteger(entities)} ${subject}${work.name}` : work.name
      waitings.push({ ...(await measureHealth(server, work)), name })
    }
    return waitings
  } finally {
    await server.stop()
  }
}

async function measureHealth({ url }: RunningServer, { path, body = '', repeats = 1 }: Work) {
  const started = performance.now()
  let isDone = false
  const parameters = [url + path, JSON.stringify(requestHeaders), body, String(repeats)]
  const work = promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    sender,
    ...parameters,
  ]).finally(() => {
    isDone = true
  })
  const waits: number[] = []
  while (!isDone) {
    const before = performance.now()
    await (await fetch(`${url}/v1/health`)).text()
    waits.push(performance.now() - before)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const { stdout } = await work
  return { waits, duration: performance.now() - started, bytes: Number(stdout) }
}

/** Bulk requests of 1,000 rows each. */
function createBulkWork(repeats: number): Work {
  const entities = Array.from({ length: 1000 }, (_, index) => {
    return { type: 'organization', name: `Row ROUND ${index}`, countryCode: 'FR' }
  })
  const body = JSON.stringify({ entities })
  return {
    name: `${repeats} bulk requests of 1,000 rows are sent`,
    path: '/v1/entities/bulk',
    body,
    repeats,
  }
}
