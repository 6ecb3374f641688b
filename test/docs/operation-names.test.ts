import { readFileSync } from 'node:fs'
import { operations } from 'entity-screening-sdk/schemas'
import { expect, it } from 'vitest'
import { methodNames } from '../../src/contract/method-names.ts'

it('the page of the mock server names each operation that a fault can have, and the method that calls it', () => {
  const rows = readFileSync('docs/mock-server.md', 'utf8').matchAll(/^\| `(\w+)` \| `(\w+\.\w+)` \|$/gm)
  expect(Object.fromEntries(Array.from(rows, ([, operation, method]) => [operation, method]))).toEqual(
    methodNames,
  )
  expect(Object.keys(methodNames)).toEqual(Object.keys(operations))
})
