import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { repetitionsPage } from '../../docs/generate-repetitions.ts'

it('the guide to retries has the table that was measured: npx tsx docs/generate-repetitions.ts', async () => {
  const page = await readFile('docs/errors-and-retries.md', 'utf8')
  const table = await readFile('test/package/fresh-projects/runtimes/repetitions.md', 'utf8')
  expect(page).toBe(repetitionsPage())
  expect(page).toContain(table)
})
