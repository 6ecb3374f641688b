import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../project.ts'
import { readProgram } from './programs.ts'

/** Prints the names of all functions of the entry points that need no other package, and the methods of what they make. */
const listFunctions = `
  import * as sdk from 'entity-screening-sdk'
  import * as schemas from 'entity-screening-sdk/schemas'
  import * as network from 'entity-screening-sdk/network'
  import * as portfolio from 'entity-screening-sdk/portfolio'
  import * as postgres from 'entity-screening-sdk/portfolio/postgres'
  import * as mockServer from 'entity-screening-sdk/mock-server'
  import * as node from 'entity-screening-sdk/mock-server/node'
  const isMethod = (holder, name) => name !== 'constructor' && typeof holder[name] === 'function'
  const methodsOf = holder => Object.getOwnPropertyNames(holder).filter(name => isMethod(holder, name))
  const client = new sdk.EntityScreening({ apiKey: 'a-key', baseUrl: 'https://screening.example' })
  const parts = [client, client.entities, client.search, client.service].map(part => Object.getPrototypeOf(part))
  const server = mockServer.createMockServer()
  const offered = [sdk, schemas, network, portfolio, postgres, mockServer, node, ...parts, server, server.teams, server.clock, server.faults, server.requests]
  console.log(JSON.stringify([...new Set(offered.flatMap(methodsOf))]))`

/** What is in the package, and what comes with it. */
describe('the package', () => {
  let project: Project
  const paths = inject('content').map(({ path }) => path)

  beforeAll(async () => {
    project = await createProject([inject('tarball')])
  })

  afterAll(() => project?.remove())

  const read = (path: string) =>
    readFile(join(project.folder, 'node_modules', 'entity-screening-sdk', path), 'utf8')

  it('holds what users need, and nothing else', () => {
    const expected =
      /^(dist\/.+\.(js|d\.ts)|dist\/console\/(index\.html|console\.css|icon\.svg)|docs\/((recipes|advanced)\/)?[\w-]+\.md|docs\/images\/[\w-]+\.(svg)|docs\/openapi\.json)$/
    const others = paths.filter(path => !expected.test(path))
    expect(others.filter(path => path !== 'CHANGELOG.md').toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
  })

  it('holds each page and picture that its readme links to', async () => {
    const links = Array.from((await read('README.md')).matchAll(/\]\((?!\w+:)([^)#]+)/g), ([, link]) => link)
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter(link => !paths.includes(link ?? ''))).toEqual([])
  })

  it('comes with nothing but its own dependencies and the one peer that is not optional', async () => {
    const lock = JSON.parse(await readFile(join(project.folder, 'package-lock.json'), 'utf8'))
    const installed = Object.keys(lock.packages).filter(path => path !== '')
    expect(installed.map(path => path.replace('node_modules/', '')).toSorted()).toEqual([
      '@dagrejs/dagre',
      '@dagrejs/graphlib',
      'entity-screening-sdk',
      'ky',
      'papaparse',
      'zod',
    ])
  })

  it('has no entry point that the programs of these tests leave out', async () => {
    const { exports } = JSON.parse(await read('package.json'))
    const texts = await Promise.all([
      readProgram('workflow'),
      readProgram('peers'),
      readProgram('every-function'),
    ])
    const entryPoints = Object.keys(exports).filter(path => path !== './package.json')
    const isImported = (path: string) => texts.join().includes(`'entity-screening-sdk${path.slice(1)}'`)
    // It needs a page: test/browser/console.rest.test.ts uses it.
    expect(entryPoints.filter(path => !isImported(path))).toEqual(['./mock-server/console'])
  })

  it('has a console that can be imported where there is no page', async () => {
    const program =
      "import * as page from 'entity-screening-sdk/mock-server/console'\nconsole.log(Object.keys(page).join())"
    await project.write('console.mjs', program)
    const { stdout } = await project.run(process.execPath, ['console.mjs'])
    expect(stdout.trim()).toBe('mountConsole')
  })

  it('has no function that the programs of these tests never call', async () => {
    await project.write('functions.mjs', listFunctions)
    const { stdout } = await project.run(process.execPath, ['functions.mjs'])
    const ways = await readFile('test/transport/every-operation/ways.ts', 'utf8')
    const text = (await readProgram('every-function')) + ways
    const types = await Promise.all(paths.filter(path => path.endsWith('.d.ts')).map(read))
    const declarations = types.join('\n').replace(/\/\*[\s\S]*?\*\//g, '')
    const isDeclared = (name: string) =>
      new RegExp(`(function|const|class) ${name}\\b|\\b${name}(\\(|<|: \\()`).test(declarations)
    const names: string[] = JSON.parse(stdout).filter(isDeclared)
    // One is for browsers, the other for the parts of the package.
    const elsewhere = ['persist', 'draw']
    expect(
      names.filter(name => !new RegExp(`\\b${name}[(.,]`).test(text) && !elsewhere.includes(name)),
    ).toEqual([])
    expect(names.length).toBeGreaterThan(50)
  })

  it('runs no script when it is installed', async () => {
    const { scripts } = JSON.parse(await read('package.json'))
    expect(Object.keys(scripts).filter(name => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([])
  })

  it('ships its code as it was written, without source maps, and with no path of the machine that built it', async () => {
    expect(paths.filter(path => path.endsWith('.map'))).toEqual([])
    const code = paths.filter(path => /^dist\/.+\.js$/.test(path))
    const texts = await Promise.all(code.map(read))
    expect(texts.filter(text => text.includes('sourceMappingURL='))).toEqual([])
    expect(texts.filter(text => text.includes(process.cwd()))).toEqual([])
    expect(texts.some(text => text.includes('\nfunction createMockServer('))).toBe(true)
    const shared = await Promise.all(code.filter(path => path.startsWith('dist/console/')).map(read))
    expect(shared.join('')).toContain('.console{')
  })
})
