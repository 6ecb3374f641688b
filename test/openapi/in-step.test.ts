import { readFileSync } from 'node:fs'
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
