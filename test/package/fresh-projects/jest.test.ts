import { cp, mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../project.ts'

const examples = join(import.meta.dirname, '../../../examples')

/** Whether Jest can load an ES module by `require()`: the Node that runs it has what Jest uses. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const hasRequire = major > 24 || (major === 24 && minor >= 9)
const modulesFlags = ['--experimental-vm-modules', '--no-warnings']

const plainTest = `const { EntityScreening, NotFoundError } = require('entity-screening-sdk')
const { createMockServer } = require('entity-screening-sdk/mock-server')
const { toSvg } = require('entity-screening-sdk/network')
const { importPortfolio, openDecisions, watchEntities } = require('entity-screening-sdk/portfolio')
const { mkdtempSync, writeFileSync } = require('node:fs')
it('finds the sanctioned company', async () => {
  const server = createMockServer()
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch })
  const folder = mkdtempSync('files-') + '/'
  writeFileSync(folder + 'customers.csv', 'name,type,country\\nHalfmoon Minerals Oy,organization,FI\\n')
  const options = { journal: folder + 'import.journal' }
  expect(await importPortfolio(client, { file: folder + 'customers.csv' }, options)).toMatchObject({ created: 1, stopped: null })
  server.clock.settle()
  const watched = await watchEntities(client, { state: folder + 'watch.state', checks: 1, onChange() {} })
  expect(watched.failure ?? watched.stopped).toBe(null)
  const decisions = await openDecisions(folder + 'decisions.journal')
  expect(await decisions.head()).toBeDefined()
  const [{ id }] = await client.entities.list()
  expect(await toSvg(await client.entities.network(id))).toMatch(/^<svg/)
  expect(await client.entities.list()).toMatchObject([{ name: 'Halfmoon Minerals Oy', riskLevel: 'high' }])
  const failure = await client.entities.network('nobody').catch(error => error)
  expect(NotFoundError.is(failure)).toBe(true)
})`

/** The package in Jest, which loads modules in a way of its own. */
describe('in Jest', () => {
  let commonjs: Project
  let modules: Project

  beforeAll(async () => {
    commonjs = await createProject([inject('tarball'), 'jest@30', 'ts-jest@29', 'typescript@6', 'msw@2'])
    const babel = [
      'babel-jest@30',
      '@babel/core@8',
      '@babel/preset-env@8',
      '@babel/preset-typescript@8',
      'zod@4',
    ]
    await commonjs.install(['@jest/globals@30', ...babel])
    modules = await createProject(
      [inject('tarball'), 'jest@30', 'ts-jest@29', 'typescript@6', '@jest/globals@30', 'msw@3', 'zod@4'],
      { type: 'module' },
    )
  })

  afterAll(async () => {
    await commonjs?.remove()
    await modules?.remove()
  })

  const jest = join('node_modules', 'jest', 'bin', 'jest.js')

  // A test waits while Jest compiles what the package loads later.
  const jestFlags = ['--ci', '--testTimeout', '100000']

  const runJest = async (project: Project, flags: readonly string[], parameters: readonly string[]) => {
    const { status, stderr } = await project.run(process.execPath, [
      ...flags,
      jest,
      ...jestFlags,
      ...parameters,
    ])
    expect(stderr).toContain('Tests:       1 passed, 1 total')
    expect(status).toBe(0)
  }

  it.runIf(hasRequire)('CommonJS needs no configuration on Node 24.9 and later', async () => {
    await commonjs.write('plain.test.js', plainTest)
    await runJest(commonjs, modulesFlags, ['plain'])
  })

  const transforms = {
    'ts-jest': [
      'ts-jest',
      { tsconfig: { target: 'es2022', module: 'commonjs', allowJs: true, isolatedModules: true } },
    ],
    Babel: ['babel-jest', { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] }],
  }

  it.each(Object.entries(transforms))('CommonJS works with %s and without flags', async (name, transform) => {
    const transformIgnorePatterns = ['/node_modules/(?!(.*/)?(entity-screening-sdk|ky)/)']
    await commonjs.write('plain.test.js', plainTest)
    const settings = { transform: { '\\.js$': transform }, transformIgnorePatterns }
    await commonjs.write(`${name}.json`, JSON.stringify(settings))
    await runJest(commonjs, [], ['--config', `${name}.json`, 'plain'])
  })

  /** The test of the recipe in a folder, and its configuration and `tsconfig.json` above it, as most projects have them. */
  async function copyRecipe(project: Project, folder: string, files: readonly string[]): Promise<void> {
    await mkdir(join(project.folder, folder, 'tests'), { recursive: true })
    const test = await readFile(join(examples, '03-mock-in-jest/screening.test.ts'), 'utf8')
    await project.write(join(folder, 'tests/screening.test.ts'), test)
    const settings = { target: 'es2022', module: 'nodenext', strict: true, outDir: 'dist', types: [] }
    await project.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings }))
    for (const file of files) await cp(join(examples, file), join(project.folder, folder, basename(file)))
  }

  it('the recipe with ts-jest and msw 2 works', async () => {
    await copyRecipe(commonjs, 'recipe', ['03-mock-in-jest/jest.config.cjs'])
    await runJest(commonjs, [], ['--config', join('recipe', 'jest.config.cjs')])
  })

  it('the recipe with Babel and msw 2 works', async () => {
    await copyRecipe(commonjs, 'babel', [
      'recipes/jest/jest.config.babel.cjs',
      'recipes/jest/babel.config.cjs',
    ])
    // Babel looks for its configuration in the folder that it starts in.
    await runJest(commonjs, [], ['--rootDir', 'babel', '--config', join('babel', 'jest.config.babel.cjs')])
  })

  it('the recipe for ES modules and msw 3 works', async () => {
    await copyRecipe(modules, 'recipe', ['recipes/jest/jest.config.modules.mjs'])
    await runJest(modules, modulesFlags, ['--config', join('recipe', 'jest.config.modules.mjs')])
  })

  it('ES modules work with msw 3', async () => {
    await modules.write('plain.json', JSON.stringify({ transform: {} }))
    await modules.write(
      'screening.test.js',
      `import { EntityScreening } from 'entity-screening-sdk'
       import { createMockServer } from 'entity-screening-sdk/mock-server'
       import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
       import { setupServer } from 'msw/node'
       it('finds the sanctioned person', async () => {
         const baseUrl = 'https://screening.example'
         const server = createMockServer()
         const interceptor = setupServer(...createHandlers(server, { baseUrl }))
         interceptor.listen()
         const client = new EntityScreening({ apiKey: server.teams.create().apiKey, baseUrl })
         await client.entities.create({ type: 'person', name: 'Dragomir Vosskov', birthDate: '1958-03-12' })
         server.clock.settle()
         expect(await client.entities.list()).toMatchObject([{ name: 'Dragomir Vosskov', riskLevel: 'high' }])
         interceptor.close()
       })`,
    )
    await runJest(modules, modulesFlags, ['--config', 'plain.json', 'screening.test.js'])
  })
})
