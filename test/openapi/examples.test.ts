import { describe, expect, it } from 'vitest'
import type { MediaType, OpenApiOperation } from '../../docs/openapi/types.ts'
import { dialects } from '../../mock-server/dialects/index.ts'
import { type Operation, operations } from '../../src/contract/operations.ts'
import { create, createWire } from '../mock-server/wire.ts'
import { complaints, document, validatorOf } from './json-schema.ts'

const { paths, components } = document

function operationAt({ method, path }: Operation): OpenApiOperation | undefined {
  return { GET: paths[path]?.get, POST: paths[path]?.post, PUT: paths[path]?.put }[method]
}

function valuesOf(body: { readonly content: Readonly<Record<string, MediaType>> } | undefined) {
  const { schema = {}, examples = {} } = body?.content['application/json'] ?? {}
  return { schema, values: Object.values(examples).map(({ value }) => value) }
}

describe.each(Object.entries<Operation>(operations))('the examples of %s', (_, operation) => {
  const documented = operationAt(operation)
  const response = documented?.responses[operation.status]

  it('are requests that contract and schema take', () => {
    if (operation.request === undefined) return expect(documented?.requestBody).toBeUndefined()
    const { schema, values } = valuesOf(documented?.requestBody)
    const validate = validatorOf(schema)
    expect(values).not.toEqual([])
    for (const value of values) {
      expect(operation.request?.safeParse(value).success).toBe(true)
      expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
    }
  })

  it('are responses that contract and schema take', () => {
    const { schema, values } = valuesOf(
      response !== undefined && 'content' in response ? response : undefined,
    )
    const validate = validatorOf(schema)
    expect(values).not.toEqual([])
    for (const value of values) {
      expect(operation.response.safeParse(value).success).toBe(true)
      expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
    }
  })
})

it('each error has an example that is valid, but for the one that stands for all others', () => {
  for (const [name, { content }] of Object.entries(components.responses)) {
    const { schema = {}, example } = content['application/json'] ?? {}
    if (name === 'OtherError') continue
    const validate = validatorOf(schema)
    expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true)
  }
})

it.each(dialects)('a network in the dialect %s is as documented', async dialect => {
  const wire = createWire({ dialect })
  const { id } = await create(wire, { name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
  wire.server.clock.settle()
  const { body } = await wire.get(`/v1/entities/${id}/network`)
  expect(complaints('GetNetworkResponse', body)).toEqual([])
})
