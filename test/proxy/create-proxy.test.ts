import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AuthenticationError,
  EntityScreening,
  InputValidationError,
  RateLimitError,
  ServerError,
} from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { type RunningServer, startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProxy } from '../../examples/10-server-proxy/proxy.ts'
import { byRequest } from '../by-request.ts'
import { failureOf } from '../failure-of.ts'

const apiKey = 'sk-a-key-that-no-browser-sees'
const origin = 'https://app.example'
const server = createMockServer({ keys: { [apiKey]: 'team' } })
let service: RunningServer

beforeAll(async () => {
  service = await startServer(server)
})
afterAll(() => service.close())

/** A browser with a page of the application, and all that it gets to see. */
function openPage({ baseUrl = service.url, isAllowed = (): boolean => true } = {}) {
  const proxy = createProxy({ baseUrl, apiKey, isAllowed })
  const seen: string[] = []
  const ask = async (request: Request) => {
    const answer = await proxy(request)
    seen.push(JSON.stringify([...answer.headers]), await answer.clone().text())
    return answer
  }
  const client = new EntityScreening({
    apiKey: null,
    baseUrl: `${origin}/screening`,
    fetch: byRequest(ask),
    maxRetries: 0,
    logLevel: 'off',
  })
  return { client, ask, seen }
}

it('every operation works through it, and the key never comes out', async () => {
  const { client, seen } = openPage()
  const { id } = await client.entities.create({ type: 'organization', name: '[sanctioned] Acme GmbH' })
  await client.entities.createBulk([{ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }])
  server.clock.settle()
  expect(await client.entities.list()).toMatchObject([{ id, riskLevel: 'high' }, { name: 'Nordwind GmbH' }])
  expect(await client.entities.search({ riskLevel: 'high' })).toMatchObject([{ id }])
  expect(await client.entities.network(id)).toMatchObject({ rootId: id })
  await client.entities.attachDocument(id, { url: 'https://example.com/report.pdf' })
  await client.entities.rescan(id)
  await client.search.organizations({ companyName: 'Tideglass' })
  await client.search.persons({ fullName: 'Dragomir Vosskov' })
  await client.service.health()
  await client.service.index()
  expect(server.requests.list().map(({ status }) => status)).not.toContain(401)
  expect(seen.join('\n')).not.toContain(apiKey)
  expect(seen).toHaveLength(2 * 11)
})

it.each([
  ['another path of the service', 'GET', '/screening/__admin/snapshot'],
  ['a path above', 'GET', '/screening/../__admin/snapshot'],
  ['an encoded path above', 'GET', '/screening/v1/entities/..%2f..%2f__admin/network'],
  ['an encoded dot', 'GET', '/screening/v1/entities/%2e%2e/network'],
  ['another host', 'GET', '/screening//elsewhere.example/v1/entities'],
  ['a path without the prefix', 'GET', '/v1/entities'],
  ['another method', 'DELETE', '/screening/v1/entities'],
  ['a method of another path', 'PUT', '/screening/v1/entities'],
  ['a longer path', 'GET', '/screening/v1/entities/a/network/more'],
])('refuses %s without asking the service', async (_, method, path) => {
  const { ask } = openPage()
  server.requests.clear()
  expect((await ask(new Request(origin + path, { method }))).status).toBe(404)
  expect(server.requests.list()).toEqual([])
})

it('refuses whoever is not signed in, and what comes from another site', async () => {
  const stranger = openPage({ isAllowed: () => false })
  const page = openPage()
  server.requests.clear()
  expect(await failureOf(stranger.client.entities.list())).toBeInstanceOf(AuthenticationError)
  const foreign = new Request(`${origin}/screening/v1/entities`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect((await page.ask(foreign)).status).toBe(401)
  expect(server.requests.list()).toEqual([])
})

it('passes nothing on but method, path and body, and of the answer only what the client needs', async () => {
  const got: unknown[] = []
  const echo = createServer((request, response) => {
    got.push(request.url, request.headers)
    response.writeHead(401, { 'content-type': 'application/json', 'set-cookie': 'a=b', 'x-inside': 'host' })
    response.end(
      JSON.stringify({ statusCode: 401, success: false, error: `${request.headers.authorization}?` }),
    )
  })
  await new Promise<void>(resolve => echo.listen(0, '127.0.0.1', resolve))
  const { port } = echo.address() as AddressInfo
  const { ask, seen } = openPage({ baseUrl: `http://127.0.0.1:${port}` })
  const sent = { cookie: 'session=1', authorization: 'Bearer mine', 'x-forwarded-host': 'evil.example' }
  const answer = await ask(new Request(`${origin}/screening/v1/entities?all=1`, { headers: sent }))
  echo.close()
  expect(got).toMatchObject(['/v1/entities', { authorization: `Bearer ${apiKey}` }])
  expect(JSON.stringify(got)).not.toMatch(/session=1|mine|evil/)
  expect([...answer.headers.keys()]).toEqual(['content-type'])
  expect(await answer.json()).toMatchObject({ error: 'Bearer …?' })
  expect(seen.join('\n')).not.toContain(apiKey)
})

it('what goes wrong behind it reaches the client as what it is', async () => {
  const { client } = openPage()
  expect(await failureOf(client.entities.create({ type: 'person', name: '' }))).toBeInstanceOf(
    InputValidationError,
  )
  server.faults.add({ operation: 'listEntities', kind: 'rate_limit', retryAfter: 7000, times: 1 })
  expect(await failureOf(client.entities.list())).toBeInstanceOf(RateLimitError)
  server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
  const lost = await failureOf(client.entities.create({ type: 'person', name: 'Ilse Brandt' }))
  expect(lost).toBeInstanceOf(ServerError)
  expect(lost).toMatchObject({ status: 502, outcome: 'unknown' })
})
