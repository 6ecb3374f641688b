import { spawn } from 'node:child_process'

export interface RunOptions {
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
  /** What is said comes out as it is said; else it is only answered. */
  readonly isShown?: boolean
}

/** Runs a program to its end, and answers what it said on stdout. @throws Error with all that it said, where it fails. */
export function run(
  program: string,
  parameters: readonly string[],
  { folder, environment, isShown = false }: RunOptions,
): Promise<string> {
  const child = spawn(program, parameters, {
    cwd: folder,
    env: { ...process.env, ...environment },
    // On Windows npm and npx are scripts, which only a shell runs.
    shell: process.platform === 'win32' && /^np[mx]$/.test(program),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
    said += chunk.toString()
    if (isShown) process.stdout.write(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (isShown) process.stderr.write(chunk)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', status => {
      if (status === 0) resolve(stdout)
      else
        reject(
          new Error(`${program} ${parameters.join(' ')} ended with ${status}${isShown ? '' : `:\n${said}`}`),
        )
    })
  })
}
