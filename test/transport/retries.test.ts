import { describe, expect, it } from 'vitest'
import { respondingWith } from '../answering.ts'

const quickly = { maxRetries: 2, retry: { maxDelay: 1, maxRetryAfter: 5 } }
const organization = { type: 'organization', name: 'A', countryCode: 'DE' } as const

function refused(code: string): never {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })
}

describe('what may be repeated is repeated', () => {
  it.each([408, 429, 500, 502, 503, 504])('a list after a %i', async status => {
    const { client, sent } = respondingWith(
      attempt => new Response('[]', { status: attempt < 3 ? status : 200 }),
      quickly,
    )
    expect(await client.entities.list()).toEqual([])
    expect(sent).toHaveLength(3)
  })

  it('a rescan after a broken connection', async () => {
    const { client, sent } = respondingWith(
      attempt => (attempt === 1 ? refused('ECONNRESET') : new Response('{"success":true,"data":{"id":"e"}}')),
      quickly,
    )
    await client.entities.rescan('e')
    expect(sent).toHaveLength(2)
  })
})

describe('a write is not repeated once it may have been done', () => {
  it.each([
    ['a 500', () => new Response('{}', { status: 500 })],
    ['a 503 without Retry-After', () => new Response('{}', { status: 503 })],
    ['a broken connection', () => refused('ECONNRESET')],
  ])('after %s', async (_, respond) => {
    const { client, sent } = respondingWith(respond, quickly)
    await expect(client.entities.create(organization)).rejects.toThrow()
    await expect(client.entities.createBulk([organization])).rejects.toThrow()
    await expect(client.entities.attachDocument('e', { url: 'https://a.example/' })).rejects.toThrow()
    expect(sent).toHaveLength(3)
  })

  it('after a timeout', async () => {
    const { client, sent } = respondingWith(() => new Promise(() => {}), { ...quickly, timeout: 10 })
    await expect(client.entities.create(organization)).rejects.toThrow('no response within 10 ms (timeout)')
    expect(sent).toHaveLength(1)
  })
})

describe('a write is repeated where it cannot have been done', () => {
  it.each([
    ['a 429', () => new Response('{}', { status: 429 })],
    ['a 503 with Retry-After', () => new Response('{}', { status: 503, headers: { 'retry-after': '1000' } })],
    ['a connection that was never made', () => refused('ECONNREFUSED')],
  ])('after %s', async (_, respond) => {
    const { client, sent } = respondingWith(
      attempt =>
        attempt === 1 ? respond() : new Response('{"success":true,"data":{"id":"e"}}', { status: 201 }),
      quickly,
    )
    expect((await client.entities.create(organization)).id).toBe('e')
    expect(sent).toHaveLength(2)
    expect(sent[0]?.body).toEqual(sent[1]?.body)
  })
})

it('nothing is repeated after a 400', async () => {
  const { client, sent } = respondingWith(() => new Response('{}', { status: 400 }), quickly)
  await expect(client.entities.list()).rejects.toThrow('400')
  expect(sent).toHaveLength(1)
})

it('maxRetries: 0 repeats nothing', async () => {
  const { client, sent } = respondingWith(() => new Response('{}', { status: 503 }), quickly)
  await expect(client.entities.list({ maxRetries: 0 })).rejects.toThrow('503')
  expect(sent).toHaveLength(1)
})

it('hooks see each try', async () => {
  const seen: string[] = []
  const { client } = respondingWith(attempt => new Response('[]', { status: attempt === 1 ? 503 : 200 }), {
    ...quickly,
    hooks: {
      beforeRequest: ({ attempt, headers }) => {
        headers.set('x-attempt', String(attempt))
        seen.push(`before ${attempt}`)
      },
      afterResponse: ({ status, attempt }) => void seen.push(`after ${attempt}: ${status}`),
    },
  })
  await client.entities.list()
  expect(seen).toEqual(['before 1', 'after 1: 503', 'before 2', 'after 2: 200'])
})

it('headers that a hook sets are sent', async () => {
  const { client, sent } = respondingWith(() => new Response('[]'), {
    hooks: { beforeRequest: ({ headers }) => headers.set('traceparent', '00-1') },
  })
  await client.entities.list()
  expect(sent[0]?.headers.get('traceparent')).toBe('00-1')
})
