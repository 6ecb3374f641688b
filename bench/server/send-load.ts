import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readProcessTime } from '../measure/processor-time.ts'
import { findPeer } from '../peers.ts'
import { type RunningServer, requestHeaders } from './start-server.ts'

/** A request that is repeated over several connections. */
export interface Load {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** In each request, another text replaces {@link requestId}. */
  readonly body?: string
  readonly connections: number
  readonly seconds: number
}

/** The placeholder of autocannon, so that each request creates another company, as those of users do. */
export const requestId = '[<id>]'

interface Generator {
  readonly name: string
  /** A remark on its figures. */
  readonly note?: string
  command(url: string, load: Load): string[]
  read(output: string): { requests: number; hasFailed: boolean }
}

const wrk: Generator = {
  name: 'wrk',
  command: (url, load) => {
    const script = join(tmpdir(), `entity-screening-bench-${process.pid}.lua`)
    writeFileSync(script, writeLua(load))
    const options = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--timeout', '30s', '-s', script]
    return ['wrk', ...options, url + load.path]
  },
  read: output => ({
    requests: Number(/(\d+) requests in /.exec(output)?.[1]),
    hasFailed: /Non-2xx|Socket errors/.test(output),
  }),
}

const autocannon: Generator = {
  name: 'autocannon',
  note: 'wrk is not installed here: autocannon takes more processor time itself.',
  command: (url, { method, path, body, connections, seconds }) => {
    const bodyOptions = body === undefined ? [] : ['--idReplacement', '--body', body]
    const headers = Object.entries(requestHeaders).flatMap(([name, value]) => [
      '--headers',
      `${name}=${value}`,
    ])
    return [
      process.execPath,
      findPeer('autocannon/autocannon.js'),
      ...['--json', '--no-progress', '--connections', String(connections), '--method', method],
      ...['--duration', String(seconds), ...headers, ...bodyOptions, url + path],
    ]
  },
  read: output => {
    const { requests, non2xx, errors } = JSON.parse(output.slice(0, output.lastIndexOf('}') + 1))
    return { requests: requests.total, hasFailed: non2xx + errors > 0 }
  },
}

/** wrk, or autocannon if wrk is not installed. */
export const generator = spawnSync('wrk', ['-v']).error === undefined ? wrk : autocannon

/**
 * Sends a load, and returns the milliseconds of processor time that the server takes for a request.
 *
 * @throws Error if a response is not successful, or the generator reports nothing.
 */
export async function sendLoad({ url, pid }: RunningServer, load: Load): Promise<number> {
  const before = readProcessTime(pid)
  const [command = '', ...parameters] = generator.command(url, load)
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  const { requests, hasFailed } = generator.read(output)
  if (hasFailed || Number.isNaN(requests)) throw new Error(`${url}${load.path}: ${output}`)
  return (readProcessTime(pid) - before) / requests
}

/** Writes the script that tells wrk what to send. */
function writeLua({ method, body }: Load): string {
  const headers = Object.entries(requestHeaders).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  )
  const bodyLines = body === undefined ? [] : writeNumberedBody(body)
  return [`wrk.method = ${JSON.stringify(method)}`, ...headers, ...bodyLines].join('\n')
}

/** Numbers the requests. The numbers of a later load are greater, if the loads send less than 100,000 requests a second. */
function writeNumberedBody(body: string): string[] {
  const [start = '', end = ''] = body.split(requestId)
  return [
    'local number = os.time() * 100000',
    'request = function()',
    '  number = number + 1',
    `  return wrk.format(nil, nil, nil, ${JSON.stringify(start)} .. string.format("%d", number) .. ${JSON.stringify(end)})`,
    'end',
  ]
}
