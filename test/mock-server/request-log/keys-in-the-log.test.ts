import { createMockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import { expectNoKey, spellingsOf } from '../../workflow/secrecy/exposure.ts'
import { fetchFrom } from '../fetch-from.ts'

const key = 'my-secret-key/+=42&"\\12345678'
const adminToken = 'token-of-the-admins'
const asJson = JSON.stringify(key).slice(1, -1)

function start(options: MockServerOptions = {}) {
  const server = createMockServer({ keys: { [key]: 'team-1' }, adminToken, ...options })
  return {
    server,
    send: (path: string, init: RequestInit = {}) => fetchFrom(server, `http://x${path}`, init),
    /** The log, as callers of the server and of the control API read it. */
    async shown() {
      const headers = { authorization: `Bearer ${adminToken}` }
      const log = await fetchFrom(server, 'http://x/__admin/requests', { headers })
      return [JSON.stringify(server.requests.list()), await log.text()]
    },
  }
}

it.each([
  ['percent-encoded in the query', `/v1/entities?api_key=${encodeURIComponent(key)}`, {}],
  ['as the id in the path', `/v1/entities/${encodeURIComponent(key)}`, {}],
  ['in a header of any name', '/v1/entities', { headers: { 'x-of-mine': `Token ${key}` } }],
  ['in a JSON body', '/v1/entities', { method: 'POST', body: JSON.stringify({ name: key }) }],
  ['in a body that is no JSON', '/v1/entities', { method: 'POST', body: `key=${key}&more` }],
  ['twice in a body', '/v1/entities', { method: 'POST', body: `${key}${key}` }],
])('a key that was sent %s is struck out of the log', async (_, path, init) => {
  const { send, shown } = start()
  await send(path, init)
  for (const text of await shown()) {
    expect(text).toContain('[redacted]')
    expect(text).not.toMatch(/my-secret-key|12345678/)
  }
})

const otherSpellings = spellingsOf(key).map((spelling): [string, string, RequestInit] => [
  `as ${spelling}`,
  '/v1/x',
  { method: 'POST', body: `before ${spelling} after` },
])

it.each(otherSpellings)('a key that was sent %s is struck out as the client would', async (_, path, init) => {
  const { server, send } = start()
  await send(path, init)
  const shown = JSON.stringify(server.requests.list())
  expect(shown).toContain('[redacted]')
  expectNoKey(shown, key)
})

it('a key in the name of an entity is struck out of the response in the log, and not out of the response', async () => {
  const { send, shown } = start()
  const response = await send('/v1/entities', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ type: 'organization', name: `Nordwind ${key}`, countryCode: 'DE' }),
  })
  expect(await response.text()).toContain(asJson)
  for (const text of await shown()) {
    // In the request and in the response.
    expect(text.match(/Nordwind \[redacted\]/g)?.length).toBeGreaterThanOrEqual(2)
    expect(text).not.toContain('12345678')
  }
})

it('a key in a response that had to wait is struck out of the log, also after the log was read', async () => {
  const { server, send, shown } = start()
  server.faults.add({ delay: 10 })
  const headers = { authorization: `Bearer ${key}` }
  const body = JSON.stringify({ type: 'organization', name: key, countryCode: 'DE' })
  const waiting = send('/v1/entities', { method: 'POST', headers, body })
  await shown()
  server.clock.advance(10)
  expect((await waiting).status).toBe(201)
  expect(server.requests.list()[0]?.status).toBe(201)
  for (const text of await shown()) expect(text).not.toContain('12345678')
})

function loggedHeaders(...headers: string[]) {
  const server = createMockServer()
  server.dispatch({ method: 'GET', path: '/', header: () => null, headers, body: null, local: true })
  return server.requests.list()[0]?.requestHeaders
}

it.each([
  'Authorization',
  'Proxy-Authorization',
  'Authentication',
  'X-Auth-Token',
  'Cookie',
  'X-API-Key',
  'api-key',
  'apikey',
  'x-goog-api-key',
  'ocp-apim-subscription-key',
  'x-access-token',
  'x-amz-security-token',
  'X-CSRF-Token',
  'x-secret',
  'x-password',
  'x-session-id',
])('what was sent as %s is left out of the log, whatever it is', name => {
  expect(loggedHeaders('Accept', 'text/plain', name, 'a secret of another server')).toEqual({
    accept: 'text/plain',
  })
})

it.each([
  'accept',
  'content-type',
  'idempotency-key',
  'sec-websocket-key',
  'sec-fetch-site',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
  'x-keyboard',
  'x-request-id',
])('what was sent as %s is logged', name => {
  expect(loggedHeaders(name, 'harmless')).toEqual({ [name]: 'harmless' })
})

it('the keys of teams created later, of teams that a snapshot has removed, and the admin token are struck out', async () => {
  const { server, send, shown } = start()
  const before = server.snapshot()
  const secrets = [
    server.teams.create().apiKey,
    server.teams.create({ apiKey: 'one-more-key' }).apiKey,
    adminToken,
  ]
  for (const secret of secrets) await send(`/v1/entities?key=${secret}`)
  server.restore(before)
  expect(server.requests.list().map(({ path }) => path)).toEqual(
    secrets.map(() => '/v1/entities?key=[redacted]'),
  )
  for (const text of await shown()) for (const secret of secrets) expect(text).not.toContain(secret)
})

it('a key that is the beginning of another does not leave the rest of it in the log', async () => {
  const { server, send } = start({ keys: { 'test-key': 'team-1', 'test-key-of-another': 'team-2' } })
  await send('/v1/entities?a=test-key&b=test-key-of-another')
  expect(server.requests.list()[0]?.path).toBe('/v1/entities?a=[redacted]&b=[redacted]')
})

it('a key of fewer than eight characters is not struck out: it would be found in ordinary text', async () => {
  const { server, send } = start({ keys: { entity: 'team-1', 'entit\\\\\\y': 'team-2' } })
  await send('/v1/entity?entity')
  expect(server.requests.list()[0]?.path).toBe('/v1/entity?entity')
})

it('a request whose key was struck out is sent again with the key of its team', async () => {
  const { server, send } = start()
  await send(`/v1/entities?api_key=${encodeURIComponent(key)}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const [logged] = server.requests.list()
  expect(logged).toMatchObject({ team: 'team-1', path: '/v1/entities?api_key=[redacted]' })
  const again = await send('/__admin/send', {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ team: logged?.team, method: logged?.method, path: logged?.path }),
  })
  expect(await again.json()).toMatchObject({ success: true, data: { status: 200, body: '[]' } })
})
