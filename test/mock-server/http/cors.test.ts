import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { fetchFrom } from '../fetch-from.ts'

const origin = 'https://app.example'

function ask(path: string, init: RequestInit = {}, options = {}) {
  return fetchFrom(createMockServer({ keys: { key: 'team' }, ...options }), `http://localhost${path}`, init)
}

describe('a page of another origin', () => {
  it('gets its preflight answered without a key', async () => {
    const answer = await ask('/v1/entities', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type, traceparent',
      },
    })
    expect(answer.status).toBe(204)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, HEAD, OPTIONS',
      'access-control-allow-headers': 'authorization, content-type, traceparent',
      vary: 'origin',
    })
  })

  it.each([
    ['a success', '/v1/health', 200],
    ['an error', '/v1/entities', 401],
    ['a path that is none', '/v2', 404],
  ])('may read %s', async (_, path, status) => {
    const answer = await ask(path, { headers: { origin } })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  })

  it('is let in without cookies only: the key is the guard', async () => {
    const answer = await ask('/v1/health', { headers: { origin } })
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
  })

  it.each([
    ['http://localhost:3000', 'true'],
    [origin, null],
  ])('asks for a private network: %s → %s', async (page, allowed) => {
    const headers = { origin: page, 'access-control-request-private-network': 'true' }
    const answer = await ask('/v1/entities', { method: 'OPTIONS', headers })
    expect(answer.headers.get('access-control-allow-private-network')).toBe(allowed)
  })

  it('nobody else gets headers for it', async () => {
    expect((await ask('/v1/health')).headers.has('access-control-allow-origin')).toBe(false)
  })
})

describe.each([
  ['the key that everybody may know', { 'test-key': 'team' }],
  ['that key beside one of its own', { 'test-key': 'team', mine: 'team' }],
  ['no key', {}],
])('a server with %s', (_, keys) => {
  it.each([
    ['http://localhost:5173', true],
    ['http://localhost.:5173', true],
    ['https://app.localhost', true],
    ['http://127.0.0.1:3000', true],
    ['http://127.4.5.6', true],
    ['http://[::1]:8080', true],
    [origin, false],
    ['http://localhost.evil.example', false],
    ['http://evil-localhost.', false],
    ['http://127.0.0.1.evil.example', false],
    ['https://evil.example:4010', false],
    ['null', false],
    ['file://', false],
    ['evil://localhost', false],
  ])('lets pages of this machine alone read and write: %s → %s', async (page, isLetIn) => {
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { origin: page, authorization: 'Bearer test-key' }
      const answer = await ask('/v1/entities', { method, headers }, { keys })
      expect(answer.headers.get('access-control-allow-origin')).toBe(isLetIn ? page : null)
      expect(answer.headers.get('vary')).toBe('origin')
    }
  })

  it.each([
    ['127.0.0.1:4010', false],
    ['[::1]:4010', false],
    ['192.168.1.20:4010', false],
    ['localhost:4010', false],
    ['screening:4010', false],
    ['screening.default.svc.cluster.local', false],
    ['host.docker.internal:4010', false],
    ['evil.example', true],
    ['evil.example:4010', true],
    ['localhost.evil.example', true],
  ])('refuses a host name that anybody may have led here: %s → %s', async (host, isRefused) => {
    const headers = { host, authorization: 'Bearer test-key' }
    const { status } = await ask('/v1/health', { headers }, { keys })
    expect(status).toBe(isRefused ? 403 : 200)
  })
})

it('a server with keys of its own answers under every host name', async () => {
  expect((await ask('/v1/health', { headers: { host: 'screening.example' } })).status).toBe(200)
})

