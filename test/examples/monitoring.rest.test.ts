import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it } from 'vitest'
import { bundle } from '../bundle.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

async function run(file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-monitoring-'))
  const program = join(folder, 'example.mjs')
  await bundle(`examples/${file}`, program)
  const output = await promisify(execFile)(process.execPath, [program], { cwd: root })
  await rm(folder, { recursive: true })
  return output
}

it('the monitoring example finds what has changed, the same in every run', async () => {
  const [first, second] = await Promise.all([run('17-monitoring.ts'), run('17-monitoring.ts')])
  expect(first).toEqual(second)
  expect(first.stderr).toBe('')
  expect(first.stdout).toContain('[changing] Acme: risk level up from low to medium\n')
  expect(first.stdout).toContain('new adverse media entry about [changing] Acme (')
  expect(first.stdout).not.toContain('Ilse Brandt')
})

it('the watching example prints each change once', async () => {
  const { stdout, stderr } = await run('22-watching.ts')
  expect(stderr).toBe('')
  expect(stdout).toContain('[changing] Acme: risk level up from low to medium\n')
  expect(stdout).toContain('new entity Ilse Brandt (person, low risk)\n')
  expect(stdout).toMatch(/\n(\d+) changes, then 0\n$/)
})

it('the weekly program records a team, and reports the next week what has changed', async () => {
  const server = createMockServer({ clock: 'stepping', keys: { 'a-good-key': 'team' } })
  await using running = await startServer(server)
  const client = new EntityScreening({ apiKey: 'a-good-key', baseUrl: running.url })
  const acme = await client.entities.create({ type: 'organization', name: '[changing] Acme' })
  await client.entities.waitForScreening(acme, { every: 5 })
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-weekly-'))
  const program = join(folder, 'weekly.mjs')
  await bundle('examples/35-weekly-monitoring.ts', program)
  const environment = { ENTITY_SCREENING_BASE_URL: running.url, ENTITY_SCREENING_API_KEY: 'a-good-key' }
  const runWeekly = (timeout: string) =>
    promisify(execFile)(process.execPath, [program, 'weekly.state', '20', timeout], {
      cwd: folder,
      env: { ...process.env, ...environment },
    })
  // Records before it rescans, so that what the first rescan changes is not lost.
  await expect(runWeekly('10000')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^0 changes, 0 networks not read\n1 screened again\n\[changing\] Acme: risk .+\n[1-9]\d* changes, 0 networks not read\n$/s,
    ),
    stderr: 'Recorded 1 entities: the next comparison uses them\n',
  })
  const { stdout, stderr } = await runWeekly('10000')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^1 screened again\n\[changing\] Acme: risk /)
  expect(stdout).toMatch(/\n[1-9]\d* changes, 0 networks not read\n$/)
  const fault = server.faults.add({ operation: 'getNetwork', status: 500 })
  await expect(runWeekly('10000')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('1 networks not read\n'),
    stderr: expect.stringMatching(/^A network was not read: entities\.network: .*500/),
  })
  server.faults.remove(fault)
  await client.entities.create({ type: 'organization', name: '[stuck] Beta' })
  await expect(runWeekly('500')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('new entity [stuck] Beta'),
    stderr: expect.stringContaining('are reported next week'),
  })
  await rm(folder, { recursive: true })
})
