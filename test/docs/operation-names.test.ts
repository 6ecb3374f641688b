import { operations } from 'entity-screening-sdk/schemas'
import { expect, it } from 'vitest'
import { methodNames } from '../../src/contract/method-names.ts'

it('each operation that a fault can have is called by a method', () => {
  expect(Object.keys(methodNames)).toEqual(Object.keys(operations))
})
