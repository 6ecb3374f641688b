import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { behavioursPage } from '../../docs/generate-behaviours.ts'

it('the guide to behaviours has the table of now: npx tsx docs/generate-behaviours.ts', async () => {
  expect(await readFile('docs/check-your-service.md', 'utf8')).toBe(behavioursPage())
})
