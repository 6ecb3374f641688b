import { ResponseValidationError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering } from '../answering.ts'

const hit = { name: 'Evil' }

async function readNetwork(data: unknown) {
  const { client } = answering({ success: true, data })
  return client.entities.network('a')
}

const nodeOf = async (node: unknown) => (await readNetwork({ nodes: { a: node }, relations: [] })).nodes[0]

describe('a hit is never lost on the way', () => {
  it.each([
    ['a node as JSON text', JSON.stringify({ id: 'a', sanctions: [hit] })],
    ['a node in a list of one', [{ id: 'a', sanctions: [hit] }]],
    ['a list as one object', { id: 'a', sanctions: hit }],
    ['a list as JSON text', { id: 'a', sanctions: JSON.stringify([hit]) }],
    ['a superseded name in camelCase', { id: 'a', sanctionsJson: JSON.stringify([hit]) }],
    ['an empty list beside it', { id: 'a', sanctions: [], sanctions_json: [hit] }],
    ['an empty list beside it in camelCase', { id: 'a', sanctions: [], sanctionsJson: [hit] }],
  ])('in %s', async (_, node) => {
    expect((await nodeOf(node))?.sanctions).toEqual([{ name: 'Evil', sources: [], extra: {} }])
  })

  it('in camelCase', async () => {
    const node = await nodeOf({ id: 'a', fullName: 'A', adverseMedia: [hit] })
    expect(node).toMatchObject({ fullName: 'A', adverseMedia: [{ name: 'Evil' }], extra: {} })
  })

  it.each([['text that is no JSON'], [7], [null], [[{}, {}]], ['[1]']])(
    'a node that is %j is refused',
    async node => {
      await expect(readNetwork({ nodes: { a: node }, relations: [] })).rejects.toBeInstanceOf(
        ResponseValidationError,
      )
    },
  )
})

describe('nothing stands for no hit', () => {
  it.each(['-', '', false, {}, [], null, '[]', 'null', '{}'])('%j', async sanctions => {
    expect((await nodeOf({ id: 'a', sanctions }))?.sanctions).toEqual([])
  })
})

describe('nothing is lost', () => {
  const relation = { source: 'a', target: 'b', type: 'HasRole' }

  it.each([
    ['keyed by anything', { r1: relation }],
    ['as JSON text', JSON.stringify([relation])],
    ['as one object', relation],
    ['each as JSON text', [JSON.stringify(relation)]],
  ])('relations %s are read', async (_, relations) => {
    expect((await readNetwork({ nodes: {}, relations })).relations).toMatchObject([
      { source: 'a', target: 'b' },
    ])
  })

  it('details as JSON text are read', async () => {
    const { relations } = await readNetwork({
      nodes: {},
      relations: [{ ...relation, details: '{"exact_share":0.5}' }],
    })
    expect(relations[0]?.details.exactShare).toBe(0.5)
  })

  it('what stands beside nodes and relations is in extra', async () => {
    const { extra } = await readNetwork({ nodes: {}, relations: [], truncated: true })
    expect(extra).toEqual({ truncated: true })
  })

  it('items of a list that are no objects are entities with the item in extra', async () => {
    const { client } = answering(['x', null, 5, []])
    const entities = await client.entities.list()
    expect(entities.map(({ extra }) => extra)).toEqual([
      { value: 'x' },
      { value: null },
      { value: 5 },
      { value: [] },
    ])
  })

  it('what a wrapper holds beside its data is reported', async () => {
    const { client } = answering({ success: true, data: [], pagination: { hasMore: true } })
    const { quirks } = await client.entities.list().withResponse()
    expect(quirks).toContainEqual({
      code: 'unknown_field',
      operation: 'listEntities',
      path: ['pagination'],
      count: 1,
    })
  })

  it('nodes in a list keep ids that are numbers', async () => {
    const { nodes } = await readNetwork({ nodes: [{ id: 7 }, { id: 8 }], relations: [] })
    expect(nodes.map(({ id }) => id)).toEqual(['7', '8'])
  })
})

describe('hostile answers come to an end', () => {
  it('a node with 40,000 unknown fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`field ${at}`, at]))
    expect(Object.keys((await nodeOf({ id: 'a', ...fields }))?.extra ?? {})).toHaveLength(40_000)
  })

  it('a risk label of 100,000 blanks', async () => {
    const { client } = answering([{ riskLevel: `x${' '.repeat(100_000)}y` }])
    expect((await client.entities.list())[0]?.riskLevel).toMatch(/^x +y$/)
  })

  it('a row error nested deeper than a stack', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const { client } = answering(
      `{"success":true,"data":{"successCount":1,"errorCount":1,"errors":[${deep}]}}`,
    )
    const rows = [{ type: 'organization', name: 'A', countryCode: 'DE' }] as const
    expect((await client.entities.createBulk(rows)).errors).toMatchObject([{ row: null }])
  })

  it('numbers that no number can hold are no numbers', async () => {
    const { client } = answering('[{"id":"a","riskScore":1e400}]')
    expect((await client.entities.list())[0]?.riskScore).toBeNull()
  })

  it('a strict client checks nodes of every name', async () => {
    for (const id of ['constructor', 'toString', 'b']) {
      const text = `{"success":true,"data":{"nodes":{"${id}":{"id":"${id}","size":7}},"relations":[]}}`
      const { client } = answering(text, {}, { validation: 'strict' })
      await expect(client.entities.network(id)).rejects.toBeInstanceOf(ResponseValidationError)
    }
  })
})

it('a level may be searched by its label too', async () => {
  const { client, sent } = answering([])
  for (const riskLevel of ['high', 'High Risk', ' HIGH RISK ']) await client.entities.search({ riskLevel })
  expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => ({ riskLevel: 'High Risk' })))
})

it('fields that hold undefined are left out, those of the other type too', async () => {
  const { client, sent } = answering({ success: true, data: { id: 'e' } })
  await client.entities.create({ type: 'organization', name: 'A', birthDate: undefined })
  expect(sent[0]?.body).toEqual({ type: 'organization', name: 'A' })
})

it('a single text among bulk errors is one row error', async () => {
  const { client } = answering({
    success: true,
    data: { successCount: 0, errorCount: 1, errors: 'Row 2: exists' },
  })
  const { errors } = await client.entities.createBulk([
    { type: 'organization', name: 'A', countryCode: 'DE' },
  ])
  expect(errors).toEqual([{ row: 2, reason: 'exists', message: 'Row 2: exists' }])
})
