import type { ClientOptions, Hooks } from 'entity-screening-sdk'
import { describe, expect, it, vi } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { wireEntity } from '../resources/streaming.ts'

/** A body that breaks off, or never ends. */
function unfinished(how: 'broken' | 'stalled'): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('[{"id":"e1"'))
      if (how === 'broken') controller.error(new TypeError('terminated'))
    },
  })
}

const quickly = { maxRetries: 2, retry: { maxDelay: 1 } } satisfies ClientOptions
const list = JSON.stringify([wireEntity])

/** A service whose first answers break off, so many of them. */
const breakingOff = (times: number, options: ClientOptions = quickly, how: 'broken' | 'stalled' = 'broken') =>
  respondingWith(
    attempt =>
      attempt <= times
        ? new Response(unfinished(how), { headers: { 'x-attempt': String(attempt) } })
        : new Response(list, { headers: { 'x-attempt': String(attempt) } }),
    options,
  )

describe('a list whose body breaks off', () => {
  it('is asked for again, and the answer is the one that was read', async () => {
    const { client, sent } = breakingOff(2)
    const { data, response } = await client.entities.list().withResponse()
    expect(data).toMatchObject([{ id: 'e1' }])
    expect(response.headers.get('x-attempt')).toBe('3')
    expect(sent).toHaveLength(3)
  })

  it('is asked for again where it does not end in time', async () => {
    const { client, sent } = breakingOff(1, { ...quickly, timeout: 500 }, 'stalled')
    expect(await client.entities.list()).toHaveLength(1)
    expect(sent).toHaveLength(2)
  })

  it('has as long as the attempt has left', async () => {
    const { client } = respondingWith(async () => {
      await new Promise(resolve => setTimeout(resolve, 400))
      return new Response(unfinished('stalled'))
    })
    const started = performance.now()
    const failure = await failureOf(client.entities.list({ timeout: 500 }))
    expect(failure).toMatchObject({ name: 'TimeoutError', status: 200, outcome: 'not_done' })
    expect(performance.now() - started).toBeLessThan(860)
  })

  it('is asked for again by a call that is awaited late', async () => {
    const { client } = breakingOff(1)
    const call = client.entities.list()
    await call.asResponse()
    expect(await call).toHaveLength(1)
  })

  it('is asked for no more often than the limit says, whatever the tries fail with', async () => {
    const { client, sent } = respondingWith(
      attempt => (attempt === 1 ? new Response('{}', { status: 503 }) : new Response(unfinished('broken'))),
      quickly,
    )
    expect(await failureOf(client.entities.list())).toMatchObject({
      name: 'ConnectionError',
      status: 200,
      outcome: 'not_done',
      message: 'entities.list: the response (200) broke off (terminated)',
    })
    expect(sent).toHaveLength(3)
    expect(await failureOf(client.entities.list({ maxRetries: 0 }))).toMatchObject({ status: 200 })
    expect(sent).toHaveLength(4)
  })

  it('fails with what came last', async () => {
    const { client, sent } = respondingWith(
      attempt => (attempt === 1 ? new Response(unfinished('broken')) : new Response('{}', { status: 401 })),
      quickly,
    )
    expect(await failureOf(client.entities.list())).toMatchObject({ name: 'AuthenticationError' })
    expect(sent).toHaveLength(2)
  })

  it('is waited for as after any other failure', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { client } = breakingOff(2, { maxRetries: 2, timeout: false })
    await client.entities.list()
    expect(timers.mock.calls.map(([, length]) => length)).toEqual([150, 300])
    vi.restoreAllMocks()
  })

  it('is told to hooks at each try', async () => {
    const seen: string[] = []
    const { client } = breakingOff(1, {
      ...quickly,
      hooks: {
        beforeRequest: ({ attempt }) => void seen.push(`before ${attempt}`),
        afterResponse: ({ attempt, status }) => void seen.push(`after ${attempt}: ${status}`),
      },
    })
    await client.entities.list()
    expect(seen).toEqual(['before 1', 'after 1: 200', 'before 2', 'after 2: 200'])
  })

  it('is not asked for again once the call has taken as long as it may', async () => {
    const { client, sent } = breakingOff(9, { maxRetries: 9, timeout: 150, totalTimeout: 200 }, 'stalled')
    const started = performance.now()
    expect(await failureOf(client.entities.list())).toMatchObject({
      name: 'TimeoutError',
      outcome: 'not_done',
    })
    expect(performance.now() - started).toBeLessThan(1000)
    expect(sent.length).toBeLessThan(4)
  })

  it('is not asked for again where the caller has given up in between', async () => {
    const stop = new AbortController()
    const { client, sent } = respondingWith(() => new Response(unfinished('broken')), { maxRetries: 9 })
    const hooks: Hooks = { beforeRequest: ({ attempt }) => void (attempt === 2 && stop.abort()) }
    const failure = await failureOf(client.withOptions({ hooks }).entities.list({ signal: stop.signal }))
    expect(failure).toMatchObject({ name: 'AbortedError', outcome: 'not_done' })
    expect(sent).toHaveLength(1)
  })

  it('is handed out as it is by asResponse()', async () => {
    const { client, sent } = breakingOff(1)
    const response = await client.entities.list().asResponse()
    await expect(response.text()).rejects.toThrow('terminated')
    expect(sent).toHaveLength(1)
  })
})

it('a rescan that was done once stays done, whatever its repetition ends in', async () => {
  const { client } = respondingWith(
    attempt => (attempt === 1 ? new Response(unfinished('broken')) : new Response('{}', { status: 404 })),
    quickly,
  )
  expect(await failureOf(client.entities.rescan('e1'))).toMatchObject({
    name: 'NotFoundError',
    outcome: 'done',
  })
})

it('a creation whose answer breaks off is not sent again', async () => {
  const { client, sent } = breakingOff(1)
  const failure = await failureOf(client.entities.create({ type: 'person', name: 'A' }))
  expect(failure).toMatchObject({ name: 'ConnectionError', outcome: 'done', status: 200 })
  expect(sent).toHaveLength(1)
})
