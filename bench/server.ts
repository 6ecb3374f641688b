import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './median.ts'
import { authorization, fill, type Running, start, startOurs } from './running-server.ts'
import { type Load, type Round, runWrk, wrkScript } from './wrk.ts'

/**
 * `npm run bench:server`: the built command against a bare node:http server that sends the same bytes, in turns, over loopback,
 * by wrk, with medians; then start-up. `npm run bench:server -- 20` takes 20 rounds of a second each.
 */
const rounds = Number(process.argv[2] ?? 9)
const seconds = 1
const folder = mkdtempSync(join(tmpdir(), 'entity-screening-bench-'))

interface Task extends Load {
  readonly name: string
  /** Entities that the team has before. */
  readonly entities: number
  /** The least part of the bare server's requests a second that is good enough. */
  readonly target: number
}

const list = { method: 'GET', path: '/v1/entities', headers: { authorization }, connections: 50 } as const
const tasks: Task[] = [
  { ...list, name: 'small GET (a list of one)', entities: 1, target: 0.72 },
  {
    ...list,
    name: 'create POST',
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"name":"Nordlicht Maschinenbau GmbH","type":"organization","countryCode":"DE"}',
    entities: 1,
    target: 0.7,
  },
  { ...list, name: 'list of 10,000', entities: 10_000, connections: 10, target: 0.5 },
]

async function compare(task: Task): Promise<void> {
  const ours = await startOurs()
  await fill(ours.url, task.entities, at => `Company ${at} GmbH`)
  const bare = await startBare(ours, task)
  const script = join(folder, 'request.lua')
  writeFileSync(script, wrkScript(task))
  const results = { ours: [] as Round[], bare: [] as Round[] }
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [
      await runWrk(bare, task, seconds, script),
      await runWrk(ours, task, seconds, script),
    ]
    // The first round only warms both up.
    if (round === 0) continue
    results.bare.push(one)
    results.ours.push(other)
  }
  await Promise.all([ours.stop(), bare.stop()])
  say(task, results)
}

/** Sends what ours sends. */
async function startBare(ours: Running, { method, path, headers, body }: Task): Promise<Running> {
  const sample = await fetch(ours.url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const file = join(folder, 'body.json')
  writeFileSync(file, await sample.text())
  return start(['--import', 'tsx', 'bench/bare-server.ts', String(sample.status), file])
}

function say({ name, target }: Task, { ours, bare }: { ours: Round[]; bare: Round[] }): void {
  const ratios = ours.map(
    ({ requestsPerSecond }, at) => requestsPerSecond / (bare[at]?.requestsPerSecond ?? Number.NaN),
  )
  const of = (results: Round[], field: keyof Round) => median(results.map(result => result[field]))
  const ratio = median(ratios)
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const times = (results: Round[]) =>
    `${of(results, 'serverTime').toFixed(1)} (wrk ${of(results, 'wrkTime').toFixed(1)})`
  console.log(
    `${name.padEnd(26)} ${round(of(ours, 'requestsPerSecond'))} requests/s, bare ${round(of(bare, 'requestsPerSecond'))}: ` +
      `${ratio.toFixed(2)} (${spread}; target ${target}: ${ratio >= target ? 'met' : 'missed'})\n` +
      `${''.padEnd(26)} µs of processor a request: ${times(ours)}, bare ${times(bare)}: ${(of(bare, 'serverTime') / of(ours, 'serverTime')).toFixed(2)}`,
  )
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

console.log(`${rounds} rounds of ${seconds} s each, in turns, medians`)
for (const task of tasks) await compare(task)

const starts: number[] = []
for (let count = 0; count < 21; count += 1) starts.push(await timeToFirstAnswer())
const start50 = median(starts)
console.log(
  `${'start to first answer'.padEnd(26)} ${round(start50)} ms (target 150: ${start50 <= 150 ? 'met' : 'missed'})`,
)
