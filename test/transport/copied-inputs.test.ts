import { type BulkEntityInput, EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { byRequest } from '../by-request.ts'
import { failureOf } from '../failure-of.ts'

function createTeam() {
  const server = createMockServer()
  const requests: Request[] = []
  const fetch = byRequest(request => {
    requests.push(request.clone())
    return server.fetch(request)
  })
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch })
  const names = async () => (await client.entities.list()).map(({ name }) => name).sort()
  return { server, client, requests, names }
}

describe('an input that is changed right after the call', () => {
  it('is sent as it was: a batch that is filled again', async () => {
    const { client, names } = createTeam()
    const batch: BulkEntityInput[] = []
    const calls = []
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
      batch.push({ type: 'organization', name, countryCode: 'DE' })
      if (batch.length < 2) continue
      calls.push(client.entities.createBulk(batch))
      batch.length = 0
    }
    calls.push(client.entities.createBulk(batch))
    expect(await Promise.all(calls)).toHaveLength(4)
    expect(await names()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
  })

  it('is sent as it was: a row, and the tags in it', async () => {
    const { client, requests } = createTeam()
    const row = { type: 'organization' as const, name: 'A', countryCode: 'DE', tags: ['first'] }
    const call = client.entities.createBulk([row])
    row.name = 'B'
    row.tags.push('second')
    await call
    expect(await requests[0]?.json()).toMatchObject({ entities: [{ name: 'A', tags: 'first' }] })
  })

  it('is sent as it was: an object that is used for each creation', async () => {
    const { client, names } = createTeam()
    const row = { type: 'organization' as const, name: '' }
    const calls = ['A', 'B', 'C'].map(name => {
      row.name = name
      return client.entities.create(row)
    })
    await Promise.all(calls)
    expect(await names()).toEqual(['A', 'B', 'C'])
  })

  it('is sent as it was: a reference, a query, a document, headers', async () => {
    const { client, requests } = createTeam()
    const created = await client.entities.create({ type: 'organization', name: 'A' })
    requests.length = 0
    const reference = { id: created.id }
    const query = { name: 'A' }
    const document = { url: 'https://example.com/a.pdf' }
    const headers = { 'x-batch': '1' }
    const calls = [
      client.entities.network(reference, { headers }),
      client.entities.search(query),
      client.entities.attachDocument(reference, document),
    ]
    reference.id = query.name = document.url = headers['x-batch'] = 'changed'
    await Promise.all(calls)
    const [network, search, attachment] = requests
    expect(network?.url).toContain(created.id)
    expect(network?.headers.get('x-batch')).toBe('1')
    expect(await search?.json()).toMatchObject({ name: 'A' })
    expect(await attachment?.json()).toMatchObject({ document_url: 'https://example.com/a.pdf' })
  })

  it('is compared as it was: the inputs and `before` of reconcile, the references of a wait', async () => {
    const { server, client } = createTeam()
    const first = await client.entities.create({ type: 'organization', name: 'Amber AG' })
    const before = [{ id: first.id }]
    const inputs = [{ type: 'organization' as const, name: 'Amber AG' }]
    const ids = [first.id]
    const reconciled = client.entities.reconcile(inputs, { before, otherCreations: null, recheckDelay: 0 })
    const waited = client.entities.waitFor(ids, () => true)
    inputs.length = before.length = ids.length = 0
    expect(await reconciled).toMatchObject([{ outcome: 'not_done', input: { name: 'Amber AG' } }])
    expect(await waited).toMatchObject([{ id: first.id }])
    server.clock.settle()
  })

  it('is used as it was: the options of a client and of a stream', async () => {
    const { server, requests, client } = createTeam()
    const { apiKey } = server.teams.create()
    const headers: Record<string, string> = { 'x-tenant': 'a' }
    const hooks = {
      beforeRequest: ({ headers }: { headers: Headers }) => headers.set('x-hook', 'a'),
    }
    const options = { apiKey, baseUrl: 'http://localhost', headers, hooks, maxRetries: 0 }
    const fetch = byRequest(request => {
      requests.push(request)
      return server.fetch(request)
    })
    const other = new EntityScreening({ ...options, fetch })
    headers['x-tenant'] = 'changed'
    hooks.beforeRequest = ({ headers }) => headers.set('x-hook', 'changed')
    await other.entities.list()
    expect(requests.at(-1)?.headers.get('x-tenant')).toBe('a')
    expect(requests.at(-1)?.headers.get('x-hook')).toBe('a')
    const streamHeaders: Record<string, string> = { 'x-stream': 'a' }
    const stream = client.entities.stream({ headers: streamHeaders })
    streamHeaders['x-stream'] = 'changed'
    for await (const entity of stream) expect(entity).toBeDefined()
    expect(requests.at(-1)?.headers.get('x-stream')).toBe('a')
  })
})

describe('an input', () => {
  it('may have its fields as getters of a class', async () => {
    const { client, requests } = createTeam()
    class Row {
      get type() {
        return 'organization' as const
      }
      get name() {
        return 'Amber AG'
      }
    }
    await client.entities.create(new Row())
    expect(await requests[0]?.json()).toEqual({ type: 'organization', name: 'Amber AG' })
  })

  it('whose getter throws fails with the error of the getter, before anything is sent', async () => {
    const { client, requests } = createTeam()
    const error = new Error('no longer in the database')
    const row = {
      type: 'organization' as const,
      get name(): string {
        throw error
      },
    }
    expect(await failureOf(client.entities.create(row))).toBe(error)
    expect(requests).toEqual([])
  })

  it('still has its strangers refused', async () => {
    const { client } = createTeam()
    const row = { type: 'organization' as const, name: 'A', __proto__x: 1 }
    expect(await failureOf(client.entities.create(row))).toMatchObject({
      name: 'InputValidationError',
      issues: [{ path: ['__proto__x'] }],
    })
  })

  it('keeps the methods of hooks bound to their object', async () => {
    const { server } = createTeam()
    class Telemetry {
      #calls = 0
      get calls() {
        return this.#calls
      }
      afterCall() {
        this.#calls += 1
      }
    }
    const hooks = new Telemetry()
    const { apiKey } = server.teams.create()
    const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch, hooks })
    await client.entities.list()
    expect(hooks.calls).toBe(1)
  })
})
