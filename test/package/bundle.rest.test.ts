import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it, onTestFinished } from 'vitest'
import { buildServeProgram } from '../../packaging/build-serve.ts'
import tsup from '../../tsup.config.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

it('a bundle of the client is one piece, which loads nothing later', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/index.ts', import.meta.url))],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    outdir: 'bundle',
    write: false,
    metafile: true,
  })
  expect(Object.values(metafile.outputs).flatMap(output => output.imports)).toEqual([])
})

it('a bundle keeps the names of all exported classes', async () => {
  const { outputFiles } = await build({
    entryPoints: ['src/index.ts', 'src/portfolio/index.ts', 'mock-server/index.ts'],
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    outdir: 'bundle',
    write: false,
  })
  const names = outputFiles.flatMap(({ text }) => {
    const module = { exports: {} }
    new Function('module', 'exports', 'require', text)(module, module.exports, createRequire(import.meta.url))
    const classes = Object.entries(module.exports).filter(([, value]) => /^class\b/.test(String(value)))
    return classes.map(([name, value]) => [name, Reflect.get(Object(value), 'name')])
  })
  expect(names.length).toBeGreaterThan(15)
  expect(names.map(([, name]) => name)).toEqual(names.map(([name]) => name))
})

it('no module awaits at its top level, so that require() loads each', async () => {
  const { entry } = Object(tsup)
  // esbuild refuses such a module in this format.
  const { errors } = await build({
    entryPoints: entry,
    absWorkingDir: repository,
    bundle: true,
    packages: 'external',
    format: 'cjs',
    platform: 'node',
    outdir: 'bundle',
    write: false,
    logLevel: 'silent',
  })
  expect(errors).toEqual([])
})

it('the program of serve loads no package, and contains the licences of those that it contains', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-serve-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await buildServeProgram(folder)
  const text = await readFile(join(folder, 'serve.js'), 'utf8')
  const { metafile } = await build({
    stdin: { contents: text, resolveDir: folder },
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['*'],
    write: false,
    metafile: true,
  })
  const imports = Object.values(metafile.outputs).flatMap(output => output.imports.map(({ path }) => path))
  expect(imports.length).toBeGreaterThan(5)
  expect(imports.filter(path => !path.startsWith('node:'))).toEqual([])
  for (const name of ['zod', 'papaparse']) {
    const license = await readFile(join(repository, 'node_modules', name, 'LICENSE'), 'utf8')
    expect(text).toContain(`${name}\n\n${license.trim()}`)
  }
})
