import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
type Project = 'esm' | 'commonjs'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** The package as a user gets it: packed, and installed into projects that have nothing of the repository. */
describe('the packed tarball', { timeout: 60_000 }, () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-'))
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: repository,
    })
    const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '')
    for (const [name, msw] of [
      ['esm', 'msw@3'],
      ['commonjs', 'msw@2'],
    ] as const) {
      await mkdir(join(folder, name))
      await write(name, 'package.json', JSON.stringify({ name, private: true }))
      const packages = [tarball, msw, 'zod@4', 'typescript@6', '@types/node@24']
      await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], {
        cwd: join(folder, name),
      })
    }
  }, 170_000)

  afterAll(() => rm(folder, { recursive: true, force: true }))

  const write = (project: Project, file: string, text: string) => writeFile(join(folder, project, file), text)

  const runFile = async (project: Project, file: string, text: string) => {
    await write(project, file, text)
    return run(process.execPath, [file], { cwd: join(folder, project) })
  }

  const workflow = `
    const server = createMockServer()
    const { apiKey } = server.teams.create()
    const running = await startServer(server)
    const client = new EntityScreening({ apiKey, baseUrl: running.url })
    const { id } = await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'Finland' })
    server.clock.settle()
    const [entity] = await client.entities.list()
    const failure = await client.entities.network('nobody').catch(error => error)
    await running.close()
    const handlers = createHandlers(server, { baseUrl: running.url })
    console.log(JSON.stringify([entity.id === id, entity.riskLevel, NotFoundError.is(failure), handlers.length, Object.keys(operations).length]))
  `
  const outcome = [true, 'high', true, 12, 11]

  it('works by import', async () => {
    const { stdout, stderr } = await runFile(
      'esm',
      'main.mjs',
      `import { EntityScreening, NotFoundError } from 'entity-screening-sdk'
       import { operations } from 'entity-screening-sdk/schemas'
       import { createMockServer } from 'entity-screening-sdk/mock-server'
       import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
       import { startServer } from 'entity-screening-sdk/mock-server/node'
       ${workflow}`,
    )
    expect(JSON.parse(stdout)).toEqual(outcome)
    expect(stderr).toBe('')
  })

  it('works by require, without loading the ky that is installed beside it', async () => {
    const { stdout, stderr } = await runFile(
      'commonjs',
      'main.cjs',
      `const { EntityScreening, NotFoundError } = require('entity-screening-sdk')
       const { operations } = require('entity-screening-sdk/schemas')
       const { createMockServer } = require('entity-screening-sdk/mock-server')
       const { createHandlers } = require('entity-screening-sdk/mock-server/msw')
       const { startServer } = require('entity-screening-sdk/mock-server/node')
       if (Object.keys(require.cache).some(file => /node_modules.ky./.test(file))) throw new Error('ky was required')
       ;(async () => { ${workflow} })()`,
    )
    expect(JSON.parse(stdout)).toEqual(outcome)
    expect(stderr).toBe('')
  })

  it('knows an error of the other module format by is()', async () => {
    const { stdout } = await runFile(
      'esm',
      'both.mjs',
      `import { createRequire } from 'node:module'
       import { EntityScreening, InputValidationError } from 'entity-screening-sdk'
       const other = createRequire(import.meta.url)('entity-screening-sdk')
       const client = new EntityScreening({ apiKey: 'key', baseUrl: 'http://x.example' })
       const error = await client.entities.network('').catch(error => error)
       console.log(other.InputValidationError === InputValidationError, other.InputValidationError.is(error), other.ApiError.is(error))`,
    )
    expect(stdout.trim()).toBe('false true false')
  })

  it.each([
    ['esm', 'node16', 'node16', 'main.mts'],
    ['esm', 'bundler', 'esnext', 'main.ts'],
    // msw 3 is ESM only, so that a CommonJS project has msw 2, whose own declarations do not pass without the flag.
    ['commonjs', 'node16', 'node16', 'main.cts', '--skipLibCheck'],
  ] as const)(
    'has types in a project that is %s, with moduleResolution %s',
    async (project, moduleResolution, module, file, ...more) => {
      await write(
        project,
        file,
        `import { type Entity, EntityScreening, NotFoundError } from 'entity-screening-sdk'
       import { entityRecord } from 'entity-screening-sdk/schemas'
       import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
       import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
       import { startServer } from 'entity-screening-sdk/mock-server/node'
       import { setupServer } from 'msw/node'
       const server: MockServer = createMockServer({ clock: 'manual' })
       const client = new EntityScreening({ apiKey: server.teams.create().apiKey, fetch: server.fetch })
       const list: Promise<Entity[]> = client.entities.list()
       const interceptor = setupServer(...createHandlers(server, { baseUrl: 'https://screening.example' }))
       // @ts-expect-error the types are there, and strict
       client.entities.create({ type: 'vessel', name: 'A' })
       export { entityRecord, interceptor, list, NotFoundError, startServer }`,
      )
      const flags = [
        '--noEmit',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--target',
        'es2022',
        '--types',
        'node',
      ]
      const parameters = [...flags, ...more, '--moduleResolution', moduleResolution, '--module', module, file]
      // Prints what is wrong on its standard output.
      const { stdout } = await run('npx', ['--no-install', 'tsc', ...parameters], {
        cwd: join(folder, project),
      }).catch((error: { stdout: string }) => error)
      expect(stdout).toBe('')
    },
  )

  it('has the command', async () => {
    const { stdout } = await run('npx', ['--no-install', 'entity-screening', 'serve', '--help'], {
      cwd: join(folder, 'esm'),
    })
    expect(stdout).toContain('--port N')
  })
})
