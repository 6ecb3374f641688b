import {
  AbortedError,
  type CreateEntityInput,
  EntityScreening,
  type Hooks,
  InputValidationError,
} from 'entity-screening-sdk'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it, vi } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

const input: CreateEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
const reconciling = { otherCreations: [], recheckDelay: 1 }

/** A client of an empty team, and what arrives at the server. */
function mocked() {
  const server = createMockServer()
  const client = new EntityScreening({ ...server.connect(), maxRetries: 0 })
  const creations = () =>
    server.requests.list().filter(({ operation }) => operation === 'createEntity').length
  const names = async () => (await client.entities.list()).map(({ name }) => name)
  return { server, client, creations, names }
}

const operations = (server: MockServer) => server.requests.list().map(({ operation }) => operation)

/** After a creation has failed, the list cannot be read once. */
function failingLists(server: MockServer): Hooks {
  return {
    afterFailure: ({ operation }) =>
      void (
        operation === 'createEntity' &&
        server.faults.add({ operation: 'listEntities', status: 500, times: 1 })
      ),
  }
}

describe('createOnce', () => {
  it('reads the list once, and creates an entity with one request', async () => {
    const { client, server } = mocked()
    const result = await client.entities.createOnce(input, { before: [], ...reconciling })
    expect(result).toMatchObject({ created: { name: 'Nordwind GmbH' }, entity: null })
    expect(result.id).toBe(result.created?.id)
    expect(operations(server)).toEqual(['listEntities', 'createEntity'])
  })

  it('finds the entity in the list if the response is lost', async () => {
    const { client, server, names } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    const result = await client.entities.createOnce(input, { before: [], ...reconciling })
    expect(result).toMatchObject({ created: null, entity: { id: result.id, name: 'Nordwind GmbH' } })
    expect(await names()).toEqual(['Nordwind GmbH'])
  })

  it('creates it once more if the list shows that the request was not processed', async () => {
    const { client, server, creations, names } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'reset', times: 1 })
    const { created } = await client.entities.createOnce(input, { before: [], ...reconciling })
    expect(created).toMatchObject({ name: 'Nordwind GmbH' })
    expect(creations()).toBe(2)
    expect(await names()).toEqual(['Nordwind GmbH'])
  })

  it('gives the second creation a key of its own, because with that of the first it would be a repetition', async () => {
    const { client, server } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'reset', times: 1 })
    const keys: (string | null)[] = []
    const hooks: Hooks = {
      beforeRequest: ({ method, headers }) =>
        void (method === 'POST' && keys.push(headers.get('idempotency-key'))),
    }
    const options = { before: [], ...reconciling, idempotencyKey: 'order-7' }
    await client.withOptions({ hooks }).entities.createOnce(input, options)
    expect(keys).toEqual(['order-7', expect.stringMatching(/^[\da-f-]{36}$/)])
  })

  it('fails with the second creation, and sends no third one', async () => {
    const { client, server, creations } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'reset', times: 2 })
    const failure = await failureOf(client.entities.createOnce(input, { before: [], ...reconciling }))
    expect(failure).toMatchObject({ name: 'ConnectionError', operation: 'createEntity', outcome: 'unknown' })
    expect(creations()).toBe(2)
  })

  it('sends nothing more if the service refused the creation', async () => {
    const { client, server } = mocked()
    server.faults.add({ operation: 'createEntity', status: 400 })
    const failure = await failureOf(client.entities.createOnce(input, { before: [], ...reconciling }))
    expect(failure).toMatchObject({ name: 'BadRequestError', outcome: 'not_done' })
    expect(operations(server)).toEqual(['listEntities', 'createEntity'])
  })

  it('does not take an older company of the same name for the new one', async () => {
    const { client, server } = mocked()
    const old = await client.entities.create(input)
    const before = await client.entities.list()
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    const options = { before, ...reconciling, otherCreations: [old] }
    const { id, entity } = await client.entities.createOnce(input, options)
    expect(entity).not.toBeNull()
    expect(id).not.toBe(old.id)
  })

  it('gives two namesakes at once an entity each, although both responses are lost', async () => {
    const { client, server, names } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 2 })
    const results = await Promise.all([
      client.entities.createOnce(input, { before: [], ...reconciling, idempotencyKey: 'customer-7' }),
      client.entities.createOnce(
        { ...input, name: 'GmbH Nordwind' },
        { before: [], ...reconciling, idempotencyKey: 'customer-8' },
      ),
    ])
    expect(new Set(results.map(({ id }) => id)).size).toBe(2)
    expect((await names()).sort()).toEqual(['GmbH Nordwind', 'Nordwind GmbH'])
  })

  it('does not take the entity of an earlier call for its own, although `before` is older than it', async () => {
    const { client, server } = mocked()
    const first = await client.entities.createOnce(input, { before: [], ...reconciling })
    server.faults.add({ operation: 'createEntity', kind: 'reset', times: 1 })
    const options = { before: [], ...reconciling, otherCreations: [first.id] }
    const second = await client.entities.createOnce(input, options)
    expect(second.created).not.toBeNull()
    expect(second.id).not.toBe(first.id)
  })

  it('gives two namesakes an entity each, if each has a client made by withOptions', async () => {
    const { client, server, names } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'reset', times: 1 })
    const traced = (traceparent: string) => client.withOptions({ headers: { traceparent } }).entities
    const results = await Promise.all(
      ['00-1', '00-2'].map(trace =>
        traced(trace).createOnce(input, { before: [], ...reconciling, idempotencyKey: trace }),
      ),
    )
    expect(new Set(results.map(({ id }) => id)).size).toBe(2)
    expect(await names()).toHaveLength(2)
  })

  it('creates once more, although other entities are created by the same client while it looks for its own', async () => {
    const { client, server, names } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'reset', times: 1 })
    const lost = client.entities.createOnce(input, { before: [], otherCreations: [], recheckDelay: 60 })
    while (server.requests.list().length < 3) await new Promise(resolve => setTimeout(resolve, 1))
    const another = { ...input, name: 'Alpha KG' }
    await client.entities.createOnce(another, { before: [], otherCreations: [] })
    expect((await lost).created).not.toBeNull()
    expect((await names()).sort()).toEqual(['Alpha KG', 'Nordwind GmbH'])
  })

  it('rejects with the error of the creation if the list cannot be read', async () => {
    const { client, server } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    const { entities } = client.withOptions({ hooks: failingLists(server) })
    const failure = await failureOf(entities.createOnce(input, { before: [], ...reconciling }))
    expect(failure).toMatchObject({
      name: 'ConnectionError',
      operation: 'createEntity',
      outcome: 'unknown',
      cause: { name: 'ServerError', operation: 'listEntities' },
    })
  })

  it('names the candidates if another program may have created the entity', async () => {
    const { client, server, creations } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    const options = { ...reconciling, before: [], otherCreations: null }
    const failure = await failureOf(client.entities.createOnce(input, options))
    const [entity] = await client.entities.list()
    expect(failure).toMatchObject({ outcome: 'unknown', candidates: [entity?.id] })
    expect(JSON.parse(JSON.stringify(failure))).toMatchObject({ candidates: [entity?.id] })
    expect(creations()).toBe(1)
  })

  it('remembers an input in doubt, so that its entity is not taken for that of the next call', async () => {
    const { client, server, creations } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 2 })
    const { entities } = client.withOptions({ hooks: failingLists(server) })
    const call = () => entities.createOnce(input, { before: [], ...reconciling })
    expect(await failureOf(call())).toMatchObject({ outcome: 'unknown' })
    const [entity] = await client.entities.list()
    expect(await failureOf(call())).toMatchObject({ outcome: 'unknown', candidates: [entity?.id] })
    expect(creations()).toBe(1)
  })

  it('reads no list again after an abort, and leaves the outcome unknown', async () => {
    const { client, server } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'no_response' })
    const stop = new AbortController()
    const options = { before: [], ...reconciling, signal: stop.signal }
    const failure = failureOf(client.entities.createOnce(input, options))
    await vi.waitFor(() => expect(server.requests.list()).toHaveLength(2), { interval: 1 })
    stop.abort()
    expect(await failure).toMatchObject({ name: 'AbortedError', outcome: 'unknown' })
    expect(operations(server)).toEqual(['listEntities', 'createEntity'])
  })

  it('that waits for its turn ends with its signal, and lets nobody pass', async () => {
    const { client, server, creations } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'no_response', times: 1 })
    const first = new AbortController()
    const second = new AbortController()
    const call = (signal?: AbortSignal) =>
      client.entities.createOnce(input, { before: [], ...reconciling, ...(signal && { signal }) })
    const failures = [failureOf(call(first.signal)), failureOf(call(second.signal))]
    const third = call()
    await vi.waitFor(() => expect(creations()).toBe(1), { interval: 1 })
    second.abort()
    const failure = await failures[1]
    expect(failure).toBeInstanceOf(AbortedError)
    expect(failure).toMatchObject({
      outcome: 'not_done',
      message: expect.stringContaining('entities.createOnce'),
    })
    expect(creations()).toBe(1)
    first.abort()
    expect(await third).toMatchObject({ created: { name: 'Nordwind GmbH' } })
  })

  it('that follows an aborted call waits for the call that this one waited for', async () => {
    const { client, server, creations } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'no_response', times: 1 })
    const [first, second] = [new AbortController(), new AbortController()]
    const call = (options: object = {}) =>
      client.entities.createOnce(input, { before: [], ...reconciling, ...options })
    const held = failureOf(call({ signal: first.signal }))
    await vi.waitFor(() => expect(creations()).toBe(1), { interval: 1 })
    const waiting = failureOf(call({ signal: second.signal }))
    second.abort()
    await waiting
    const third = call()
    await client.entities.list()
    expect(creations()).toBe(1)
    first.abort()
    await held
    expect(await third).toMatchObject({ created: { name: 'Nordwind GmbH' } })
    expect(creations()).toBe(2)
  })

  it('is the method that an error of its creation names', async () => {
    const { client, server } = mocked()
    server.faults.add({ operation: 'createEntity', status: 400, times: 1 })
    const failure = await failureOf(client.entities.createOnce(input, { before: [], ...reconciling }))
    expect(failure).toMatchObject({
      operation: 'createEntity',
      message: expect.stringMatching(/^entities\.createOnce: 400 /),
    })
  })

  it('does not repeat a creation that the service reported as done', async () => {
    const { client, sent } = respondingWith((_, { method }) =>
      method === 'POST' ? Response.json({ success: true }, { status: 201 }) : Response.json([]),
    )
    const failure = await failureOf(client.entities.createOnce(input, { before: [], ...reconciling }))
    expect(failure).toMatchObject({ name: 'ResponseValidationError', outcome: 'done', candidates: [] })
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it.each([
    [{ before: [], otherCreations: [] }, { ...input, name: '' }, 'name'],
    [{ otherCreations: [] }, input, 'before'],
    [{ before: [] }, input, 'otherCreations'],
    [{ before: [7], otherCreations: [] }, input, 'before'],
    [undefined, input, 'before'],
  ])('refuses %j for %j, and names %s', async (options, given, field) => {
    const { client, server } = mocked()
    // @ts-expect-error: each is an option that the types refuse too.
    const failure = await failureOf(client.entities.createOnce(given, options))
    expect(failure).toBeInstanceOf(InputValidationError)
    expect(failure).toMatchObject({ message: expect.stringMatching(`^entities\\.createOnce: .*${field}`) })
    expect(server.requests.list()).toEqual([])
  })

  it('keeps its arguments as they were', async () => {
    const { client, server } = mocked()
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    const mine = { ...input }
    const before: string[] = []
    const call = client.entities.createOnce(mine, { before, ...reconciling })
    mine.name = 'Changed GmbH'
    before.push('e1')
    expect(await call).toMatchObject({ entity: { name: 'Nordwind GmbH' } })
  })
})
