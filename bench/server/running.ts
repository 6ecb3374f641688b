import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { headersOf } from './load.ts'

/** A server in a process of its own. */
export interface Running {
  readonly url: string
  readonly pid: number
  /** Milliseconds from the start of the process to its first response. */
  readonly startTime: number
  stop(): Promise<void>
}

const longestStart = 30_000

/** Whatever ends a run ends what it has started. */
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Starts a program that listens at the port it is given, and waits until it responds to a request. */
export async function start(parametersAt: (port: number) => readonly string[]): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, parametersAt(port), { stdio: ['ignore', 'ignore', 'pipe'] })
  children.add(child)
  child.once('exit', () => children.delete(child))
  if (child.pid === undefined) throw new Error('no process could be started')
  let complaint = ''
  child.stderr.on('data', chunk => {
    complaint = `${complaint}${chunk}`.slice(-2000)
  })
  while (!(await responds(`${url}/v1/entities`))) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${complaint.trim()}`)
    if (performance.now() - begun > longestStart) {
      child.kill('SIGKILL')
      throw new Error(`it does not respond within ${longestStart / 1000} s: ${complaint.trim()}`)
    }
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  const startTime = performance.now() - begun
  const stop = async () => {
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 2000)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    clearTimeout(force)
  }
  return { url, pid: child.pid, startTime, stop }
}

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: headersOf() })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port')
  probe.close()
  await once(probe, 'close')
  return address.port
}
