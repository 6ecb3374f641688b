import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { commandEntries } from '../../cli/catalogue.ts'
import { main } from '../../cli/main.ts'
import { createOutput } from '../../cli/output/output.ts'
import { apiKey, baseUrl } from '../answering.ts'
import { isShort } from '../short-run.ts'

/** How a command came to its end. */
export interface Outcome {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

type Environment = Readonly<Record<string, string | undefined>>
type Child = ChildProcessByStdio<Writable, Readable, Readable>

const repository = fileURLToPath(new URL('../..', import.meta.url))
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

/** Runs the CLI within this process. */
export async function callCommand(
  parameters: readonly string[],
  environment: Environment = {},
  input = '',
): Promise<Outcome> {
  const said = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof said) =>
    new Writable({
      write(chunk, _, done) {
        said[name] += String(chunk)
        done()
      },
    })
  const status = await main(
    parameters,
    {
      environment,
      stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
      output: createOutput(stream('stdout'), stream('stderr'), environment),
      signal: new AbortController().signal,
    },
    commandEntries,
  )
  expect(said.stdout + said.stderr).not.toContain(apiKey)
  return { status, ...said }
}

/** The command as it is published: chunks below dist, beside a package.json. Its processes start at once. */
interface BuiltCommand {
  /** A folder for the files of tests. */
  readonly folder: string
  /**
   * Runs to the end; nothing that is said may hold the key. The key is in the environment, unless that says otherwise. In a short
   * run of the tests it has no process of its own.
   */
  run(parameters: readonly string[], environment?: Environment, input?: string): Promise<Outcome>
  /** Runs to the end in a process of its own, whatever the tests' run. */
  runApart(parameters: readonly string[], environment?: Environment, input?: string): Promise<Outcome>
  start(parameters: readonly string[], environment?: Environment): Child
  /** Runs a line of bash, in which `screening` is the command, with the folder as the working directory. */
  shell(line: string, environment?: Environment): Promise<Outcome>
}

/** Installs the command in a folder of its own, which is the working directory for as long as the tests of a file, or suite, run. */
export function installCommand(): BuiltCommand {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-command-'))
    process.chdir(folder)
    await cp(inject('builtCli'), folder, { recursive: true })
  })
  afterAll(() => {
    process.chdir(repository)
    return rm(folder, { recursive: true, force: true })
  })

  function spawnWith(program: string, parameters: readonly string[], environment: Environment = {}): Child {
    const given = { ENTITY_SCREENING_API_KEY: apiKey, ...environment }
    const child = spawnApart(program, parameters, given, folder)
    onTestFinished(() => killGroup(child))
    return child
  }

  const file = () => join(folder, 'dist/cli.js')
  const start: BuiltCommand['start'] = (parameters, environment) =>
    spawnWith(process.execPath, [file(), ...parameters], environment)

  const runApart: BuiltCommand['runApart'] = (parameters, environment, input = '') => {
    const child = start(parameters, environment)
    child.stdin.on('error', () => {}).end(input)
    return outcomeOf(child)
  }

  return {
    get folder() {
      return folder
    },
    start,
    run(parameters, environment, input = '') {
      if (isShort) return callCommand(parameters, { ENTITY_SCREENING_API_KEY: apiKey, ...environment }, input)
      return runApart(parameters, environment, input)
    },
    runApart,
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

/** A mock server over TCP that knows the key of these tests; it ends with the test. */
export async function startService(
  options: MockServerOptions = {},
): Promise<{ server: MockServer; url: string; environment: { ENTITY_SCREENING_BASE_URL: string } }> {
  const server = createMockServer({ clock: 'manual', keys: { [apiKey]: 'team' }, ...options })
  const { url, close } = await startServer(server)
  onTestFinished(close)
  return { server, url, environment: { ENTITY_SCREENING_BASE_URL: url } }
}

/** A client of the same team, in process. */
export function clientOf(server: MockServer): EntityScreening {
  return new EntityScreening({ apiKey, baseUrl, fetch: server.fetch })
}

/** A service with one screened company, a sanctioned owner of which holds half. */
export async function startScreened() {
  const { server, environment } = await startService()
  const { entities } = clientOf(server)
  const { id } = await entities.create({
    type: 'organization',
    name: 'Halfmoon Minerals Oy',
    countryCode: 'FI',
  })
  server.clock.settle()
  return { environment, id, network: await entities.network(id), entity: (await entities.list())[0] }
}

/** Something at an address that is not the service, or not quite; it ends with the test. */
export async function startOther(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An address where nothing listens. */
export async function closedAddress(): Promise<string> {
  const { url, close } = await startServer(createMockServer())
  await close()
  return url
}
