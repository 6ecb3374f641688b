import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { readProcessTime } from '../measure/processor-time.ts'

/** A server that runs as a process. */
export interface RunningServer {
  readonly url: string
  readonly pid: number
  /** Milliseconds of processor time up to the first response. */
  readonly startTime: number
  stop(): Promise<void>
}

/** Variables that a server gets besides those of this process. */
export type Environment = Readonly<Record<string, string>>

const maxStartMs = 30_000
export const requestHeaders = { authorization: 'Bearer key', 'content-type': 'application/json' }
/** Headers of a request on a connection of its own: a server closes one that is idle for long, maybe just when it is used. */
export const singleRequestHeaders = { ...requestHeaders, connection: 'close' }

/** The end of a run ends all servers, even after an error. */
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Starts a program that listens on the port in its parameters, and waits until it responds to a request. */
export async function startServer(
  parametersFor: (port: number) => readonly string[],
  environment: Environment = {},
): Promise<RunningServer> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(process.execPath, parametersFor(port), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  const { pid } = child
  if (pid === undefined) throw new Error('no process could be started')
  let errors = ''
  child.stderr.on('data', chunk => {
    errors = `${errors}${chunk}`.slice(-2000)
  })
  while (!(await isReady(`${url}/v1/entities`))) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${errors.trim()}`)
    if (performance.now() - started > maxStartMs) {
      child.kill('SIGKILL')
      throw new Error(`it does not respond within ${maxStartMs / 1000} s: ${errors.trim()}`)
    }
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  return { url, pid, startTime: readProcessTime(pid), stop: () => stopProcess(child) }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 2000)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  clearTimeout(timer)
}

export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: singleRequestHeaders })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port')
  probe.close()
  await once(probe, 'close')
  return address.port
}
