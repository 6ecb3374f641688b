import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'esbuild'

/** The programs in `programs`, which are written once and run wherever the package should. */
export type ProgramName =
  | 'workflow'
  | 'peers'
  | 'declarations'
  | 'in-a-browser'
  | 'every-function'
  | 'input-errors'

export function readProgram(name: ProgramName): Promise<string> {
  return readFile(join(import.meta.dirname, 'programs', `${name}.ts`), 'utf8')
}

/** A program as JavaScript: nothing but its types is gone, and for CommonJS its imports are `require()`. */
export async function compileProgram(name: ProgramName, format: 'esm' | 'cjs'): Promise<string> {
  const { code } = await transform(await readProgram(name), { loader: 'ts', format, target: 'es2022' })
  return code
}
