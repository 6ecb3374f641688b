import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it, onTestFinished } from 'vitest'
import { bundle } from '../bundle.ts'

const program = `
import { EntityScreening } from 'entity-screening-sdk'

const { entities } = new EntityScreening({ baseUrl: process.argv[2], apiKey: 'a-key-of-the-team' })
const { id } = await entities.create({ type: 'organization', name: 'Nordwind GmbH' })
console.log(JSON.stringify((await entities.list()).map(entity => [entity.name, entity.id === id])))
`

it('a program in Deno creates an entity and lists it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-deno-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await bundle(program, join(folder, 'main.mjs'))
  const { url, close } = await startServer(createMockServer({ keys: { 'a-key-of-the-team': 'team' } }))
  onTestFinished(close)
  const deno = fileURLToPath(new URL('../../node_modules/.bin/deno', import.meta.url))
  const parameters = [
    'run',
    '--quiet',
    '--allow-net',
    '--allow-env',
    '--no-config',
    join(folder, 'main.mjs'),
    url,
  ]
  const { stdout } = await promisify(execFile)(deno, parameters)
  expect(JSON.parse(stdout)).toEqual([['Nordwind GmbH', true]])
})
