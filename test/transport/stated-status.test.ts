import { EntityScreening } from 'entity-screening-sdk'
import { createProxy } from 'entity-screening-sdk/proxy'
import { describe, expect, it } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

const input = { type: 'organization', name: 'Nordwind GmbH' } as const
const stating = (statusCode: number, more = {}) =>
  Response.json({ statusCode, success: false, error: 'busy', ...more })

describe('a 200 whose body states', () => {
  it.each([
    [429, 'not_done'],
    [400, 'not_done'],
    [500, 'unknown'],
    [408, 'unknown'],
  ])('%i has the outcome of that status for a write', async (status, outcome) => {
    const { client } = respondingWith(() => stating(status))
    expect(await failureOf(client.entities.create(input))).toMatchObject({ status, outcome })
    expect(await failureOf(client.entities.rescan('a'))).toMatchObject({ status, outcome })
  })

  it.each([
    [429, 'unknown'],
    [500, 'unknown'],
  ])('%i does not change the unknown outcome of an earlier attempt', async (status, outcome) => {
    const { client, sent } = respondingWith(
      attempt => (attempt === 1 ? new Response('', { status: 500 }) : stating(status)),
      { maxRetries: 1, retry: { maxDelay: 1 } },
    )
    expect(await failureOf(client.entities.rescan('a'))).toMatchObject({ status, outcome })
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['without data', {}],
    ['with data that is null', { data: null }],
  ])('429 %s, is sent again by the proxy with the same key', async (_, more) => {
    let requests = 0
    const proxy = createProxy({
      baseUrl: 'https://screening.example',
      apiKey: 'key-of-the-team',
      callerOf: () => 'me',
      fetch: async () => {
        requests += 1
        return stating(429, more)
      },
    })
    const page = new EntityScreening({
      apiKey: null,
      baseUrl: 'https://app.example/screening',
      maxRetries: 0,
      fetch: (url, init) => proxy(new Request(url, init)),
    })
    const create = () => failureOf(page.entities.create(input, { idempotencyKey: 'k1' }))
    expect(await create()).toMatchObject({ status: 429, outcome: 'not_done' })
    expect(await create()).toMatchObject({ status: 429, outcome: 'not_done' })
    expect(requests).toBe(2)
  })
})
