import { type ChildProcess, execFile, fork } from 'node:child_process'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { Turns } from './measure/turns.ts'

const bundles = new Map<string, Promise<string>>()

/** Bundles a program, as an application would, and returns the path of the bundle. */
export function bundleProgram(file: string): Promise<string> {
  const bundle = bundles.get(file) ?? writeBundle(file)
  bundles.set(file, bundle)
  return bundle
}

async function writeBundle(file: string): Promise<string> {
  const outfile = join('node_modules/.cache/entity-screening-bench', `${basename(file, '.ts')}.mjs`)
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'error',
    // CommonJS modules call require.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
  })
  return outfile
}

/** Runs a bundled program as a process, and returns the figures that it prints as JSON. */
export async function runProgram<Figures>(path: string, parameters: readonly string[]): Promise<Figures> {
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...parameters], { timeout: 300_000 })
  return JSON.parse(stdout)
}

/** A running program that serves turns: see `serveTurns`. */
export interface Program<Figure> {
  readonly turns: Turns<Figure>
  readonly stop: () => void
}

/** Starts a program that serves turns, with flags of Node. Its main thread, which is measured, collects all garbage. */
export async function startProgram<Figure = number>(
  file: string,
  parameters: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Program<Figure>> {
  const child = fork(await bundleProgram(file), parameters, {
    execArgv: ['--single-threaded-gc', '--expose-gc', '--max-old-space-size=12288', ...flags],
  })
  const names = await receiveMessage<string[]>(child)
  const measure = (name: string) => {
    child.send(name)
    return receiveMessage<Figure>(child)
  }
  return {
    turns: Object.fromEntries(names.map(name => [name, () => measure(name)])),
    stop: () => child.kill(),
  }
}

function receiveMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const fail = (status: number) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${status}`))
    child.once('exit', fail)
    child.once('message', (message: Message) => {
      child.off('exit', fail)
      resolve(message)
    })
  })
}
