import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'

const key = 'a-secret-key-of-the-team'

function start(options = {}) {
  const server = createMockServer({ keys: { [key]: 'team-1' }, ...options })
  const call = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const response = await server.fetch(new Request(`http://x/__admin${path}`, { method, headers, ...init }))
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
    const asked = server.fetch(
      new Request('http://x/__admin/send', { method: 'POST', headers, body, signal: stop.signal }),
    )
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

  it('says so where what it did could not be stored', async () => {
    const { server, send } = start()
    server.onChange(() => Promise.reject(new Error('the disk is full')))
    expect((await send('POST', '/v1/entities', { name: 'A', type: 'person' })).data).toMatchObject({
      status: 500,
    })
  })
})

describe('the clock', () => {
  it.each([
    ['manual', 'manual', 0],
    ['stepping', 'stepping', 0],
    ['real', 'real', 1],
    ['x60', 'accelerated', 60],
  ])('says how it passes: %s', async (clock, mode, speed) => {
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

  it('is stored before it is acknowledged', async () => {
    const { server, call, create } = start()
    await create('A')
    server.onChange(() => Promise.reject(new Error('the disk is full')))
    expect(await call('POST', '/clock/advance', { to: 'next' })).toMatchObject({
      status: 500,
      error: 'The changes of this request could not be stored.',
    })
  })
})

describe('faults that have ended', () => {
  it('are listed with their hits where they are asked for, until they are dismissed or the server starts anew', async () => {
    const { server, call, send } = start()
    const [ended, active] = [server.faults.add({ status: 503, times: 1 }), server.faults.add({ status: 500 })]
    await send('GET', '/v1/entities')
    const all = async () => (await call('GET', '/faults?ended=true')).data
    expect(await all()).toMatchObject([
      { id: ended, times: 1, happened: 1 },
      { id: active, happened: 0 },
    ])
    expect((await call('GET', '/faults')).data).toMatchObject([{ id: active }])
    expect(server.faults.remove(ended)).toBe(false)
    expect((await call('DELETE', `/faults?id=${ended}`)).status).toBe(200)
    expect((await call('DELETE', `/faults?id=${ended}`)).status).toBe(404)
    expect(await all()).toMatchObject([{ id: active }])
    server.reset()
    for (let count = 0; count < 60; count += 1) server.faults.add({ status: 503, times: 1 })
    for (let count = 0; count < 60; count += 1) await send('GET', '/v1/entities')
    expect(await all()).toHaveLength(50)
    await call('DELETE', '/faults')
    expect(await all()).toEqual([])
  })
})

describe('a beginning', () => {
  it('is what a reset returns to', async () => {
    const { server, call, create } = start()
    expect((await call('GET', '/beginning')).data).toBeNull()
    expect((await call('POST', '/reset', { to: 'beginning' })).status).toBe(409)
    await create('A')
    server.clock.advance('2s')
    const state = server.snapshot()
    const marked = { at: '2025-01-01T00:00:02.000Z', entities: 1 }
    expect((await call('POST', '/beginning')).data).toEqual(marked)
    for (let times = 0; times < 2; times += 1) {
      await create('B')
      server.clock.settle()
      server.faults.add({ status: 503 })
      const { data } = await call('POST', '/reset', { to: 'beginning' })
      expect(data).toMatchObject({ now: marked.at })
      expect(server.snapshot()).toEqual(state)
      expect([server.faults.list(), server.requests.list()]).toEqual([[], []])
    }
    expect((await call('POST', '/reset', { to: 'start' })).data).toMatchObject({
      now: '2025-01-01T00:00:00.000Z',
    })
    expect((await call('GET', '/beginning')).data).toEqual(marked)
    expect((await call('POST', '/reset', { to: 'nowhere' })).status).toBe(400)
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
})
