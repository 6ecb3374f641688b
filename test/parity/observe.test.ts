import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { observe } from 'entity-screening-sdk/mock-server/parity'
import { describe, expect, it } from 'vitest'

const baseUrl = 'https://staging.example/screening'
const names = [
  'Halfmoon Minerals Oy',
  'Nordwind Turbinen GmbH',
  'Kestrel Foods Ltd',
  'Alba Holding BV',
  'Acme GmbH',
]

function createObservedClient(options: Parameters<typeof createMockServer>[0] = {}) {
  const server = createMockServer(options)
  const { apiKey } = server.teams.create()
  const calls: Request[] = []
  const fetch = async (input: Request | URL | string, init?: RequestInit) => {
    const request = new Request(input, init)
    calls.push(request.clone())
    const url = request.url.replace(baseUrl, 'http://in-process')
    return server.fetch(new Request(url, request))
  }
  const observer = observe(fetch, { baseUrl, apiKey })
  const client = new EntityScreening({ apiKey, baseUrl, fetch: observer.fetch, logLevel: 'off' })
  return { server, calls, observer, client, apiKey }
}

describe('observe', () => {
  it('passes requests and responses on unchanged, and sends no request itself', async () => {
    const { calls, observer, client } = createObservedClient()
    const created = await client.entities.create({
      type: 'organization',
      name: 'Acme GmbH',
      countryCode: 'DE',
    })
    const entities = await client.entities.list()
    expect(entities.map(({ id }) => id)).toEqual([created.id])
    expect(await calls[0]?.json()).toEqual({ type: 'organization', name: 'Acme GmbH', countryCode: 'DE' })
    const exchanges = await observer.exchanges()
    expect(exchanges.map(({ operation, path, key }) => ({ operation, path, key }))).toEqual([
      { operation: 'createEntity', path: '/v1/entities', key: 'own' },
      { operation: 'listEntities', path: '/v1/entities', key: 'own' },
    ])
    expect(exchanges[0]?.request).toEqual({ type: 'organization', name: 'Acme GmbH', countryCode: 'DE' })
    expect(calls).toHaveLength(2)
  })

  it('keeps no key, and no requests to other services', async () => {
    const { observer, client, apiKey } = createObservedClient()
    await client.entities.list()
    await observer.fetch('data:text/plain,elsewhere')
    expect(await observer.exchanges()).toHaveLength(1)
    expect(JSON.stringify(await observer.exchanges())).not.toContain(apiKey)
  })

  it('leaves out an exchange whose connection breaks', async () => {
    const { server, observer, client } = createObservedClient()
    server.faults.add({ operation: 'listEntities', kind: 'reset', times: 1 })
    await expect(client.entities.list({ maxRetries: 0 })).rejects.toThrow()
    await client.entities.list()
    expect(await observer.exchanges()).toHaveLength(1)
  })

  it('detects mixed spellings across networks', async () => {
    const { server, observer, client } = createObservedClient({ dialect: 'mixed' })
    for (const name of names) await client.entities.create({ type: 'organization', name, countryCode: 'DE' })
    server.clock.settle()
    for (const { id } of await client.entities.list()) await client.entities.network(id)
    const { findings, behaviour } = await observer.report()
    expect(findings.find(({ id }) => id === 'dialect')).toMatchObject({
      verdict: 'differs',
      answer: 'mixed',
      seen: 5,
    })
    expect(behaviour).toEqual({ version: 1, dialect: 'mixed' })
  })

  it('keeps only the newest exchanges', async () => {
    const { server, apiKey } = createObservedClient()
    const observer = observe(server.fetch, { baseUrl: 'http://in-process', maxExchanges: 2 })
    for (const path of ['/v1/health', '/v1', '/v1/entities'])
      await observer.fetch(`http://in-process${path}`, { headers: { authorization: `Bearer ${apiKey}` } })
    expect((await observer.exchanges()).map(({ path }) => path)).toEqual(['/v1', '/v1/entities'])
  })
})
