import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

/** How a command came to its end. */
export interface Outcome {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The command, running in a process of its own. */
export interface Command {
  /** The address that it says it listens on. */
  readonly url: Promise<string>
  readonly ended: Promise<Outcome>
  kill(signal: NodeJS.Signals): void
}

const repository = fileURLToPath(new URL('../..', import.meta.url))
const running = new Set<ChildProcess>()

/** Runs the CLI as it is published, in the folder of the repository. The environment of the tests does not count. */
export function runCommand(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Command {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ENTITY_SCREENING_|NODE_OPTIONS$|FORCE_COLOR$)/.test(name),
  )
  const child = spawn(process.execPath, [join(inject('builtCli'), 'dist/cli.js'), ...parameters], {
    cwd: repository,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = new Promise<Outcome>(resolve => {
    child.once('close', (status, signal) => {
      running.delete(child)
      resolve({ status, signal, stdout, stderr })
    })
  })
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      const [, address] = /^listening on (\S+)\n/m.exec(stdout) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once('close', () => reject(new Error(`ended without listening: ${stdout}${stderr}`)))
  })
  // Not every test waits for it.
  url.catch(() => {})
  return { url, ended, kill: signal => child.kill(signal) }
}

/** Ends what a test left running. */
export function killCommands(): void {
  for (const child of running) child.kill('SIGKILL')
}
