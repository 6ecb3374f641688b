import assert from 'node:assert'
import { AuthenticationError, ResponseValidationError } from 'entity-screening-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answering, apiKey } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { wireEntities, wireEntity } from '../resources/streaming.ts'

const size = 10_000_000
const failing = { status: 401 }

afterEach(() => {
  vi.restoreAllMocks()
})

function unknownFields(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, index]))
}

describe('reports', () => {
  it('are at most 100 of a code, and one that counts the others', async () => {
    const entity = { ...wireEntity, ...unknownFields(5000), riskScore: '7' }
    const { data, quirks } = await answering([entity, entity]).client.entities.list().withResponse()
    expect(Object.keys(data[0]?.unknownFields ?? {})).toHaveLength(5000)
    const unknown = quirks.filter(({ code }) => code === 'unknown_field')
    expect(unknown).toHaveLength(101)
    expect(unknown.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
    expect(unknown.at(-1)).toMatchObject({ path: [], count: 9800 })
    expect(quirks).toContainEqual(expect.objectContaining({ code: 'converted', path: [0, 'riskScore'] }))
  })

  it('of drifts count no more than 10,000 that the schema finds', { tags: 'long' }, async () => {
    const { client } = answering(`[${Array(100_000).fill('{}').join()}]`)
    const { data, quirks } = await client.entities.list().withResponse()
    expect(data).toHaveLength(100_000)
    const drifts = quirks.filter(({ code }) => code === 'drift').reduce((sum, { count }) => sum + count, 0)
    expect(drifts).toBeGreaterThanOrEqual(10_000)
    expect(drifts).toBeLessThan(25_000)
  })

  it('of a long list have the place in the whole list', async () => {
    const drifting = (item: { name?: unknown }, index: number) =>
      index < 2500 ? item : { ...item, name: null }
    const list = wireEntities(3000).map(drifting)
    const { quirks } = await answering(list).client.entities.list().withResponse()
    expect(quirks).toContainEqual(
      expect.objectContaining({ code: 'drift', path: [2500, 'name'], count: 500 }),
    )
    const texts = [
      'country',
      'country_code',
      'industry',
      'website_url',
      'source_url',
      'company_registration_number',
    ]
    const profile = Object.fromEntries(texts.map(field => [field, '']))
    const results = list.map(({ name }) => ({ ...profile, company_name: name ?? 7 }))
    const { client } = answering({ results })
    const found = await client.search.organizations({ companyName: 'Nordwind' }).withResponse()
    expect(found.quirks).toContainEqual(
      expect.objectContaining({ code: 'drift', path: ['results', 2500, 'company_name'], count: 500 }),
    )
  })
})

describe('texts that hold JSON', () => {
  it('are not parsed beyond 512 KiB', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const notes = '['.repeat(600_000)
    const body = { success: true, data: { nodes: { n: { id: 'n', sanctions: [], notes } }, relations: [] } }
    const { nodes } = await answering(body).client.entities.network('n')
    expect(nodes[0]).toMatchObject({ sanctionsStatus: 'unclear' })
    expect(parse.mock.calls.filter(([text]) => text === notes)).toEqual([])
  })

  it('are an entry that cannot be read if they are longer', async () => {
    const long = JSON.stringify([{ name: 'x'.repeat(600_000) }])
    const node = { id: 'n', sanctions_json: long }
    const body = { success: true, data: { nodes: { n: node }, relations: [] } }
    const { nodes } = await answering(body).client.entities.network('n')
    expect(nodes[0]).toMatchObject({ hitStatus: 'unclear', sanctions: [{ isReadable: false }] })
    expect(nodes[0]?.sanctions[0]?.unknownFields).toEqual({ unreadable: long })
  })
})

describe('an error', () => {
  it('of 10 MB holds the first 64 KiB', async () => {
    const { client } = answering({ success: false, error: 'x'.repeat(size) }, failing)
    const failure = await failureOf(client.entities.list())
    assert(AuthenticationError.is(failure) && typeof failure.body === 'string')
    expect(failure.body).toMatch(/^\{"success":false,"error":"x+…$/)
    expect(failure.body.length).toBeLessThanOrEqual(65_536)
    expect(failure.message.length).toBeLessThan(1000)
  })

  it('shows no piece of the key where it is cut', async () => {
    for (let shift = 0; shift < apiKey.length; shift += 1) {
      const { client } = answering(
        `${'x'.repeat(65_536 - shift)}${apiKey} ${'y'.repeat(size / 100)}`,
        failing,
      )
      const failure = await failureOf(client.entities.list())
      assert(AuthenticationError.is(failure))
      expect(String(failure.body)).not.toContain(apiKey.slice(0, 4))
    }
  })

  it('of a success that cannot be read holds the body, or the first 64 KiB of its text', async () => {
    const raw = async (notes: string) => {
      const body = `{"key":${JSON.stringify(apiKey)},"notes":"${notes}"}`
      const failure = await failureOf(answering(body).client.entities.list())
      assert(ResponseValidationError.is(failure))
      return failure.raw
    }
    expect(await raw('short')).toEqual({ key: '[redacted]', notes: 'short' })
    const long = String(await raw('x'.repeat(100_000)))
    expect(long).toMatch(/^\{"key":"\[redacted\]","notes":"x+…$/)
    expect(long.length).toBeLessThanOrEqual(65_536)
  })
})
