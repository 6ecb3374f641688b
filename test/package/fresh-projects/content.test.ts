import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
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
      /^(dist\/.+\.(js|cjs|d\.ts|d\.cts|js\.map|cjs\.map)|docs\/[\w-]+\.md|docs\/openapi\.json)$/
    const others = paths.filter(path => !expected.test(path))
    expect(others.filter(path => path !== 'CHANGELOG.md').toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
  })

  it('holds each page that its readme links to', async () => {
    const links = (await read('README.md')).matchAll(/\]\((?!\w+:)([^)#]+)/g)
    expect(Array.from(links, ([, link]) => link).filter(link => !paths.includes(link ?? ''))).toEqual([])
  })

  it('comes with nothing but its own dependencies and the one peer that is not optional', async () => {
    const lock = JSON.parse(await readFile(join(project.folder, 'package-lock.json'), 'utf8'))
    const installed = Object.keys(lock.packages).filter(path => path !== '')
    expect(installed.map(path => path.replace('node_modules/', '')).toSorted()).toEqual([
      '@streamparser/json',
      'entity-screening-sdk',
      'ky',
      'papaparse',
      'zod',
    ])
  })

  it('has no entry point that the programs of these tests leave out', async () => {
    const { exports } = JSON.parse(await read('package.json'))
    const texts = await Promise.all([readProgram('workflow'), readProgram('peers')])
    const entryPoints = Object.keys(exports).filter(path => path !== './package.json')
    const isImported = (path: string) => texts.join().includes(`'entity-screening-sdk${path.slice(1)}'`)
    expect(entryPoints.filter(path => !isImported(path))).toEqual([])
  })

  it('has no function that the programs of these tests never call', async () => {
    await project.write('functions.mjs', listFunctions)
    const { stdout } = await project.run(process.execPath, ['functions.mjs'])
    const text = await readProgram('every-function')
    const names: string[] = JSON.parse(stdout)
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

  it('has a source map beside each file, with the sources in it and no path of the machine that built it', async () => {
    const files = paths.filter(path => /^dist\/.+\.c?js$/.test(path))
    for (const file of files) {
      const { sources, sourcesContent = [] } = JSON.parse(await read(`${file}.map`))
      expect(await read(file)).toContain(`//# sourceMappingURL=${file.split('/').at(-1)}.map`)
      expect(sourcesContent.filter((text: unknown) => typeof text === 'string')).toHaveLength(sources.length)
      expect(
        sources.filter((source: string) => !/^(\.\.\/)+(src|mock-server|cli|node_modules)\//.test(source)),
      ).toEqual([])
    }
  })

  it.each([
    ['index.cjs', 'function createMockServer', 'none'],
    ['mock-server.cjs', 'function createMockServer', 'mock-server/create-mock-server.ts'],
    ['.js', 'function createMockServer', 'mock-server/create-mock-server.ts'],
    ['.js', 'var entityRecord = ', 'src/contract/entity.ts'],
    ['.js', 'var NotFoundError = ', 'src/transport/errors/NotFoundError.ts'],
  ])('leads a debugger in a file %s from %j to %s', async (suffix, declaration, source) => {
    const found: string[] = []
    for (const path of paths.filter(path => path.startsWith('dist/') && path.endsWith(suffix))) {
      const lines = (await read(path)).split('\n')
      const line = lines.findIndex(text => text.startsWith(declaration))
      if (line === -1) continue
      const map = new SourceMap(JSON.parse(await read(`${path}.map`)))
      const entry = map.findEntry(line, declaration.length - 1)
      if ('originalSource' in entry) found.push(entry.originalSource.replace(/^(\.\.\/)+/, ''))
    }
    expect(found).toEqual(source === 'none' ? [] : [source])
  })
})
