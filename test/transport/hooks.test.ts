import { AbortedError, EntityScreening, type Hooks } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { answering, respondingWith } from '../answering.ts'

/** What a telemetry collector that is down looks like. */
function collectorIsDown(): never {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })
}

describe('beforeSend', () => {
  it('runs after the hook beforeRequest, before each attempt', async () => {
    const order: string[] = []
    const hooks: Hooks = { beforeRequest: ({ attempt }) => void order.push(`hook ${attempt}`) }
    const { client } = answering('', { status: 500 }, { hooks, maxRetries: 1, retry: { maxDelay: 1 } })
    await client.entities.rescan('e1', { beforeSend: () => void order.push('beforeSend') }).catch(() => {})
    expect(order).toEqual(['hook 1', 'beforeSend', 'hook 2', 'beforeSend'])
  })

  it('ends the call before anything is sent if it throws', async () => {
    const { client, sent } = answering([])
    const cause = new Error('the lease is lost')
    const options = {
      beforeSend() {
        throw cause
      },
    }
    const failure = await client.entities
      .createBulk([{ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }], options)
      .catch(error => error)
    expect(failure).toMatchObject({
      name: 'AbortedError',
      outcome: 'not_done',
      cause: { message: cause.message },
    })
    expect(failure.message).toBe('entities.createBulk: ended by beforeSend')
    expect(sent).toEqual([])
  })
})

describe('a hook that throws', () => {
  const input = { type: 'organization', name: 'Larkspur Bearings AB' } as const

  it('before an attempt ends the call, which says what was done', async () => {
    const server = createMockServer()
    const { apiKey } = server.teams.create()
    const hooks: Hooks = { beforeRequest: collectorIsDown }
    const client = new EntityScreening({ apiKey, baseUrl: 'http://x', fetch: server.fetch, hooks })
    const failure = await client.entities.create(input).catch(error => error)
    expect(AbortedError.is(failure)).toBe(true)
    expect(failure).toMatchObject({ outcome: 'not_done', cause: { message: 'fetch failed' } })
    expect(failure.message).toBe('entities.create: ended by the hook beforeRequest')
    const quiet = new EntityScreening({ apiKey, baseUrl: 'http://x', fetch: server.fetch })
    expect(await quiet.entities.list()).toEqual([])
  })

  it('before a repetition leaves in doubt what the first attempt did', async () => {
    const hooks: Hooks = { beforeRequest: ({ attempt }) => (attempt === 2 ? collectorIsDown() : undefined) }
    const { client, sent } = answering('', { status: 500 }, { hooks, maxRetries: 2, retry: { maxDelay: 1 } })
    const failure = await client.entities.rescan('e1').catch(error => error)
    expect(failure).toMatchObject({ name: 'AbortedError', outcome: 'unknown' })
    expect(sent).toHaveLength(1)
  })

  it.each(['afterResponse', 'afterFailure', 'afterCall'] as const)(
    'in %s changes nothing, and is logged',
    async name => {
      const lines: string[] = []
      const keep = (line: string) => void lines.push(line)
      const { client } = respondingWith(
        attempt => {
          if (attempt === 1) throw new TypeError('fetch failed')
          return new Response('[]')
        },
        {
          maxRetries: 1,
          retry: { maxDelay: 1 },
          logger: { error: keep, warn: keep, info: keep, debug: keep },
          logLevel: 'error',
          hooks: { [name]: () => Promise.reject(new Error('my own')) },
        },
      )
      expect(await client.entities.list()).toEqual([])
      expect(lines).toEqual([`entity-screening ${name} failed: my own`])
    },
  )

  it('sends nothing after a hook has taken the time of the call, or the caller has left', async () => {
    const late: Hooks = { beforeRequest: () => new Promise(resolve => setTimeout(resolve, 60)) }
    const { client, sent } = answering([], {}, { hooks: late, totalTimeout: 20 })
    await expect(client.entities.create(input)).rejects.toMatchObject({
      name: 'TimeoutError',
      outcome: 'not_done',
    })
    const leaving = new AbortController()
    const { client: left, sent: none } = answering(
      [],
      {},
      { hooks: { beforeRequest: () => leaving.abort() } },
    )
    await expect(left.entities.create(input, { signal: leaving.signal })).rejects.toMatchObject({
      name: 'AbortedError',
      outcome: 'not_done',
    })
    expect([...sent, ...none]).toEqual([])
  })
})

it('clients count their calls together', async () => {
  const seen: number[] = []
  const { client } = answering([], {}, { hooks: { beforeRequest: ({ call }) => void seen.push(call) } })
  await client.entities.list()
  await client.withOptions({ timeout: 1000 }).entities.list()
  await client.entities.list()
  const [first = 0] = seen
  expect(seen).toEqual([first, first + 1, first + 2])
})

it('a logger that throws is no reason for a call to fail', async () => {
  const broken = () => collectorIsDown()
  const logger = { error: broken, warn: broken, info: broken, debug: broken }
  const { client, sent } = answering([{}], {}, { logger, logLevel: 'debug', maxRetries: 2 })
  expect(await client.entities.list()).toHaveLength(1)
  expect(sent).toHaveLength(1)
})

it('an onQuirk that throws does not undo a create that was done', async () => {
  const { client } = answering({ success: true, data: { id: 'e1' } }, {}, { onQuirk: collectorIsDown })
  expect((await client.entities.create({ type: 'person', name: 'A' })).id).toBe('e1')
})

it('an abort from within a fetch that never answers ends the call', async () => {
  const controller = new AbortController()
  const { client } = respondingWith(() => {
    controller.abort()
    return new Promise(() => {})
  })
  const call = client.entities.rescan('e1', { signal: controller.signal })
  await expect(call).rejects.toMatchObject({ name: 'AbortedError', outcome: 'unknown' })
})
