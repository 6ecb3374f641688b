import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A server in a process of its own. */
export interface Running {
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export const authorization = 'Bearer key'

/** Starts a program that says on its first line where it listens. */
export async function start(parameters: string[]): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.stdout === null || child.pid === undefined) throw new Error('the server has no output')
  const [line] = await once(createInterface(child.stdout), 'line')
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url: String(line).replace('listening on ', ''), pid: child.pid, stop }
}

const built = process.env.BENCH_BUILD ?? 'dist'

/** The built command; BENCH_BUILD names the folder of another build, to hold one against the other. */
export function startOurs(options: readonly string[] = []): Promise<Running> {
  const limits = ['--clock', 'manual', '--entity-limit', '100000000', '--quiet']
  return start([...options, `${built}/cli.js`, 'serve', '--port', '0', '--key', 'key=team', ...limits])
}

/** Creates so many organizations, and has them screened as soon as somebody looks. */
export async function fill(url: string, entities: number, nameOf: (at: number) => string): Promise<void> {
  for (let first = 0; first < entities; first += 1000) {
    const rows = Array.from({ length: Math.min(1000, entities - first) }, (_, at) => {
      return { type: 'organization', name: nameOf(first + at), countryCode: 'DE' }
    })
    const body = JSON.stringify({ entities: rows })
    const answer = await fetch(`${url}/v1/entities/bulk`, {
      method: 'POST',
      headers: { authorization },
      body,
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    await answer.text()
  }
  await fetch(`${url}/__admin/clock/settle`, { method: 'POST' })
}
