import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../project.ts'

const isWindows = process.platform === 'win32'

/** The files of the package, which Node loads by `import` and by `require()`. */
describe('the modules', () => {
  let project: Project
  let entryPoints: readonly string[]
  let oldestNode: string

  beforeAll(async () => {
    const peers = ['msw@3', '@tanstack/react-query@5', '@opentelemetry/api@1', 'react@19']
    project = await createProject([inject('tarball'), 'node@22.13', ...peers])
    const file = join(project.folder, 'node_modules/entity-screening-sdk/package.json')
    const { exports } = JSON.parse(await readFile(file, 'utf8'))
    entryPoints = Object.keys(exports)
      .filter(path => path !== './package.json')
      .map(path => `entity-screening-sdk${path.slice(1)}`)
    oldestNode = join(project.folder, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')
  })

  afterAll(() => project?.remove())

  const runFile = async (node: string, file: string, code: string) => {
    await project.write(file, code)
    const { stdout, stderr } = await project.run(node, ['--disable-warning=ExperimentalWarning', file])
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }

  it('are loaded by require() on Node 22.13, with the same exports as by import', async () => {
    const names = await runFile(
      oldestNode,
      'require.cjs',
      `const names = ${JSON.stringify(entryPoints)}
       const isSame = async name => {
         const required = require(name)
         return Object.entries(await import(name)).every(([key, value]) => required[key] === value)
       }
       Promise.all(names.map(isSame)).then(results => console.log(JSON.stringify(names.filter((_, index) => results[index]))))`,
    )
    expect(entryPoints.length).toBeGreaterThan(10)
    expect(names).toEqual(entryPoints)
  })

  it('are at most six for the client', async () => {
    const paths: string[] = await runFile(
      process.execPath,
      'loaded.mjs',
      `import { registerHooks } from 'node:module'
       const urls = new Set()
       registerHooks({ load: (url, context, nextLoad) => urls.add(url) && nextLoad(url, context) })
       await import('entity-screening-sdk')
       console.log(JSON.stringify([...urls].filter(url => url.includes('/entity-screening-sdk/'))))`,
    )
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.length).toBeLessThanOrEqual(6)
  })

  it('find all that they import from each other', async () => {
    const folder = join(project.folder, 'node_modules/entity-screening-sdk/dist')
    const files = await readdir(folder, { recursive: true })
    // esbuild refuses a name that the imported module does not export.
    const { warnings } = await build({
      entryPoints: files.filter(file => file.endsWith('.js')).map(file => join(folder, file)),
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      outdir: 'bundle',
      write: false,
      logLevel: 'silent',
    })
    expect(warnings).toEqual([])
  })

  it('give each exported class its own name', async () => {
    const { count, wrong } = await runFile(
      process.execPath,
      'names.mjs',
      `const isClass = value => typeof value === 'function' && /^class\\b/.test(value)
       const modules = await Promise.all(${JSON.stringify(entryPoints)}.map(name => import(name)))
       const classes = modules.flatMap(Object.entries).filter(([, value]) => isClass(value))
       const wrong = classes.filter(([name, value]) => value.name !== name).map(([name]) => name)
       console.log(JSON.stringify({ count: classes.length, wrong }))`,
    )
    expect(count).toBeGreaterThan(15)
    expect(wrong).toEqual([])
  })
})
