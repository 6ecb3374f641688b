import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { answering, respondingWith } from '../answering.ts'

/** As frameworks do it that render on a server: one response for all GETs of a URL with the same headers, unless `init` has a signal. */
function memoizing(fetch: (url: string, init: RequestInit) => Promise<Response>) {
  const responses = new Map<string, Promise<Response>>()
  return async (url: string, init: RequestInit): Promise<Response> => {
    if (init.method !== 'GET' || init.signal) return fetch(url, init)
    const key = JSON.stringify([url, init.headers])
    const response = responses.get(key) ?? fetch(url, init)
    responses.set(key, response)
    return (await response).clone()
  }
}

describe('behind a fetch that shares responses', () => {
  function createClient() {
    const server = createMockServer({ clock: 'stepping' })
    const { apiKey } = server.teams.create()
    const fetch = memoizing(server.fetch)
    const retry = { maximumDelay: 1 }
    return { server, client: new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch, retry }) }
  }

  it('each list is read anew, and reconcile sees what was created', async () => {
    const { client } = createClient()
    const input = { type: 'organization', name: 'Amber AG' } as const
    expect(await client.entities.list()).toEqual([])
    const { id } = await client.entities.create(input)
    expect(await client.entities.list()).toMatchObject([{ id }])
    const streamed = []
    for await (const entity of client.entities.stream()) streamed.push(entity.id)
    expect(streamed).toEqual([id])
    expect(await client.entities.reconcile(input, { recheckDelay: 0 })).toMatchObject({ outcome: 'done' })
  })

  it('a wait sees the screening end', async () => {
    const { client } = createClient()
    const created = await client.entities.create({ type: 'organization', name: 'Amber AG' })
    const entity = await client.entities.waitForScreening(created, { every: 1 })
    expect(entity.riskLevel).not.toBeNull()
  })

  it('a retry sends another request', async () => {
    const { server, client } = createClient()
    server.faults.add({ operation: 'listEntities', status: 503, times: 1 })
    expect(await client.entities.list()).toEqual([])
  })
})

describe('a read', () => {
  it('asks caches outside a page for a fresh response, unless the caller says otherwise', async () => {
    const { client, sent } = answering([])
    await client.entities.list()
    await client.entities.list({ headers: { 'Cache-Control': 'max-age=5' } })
    expect(sent.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-cache', 'max-age=5'])
  })

  it('takes an init of plain values with another signal for each attempt', async () => {
    const inits: RequestInit[] = []
    const client = new EntityScreening({
      apiKey: 'a-key',
      baseUrl: 'https://screening.example',
      retry: { maximumDelay: 1 },
      async fetch(url, init) {
        expect(url).toBe('https://screening.example/v1/entities')
        inits.push(init)
        return new Response('[]', { status: inits.length === 1 ? 503 : 200 })
      },
    })
    await client.entities.list()
    expect(inits).toHaveLength(2)
    expect(inits[0]?.signal).not.toBe(inits[1]?.signal)
    for (const { signal, headers, ...init } of inits) {
      expect(signal).toBeInstanceOf(AbortSignal)
      expect(Object.getPrototypeOf(headers)).toBe(Object.prototype)
      expect(init).toEqual({ method: 'GET', redirect: 'manual', cache: 'no-store' })
    }
  })

  it('answered 304 is an error that speaks of no redirect', async () => {
    const { client } = respondingWith(() => new Response(null, { status: 304 }))
    const failure = await client.entities.list().catch(error => error)
    expect(failure).toMatchObject({ name: 'ApiError', status: 304, outcome: 'unknown' })
    expect(failure.message).not.toContain('redirect')
  })
})
