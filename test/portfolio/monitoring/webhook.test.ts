import { inspect } from 'node:util'
import { InputValidationError } from 'entity-screening-sdk'
import {
  type WatchEvent,
  WebhookError,
  type WebhookOptions,
  watchEntities,
  webhook,
} from 'entity-screening-sdk/portfolio'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createReceiver, type Received } from './receiver.ts'
import { createListedTeam, createStore } from './watching.ts'

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const event: WatchEvent = {
  id: '5d3c2a30-0000-4000-8000-000000000001',
  at: '2025-01-05T09:30:00.000Z',
  changes: [
    { kind: 'name_changed', id: 'e1', name: 'Zoë & Søn ApS', before: 'Zoë ApS', after: 'Zoë & Søn ApS' },
  ],
}

/** Timers go on only when what is returned is called, by the time of an attempt. */
function stopTime(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return () => vi.advanceTimersByTime(15_000)
}

const answering = (status: number, headers: Record<string, string> = {}) =>
  createReceiver((_, response) => response.writeHead(status, headers).end('so it is'))

/** Throws where the signature does not hold. */
function verify({ headers, body }: Received): unknown {
  const given = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return new Webhook(secret).verify(body, Object.fromEntries(given))
}

describe('webhook', () => {
  it('posts an event that the library of the scheme verifies', async () => {
    const { url, received } = await answering(204)
    await webhook({ url, secret })(event)
    const [request] = received
    if (!request) throw new Error('nothing came')
    expect(verify(request)).toEqual({ type: 'entities.changed', timestamp: event.at, data: event })
    expect(request.headers).toMatchObject({ 'webhook-id': event.id, 'content-type': 'application/json' })
    expect(() => verify({ ...request, body: request.body.replace('Zoë', 'Zoe') })).toThrow(/signature/)
    expect(() =>
      new Webhook(`whsec_${btoa('0'.repeat(24))}`).verify(request.body, { ...request.headers } as Record<
        string,
        string
      >),
    ).toThrow(/signature/)
  })

  it('signs with both secrets while one replaces the other, the current one first', async () => {
    const { url, received } = await answering(204)
    const nextSecret = `whsec_${btoa('a secret of 24 bytes....')}`
    await webhook({ url, secret: [nextSecret, secret] })(event)
    const [request] = received
    if (!request) throw new Error('nothing came')
    const { headers, body } = request
    const signedHeaders = Object.fromEntries(Object.entries(headers).map(([name, v]) => [name, String(v)]))
    for (const value of [secret, nextSecret])
      expect(new Webhook(value).verify(body, signedHeaders)).toMatchObject({ data: event })
    const [first = ''] = String(headers['webhook-signature']).split(' ')
    const current = new Webhook(nextSecret)
    expect(current.verify(body, { ...signedHeaders, 'webhook-signature': first })).toMatchObject({})
    const other = new Webhook(`whsec_${btoa('0'.repeat(24))}`)
    expect(() => other.verify(body, signedHeaders)).toThrow(/signature/)
  })

  it.each([
    [400, 'responded with 400'],
    [503, 'responded with 503'],
    [401, 'responded with 401'],
    [404, 'responded with 404'],
    [410, 'responded with 410'],
    [302, 'responded with 302'],
    [307, 'responded with 307'],
  ])('sends one request, also where the response is %i', async (status, message) => {
    const { url, received, host } = await answering(status, { location: 'https://elsewhere.example/' })
    const error = await webhook({ url, secret })(event).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(WebhookError)
    expect(error).toMatchObject({ message: `${host} ${message}`, status })
    expect(received).toHaveLength(1)
  })

  it('ends an attempt that takes too long', async () => {
    const passTime = stopTime()
    const { url, received, host } = await createReceiver(passTime)
    await expect(webhook({ url, secret })(event)).rejects.toThrow(`${host} did not respond within 15 s`)
    expect(received).toHaveLength(1)
  })

  it('tells when the receiver may be asked again', async () => {
    const { url } = await answering(429, { 'retry-after': '7' })
    await expect(webhook({ url, secret })(event)).rejects.toMatchObject({ status: 429, retryAfter: 7000 })
  })

  it('says neither the secret nor the address in full where nobody listens', async () => {
    const { url, host, close } = await answering(200)
    await close()
    const error = await webhook({ url, secret })(event).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: `${host} could not be reached (ECONNREFUSED)`, status: null })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/C2FVs|of-the-address/)
  })

  it.each([0, 20])('ends at once with the watch, %i ms after it began', async milliseconds => {
    const { url } = await createReceiver(() => {})
    const controller = new AbortController()
    const posted = webhook({ url, secret })(event, controller.signal)
    if (milliseconds === 0) controller.abort()
    else setTimeout(() => controller.abort(), milliseconds)
    await expect(posted).rejects.toBeInstanceOf(WebhookError)
  })

  it('uses the fetch that it is given', async () => {
    const urls: string[] = []
    const fetch = async (url: string, init: RequestInit) => {
      urls.push(url)
      expect(init).toMatchObject({ method: 'POST', redirect: 'manual', signal: expect.any(AbortSignal) })
      return new Response()
    }
    await webhook({ url: 'https://hooks.example/a', secret, fetch })(event)
    await webhook({ url: 'http://localhost:1/b', secret, fetch })(event)
    expect(urls).toEqual(['https://hooks.example/a', 'http://localhost:1/b'])
  })

  it.each<[string, Partial<WebhookOptions>]>([
    ['url', { url: 'hooks.example' }],
    ['url', { url: 'ftp://hooks.example/' }],
    ['url', { url: 'https://me:pa55@hooks.example/' }],
    ['url', { url: 'http://hooks.example/' }],
    ['url', { url: 'http://127.0.0.1.example/' }],
    ['secret', { secret: 'C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }],
    ['secret', { secret: 'whsec_C2FVsBQ=' }],
    ['secret', { secret: `whsec_${'A'.repeat(88)}` }],
    ['secret', { secret: 'whsec_C2FVsBQIhrscChlQIMV-b5sSYspob7oD' }],
    ['secret', { secret: [secret, 'whsec_C2FVsBQ='] }],
    ['secret', { secret: [secret] as never }],
    ['secret', { secret: [secret, secret, secret] as never }],
    ['fetch', { fetch: 'fetch' as never }],
  ])('refuses a wrong %s: %o', (field, options) => {
    const make = () => webhook({ url: 'https://hooks.example/', secret, ...options })
    expect(make).toThrow(InputValidationError)
    expect(make).toThrow(new RegExp(`${field} must`))
    expect(make).not.toThrow(/C2FVs|AAAA|pa55/)
  })
})

