import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProjectWithPackage, root } from './installed-package.ts'

const run = promisify(execFile)
let project: string

beforeAll(async () => {
  project = await createProjectWithPackage(['ts-jest', 'typescript', '@jest/globals'])
  await cp(join(root, 'examples/03-mock-in-jest'), project, { recursive: true })
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
