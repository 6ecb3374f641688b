import { describe, expect, it } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import { createWire } from '../wire.ts'
import { countEntities, honoured, person, post } from './keyed-requests.ts'

describe('idempotency keys', () => {
  it('are ignored by default, for the specification has none', async () => {
    const wire = createWire()
    await post(wire, 'a')
    await post(wire, 'a')
    expect(await countEntities(wire)).toBe(2)
  })

  it('are in the request log', async () => {
    const wire = createWire()
    await post(wire, 'a')
    const [record] = wire.server.requests.list()
    expect(record?.requestHeaders).toMatchObject({ 'idempotency-key': 'a' })
  })
})

describe('honoured idempotency keys', () => {
  it('give a repeated creation the response of the first', async () => {
    const wire = createWire({ behaviour: honoured })
    const [first, second] = [await post(wire, 'a'), await post(wire, 'a')]
    expect(second).toEqual({ ...first, headers: expect.anything() })
    expect(first.status).toBe(201)
    expect(await countEntities(wire)).toBe(1)
    await post(wire, 'b')
    expect(await countEntities(wire)).toBe(2)
  })

  it('hold for bulk requests and documents, and for nothing that may be repeated', async () => {
    const wire = createWire({ behaviour: honoured })
    const rows = { entities: [{ ...person, first_name: 'Ilse', last_name: 'Brandt', countryCode: 'DE' }] }
    for (const _ of Array(2)) await post(wire, 'a', rows, '/v1/entities/bulk')
    expect(await countEntities(wire)).toBe(1)
    const { body } = await wire.get('/v1/entities')
    const [{ id }] = Array.isArray(body) ? body : []
    const document = { document_url: 'https://example.com/report.pdf' }
    const attach = () => post(wire, 'b', document, `/v1/entities/${id}/documents`)
    expect((await attach()).body).toEqual((await attach()).body)
    const search = (name: string) => post(wire, 'c', { name }, '/v1/entities/search')
    expect((await search('Ilse')).status).toBe(200)
    expect((await search('Bela')).status).toBe(200)
  })

  it('are refused with another body or path', async () => {
    const wire = createWire({ behaviour: honoured })
    await post(wire, 'a')
    expect(await post(wire, 'a', { ...person, name: 'Bela' })).toMatchObject({
      status: 422,
      body: { statusCode: 422, success: false },
    })
    expect(await post(wire, 'a', person, '/v1/entities/bulk')).toMatchObject({ status: 422 })
    expect(await countEntities(wire)).toBe(1)
  })

  it('are free again after a refusal', async () => {
    const wire = createWire({ behaviour: honoured })
    expect(await post(wire, 'a', {})).toMatchObject({ status: 400 })
    wire.server.faults.add({ operation: 'createEntity', kind: 'rate_limit', times: 1 })
    expect(await post(wire, 'a')).toMatchObject({ status: 429 })
    expect(await post(wire, 'a')).toMatchObject({ status: 201 })
  })

  it('have the response that a fault has lost', async () => {
    const wire = createWire({ behaviour: honoured })
    wire.server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    await failureOf(post(wire, 'a'))
    expect(await post(wire, 'a')).toMatchObject({ status: 201 })
    expect(await countEntities(wire)).toBe(1)
  })

  it('belong to their team', async () => {
    const wire = createWire({ behaviour: honoured })
    const other = wire.withNewTeam()
    await post(wire, 'a')
    await post(other, 'a', { ...person, name: 'Bela' })
    expect([await countEntities(wire), await countEntities(other)]).toEqual([1, 1])
  })

  it('survive a snapshot, with the bytes of the response', async () => {
    const wire = createWire({ behaviour: honoured, keys: { 'a-key-of-the-team': 'team' } })
    const first = await post(wire.withKey('a-key-of-the-team'), 'a')
    const restored = createWire({ behaviour: honoured })
    restored.server.restore(JSON.parse(JSON.stringify(wire.server.snapshot())))
    const other = restored.withKey('a-key-of-the-team')
    expect((await post(other, 'a')).text).toBe(first.text)
    expect(await countEntities(other)).toBe(1)
    expect(await post(other, 'a', { ...person, name: 'Bela' })).toMatchObject({ status: 422 })
  })

  it('are forgotten by a reset', async () => {
    const wire = createWire({ behaviour: honoured, keys: { 'a-key-of-the-team': 'team' } })
    const team = wire.withKey('a-key-of-the-team')
    await post(team, 'a')
    wire.server.reset()
    expect(await countEntities(team)).toBe(0)
    await post(team, 'a')
    expect(await countEntities(team)).toBe(1)
  })
})

describe('honoured idempotency keys of long requests', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, row) => ({
      type: 'organization',
      name: `Company ${row}`,
      countryCode: 'DE',
    }))

  it('give a request that is repeated meanwhile the response of the first', async () => {
    const wire = createWire({ behaviour: honoured })
    const send = () => post(wire, 'a', { entities: rows(1000) }, '/v1/entities/bulk')
    const [first, second] = await Promise.all([send(), send()])
    expect([first.status, second.text]).toEqual([201, first.text])
    expect(await countEntities(wire)).toBe(1000)
  })

  it('are free again once the request is refused', async () => {
    const wire = createWire({ behaviour: honoured })
    const refused = await post(wire, 'a', { entities: rows(1001) }, '/v1/entities/bulk')
    expect(refused.status).toBe(400)
    expect((await post(wire, 'a', { entities: rows(1000) }, '/v1/entities/bulk')).status).toBe(201)
  })
})
