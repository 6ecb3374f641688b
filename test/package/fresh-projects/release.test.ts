import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const repository = join(import.meta.dirname, '../../..')

it('a release can be rehearsed: raised, published to a registry on this machine, installed from there, used', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'release', '--', '--dry-run'], {
    cwd: repository,
    shell: process.platform === 'win32',
  })
  expect(stdout).toMatch(/^# entity-screening-sdk\n\n## \d+\.\d+\.\d+\n/m)
  expect(stdout).toContain('Yevgraf Braskin: hit')
  expect(stdout).toMatch(
    /entity-screening-sdk \d+\.\d+\.\d+ can be released\. Nothing has left this machine\./,
  )
}, 900_000)