describe('test-key on a server with keys of its own', () => {
  const ways: [string, (server: MockServer) => unknown][] = [
    ['of a team created later', server => server.teams.create({ apiKey: 'test-key' })],
    [
      'of a team that the control API created',
      server =>
        fetchFrom(server, 'http://localhost/__admin/teams', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"apiKey":"test-key"}',
        }),
    ],
    [
      'of a snapshot',
      server => server.restore(createMockServer({ keys: { 'test-key': 'team' } }).snapshot()),
    ],
  ]
  it.each(ways)('%s is as little of a guard as one of the start, until a reset', async (_, add) => {
    const server = createMockServer({ keys: { mine: 'mine' } })
    const opensTo = async (headers: Record<string, string>, method = 'GET') => {
      const request = new Request('http://localhost/v1/entities', {
        method,
        headers: { authorization: 'Bearer test-key', ...headers },
      })
      const { status, headers: given } = await server.fetch(request)
      return [status, given.get('access-control-allow-origin')]
    }
    await add(server)
    expect(await opensTo({ origin })).toEqual([200, null])
    expect(await opensTo({ origin }, 'OPTIONS')).toEqual([204, null])
    expect(await opensTo({ origin: 'http://localhost:5173' })).toEqual([200, 'http://localhost:5173'])
    expect(await opensTo({ host: 'evil.example' })).toEqual([403, null])
    server.reset()
    expect(await opensTo({ origin })).toEqual([401, origin])
    expect(await opensTo({ host: 'evil.example' })).toEqual([401, null])
  })
})

describe('the control API', () => {
  const reset = (headers: Record<string, string>, options = {}) =>
    ask('/__admin/reset', { method: 'POST', headers }, options).then(({ status }) => status)

  it.each([
    [{}, 200],
    [{ origin: 'http://localhost:5173' }, 200],
    [{ origin: 'http://127.0.0.1:3000' }, 200],
    [{ origin }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost.evil.example' }, 403],
    [{ host: 'evil.example' }, 403],
    [{ host: '127.0.0.1:4010' }, 200],
  ])('without a token takes callers of this machine: %j → %i', async (headers, status) => {
    expect(await reset(headers)).toBe(status)
  })

  it.each([
    [{}, 401],
    [{ authorization: 'Bearer wrong' }, 401],
    [{ authorization: 'Bearer the-token-and-more' }, 401],
    [{ authorization: 'Bearer the-token' }, 200],
    [{ authorization: 'Bearer the-token', origin: 'http://localhost:5173' }, 200],
    [{ authorization: 'Bearer the-token', origin }, 403],
    [{ authorization: 'Bearer the-token', host: 'evil.example' }, 403],
  ])('with a token takes whoever has it, but pages of other sites: %j → %i', async (headers, status) => {
    expect(await reset(headers, { adminToken: 'the-token' })).toBe(status)
  })

  it('tells a page of this machine what was wrong', async () => {
    const answer = await ask('/__admin/clock/advance', {
      method: 'POST',
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  })

  it('has all that the server has by call', async () => {
    const server = createMockServer()
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await fetchFrom(server, `http://localhost/__admin/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return (await answer.json()).data
    }
    const { id, apiKey } = await call('POST', 'teams', { entityLimit: 5 })
    const created = await server.fetch(
      new Request('http://localhost/v1/entities', {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}` },
        body: '{"name":"A","type":"person"}',
      }),
    )
    const { data: entity } = await created.json()
    const masked = `${apiKey.slice(0, 4)}…${apiKey.slice(-2)}`
    expect(await call('GET', 'teams')).toEqual([{ id, entityLimit: 5, entities: 1, keys: [masked] }])
    expect(await call('POST', `entities/${entity.id}/case-status`, { caseStatus: 'CLEARED' })).toEqual({
      id: entity.id,
      caseStatus: 'CLEARED',
    })
    const fault = await call('POST', 'faults', { status: 500, times: 3 })
    expect(await call('GET', 'faults')).toEqual([{ id: fault.id, status: 500, times: 3, happened: 0 }])
    expect(await call('DELETE', 'faults')).toEqual([])
    expect(await call('GET', 'requests')).toMatchObject([{ operation: 'createEntity', status: 201 }])
    expect(await call('GET', 'scenarios')).toContainEqual(expect.objectContaining({ id: 'sanctioned' }))
    const snapshot = await call('GET', 'snapshot')
    await call('POST', 'reset')
    expect(await call('GET', 'teams')).toEqual([])
    await call('PUT', 'snapshot', snapshot)
    expect(await call('GET', 'snapshot')).toEqual(snapshot)
  })
})
