import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { build } from 'esbuild'
import { expect, it, onTestFinished } from 'vitest'
import { toTest } from '../../mock-server/console/state/to-test.ts'
import { create, createWire } from '../mock-server/wire.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const options = { seed: 7, dialect: 'sample', behaviour: { caseStatuses: { high: 'ESCALATED' } } } as const

async function stateOf(clock: 'manual' | 'real') {
  const wire = createWire({ ...options, clock }, { entityLimit: 9 })
  const names = ['[sanctioned] Example Works Ltd', '`$1` </script> \u2028 \u202e "quoted" \\ */', '日本']
  for (const name of names) await create(wire, { name })
  const { id } = await create(wire, { name: 'Ilse Brandt', type: 'person' })
  wire.server.clock.advance('1h')
  await wire.post(`/v1/entities/${id}/documents`, { document_url: 'https://example.com/a.pdf' })
  await wire.put(`/v1/entities/${id}`, { action: 'rescan' })
  wire.server.setCaseStatus(id, 'UNDER_REVIEW')
  await create(wire.withNewTeam(), { name: 'Elsewhere Ltd' })
  return wire.server
}

it('a state copied as a test passes with the built package, and fails where the state differs', async () => {
  const [manual, real] = [await stateOf('manual'), await stateOf('real')]
  const text = toTest(manual.snapshot(), options)
  for (const change of manual.snapshot().changes)
    expect(text).toContain(JSON.stringify(change).replace('\u2028', '\\u2028').replace('\u202e', '\\u202e'))
  const outcomes = await runWithBuiltPackage({
    'manual.test.ts': text,
    'real.test.ts': toTest(real.snapshot(), options),
    'other-count.test.ts': text.replace('toHaveLength(4)', 'toHaveLength(5)'),
    'other-seed.test.ts': text.replace('"seed":7', '"seed":8'),
  })
  expect(outcomes).toEqual({
    'manual.test.ts': 'passed',
    'real.test.ts': 'passed',
    'other-count.test.ts': 'failed',
    'other-seed.test.ts': 'failed',
  })
})

/** Runs test files in a project that has installed the package. */
async function runWithBuiltPackage(files: Readonly<Record<string, string>>) {
  const project = await mkdtemp(join(tmpdir(), 'entity-screening-copied-'))
  onTestFinished(() => rm(project, { recursive: true }))
  const installed = join(project, 'node_modules/entity-screening-sdk')
  await mkdir(installed, { recursive: true })
  await copyFile(join(repository, 'package.json'), join(installed, 'package.json'))
  await symlink(join(repository, 'node_modules/vitest'), join(project, 'node_modules/vitest'))
  await build({
    entryPoints: {
      index: join(repository, 'src/index.ts'),
      'mock-server': join(repository, 'mock-server/index.ts'),
    },
    outdir: join(installed, 'dist'),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
  })
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text)
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
  const report = join(project, 'report.json')
  await promisify(execFile)(
    process.execPath,
    [vitest, 'run', '--root', project, '--reporter', 'json', '--outputFile', report],
    { env: { PATH: process.env.PATH } },
  ).catch(() => {})
  const { testResults }: Report = JSON.parse(await readFile(report, 'utf8'))
  return Object.fromEntries(testResults.map(({ name, status }) => [basename(name), status]))
}

/** Of vitest's report in JSON, what is read here. */
interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}

it('a copied test holds no character that turns the direction of its text', () => {
  const text = toTest(createMockServer().snapshot(), { behaviour: { caseStatuses: { high: 'HIGH\u2066' } } })
  expect(text).toContain('"HIGH\\u2066"')
  expect(text).not.toMatch(/[\u2028-\u202e\u2066-\u2069]/)
})

it('a server without teams is copied too', () => {
  const text = toTest(createMockServer().snapshot(), {})
  expect(text).toContain('0 teams and 0 entities')
  expect(text).not.toContain('client.entities')
})
