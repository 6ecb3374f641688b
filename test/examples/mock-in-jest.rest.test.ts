import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'tsup'
import { afterAll, beforeAll, expect, it } from 'vitest'
import tsup from '../../tsup.config.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
let project: string

/** A CommonJS project with the example, the package as it is published, and msw 2. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'entity-screening-jest-'))
  const installed = join(project, 'node_modules/entity-screening-sdk')
  await mkdir(installed, { recursive: true })
  await cp(join(root, 'package.json'), join(installed, 'package.json'))
  const dist = join(installed, 'dist')
  await build({ ...tsup, config: false, dts: false, silent: true, outDir: dist })
  await cp(join(root, 'examples/03-mock-in-jest'), project, { recursive: true })
  await writeFile(join(project, 'package.json'), '{ "private": true }')
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const needed = [...Object.keys(dependencies), 'zod', 'ts-jest', 'typescript', '@jest/globals']
  const links = [['msw', 'msw-2'] as const, ...needed.map(name => [name, name] as const)]
  for (const [name, from] of links) {
    await mkdir(dirname(join(project, 'node_modules', name)), { recursive: true })
    await symlink(join(root, 'node_modules', from), join(project, 'node_modules', name), 'junction')
  }
})

afterAll(() => rm(project, { recursive: true, force: true }))

it('the example for Jest passes in Jest', async () => {
  const { JEST_WORKER_ID: _, VITEST: __, NODE_ENV: ___, ...environment } = process.env
  const jest = join(root, 'node_modules/jest/bin/jest.js')
  const { stderr } = await run(process.execPath, [jest, '--no-cache'], {
    cwd: project,
    env: environment,
  }).catch((error: { stderr: string }) => error)
  expect(stderr).toMatch(/✓ finds the sanctioned person/)
  expect(stderr).toMatch(/^Tests: +1 passed, 1 total$/m)
})
