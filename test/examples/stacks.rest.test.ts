import { execFile } from 'node:child_process'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProjectWithPackage, root } from './installed-package.ts'

/** A test that fails because the service responds 404. The call is in line 6. */
const failingTest = (imports: string) => `${imports}
const { EntityScreening } = require('entity-screening-sdk')
const { createMockServer } = require('entity-screening-sdk/mock-server')
test('reads a network', async () => {
  const client = new EntityScreening(createMockServer().connect())
  const { nodes } = await client.entities.network('absent')
  if (nodes.length === 0) throw new Error('empty')
})
`
let project: string

beforeAll(async () => {
  project = await createProjectWithPackage(['ts-jest', 'typescript', 'vitest'])
  await cp(join(root, 'examples/03-mock-in-jest/jest.config.cjs'), join(project, 'jest.config.cjs'))
  const write = (file: string, text: string) => writeFile(join(project, file), text)
  await write('jest.test.js', failingTest('// Jest has test as a global.'))
  await write('node.cjs', failingTest("const { test } = require('node:test')"))
  const modules = failingTest("import { test } from 'vitest'")
  await write('vitest.test.mjs', modules.replaceAll(/const (\{.*\}) = require\((.*)\)/g, 'import $1 from $2'))
})

afterAll(() => rm(project, { recursive: true, force: true }))

it.each([
  ['vitest', ['node_modules/vitest/vitest.mjs', 'run', 'vitest.test.mjs'], 'vitest.test.mjs:6:', 1],
  ['Jest', [join(root, 'node_modules/jest/bin/jest.js'), '--no-cache', 'jest.test.js'], 'jest.test.js:6:', 1],
  ['node:test', ['--test', '--test-reporter=spec', 'node.cjs'], 'node.cjs:6:', 1],
])('%s shows file and line of the test that failed', async (_, parameters, line, status) => {
  const { code, output } = await run(parameters)
  expect(output).toContain('entities.network: 404')
  expect(output).toContain(line)
  expect(code).toBe(status)
})

/** Runs a program of Node in the project, to its end. */
function run(parameters: readonly string[]): Promise<{ code: unknown; output: string }> {
  const { JEST_WORKER_ID: _, VITEST: __, NODE_ENV: ___, NODE_TEST_CONTEXT: ____, ...env } = process.env
  const options = { cwd: project, env: { ...env, NO_COLOR: '1' } }
  return new Promise(resolve => {
    execFile(process.execPath, parameters, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}
