import { ResponseValidationError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering } from '../answering.ts'

async function readNetwork(data: unknown) {
  const { client } = answering({ success: true, data })
  return client.entities.network('a')
}

describe('nothing is lost', () => {
  const relation = { source: 'a', target: 'b', type: 'HasRole' }

  it.each([
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

  it('what stands beside nodes and relations is in unknownFields', async () => {
    const { unknownFields } = await readNetwork({ nodes: {}, relations: [], truncated: true })
    expect(unknownFields).toEqual({ truncated: true })
  })
})

describe('hostile answers come to an end', () => {
  it('a risk label of 100,000 blanks', async () => {
    const { client } = answering([{ riskLevel: `x${' '.repeat(100_000)}y` }])
    expect((await client.entities.list())[0]?.riskLevel).toMatch(/^x +y$/)
  })

  it('a row error nested deeper than a stack', { tags: 'long' }, async () => {
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
  const ofPersons = { birthDate: undefined }
  await client.entities.create({ type: 'organization', name: 'A', ...ofPersons })
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
