import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { commandEntries } from '../../cli/catalogue.ts'
import { main } from '../../cli/main.ts'
import { createOutput } from '../../cli/output/output.ts'
import { apiKey } from '../answering.ts'

/** How a command came to its end. */
export interface Outcome {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The folder in which vitest runs. */
export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A command that runs within this process. */
export interface CalledCommand {
  readonly stdin: Writable
  readonly ended: Promise<Outcome>
  /** Interrupts it, as the first signal to a process does. */
  interrupt(): void
  /** Resolves to the match when a stream has such a text; rejects if the command ends without it. */
  waitForText(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>
}

/** Starts the CLI within this process. It is interrupted at the end of the test. */
export function startCommand(parameters: readonly string[], environment: Environment = {}): CalledCommand {
  const written = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _, done) {
        written[name] += String(chunk)
        done()
      },
    })
  const stdin = new PassThrough()
  const interruption = new AbortController()
  const output = createOutput(stream('stdout'), stream('stderr'), environment)
  const context = { environment, stdin, output, signal: interruption.signal }
  let hasEnded = false
  const ended = main(parameters, context, commandEntries).then((status): Outcome => {
    hasEnded = true
    expect(written.stdout + written.stderr).not.toContain(apiKey)
    return { status, ...written }
  })
  onTestFinished(async () => {
    interruption.abort()
    await ended.catch(() => {})
  })
  return {
    stdin,
    ended,
    interrupt: () => interruption.abort(),
    waitForText: (name, pattern) =>
      vi.waitUntil(
        () => {
          const match = pattern.exec(written[name])
          if (match === null && hasEnded) throw new Error(`ended without ${pattern}: ${written.stderr}`)
          return match
        },
        { timeout: 60_000, interval: 5 },
      ),
  }
}

/** Runs the CLI within this process, to its end. */
export function callCommand(
  parameters: readonly string[],
  environment: Environment = {},
  input = '',
): Promise<Outcome> {
  const { stdin, ended } = startCommand(parameters, environment)
  stdin.end(input)
  return ended
}

/** A server that runs within this process. */
interface CalledServer {
  readonly url: string
  readonly ended: Promise<Outcome>
  /** Interrupts it, and waits for its end. */
  stop(): Promise<Outcome>
}

/** Runs `serve` within this process, on a free port unless the environment says otherwise. */
export async function callServe(
  flags: readonly string[] = [],
  environment: Environment = {},
): Promise<CalledServer> {
  const port = environment.ENTITY_SCREENING_PORT === undefined ? ['--port', '0'] : []
  const { ended, interrupt, waitForText } = startCommand(['serve', ...port, ...flags], environment)
  const [, url = ''] = await waitForText('stdout', /^listening on (\S+)\n/m)
  const stop = () => {
    interrupt()
    return ended
  }
  return { url, ended, stop }
}

/** Makes a folder the working directory for as long as the tests of a file, or suite, run. It has a package.json. */
export function enterFolder(): { readonly folder: string } {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-command-'))
    await copyFile(join(repository, 'package.json'), join(folder, 'package.json'))
    process.chdir(folder)
  })
  afterAll(() => {
    process.chdir(repository)
    return rm(folder, { recursive: true, force: true })
  })
  return {
    get folder() {
      return folder
    },
  }
}

/** The command of a file of tests, in this process. The key is in its environment, unless that says otherwise. */
interface CommandInFolder {
  /** The working directory, for the files of tests. */
  readonly folder: string
  /** Runs to the end; nothing that is said may hold the key. */
  run(parameters: readonly string[], environment?: Environment, input?: string): Promise<Outcome>
  start(parameters: readonly string[], environment?: Environment): CalledCommand
}

export const withKey = (environment: Environment = {}): Environment => ({
  ENTITY_SCREENING_API_KEY: apiKey,
  ...environment,
})

/** Prepares the command for the tests of a file, or suite, with a folder for their files. */
export function prepareCommand(): CommandInFolder {
  const entered = enterFolder()
  return {
    get folder() {
      return entered.folder
    },
    run: (parameters, environment, input) => callCommand(parameters, withKey(environment), input),
    start: (parameters, environment) => startCommand(parameters, withKey(environment)),
  }
}
