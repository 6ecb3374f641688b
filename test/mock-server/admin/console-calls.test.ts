import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { fetchFrom } from '../fetch-from.ts'

const key = 'a-secret-key-of-the-team'

function start(options = {}) {
  const server = createMockServer({ keys: { [key]: 'team-1' }, ...options })
  const call = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const response = await fetchFrom(server, `http://x/__admin${path}`, { method, headers, ...init })
    const { data, error } = await response.json()
    return { status: response.status, data, error }
  }
  const send = (method: string, path: string, body?: unknown, team: string | null = 'team-1') =>
    call('POST', '/send', { team, method, path, ...(body === undefined ? {} : { body }) })
  const create = async (name: string) => {
    const { data } = await send('POST', '/v1/entities', { name, type: 'organization' })
    return JSON.parse(data.body).data.id as string
  }
  return { server, call, send, create }
}

describe('POST /__admin/send', () => {
  it('sends a request with a key of the team, which is nowhere to be seen', async () => {
    const { server, call, send } = start()
    const name = 'Ä "quoted" 🐟 \u2028 Ltd'
    const { data } = await send('POST', '/v1/entities', { name, type: 'organization' })
    expect(data).toMatchObject({
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(JSON.parse(data.body)).toMatchObject({ data: { name, teamId: 'team-1' } })
    expect(server.requests.list()).toMatchObject([
      { operation: 'createEntity', team: 'team-1', requestHeaders: { 'content-type': 'application/json' } },
    ])
    expect(JSON.stringify(await call('GET', '/requests'))).not.toContain(key)
  })

  it('gives what is wrong as the service does, and sends a text as it is', async () => {
    const { send } = start()
    expect((await send('POST', '/v1/entities', '{ no JSON')).data).toMatchObject({ status: 400 })
    expect((await send('GET', '/v1/entities', undefined, null)).data).toMatchObject({ status: 401 })
    expect((await send('GET', '/v2')).data).toMatchObject({ status: 404 })
  })

  it('meets faults, and waits as long as they say', async () => {
    const { server, call, send } = start()
    server.faults.add({ kind: 'lost_response', times: 1 })
    expect((await send('GET', '/v1/entities')).data).toEqual({ status: 0, headers: {}, body: '' })
    server.faults.add({ kind: 'no_response', times: 1 })
    expect((await send('GET', '/v1/entities')).data).toEqual({ status: 0, headers: {}, body: '' })
    server.faults.add({ kind: 'truncated', times: 1 })
    expect((await send('GET', '/v1/entities')).data).toMatchObject({ status: 200, body: '[' })
    server.faults.add({ delay: 1000, times: 1 })
    let isDone = false
    const sent = send('GET', '/v1/entities').then(() => {
      isDone = true
    })
    const isWaiting = async () => (await call('GET', '/clock')).data.next?.what
    await expect.poll(isWaiting).toBe('response')
    expect(isDone).toBe(false)
    server.clock.advance(1000)
    await sent
  })

  it('gives the status of a HEAD, without a body', async () => {
    const { send } = start()
    expect((await send('HEAD', '/v1/health')).data).toMatchObject({ status: 200, body: '' })
  })

  it('waits no longer than its caller', async () => {
    const { server } = start()
    server.faults.add({ delay: 1000 })
    const stop = new AbortController()
    const body = JSON.stringify({ team: 'team-1', method: 'GET', path: '/v1/entities' })
    const headers = { 'content-type': 'application/json' }
    const asked = fetchFrom(server, 'http://x/__admin/send', {
      method: 'POST',
      headers,
      body,
      signal: stop.signal,
    })
    const left = expect(asked).rejects.toThrow()
    await expect.poll(() => server.requests.list()).toMatchObject([{ duration: null }])
    stop.abort()
    await left
    expect(server.requests.list()).toMatchObject([{ duration: expect.any(Number), status: 0 }])
  })

  it('gives a long list whole', async () => {
    const { server, send } = start()
    for (const batch of [0, 1, 2]) {
      const entities = Array.from({ length: 1000 }, (_, at) => ({
        name: `Fischer 🐟 ${batch * 1000 + at}`,
        type: 'organization',
        countryCode: 'DE',
      }))
      expect((await send('POST', '/v1/entities/bulk', JSON.stringify({ entities }))).data.status).toBe(201)
    }
    const list = JSON.parse((await send('GET', '/v1/entities')).data.body)
    expect(list).toHaveLength(3000)
    expect(list[2999].name).toBe('Fischer 🐟 2999')
    expect(server.requests.list().at(-1)).toMatchObject({ responseBody: null })
  })

  it.each([
    [{ team: 'team-1', method: 'GET', path: '/__admin/reset' }, 400, 'path must be a path of the service'],
    [{ team: 'team-1', method: 'GET', path: 'v1' }, 400, 'path must be a path of the service'],
    [{ team: 'team-1', method: 'get', path: '/v1' }, 400, 'method must be a method in capitals'],
    [{ method: 'GET', path: '/v1' }, 400, 'team is required'],
    [{ team: 'nobody', method: 'GET', path: '/v1' }, 404, 'There is no team with this id'],
  ])('refuses %j', async (body, status, sentence) => {
    const { server, call } = start()
    const answer = await call('POST', '/send', body)
    expect(answer).toMatchObject({ status, error: expect.stringContaining(sentence) })
    expect(server.requests.list()).toEqual([])
  })
})

describe('the clock', () => {
  it.each([
    ['manual', 'manual', 0],
    ['stepping', 'stepping', 0],
    ['real', 'real', 1],
    [{ speed: 60 }, 'accelerated', 60],
  ])('says how it passes: %j', async (clock, mode, speed) => {
    const { call } = start({ clock })
    expect((await call('GET', '/clock')).data).toMatchObject({ mode, speed, next: null, due: [] })
  })

  it('lists what is due next, in order', async () => {
    const { server, call, send, create } = start()
    const slow = await create('[slow] Example Works Ltd')
    const stuck = await create('[stuck] Example Works Ltd')
    await send('POST', `/v1/entities/${slow}/documents`, {
      document_url: 'https://files.example.com/a',
      type: 'certificate',
    })
    const { data } = await call('GET', '/clock')
    const begins = { at: '2025-01-01T00:00:01.000Z', what: 'screening_begins', team: 'team-1' }
    expect(data.due.slice(0, 3)).toEqual([
      { ...begins, entity: slow, name: '[slow] Example Works Ltd' },
      { ...begins, entity: stuck, name: '[stuck] Example Works Ltd' },
      {
        at: '2025-01-01T00:00:03.000Z',
        what: 'document_analysed',
        entity: slow,
        name: '[slow] Example Works Ltd',
        team: 'team-1',
      },
    ])
    expect(data.next).toEqual(data.due[0])
    for (let number = 0; number < 30; number += 1) await create(`Many ${number}`)
    expect((await call('GET', '/clock')).data.due).toHaveLength(20)
    server.clock.settle()
    // What never ends is not due.
    expect((await call('GET', '/clock')).data).toMatchObject({ next: null, due: [] })
  })

  it('goes to what is due next, and stays where nothing is', async () => {
    const { call, create } = start()
    await create('A')
    const next = async () => (await call('POST', '/clock/advance', { to: 'next' })).data.now
    expect(await next()).toBe('2025-01-01T00:00:01.000Z')
    expect(await next()).toBe('2025-01-01T00:00:05.000Z')
    expect(await next()).toBe('2025-01-01T00:00:05.000Z')
    expect((await call('POST', '/clock/advance', { to: 'then' })).status).toBe(400)
  })
})

describe('GET /__admin/teams', () => {
  it('shows no key', async () => {
    const keys = { [key]: 'team-1', 'test-key': 'team-1', short: 'team-2', abc: 'team-2' }
    const { call } = start({ keys, entityLimit: 5 })
    expect((await call('GET', '/teams')).data).toEqual([
      { id: 'team-1', entityLimit: 5, entities: 0, keys: ['a-se…am', 'te…y'] },
      { id: 'team-2', entityLimit: 5, entities: 0, keys: ['s…', '…'] },
    ])
  })
})

describe('GET /__admin/entities/{id}', () => {
  it('shows an entity of any team, with what no operation shows', async () => {
    const { server, call, send, create } = start()
    const id = await create('[sanctioned] Example Works Ltd')
    await send('POST', `/v1/entities/${id}/documents`, {
      document_url: 'https://files.example.com/a.pdf',
      type: 'certificate',
    })
    server.setCaseStatus(id, 'ESCALATED')
    const [listed] = JSON.parse((await send('GET', '/v1/entities')).data.body)
    expect((await call('GET', `/entities/${id}`)).data).toEqual({
      team: 'team-1',
      entity: listed,
      documents: [
        {
          id: expect.any(String),
          runId: expect.stringMatching(/^run_/),
          url: 'https://files.example.com/a.pdf',
          title: 'a.pdf',
          type: 'certificate',
          attachedAt: '2025-01-01T00:00:00.000Z',
          analysedAt: '2025-01-01T00:00:03.000Z',
        },
      ],
      scan: 1,
      caseStatus: 'ESCALATED',
      dueAt: '2025-01-01T00:00:01.000Z',
    })
    server.clock.settle()
    expect((await call('GET', `/entities/${id}`)).data).toMatchObject({ dueAt: null })
    expect((await call('GET', '/entities/nobody')).status).toBe(404)
  })
})

describe('GET /__admin/requests', () => {
  it('names the reserved name that decided a request', async () => {
    const { call, send, create } = start()
    const id = await create('[pep] Ilse Brandt')
    await create('Plain Ltd')
    await send('POST', '/v1/entities', { name: '[error-503] Example Ltd', type: 'organization' })
    await send('GET', `/v1/entities/${id}/network`)
    await send('GET', '/v1/entities')
    const { data } = await call('GET', '/requests')
    expect(data.map((record: { scenario: string }) => record.scenario)).toEqual([
      'pep',
      null,
      'error-503',
      'pep',
      null,
    ])
    expect(data.map((record: { id: number }) => record.id)).toEqual([1, 2, 3, 4, 5])
    expect((await start({ scenarios: false }).call('GET', '/requests')).data).toEqual([])
  })

  it('returns those after a number alone', async () => {
    const { call, create } = start()
    for (const name of ['A', 'B', 'C']) await create(name)
    const ids = async (after: string) => {
      const { data } = await call('GET', `/requests?after=${after}`)
      return data.map(({ id }: { id: number }) => id)
    }
    expect(await ids('0')).toEqual([1, 2, 3])
    expect(await ids('2')).toEqual([3])
    expect(await ids('3')).toEqual([])
    for (const after of ['x', '-1', '1.5'])
      expect((await call('GET', `/requests?after=${after}`)).status).toBe(400)
  })
})

describe('a whole body', () => {
  async function bodiesOf(server: MockServer, id: number) {
    const reply = await fetchFrom(server, `http://localhost/__admin/requests/${id}`)
    const { data } = await reply.json()
    return { status: reply.status, request: data?.requestBody, response: data?.responseBody }
  }

  it('is there for a record whose body is too long for the log, made in pieces or not', async () => {
    const server = createMockServer({ keys: { key: 'team' } })
    const send = (method: string, path: string, body?: string) =>
      server.fetch(`http://x${path}`, {
        method,
        headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      })
    const entities = Array.from({ length: 1000 }, (_, at) => ({
      type: 'organization',
      name: `Company ${at} with the key "key" in it`,
      countryCode: 'DE',
    }))
    const sent = JSON.stringify({ entities })
    await send('POST', '/v1/entities/bulk', sent)
    const listed = await (await send('GET', '/v1/entities')).text()
    expect(server.requests.list()).toMatchObject([{ requestBody: null }, { responseBody: null }])
    expect(await bodiesOf(server, 1)).toMatchObject({ status: 200, request: sent })
    expect(await bodiesOf(server, 2)).toMatchObject({ request: '', response: listed })
    server.requests.clear()
    expect((await bodiesOf(server, 2)).status).toBe(404)
  })

  it('holds no key, and is kept for the latest 16 records that have one', { tags: 'long' }, async () => {
    const server = createMockServer({ keys: { 'secret-key-1': 'team' }, entityLimit: 0 })
    const send = (body: string) =>
      server.dispatch({ method: 'POST', path: '/v1/entities', header: () => null, body, local: true })
    for (let at = 0; at < 20; at += 1) send(`secret-key-1 ${'x'.repeat(900_000)}`)
    send('x'.repeat(1_000_001))
    const lengths = []
    for (let id = 1; id <= 21; id += 1) lengths.push((await bodiesOf(server, id)).request?.length ?? 0)
    expect(lengths.filter(length => length > 0)).toHaveLength(16)
    expect(lengths.slice(0, 4)).toEqual([0, 0, 0, 0])
    expect(lengths.at(-1)).toBe(0)
    expect((await bodiesOf(server, 20)).request).not.toContain('secret-key-1')
  })
})
