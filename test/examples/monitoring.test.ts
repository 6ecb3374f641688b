import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const tsx = fileURLToPath(new URL('node_modules/tsx/dist/cli.mjs', root))
const run = () => promisify(execFile)(process.execPath, [tsx, 'examples/17-monitoring.ts'], { cwd: root })

it('the monitoring example finds what has changed, the same in every run', { timeout: 30_000 }, async () => {
  const [first, second] = await Promise.all([run(), run()])
  expect(first).toEqual(second)
  expect(first.stderr).toBe('')
  expect(first.stdout).toContain('[changing] Nordwind GmbH: risk up from low to medium\n')
  expect(first.stdout).toContain('new adverse media entry about [changing] Nordwind GmbH (')
  expect(first.stdout).not.toContain('Ilse Brandt')
})
