import { type ClientOptions, EntityScreening, type RequestOptions } from 'entity-screening-sdk'
import { importPortfolio, watchEntities } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { wireEntity } from '../resources/streaming.ts'

const hostile = (value: unknown): never => value as never

/** A client of a team with one entity, and what its `fetch` received. */
function recording(fetchOptions?: ClientOptions['fetchOptions']) {
  const inits: RequestInit[] = []
  const client = new EntityScreening({
    apiKey: 'key-of-the-team',
    baseUrl: 'https://screening.example',
    logLevel: 'off',
    maxRetries: 0,
    fetchOptions,
    async fetch(url, init) {
      inits.push(init)
      if (url.endsWith('/network'))
        return Response.json({ success: true, data: { nodes: {}, relations: [] } })
      const list =
        init.method === 'GET'
          ? [{ ...wireEntity, id: 'a' }]
          : { success: true, data: { ...wireEntity, id: 'a' } }
      return Response.json(list)
    },
  })
  return { client, inits }
}

const caching = { cache: 'force-cache', next: { revalidate: 60 }, credentials: 'include' } as const

describe('fetchOptions', () => {
  it('are passed to fetch', async () => {
    const { client, inits } = recording(caching)
    await client.entities.list()
    expect(inits[0]).toMatchObject({ ...caching, method: 'GET', redirect: 'manual' })
  })

  it('of a call replace those of the client with the same name', async () => {
    const { client, inits } = recording(caching)
    await client.entities.list({ fetchOptions: { credentials: 'omit' } })
    expect(inits[0]).toMatchObject({ ...caching, credentials: 'omit' })
  })

  it('leave the default as it is without a cache', async () => {
    const { client, inits } = recording({ credentials: 'include' })
    await client.entities.list()
    expect(inits[0]).toMatchObject({ cache: 'no-store', credentials: 'include' })
  })

  it.each(['method', 'headers', 'body', 'signal', 'redirect'])('cannot hold %s', async name => {
    const options = { fetchOptions: hostile({ [name]: undefined }) }
    const message = `fetchOptions must not hold ${name}, which the client sets`
    expect(() => recording(options.fetchOptions)).toThrow(message)
    const { client, inits } = recording()
    await expect(client.entities.list(options)).rejects.toThrow(`entities.list: ${message}`)
    expect(inits).toEqual([])
  })
})

describe('a cache is never used by', () => {
  const input = { type: 'organization', name: 'Nordwind GmbH' } as const
  const options: RequestOptions = { fetchOptions: caching }
  it.each<[string, (client: EntityScreening) => Promise<unknown>]>([
    ['a write', client => client.entities.create(input, options)],
    ['get', client => client.entities.get('a', options)],
    [
      'reconcile',
      client => client.entities.reconcile(input, { ...options, otherCreations: [], recheckDelay: 0 }),
    ],
    ['a wait', client => client.entities.waitFor('a', () => true)],
    ['a watch', client => watchEntities(client, { networks: 'all', checks: 2, every: 1, onChange() {} })],
    [
      'an import',
      client => importPortfolio(client, [{ ...input, countryCode: 'DE' }], { giveUpAfter: 5000 }),
    ],
  ])('%s', async (_, call) => {
    const { client, inits } = recording(caching)
    await call(client).catch(() => {})
    expect(inits.length).toBeGreaterThan(0)
    for (const { method, cache, credentials, ...init } of inits) {
      expect(cache).toBe(method === 'GET' ? 'no-store' : undefined)
      expect(credentials).toBe('include')
      expect(init).not.toHaveProperty('next')
    }
  })
})
