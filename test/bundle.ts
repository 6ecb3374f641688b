import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { buildServeProgram, separateServeProgram } from '../packaging/build-serve.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the CLI as it is published: chunks below dist, beside a package.json. */
    builtCli: string
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const common = { bundle: true, platform: 'node', absWorkingDir: root } as const

/** Bundles a program into one file, which starts at once: CommonJS where its name ends in `.cjs`. */
export async function bundle(program: string, outfile: string): Promise<void> {
  const input = program.includes('\n')
    ? { stdin: { contents: program, resolveDir: root, loader: 'ts' as const } }
    : { entryPoints: [join(root, program)] }
  const format = outfile.endsWith('.cjs') ? 'cjs' : 'esm'
  await build({ ...common, ...input, outfile, format, external: ['pg-native'] })
}

let folder = ''

/** Builds the CLI once for all test files. */
export async function setup({ provide }: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'entity-screening-cli-'))
  await mkdir(join(folder, 'dist'))
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  await build({
    ...common,
    entryPoints: [{ in: join(root, 'cli/index.ts'), out: 'cli' }],
    outdir: join(folder, 'dist'),
    splitting: true,
    format: 'esm',
    plugins: [separateServeProgram],
  })
  await buildServeProgram(join(folder, 'dist'))
  provide('builtCli', folder)
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
