import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

/** The programs in `programs`, which are written once and run wherever the package should. */
export type ProgramName =
  | 'workflow'
  | 'peers'
  | 'declarations'
  | 'in-a-browser'
  | 'every-function'
  | 'every-way'
  | 'input-errors'

const pathOf = (name: ProgramName) => join(import.meta.dirname, 'programs', `${name}.ts`)

export function readProgram(name: ProgramName): Promise<string> {
  return readFile(pathOf(name), 'utf8')
}

/** A program as JavaScript in one file. Packages are imported; for CommonJS, by `require()`. */
export async function compileProgram(name: ProgramName, format: 'esm' | 'cjs'): Promise<string> {
  const { outputFiles } = await build({
    ...{ entryPoints: [pathOf(name)], bundle: true, packages: 'external', write: false },
    ...{ format, platform: 'node', target: 'es2022' },
    // Without the paths of tsconfig.json, which lead to the sources.
    tsconfigRaw: {},
  })
  return outputFiles.map(({ text }) => text).join('')
}
