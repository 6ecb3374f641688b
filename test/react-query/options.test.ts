import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { type Entity, type Network, NotFoundError } from 'entity-screening-sdk'
import { screeningQueries } from 'entity-screening-sdk/react-query'
import { expect, expectTypeOf, it } from 'vitest'
import { byRequest } from '../by-request.ts'
import { failureOf } from '../failure-of.ts'
import { countOf, open, sanctioned } from './open.ts'

it('the options include each query, with data typed by its key', async () => {
  const { server, client, screening, cache } = open()
  const { id } = await client.entities.create(sanctioned)
  server.clock.settle()
  expect(await cache.fetchQuery(screening.entities.list())).toMatchObject([{ id, riskLevel: 'high' }])
  expect(await cache.fetchQuery(screening.entities.get(id))).toMatchObject({ id, riskLevel: 'high' })
  expect(await cache.fetchQuery(screening.entities.network(id))).toMatchObject({ rootId: id })
  expect(await cache.fetchQuery(screening.entities.search({ riskLevel: 'high' }))).toMatchObject([{ id }])
  expect(await cache.fetchQuery(screening.entities.search({ riskLevel: 'low' }))).toEqual([])
  const companies = screening.search.organizations({ companyName: 'Tideglass' })
  expect((await cache.fetchQuery(companies)).length).toBeGreaterThan(0)
  const persons = screening.search.persons({ firstName: 'Dragomir', lastName: 'Vosskov' })
  expect((await cache.fetchQuery(persons)).length).toBeGreaterThan(0)
  expect(await cache.fetchQuery(screening.service.health())).toMatchObject({ success: true })

  const cached = cache.getQueryData(screening.entities.list().queryKey)
  expectTypeOf(cached).toEqualTypeOf<Entity[] | undefined>()
  expectTypeOf(cache.getQueryData(screening.entities.network(id).queryKey)).toEqualTypeOf<
    Network | undefined
  >()
  expect(cached).toHaveLength(1)
})

it('an entity and its identifier lead to the same network', async () => {
  const { client, screening } = open()
  const created = await client.entities.create(sanctioned)
  expect(screening.entities.network(created).queryKey).toEqual(
    screening.entities.network(created.id).queryKey,
  )
})

it('the cached data of another client is separate', async () => {
  const { server, client, cache } = open()
  await client.entities.create(sanctioned)
  const stranger = client.withOptions({ apiKey: server.teams.create().apiKey })
  const ours = screeningQueries(client, { scope: 'ours' })
  const theirs = screeningQueries(stranger, { scope: 'theirs' })
  expect(await cache.fetchQuery(ours.entities.list())).toHaveLength(1)
  expect(await cache.fetchQuery(theirs.entities.list())).toEqual([])
  expect(cache.getQueryData(ours.entities.list().queryKey)).toHaveLength(1)
})

it.each([
  ['create', 'createEntity'],
  ['createBulk', 'createEntitiesBulk'],
  ['rescan', 'rescanEntity'],
  ['attachDocument', 'attachDocument'],
] as const)('%s reloads the shown list', async (_, operation) => {
  const { server, client, screening, cache } = open()
  const { id } = await client.entities.create(sanctioned)
  const list = new QueryObserver(cache, { ...screening.entities.list(), staleTime: Number.POSITIVE_INFINITY })
  const stop = list.subscribe(() => {})
  await expect.poll(() => list.getCurrentResult().data).toHaveLength(1)
  const { entities } = screening
  const writes = {
    createEntity: () => new MutationObserver(cache, entities.create()).mutate(sanctioned),
    createEntitiesBulk: () =>
      new MutationObserver(cache, entities.createBulk()).mutate([
        { ...sanctioned, name: 'B', countryCode: 'DE' },
      ]),
    rescanEntity: () => new MutationObserver(cache, entities.rescan()).mutate(id),
    attachDocument: () =>
      new MutationObserver(cache, entities.attachDocument()).mutate({
        entity: id,
        document: { url: 'https://example.com/a.pdf' },
      }),
  }
  await writes[operation]()
  expect(countOf(server, operation)).toBeGreaterThan(0)
  expect(countOf(server, 'listEntities')).toBe(2)
  stop()
})

