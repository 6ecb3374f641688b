import { readFileSync } from 'node:fs'
import { operations } from 'entity-screening-sdk/schemas'
import { expect, it } from 'vitest'

it('the page of the mock server names each operation that a fault can have', () => {
  const [, list = ''] =
    /`operation` is one of ([^.]*)\./.exec(readFileSync('docs/mock-server.md', 'utf8')) ?? []
  expect(Array.from(list.matchAll(/`(\w+)`/g), ([, name]) => name).sort()).toEqual(
    Object.keys(operations).sort(),
  )
})
