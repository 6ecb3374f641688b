import { describe, expect, it } from 'vitest'
import { endpoints } from '../../src/contract/endpoints.ts'
import { type Operation, operations } from '../../src/contract/operations.ts'
import { EntityScreening } from '../../src/index.ts'
import { entityOperations } from '../../src/resources/entities.ts'
import { searchOperations } from '../../src/resources/search.ts'
import { serviceOperations } from '../../src/resources/service.ts'

const specs = Object.values({ ...entityOperations, ...searchOperations, ...serviceOperations })
const client = new EntityScreening({ apiKey: null, baseUrl: 'http://localhost' })

const toFileName = (operation: string) => operation.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

describe('src/operations', () => {
  it.each(Object.entries(endpoints))(
    'has a file with the client’s half of %s, whose row is that of the contract',
    async (name, contract) => {
      const exports = await import(`../../src/operations/${toFileName(name)}.ts`)
      expect(Object.keys(exports)).toEqual([name])
      expect(exports[name]).toMatchObject({ operation: name, contract, decode: expect.any(Function) })
    },
  )

  it('has the row of each operation without the schema of its request', () => {
    const withoutRequests = Object.entries(operations).map(
      ([name, { request: _, ...row }]: [string, Operation]) => [name, row],
    )
    expect(Object.fromEntries(withoutRequests)).toEqual(endpoints)
  })

  it.each(specs)('names the method of $operation: $methodName', ({ methodName }) => {
    const [resource = '', method = ''] = methodName.split('.')
    expect(Reflect.get(Reflect.get(client, resource), method)).toBeInstanceOf(Function)
  })

  it('names siblings that are methods of other operations', () => {
    const names = specs.map(({ methodName }) => methodName)
    const siblings = specs.flatMap(spec => ('sibling' in spec && spec.sibling ? spec.sibling.methodName : []))
    expect(siblings).toHaveLength(new Set(siblings).size)
    expect(names).toEqual(expect.arrayContaining(siblings))
  })
})
