import { describe, expect, it } from 'vitest'
import { operations } from '../../src/contract/operations.ts'

const toFileName = (operation: string) => operation.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

describe('src/operations', () => {
  it.each(Object.entries(operations))(
    'has a file with the client’s half of %s, whose row is that of the contract',
    async (name, contract) => {
      const exports = await import(`../../src/operations/${toFileName(name)}.ts`)
      expect(Object.keys(exports)).toEqual([name])
      expect(exports[name]).toMatchObject({ name, contract, decode: expect.any(Function) })
    },
  )
})