it('a creation with a lost response reloads the list, a refused one does not', async () => {
  const { server, screening, cache } = open()
  const list = new QueryObserver(cache, screening.entities.list())
  const stop = list.subscribe(() => {})
  await expect.poll(() => list.getCurrentResult().data).toEqual([])
  const create = new MutationObserver(cache, screening.entities.create())

  await failureOf(create.mutate({ ...sanctioned, name: '' }))
  expect(countOf(server, 'listEntities')).toBe(1)
  server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
  await failureOf(create.mutate(sanctioned))
  await expect.poll(() => list.getCurrentResult().data).toMatchObject([{ name: sanctioned.name }])
  stop()
})

it('a first list in progress while an entity is created is read again', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const { server, client, team } = open()
  const slow = client.withOptions({
    fetch: byRequest(async request => {
      const response = await server.fetch(request)
      // The list as it was before the creation.
      if (request.method === 'GET') await held
      return response
    }),
  })
  const [screening, cache] = [screeningQueries(slow), new QueryClient()]
  const list = new QueryObserver(cache, screening.entities.list())
  const stop = list.subscribe(() => {})
  await expect.poll(() => countOf(server, 'listEntities')).toBe(1)
  server.faults.add({ team, operation: 'createEntity', kind: 'lost_response', times: 1 })
  const creating = failureOf(new MutationObserver(cache, screening.entities.create()).mutate(sanctioned))
  await expect.poll(() => countOf(server, 'createEntity')).toBe(1)
  await new Promise(resolve => setTimeout(resolve))
  release()
  expect(await creating).toMatchObject({ outcome: 'unknown' })
  await expect.poll(() => list.getCurrentResult().data).toHaveLength(1)
  stop()
})

it("requests are repeated by the client only, whatever the cache's options are", async () => {
  const { server, screening } = open()
  const eager = { retry: 3, retryDelay: 0 }
  const cache = new QueryClient({ defaultOptions: { queries: eager, mutations: eager } })
  expect(await failureOf(cache.fetchQuery(screening.entities.network('nobody')))).toBeInstanceOf(
    NotFoundError,
  )
  expect(countOf(server, 'getNetwork')).toBe(1)
  server.faults.add({ operation: 'createEntity', kind: 'lost_response' })
  await failureOf(new MutationObserver(cache, screening.entities.create()).mutate(sanctioned))
  expect(countOf(server, 'createEntity')).toBe(1)
})

it('a query without observers is aborted', async () => {
  const ended: unknown[] = []
  const { screening, cache } = open({
    fetch: byRequest(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            ended.push(signal.reason)
            reject(signal.reason)
          })
        }),
    ),
  })
  const stop = new QueryObserver(cache, screening.entities.list()).subscribe(() => {})
  await expect.poll(() => cache.isFetching()).toBe(1)
  stop()
  await expect.poll(() => ended).toHaveLength(1)
})

it.each([
  ['the options of a client', { apiKey: 'key', baseUrl: 'http://in-process' }],
  ['no client', undefined],
  ['null', null],
  ['a text', 'http://in-process'],
])('%s in place of a client are refused at once', (_, client) => {
  expect(() => Reflect.apply(screeningQueries, undefined, [client])).toThrow(
    new TypeError('screeningQueries: client must be an EntityScreening: new EntityScreening({ … })'),
  )
})

it('an object with the methods of a client serves as one', async () => {
  const client = { baseUrl: 'http://in-process', entities: { list: async () => [] } }
  const screening: ReturnType<typeof screeningQueries> = Reflect.apply(screeningQueries, undefined, [client])
  expect(await new QueryClient().fetchQuery(screening.entities.list())).toEqual([])
})
