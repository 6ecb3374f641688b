import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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
