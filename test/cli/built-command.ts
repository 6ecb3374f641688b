import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { apiKey } from '../answering.ts'
import {
  callCommand,
  type Environment,
  enterFolder,
  type Outcome,
  repository,
  withKey,
} from './call-command.ts'

type Child = ChildProcessByStdio<Writable, Readable, Readable>

const running = new Set<Child>()

/** Starts a process, for which the environment of the tests does not count. */
function spawnApart(
  program: string,
  parameters: readonly string[],
  environment: Environment,
  cwd: string,
): Child {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ENTITY_SCREENING_|NODE_OPTIONS$|FORCE_COLOR$)/.test(name),
  )
  const child = spawn(program, parameters, {
    cwd,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: what a shell has started ends with it.
    detached: process.platform !== 'win32',
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** Ends what tests left running. */
export function killCommands(): void {
  for (const child of running) killGroup(child)
}

/** A server, running in a process of its own. */
export interface Command {
  /** The address that it says it listens on. */
  readonly url: Promise<string>
  readonly ended: Promise<Outcome>
  kill(signal: NodeJS.Signals): void
}

/** Runs the CLI as it is published, in the folder of the repository. */
export function runCommand(parameters: readonly string[], environment: Environment = {}): Command {
  const file = join(inject('builtCli'), 'dist/cli.js')
  return follow(spawnApart(process.execPath, [file, ...parameters], environment, repository))
}

function follow(child: Child): Command {
  child.stdin.end()
  const ended = outcomeOf(child)
  const url = new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, address] = /^listening on (\S+)\n/m.exec(said) ?? []
      if (address !== undefined) resolve(address)
    })
    ended.then(
      ({ stdout, stderr }) => reject(new Error(`ended without listening: ${stdout}${stderr}`)),
      reject,
    )
  })
  // Not every test waits for it.
  url.catch(() => {})
  return { url, ended, kill: signal => child.kill(signal) }
}

/** The command as it is published: chunks below dist, beside a package.json. Its processes start at once. */
interface BuiltCommand {
  /** A folder for the files of tests. */
  readonly folder: string
  /** Runs to the end in this process, not in one of its own; the key is in the environment, unless that says otherwise. */
  run(parameters: readonly string[], environment?: Environment, input?: string): Promise<Outcome>
  /** Runs to the end in a process of its own. */
  runApart(parameters: readonly string[], environment?: Environment, input?: string): Promise<Outcome>
  start(parameters: readonly string[], environment?: Environment): Child
  /** Runs a line of bash, in which `screening` is the command, with the folder as the working directory. */
  shell(line: string, environment?: Environment): Promise<Outcome>
}

/** Installs the command in a folder of its own, which is the working directory for as long as the tests of a file, or suite, run. */
export function installCommand(): BuiltCommand {
  const entered = enterFolder()
  beforeAll(() => cp(inject('builtCli'), entered.folder, { recursive: true }))

  function spawnWith(program: string, parameters: readonly string[], environment?: Environment): Child {
    const child = spawnApart(program, parameters, withKey(environment), entered.folder)
    onTestFinished(() => killGroup(child))
    return child
  }

  const file = () => join(entered.folder, 'dist/cli.js')
  const start: BuiltCommand['start'] = (parameters, environment) =>
    spawnWith(process.execPath, [file(), ...parameters], environment)

  return {
    get folder() {
      return entered.folder
    },
    start,
    run: (parameters, environment, input) => callCommand(parameters, withKey(environment), input),
    runApart(parameters, environment, input = '') {
      const child = start(parameters, environment)
      child.stdin.on('error', () => {}).end(input)
      return outcomeOf(child)
    },
    shell(line, environment) {
      const script = `screening() { '${process.execPath}' '${file()}' "$@"; }\n${line}`
      return outcomeOf(spawnWith('bash', ['-c', script], environment))
    },
  }
}

function killGroup(child: Child): void {
  if (process.platform === 'win32' || child.pid === undefined) return void child.kill('SIGKILL')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

/** What a process said until it ended. */
export async function outcomeOf(child: Child): Promise<Outcome> {
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const status = await new Promise<number | null>(resolve => child.once('close', resolve))
  expect(stdout + stderr).not.toContain(apiKey)
  return { status, stdout, stderr }
}
