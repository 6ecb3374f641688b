import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findPeer } from '../peers.ts'
import type { Running } from './running.ts'

/** A request that is sent over and over. */
export interface Load {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly connections: number
  /** Entities that the team has before. */
  readonly entities: number
  /** The least share of the bare server's requests a second. */
  readonly target: number
}

/** One round of a load. Seconds of the processor tell which side limits it, whatever else the machine does. */
export interface Round {
  readonly requestsPerSecond: number
  /** Microseconds of the processor that the server takes for a request; NaN where the system does not tell. */
  readonly serverTime: number
  /** How much of one core the server takes. */
  readonly serverShare: number
  /** How much of one core the load generator takes: near 1, it is the limit itself. */
  readonly generatorShare: number
}

interface Generator {
  readonly name: string
  /** What a reader has to know of its figures. */
  readonly note?: string
  command(url: string, load: Load, seconds: number): string[]
  read(output: string): { requests: number; requestsPerSecond: number; failures: boolean }
}

const wrk: Generator = {
  name: 'wrk',
  command: (url, load, seconds) => {
    const script = join(tmpdir(), `entity-screening-bench-${process.pid}.lua`)
    writeFileSync(script, luaOf(load))
    return [
      'wrk',
      '-t1',
      `-c${load.connections}`,
      `-d${seconds}s`,
      '--timeout',
      '30s',
      '-s',
      script,
      url + load.path,
    ]
  },
  read: output => ({
    requests: Number(/(\d+) requests in /.exec(output)?.[1]),
    requestsPerSecond: Number(/Requests\/sec:\s*([\d.]+)/.exec(output)?.[1]),
    failures: /Non-2xx|Socket errors/.test(output),
  }),
}

const autocannon: Generator = {
  name: 'autocannon',
  note: 'wrk is not installed here: autocannon needs more of the processor for a request, and may flatter the slow.',
  command: (url, { method, path, body, connections }, seconds) => {
    const sent = body === undefined ? [] : ['--body', body]
    const headers = Object.entries(headersOf()).flatMap(([name, value]) => ['--headers', `${name}=${value}`])
    const given = ['--json', '--no-progress', '--connections', String(connections), '--method', method]
    return [
      process.execPath,
      findPeer('autocannon/autocannon.js'),
      ...given,
      ...['--duration', String(seconds), ...headers, ...sent, url + path],
    ]
  },
  read: output => {
    const { requests, non2xx, errors } = JSON.parse(output.slice(0, output.lastIndexOf('}') + 1))
    return { requests: requests.total, requestsPerSecond: requests.average, failures: non2xx + errors > 0 }
  },
}

/** wrk, or where it is not installed autocannon, whose one thread saturates first: the page says so. */
export const generator = spawnSync('wrk', ['-v']).error === undefined ? wrk : autocannon

export const authorization = 'Bearer key'

export function headersOf(): Record<string, string> {
  return { authorization, 'content-type': 'application/json' }
}

/** @throws Error where a response is no success, or the generator reports nothing. */
export async function run(server: Running, load: Load, seconds: number): Promise<Round> {
  const before = processorSeconds(server.pid)
  const started = performance.now()
  // The shell knows what its children took.
  const shell = spawn('sh', ['-c', '"$@"; times', 'sh', ...generator.command(server.url, load, seconds)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [output] = await Promise.all([text(shell.stdout), once(shell, 'close')])
  const elapsed = (performance.now() - started) / 1000
  const { requests, requestsPerSecond, failures } = generator.read(output)
  if (failures || Number.isNaN(requestsPerSecond)) throw new Error(`${server.url}${load.path}: ${output}`)
  const taken = processorSeconds(server.pid) - before
  return {
    requestsPerSecond,
    serverTime: (taken * 1e6) / requests,
    serverShare: taken / elapsed,
    generatorShare: childSeconds(output) / elapsed,
  }
}

/** What wrk is to send, as the script that it reads. */
function luaOf({ method, body }: Load): string {
  const headers = Object.entries(headersOf()).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  )
  const sent = body === undefined ? [] : [`wrk.body = ${JSON.stringify(body)}`]
  return [`wrk.method = ${JSON.stringify(method)}`, ...headers, ...sent].join('\n')
}

/** The last line of `times`: user and system time of the children, such as `0m1.230s 0m0.450s`. */
function childSeconds(output: string): number {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  const parts = Array.from(last.matchAll(/(\d+)m([\d.]+)s/g), ([, minutes, seconds]) => [minutes, seconds])
  return parts.reduce((sum, [minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}

/** User and system time of a process and its threads (man proc_pid_stat); in hundredths on every Linux. */
function processorSeconds(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return Number.NaN
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