describe('a receiver that never answers', () => {
  it.each([
    ['a receiver', undefined],
    ['a fetch that looks at no signal', () => new Promise<Response>(() => {})],
  ])('%s is not waited for once the watch has ended', async (_, fetch) => {
    const { url } = await createReceiver(() => {})
    const controller = new AbortController()
    const ended = webhook({ url, secret, fetch })(event, controller.signal).catch(error => error)
    setTimeout(() => controller.abort(), 20)
    expect(await ended).toMatchObject({ name: 'WebhookError' })
  })

  it('is not waited for once its time is over, nor is a fetch that looks at no signal', async () => {
    const passTime = stopTime()
    const fetch = () => {
      setImmediate(passTime)
      return new Promise<Response>(() => {})
    }
    const late = await webhook({ url: 'https://hooks.example/', secret, fetch })(event).catch(error => error)
    expect(late).toMatchObject({ name: 'WebhookError', status: null })
    expect(late.message).toContain('did not respond within 15 s')
  })
})

describe('a watch with a webhook', () => {
  it('tells everything in order, and what has become of it while the receiver was down', async () => {
    let isDown = true
    const taken: WatchEvent[] = []
    const { url, received } = await createReceiver((_, response) =>
      response.writeHead(isDown ? 503 : 200).end(),
    )
    const team = createListedTeam([{ id: 'a', riskScore: 1 }])
    const store = createStore()
    const controller = new AbortController()
    const post = webhook({ url, secret })
    const report = await watchEntities(team.client, {
      every: 1,
      state: store.open(),
      signal: controller.signal,
      async onChange(changed, signal) {
        team.set([{ id: 'a', riskScore: received.length + 10 }])
        isDown = received.length < 3
        await post(changed, signal)
        taken.push(changed)
        if (taken.length === 2) controller.abort()
      },
      onCheck({ checks }) {
        if (checks === 1) team.set([{ id: 'a', riskScore: 5 }])
      },
    })
    const changes = taken.flatMap(event => event.changes)
    expect(changes).toMatchObject([
      { kind: 'risk_score_up', before: 1, after: 5 },
      { kind: 'risk_score_up', before: 5 },
    ])
    expect(report.stopped?.cause).toBe('aborted')
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  })

  it('ends where the receiver is gone, and keeps what it did not take', async () => {
    const { url, received } = await answering(410)
    const team = createListedTeam([{ id: 'a' }])
    const store = createStore()
    const { stopped, undelivered } = await watchEntities(team.client, {
      every: 1,
      state: store.open(),
      onChange: webhook({ url, secret }),
      onCheck: () => team.set([{ id: 'b' }]),
    })
    expect(stopped).toMatchObject({ cause: 'failed', error: { name: 'WebhookError', status: 410 } })
    expect(undelivered).toBe(2)
    const first = received[0]?.headers['webhook-id']
    const told: string[] = []
    await watchEntities(team.client, {
      checks: 1,
      state: store.open(),
      onChange: ({ id }) => void told.push(id),
    })
    expect(told).toEqual([first])
  })
})
