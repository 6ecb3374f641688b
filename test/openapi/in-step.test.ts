import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { generateFiles } from '../../docs/generate-openapi.ts'

const root = new URL('../../', import.meta.url)
const generated = await generateFiles()

describe('what docs/generate-openapi.ts writes', () => {
  it.each([...generated])('%s is as it would be written now', (path, text) => {
    const found = readFileSync(new URL(path, root), 'utf8')
    expect(found === text, `${path} is out of step: run npx tsx docs/generate-openapi.ts`).toBe(true)
  })
})

it('docs/openapi.json lints clean, without a warning', async () => {
  const redocly = fileURLToPath(new URL('node_modules/@redocly/cli/bin/cli.js', root))
  const run = promisify(execFile)(process.execPath, [redocly, 'lint', 'docs/openapi.json'], {
    cwd: root,
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const { stdout, stderr } = await run
  expect(stdout + stderr).toContain('Your API description is valid.')
  expect(stdout + stderr).not.toMatch(/warning/i)
})
