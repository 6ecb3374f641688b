import { EntityScreening } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering, respondingWith } from '../answering.ts'

describe('a read', () => {
  it('asks caches outside a page for a fresh response, unless the caller says otherwise', async () => {
    const { client, sent } = answering([])
    await client.entities.list()
    await client.entities.list({ headers: { 'Cache-Control': 'max-age=5' } })
    expect(sent.map(({ headers }) => headers.get('cache-control'))).toEqual([
      'no-cache, no-store',
      'max-age=5',
    ])
  })

  it('takes an init of plain values with another signal for each attempt', async () => {
    const inits: RequestInit[] = []
    const client = new EntityScreening({
      apiKey: 'a-key',
      baseUrl: 'https://screening.example',
      retry: { maxDelay: 1 },
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
    expect(failure).toMatchObject({ name: 'ApiError', status: 304, outcome: 'not_done' })
    expect(failure.message).not.toContain('redirect')
  })
})
