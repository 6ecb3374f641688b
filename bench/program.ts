import { execFile } from 'node:child_process'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/** Bundles a program, as an application would, and says where it is. */
export async function bundle(file: string): Promise<string> {
  const outfile = join('node_modules/.cache/entity-screening-bench', `${basename(file, '.ts')}.mjs`)
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'error',
    // It reads files beside its own.
    external: ['msw'],
    // What is CommonJS asks for require.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
  })
  return outfile
}

/** Runs a program in a process of its own, and hands out the figures that it prints as JSON. */
export async function runProgram<Figures>(
  file: string,
  { flags = [], parameters = [] }: { flags?: readonly string[]; parameters?: readonly string[] } = {},
): Promise<Figures> {
  const given = [...flags, await bundle(file), ...parameters]
  const { stdout } = await promisify(execFile)(process.execPath, given, { timeout: 300_000 })
  return JSON.parse(stdout)
}
