import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchFrom } from '../fetch-from.ts'

const authorization = 'Bearer the-key'
const input = { type: 'organization', name: 'Acme GmbH', countryCode: 'DE' } as const

beforeEach(() => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => log.mockRestore()
})

function send(server: MockServer, method: string, path: string, body?: unknown): Promise<Response> {
  return fetchFrom(server, `http://in-process${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const create = (server: MockServer, name: string) => send(server, 'POST', '/v1/entities', { ...input, name })

/** A server with an entity that was screened, and a fault. */
async function usedServer() {
  const server = createMockServer({ keys: { 'the-key': 'team-1' }, warn() {} })
  await create(server, 'Acme GmbH')
  const [entity] = await (await send(server, 'GET', '/v1/entities')).json()
  server.faults.add({ operation: 'getHealth', status: 503 })
  server.clock.settle()
  await settled()
  return { server, id: String(entity.id) }
}

/** Resolves when all that is scheduled now has been called. */
const settled = () => new Promise(resolve => setImmediate(resolve))

const rows = Array.from({ length: 300 }, (_, row) => ({ ...input, name: `Acme ${row} GmbH` }))

const changes: Record<string, (server: MockServer, id: string) => unknown> = {
  'a creation': server => create(server, 'Second GmbH'),
  'a bulk request': server => send(server, 'POST', '/v1/entities/bulk', { entities: rows }),
  'a rescan': (server, id) => send(server, 'PUT', `/v1/entities/${id}`, { action: 'rescan' }),
  'a document': (server, id) =>
    send(server, 'POST', `/v1/entities/${id}/documents`, { document_url: 'https://files.example.com/a' }),
  'a new team': server => server.teams.create(),
  'a team that the control API creates': server => send(server, 'POST', '/__admin/teams', { id: 'team-3' }),
  'a fault': server => server.faults.add({ status: 500 }),
  'a fault less': server => server.faults.remove(),
  'a fault that a request gets': server => send(server, 'GET', '/v1/health'),
  'a case status': (server, id) => server.setCaseStatus(id, 'ESCALATED'),
  fixtures: server => server.load({ entities: [input, { ...input, name: 'B GmbH' }] }),
  'time that is advanced': server => server.clock.advance('1s'),
  'a reset': server => server.reset(),
  'a snapshot that is restored': server => server.restore(server.snapshot()),
}

it.each(Object.keys(changes))('a listener is called once after %s, until it is removed', async name => {
  const { server, id } = await usedServer()
  let calls = 0
  const stop = server.onChange(() => {
    calls += 1
  })
  await changes[name]?.(server, id)
  await settled()
  expect(calls).toBe(1)
  stop()
  server.teams.create()
  await settled()
  expect(calls).toBe(1)
})

const reads: Record<string, (server: MockServer, id: string) => unknown> = {
  'a list': server => send(server, 'GET', '/v1/entities'),
  'a network': (server, id) => send(server, 'GET', `/v1/entities/${id}/network`),
  'a request that is refused': server => send(server, 'POST', '/v1/entities', {}),
  'a snapshot that is taken': server => server.snapshot(),
  'a settled clock': server => server.clock.settle(),
  'a log that is cleared': server => server.requests.clear(),
}

it.each(Object.keys(reads))('no listener is called after %s', async name => {
  const { server, id } = await usedServer()
  let calls = 0
  server.onChange(() => {
    calls += 1
  })
  await reads[name]?.(server, id)
  await settled()
  expect(calls).toBe(0)
})

it('a listener sees the change', async () => {
  const { server } = await usedServer()
  const names: string[] = []
  server.onChange(() => {
    names.push(...server.snapshot().teams.flatMap(({ entities }) => entities.map(({ name }) => name)))
  })
  await create(server, 'Second GmbH')
  expect(names).toEqual(['Acme GmbH', 'Second GmbH'])
})

describe('a listener that throws', () => {
  const failure = new Error('the disk is full')

  it('is logged, and changes neither the response nor the state, nor other listeners', async () => {
    const [{ server }, { server: plain }] = [await usedServer(), await usedServer()]
    let calls = 0
    server.onChange(() => {
      throw failure
    })
    server.onChange(() => {
      calls += 1
    })
    const [response, expected] = [await create(server, 'B GmbH'), await create(plain, 'B GmbH')]
    expect([response.status, await response.text()]).toEqual([201, await expected.text()])
    expect(server.snapshot()).toEqual(plain.snapshot())
    expect(calls).toBe(1)
    expect(vi.mocked(console.error).mock.calls).toEqual([['entity-screening: onChange failed:', failure]])
  })

  it('is called again after the next change', async () => {
    const { server } = await usedServer()
    let calls = 0
    server.onChange(() => {
      calls += 1
      throw failure
    })
    await create(server, 'B GmbH')
    await create(server, 'C GmbH')
    expect(calls).toBe(2)
  })
})

it('what a caller changes in a fault that was added, or listed, does not reach it', async () => {
  const server = createMockServer({ keys: { 'the-key': 'team-1' } })
  const body = { down: true }
  server.faults.add({ operation: 'listEntities', status: 503, body })
  body.down = false
  for (const fault of server.faults.list()) Object.assign(Object(fault.body), { down: 'maybe' })
  expect(await (await send(server, 'GET', '/v1/entities')).json()).toEqual({ down: true })
})
