import { existsSync, readFileSync } from 'node:fs'
import { operations } from 'entity-screening-sdk/schemas'
import { expect, it } from 'vitest'
import { handlers } from '../../mock-server/operations/index.ts'

const specification = new URL('../../../shared/interface-specification.txt', import.meta.url)

it('the table has every operation once, each with a behaviour', () => {
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(operations).sort())
  const routes = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(routes).size).toBe(routes.length)
})

it.skipIf(!existsSync(specification))(
  'each row names a heading of the specification (skipped where ../shared/interface-specification.txt is absent)',
  () => {
    const matches = readFileSync(specification, 'utf8').matchAll(/^### (.+)$/gm)
    const headings = new Set(Array.from(matches, ([, heading]) => heading))
    for (const { section } of Object.values(operations)) expect(headings).toContain(section)
  },
)
