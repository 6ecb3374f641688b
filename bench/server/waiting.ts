import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { universeParties } from '../../mock-server/screening/universe/index.ts'
import { median, time, whole } from '../figures.ts'
import { type Goal, goal, type Section } from '../page.ts'
import type { Run } from '../run.ts'
import { fill, startOurs } from './contenders.ts'
import { headersOf } from './load.ts'
import type { Running } from './running.ts'

/** Nobody waits longer for somebody else's work. */
const target = 50

/** What is sent while `GET /v1/health` is timed. */
interface Work {
  readonly what: string
  readonly path: string
  /** The body of a POST. */
  readonly body?: string
  /** How often in a row. */
  readonly times?: number
}

const list: Work = { what: 'listed', path: '/v1/entities' }
const lists = [
  { ...list, what: 'listed for the first time, and so screened' },
  { ...list, what: 'listed again' },
  {
    what: 'searched for a name that none has',
    path: '/v1/entities/search',
    body: '{"name":"nobody at all"}',
  },
]

interface Waiting {
  readonly what: string
  readonly times: readonly number[]
  /** Milliseconds that the work took. */
  readonly took: number
  readonly bytes: number
}

/** Each work is sent by a process of its own, so that it does not slow down the one that looks at the clock. */
const sender = `
const [url, headers, body, times] = process.argv.slice(1)
let bytes = 0
for (let count = 0; count < Number(times); count += 1) {
  const text = body.replaceAll('ROUND', count)
  const response = await fetch(url, { headers: JSON.parse(headers), ...(text && { method: 'POST', body: text }) })
  if (!response.ok) throw new Error(await response.text())
  for await (const chunk of response.body) bytes += chunk.length
}
console.log(bytes)`

export async function measureWaiting({ rounds }: Run): Promise<Section> {
  const entities = rounds > 2 ? 1_000_000 : 100_000
  const waits = [
    ...(await inServer(entities, 'entities', at => `Company number ${at} GmbH`, lists)),
    ...(await inServer(10_000, 'names of 20 words', hostileName, lists.slice(0, 1))),
    ...(await inServer(0, '', String, [bulkOf(20)])),
  ]
  const rows = waits.map(({ what, times, took, bytes }) => [
    what,
    `${time(median(times))} (${whole(times.length)} requests)`,
    time(Math.max(...times)),
    `${(took / 1000).toFixed(1)} s, ${whole(bytes / 2 ** 20)} MiB`,
  ])
  return {
    heading: 'Server: while others wait',
    parts: [
      'How long `GET /v1/health` takes while the server does something long for another client, over loopback.',
      { head: ['meanwhile', 'median', 'longest', 'the other request takes'], rows },
    ],
    goals: waits.slice(0, 2).map(waitGoal),
  }
}

function waitGoal({ what, times }: Waiting): Goal {
  const most = Math.max(...times)
  const figure = `${time(median(times))}, longest ${time(most)}`
  return goal(`Health while ${what}`, figure, `≤ ${target} ms, the longest`, most <= target)
}

async function inServer(
  entities: number,
  called: string,
  nameOf: (at: number) => string,
  works: readonly Work[],
): Promise<Waiting[]> {
  const server = await startOurs(['--max-old-space-size=8192'])
  try {
    await fill(server.url, entities, nameOf)
    const waits: Waiting[] = []
    for (const work of works) {
      const who = entities > 0 ? `${whole(entities)} ${called} are ` : ''
      waits.push({ ...(await timeHealth(server, work)), what: who + work.what })
    }
    return waits
  } finally {
    await server.stop()
  }
}

async function timeHealth({ url }: Running, { path, body = '', times = 1 }: Work) {
  const started = performance.now()
  let isDone = false
  const given = [url + path, JSON.stringify(headersOf()), body, String(times)]
  const work = promisify(execFile)(process.execPath, ['--input-type=module', '-e', sender, ...given]).finally(
    () => {
      isDone = true
    },
  )
  const waits: number[] = []
  while (!isDone) {
    const asked = performance.now()
    await (await fetch(`${url}/v1/health`)).text()
    waits.push(performance.now() - asked)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const { stdout } = await work
  return { times: waits, took: performance.now() - started, bytes: Number(stdout) }
}

/** So many bulk requests of 1,000 rows each. */
function bulkOf(times: number): Work {
  const entities = Array.from({ length: 1000 }, (_, at) => {
    return { type: 'organization', name: `Row ROUND ${at}`, countryCode: 'FR' }
  })
  const body = JSON.stringify({ entities })
  return { what: `${times} bulk requests of 1,000 rows are sent`, path: '/v1/entities/bulk', body, times }
}

/** Twenty words a name, each of them one of the universe's with a letter changed: hard to screen. */
const words = universeParties.flatMap(({ name }) => name.split(/[\s-]+/)).filter(word => word.length > 4)
export function hostileName(number: number): string {
  return Array.from({ length: 20 }, (_, at) => {
    const word = words[(number * 7 + at * 131) % words.length] ?? ''
    const place = 2 + ((number + at) % (word.length - 2))
    return `${word.slice(0, place)}x${word.slice(place + 1)}`
  }).join(' ')
}
