import { EntityScreening, fakeCall, type Hooks } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { answering, apiKey, respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

/** Hooks that record the request ids. */
function recordingHooks() {
  const ids: (readonly [string, string | null])[] = []
  const hooks: Hooks = {
    afterResponse: ({ requestId }) => void ids.push(['response', requestId]),
    afterCall: ({ requestId }) => void ids.push(['call', requestId]),
  }
  return { ids, hooks }
}

const withId = (requestId: string) => ({ headers: { 'x-request-id': requestId } })

describe('the request id of a success', () => {
  it.each(['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'])(
    'in %s is in withResponse and in the hooks',
    async name => {
      const { ids, hooks } = recordingHooks()
      const { client } = answering([], { headers: { [name]: 'r-7' } }, { hooks })
      expect(await client.entities.list().withResponse()).toMatchObject({ data: [], requestId: 'r-7' })
      expect(ids).toEqual([
        ['response', 'r-7'],
        ['call', 'r-7'],
      ])
    },
  )

  it('is null if the response has none', async () => {
    const { ids, hooks } = recordingHooks()
    const { client } = answering([], {}, { hooks })
    expect((await client.entities.list().withResponse()).requestId).toBeNull()
    expect((await fakeCall(1).withResponse()).requestId).toBeNull()
    expect(ids).toEqual([
      ['response', null],
      ['call', null],
    ])
  })

  it('never shows the key', async () => {
    const { client } = answering([], withId(`of ${apiKey}`))
    expect((await client.entities.list().withResponse()).requestId).toBe('of [redacted]')
  })

  it('of a stream is in its call', async () => {
    const { ids, hooks } = recordingHooks()
    const { client } = answering([], withId('r-7'), { hooks })
    for await (const _ of client.entities.stream());
    expect(ids.at(-1)).toEqual(['call', 'r-7'])
  })
})

describe('the request id of a call', () => {
  it('is that of its last attempt', async () => {
    const { ids, hooks } = recordingHooks()
    const { client } = respondingWith(
      attempt => new Response('[]', { status: attempt === 1 ? 429 : 200, ...withId(`r-${attempt}`) }),
      { hooks, maxRetries: 1, retry: { maxDelay: 1 } },
    )
    expect((await client.entities.list().withResponse()).requestId).toBe('r-2')
    expect(ids.map(([, id]) => id)).toEqual(['r-1', 'r-2', 'r-2'])
  })

  it('is null if its last attempt got no response, in its error too', async () => {
    const { ids, hooks } = recordingHooks()
    const { client } = respondingWith(
      attempt => {
        if (attempt === 2) throw new Error('broken')
        return new Response('', { status: 500, ...withId('r-1') })
      },
      { hooks, maxRetries: 1, retry: { maxDelay: 1 } },
    )
    expect(await failureOf(client.entities.list())).toMatchObject({
      name: 'ConnectionError',
      requestId: null,
    })
    expect(ids).toEqual([
      ['response', 'r-1'],
      ['call', null],
    ])
  })
})

it('the mock server gives each request an id, and its log has it', async () => {
  const server = createMockServer()
  const client = new EntityScreening(server.connect())
  const { requestId } = await client.entities.list().withResponse()
  expect(requestId).toMatch(/^[0-9a-f]{24}$/)
  expect(server.requests.list()[0]?.responseHeaders['x-request-id']).toBe(requestId)
  const failure = await failureOf(client.entities.network('absent'))
  expect(server.requests.list()[1]?.responseHeaders['x-request-id']).toBe(Object(failure).requestId)
})
