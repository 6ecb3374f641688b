import { type CreateEntityInput, EntityScreening, EntityScreeningError } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureOf } from '../failure-of.ts'

const input: CreateEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }

/** As Next does within one render: GETs of the same URL and headers share a response, unless `init` has a signal. */
function memoizeReads(send: typeof fetch) {
  const responses = new Map<string, Promise<Response>>()
  return async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', headers, signal } = init
    if (method !== 'GET' || signal) return send(url, init)
    const key = JSON.stringify([url, [...new Headers(headers)]])
    const shared = responses.get(key) ?? send(url, init)
    responses.set(key, shared)
    return (await shared).clone()
  }
}

async function connect() {
  const server = createMockServer()
  const { url, close } = await startServer(server)
  onTestFinished(close)
  const client = new EntityScreening({
    apiKey: server.teams.create().apiKey,
    baseUrl: url,
    fetch: memoizeReads(fetch),
    retry: { maxDelay: 1 },
  })
  return { server, client, url }
}

async function streamNames(client: EntityScreening): Promise<string[]> {
  const names = []
  for await (const { name } of client.entities.stream()) names.push(name)
  return names
}

it('a memoizing fetch shares what has no signal', async () => {
  const { server, url } = await connect()
  const memoized = memoizeReads(fetch)
  for (let index = 0; index < 3; index += 1) await (await memoized(`${url}/v1/health`)).text()
  expect(server.requests.list().filter(({ operation }) => operation === 'getHealth')).toHaveLength(1)
})

describe('with a fetch that memoizes reads', () => {
  it('a list has what was created after the list before', async () => {
    const { client } = await connect()
    expect(await client.entities.list()).toHaveLength(0)
    await client.entities.create(input)
    expect(await client.entities.list()).toHaveLength(1)
  })

  it('a stream has what was created after the list before', async () => {
    const { client } = await connect()
    await client.entities.list()
    await client.entities.create(input)
    expect(await streamNames(client)).toEqual(['Nordwind GmbH'])
    await client.entities.create({ ...input, name: 'Larkspur Bearings AB' })
    expect(await streamNames(client)).toEqual(['Nordwind GmbH', 'Larkspur Bearings AB'])
  })

  it('waitForScreening sees the screening end', async () => {
    const { server, client } = await connect()
    await client.entities.list()
    const created = await client.entities.create(input)
    server.clock.settle()
    const { riskLevel } = await client.entities.waitForScreening(created, { every: 1, timeout: 20_000 })
    expect(riskLevel).not.toBeNull()
  })

  it('reconcile finds what was created although the response was lost', async () => {
    const { server, client } = await connect()
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    const before = await client.entities.list()
    const error = await failureOf(client.entities.create(input))
    expect(EntityScreeningError.is(error) && error.outcome).toBe('unknown')
    const { outcome } = await client.entities.reconcile(input, {
      before,
      otherCreations: [],
      recheckDelay: 1,
    })
    expect(outcome).toBe('done')
  })

  it('a read after a 503 is a request of its own', async () => {
    const { server, client } = await connect()
    server.faults.add({ operation: 'listEntities', status: 503, times: 2 })
    expect(await client.entities.list()).toEqual([])
  })
})
