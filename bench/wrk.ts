import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Running } from './running-server.ts'

/** A request that is sent over and over. */
export interface Load {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly connections: number
}

/** One round of a load. Seconds of the processor tell which side was the bottleneck, whatever else the machine does. */
export interface Round {
  readonly requestsPerSecond: number
  /** Microseconds of a processor that the server's main thread took for a request. */
  readonly serverTime: number
  /** Microseconds that wrk took for a request. */
  readonly wrkTime: number
}

/**
 * Loads a server with wrk for so many seconds.
 *
 * @throws Error where wrk is not installed, or a response is no success.
 */
export async function runWrk(server: Running, load: Load, seconds: number, script: string): Promise<Round> {
  const before = processorSeconds(server.pid)
  const given = ['-t1', `-c${load.connections}`, `-d${seconds}s`, '-s', script, server.url + load.path]
  // The shell knows what its children took.
  const shell = spawn('sh', ['-c', 'wrk "$@"; times', 'sh', ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(shell.stdout), once(shell, 'close')])
  const [, requests] = /(\d+) requests in /.exec(output) ?? []
  const [, rate] = /Requests\/sec:\s*([\d.]+)/.exec(output) ?? []
  if (requests === undefined || rate === undefined)
    throw new Error(`wrk gave no result; is it installed (apt install wrk)?\n${output}`)
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${server.url}: ${output}`)
  const each = (taken: number) => (taken * 1e6) / Number(requests)
  return {
    requestsPerSecond: Number(rate),
    serverTime: each(processorSeconds(server.pid) - before),
    wrkTime: each(childSeconds(output)),
  }
}

/** What wrk is to send, as the script that it reads. */
export function wrkScript({ method, headers, body }: Load): string {
  const lines = [`wrk.method = ${JSON.stringify(method)}`]
  for (const [name, value] of Object.entries(headers))
    lines.push(`wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  if (body !== undefined) lines.push(`wrk.body = ${JSON.stringify(body)}`)
  return lines.join('\n')
}

/** The last line of `times`: user and system time of the children, such as `0m1.230s 0m0.450s`. */
function childSeconds(output: string): number {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  return Array.from(
    last.matchAll(/(\d+)m([\d.]+)s/g),
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  ).reduce((sum, part) => sum + part, 0)
}

/** What the thread that answers has taken of a processor; collecting garbage has threads of its own. */
function processorSeconds(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e9
}
