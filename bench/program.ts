import { type ChildProcess, execFile, fork } from 'node:child_process'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { measureRounds, type Rounds, type Run } from './measure/rounds.ts'

/** Bundles a program, as an application would, and returns the path of the bundle. */
export async function bundleProgram(file: string): Promise<string> {
  const outfile = join('node_modules/.cache/entity-screening-bench', `${basename(file, '.ts')}.mjs`)
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'error',
    // It reads files next to its modules.
    external: ['msw'],
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

/** Starts a program that serves rounds: see `serveRounds`. Its main thread, which is measured, collects all garbage. */
export async function startProgram(file: string, parameters: readonly string[] = []): Promise<ChildProcess> {
  return fork(await bundleProgram(file), parameters, {
    execArgv: ['--single-threaded-gc', '--expose-gc', '--max-old-space-size=12288'],
  })
}

/** Asks a program for one round. */
export function requestRound<Figures>(program: ChildProcess): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const fail = (status: number) => reject(new Error(`${program.spawnfile} ended with ${status}`))
    program.once('exit', fail)
    program.once('message', (figures: Figures) => {
      program.off('exit', fail)
      resolve(figures)
    })
    program.send('round')
  })
}

/** Measures rounds in a program that serves them. */
export async function measureProgram<Figures>(
  run: Run,
  file: string,
  parameters: readonly string[] = [],
  limits: { rounds?: number; repeats?: number } = {},
): Promise<Rounds<Figures>> {
  const program = await startProgram(file, parameters)
  try {
    return await measureRounds(run, () => requestRound<Figures>(program), limits)
  } finally {
    program.kill()
  }
}
