import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** The page without the code of its examples, which another test holds against their files. */
function withoutExamples(page: string): string {
  return page.replaceAll(/(<!-- examples\/\S+ -->\n```ts\n)[\s\S]*?```/g, '$1```')
}

it('the guide to behaviours is as it would be written now: npx tsx docs/generate-behaviours.ts', async () => {
  const { stdout } = await promisify(execFile)('npx', ['tsx', 'docs/generate-behaviours.ts'])
  expect(withoutExamples(await readFile('docs/check-your-service.md', 'utf8'))).toBe(withoutExamples(stdout))
})
