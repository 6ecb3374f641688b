import {
  MutationObserver,
  type QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { type Entity, EntityScreening } from 'entity-screening-sdk'
import { screeningQueries } from 'entity-screening-sdk/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { byRequest } from '../by-request.ts'
import { failureOf } from '../failure-of.ts'
import { countOf, open, sanctioned } from './open.ts'

/** Shows a query as a component does, which never takes its data for stale. Resolves after the first read. */
async function show<Data>(cache: QueryClient, options: QueryObserverOptions<Data>) {
  const observer = new QueryObserver(cache, { ...options, staleTime: Number.POSITIVE_INFINITY })
  onTestFinished(observer.subscribe(() => {}))
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
  return {
    current: () => observer.getCurrentResult().data,
    /** What `refetchInterval` does. */
    poll: async () => (await observer.refetch()).data,
  }
}

/** Resolves when nothing is fetched any more. */
async function rest(cache: QueryClient) {
  await expect.poll(() => cache.isFetching()).toBe(0)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(cache.isFetching()).toBe(0)
}

describe('a write', () => {
  it('reloads the list, whatever callbacks the user sets', async () => {
    const { screening, cache } = open()
    const list = await show(cache, screening.entities.list())
    const callbacks = { onMutate: vi.fn(), onSuccess: vi.fn(), onError: vi.fn(), onSettled: vi.fn() }
    const create = new MutationObserver(cache, { ...screening.entities.create(), ...callbacks })
    const created = await create.mutate(sanctioned)
    expect(list.current()).toMatchObject([{ id: created.id }])
    expect(callbacks.onSuccess.mock.calls[0]?.[0]).toBe(created)
    expect(callbacks.onSettled.mock.calls[0]?.[0]).toBe(created)
    expect(callbacks.onError).not.toHaveBeenCalled()
  })

  it('has its result, although the list cannot be read again', async () => {
    const { server, screening, cache } = open()
    await show(cache, screening.entities.list())
    server.faults.add({ operation: 'listEntities', status: 503 })
    const created = await new MutationObserver(cache, screening.entities.create()).mutate(sanctioned)
    expect(created.name).toBe(sanctioned.name)
    server.faults.add({ operation: 'createEntity', kind: 'lost_response' })
    const failure = await failureOf(
      new MutationObserver(cache, screening.entities.create()).mutate(sanctioned),
    )
    expect(failure).toMatchObject({ operation: 'createEntity', outcome: 'unknown' })
  })

  it('that may have been processed is not repeated by the option retry of the user', async () => {
    const { server, screening, cache, client } = open()
    server.faults.add({ operation: 'createEntity', kind: 'lost_response' })
    const create = { ...screening.entities.create(), retry: 2, retryDelay: 1 }
    const failure = await failureOf(new MutationObserver(cache, create).mutate(sanctioned))
    expect(failure).toMatchObject({ operation: 'createEntity', outcome: 'unknown' })
    expect(await client.entities.list()).toHaveLength(1)
    const repeated = await failureOf(
      new MutationObserver(cache, screening.entities.create()).mutate(sanctioned),
    )
    expect(repeated).toEqual(
      expect.objectContaining({
        code: 'possible_duplicate',
        outcome: 'unknown',
        message:
          'entities.create: nothing was sent, because an earlier attempt may have been processed: find out whether it was, or pass a copy',
        cause: failure,
      }),
    )
    server.faults.remove()
    await new MutationObserver(cache, screening.entities.create()).mutate({ ...sanctioned })
    expect(await client.entities.list()).toHaveLength(2)
  })

  it('that was not processed is repeated by the option retry of the user', async () => {
    const { server, screening, cache, client } = open()
    server.faults.add({ operation: 'createEntity', status: 400, times: 2 })
    const create = { ...screening.entities.create(), retry: 2, retryDelay: 1 }
    await new MutationObserver(cache, create).mutate(sanctioned)
    expect(await client.entities.list()).toHaveLength(1)
  })

  it('is not sent without the context, which names the cache to invalidate', async () => {
    const { server, screening } = open()
    const failure = await failureOf(
      Reflect.apply(screening.entities.create().mutationFn, undefined, [sanctioned]),
    )
    expect(failure).toEqual(
      new TypeError(
        'screeningQueries: create: mutationFn needs a context, which TanStack Query passes since 5.89',
      ),
    )
    expect(countOf(server, 'createEntity')).toBe(0)
  })
})

describe('the network of an entity', () => {
  /** A page that shows the network of an entity whose screening has not ended. */
  async function showUnscreened() {
    const page = open()
    const { client, screening, cache } = page
    const { id } = await client.entities.create(sanctioned)
    const network = await show(cache, screening.entities.network(id))
    const rootSanctions = () => network.current()?.nodes.find(node => node.id === id)?.sanctions.length
    expect(rootSanctions()).toBe(0)
    return { ...page, id, rootSanctions }
  }

  it.each(['list', 'get'] as const)('is read again when %s shows the results', async operation => {
    const { server, screening, cache, id, rootSanctions } = await showUnscreened()
    const { entities } = screening
    const { poll } = await show<Entity | Entity[]>(
      cache,
      { list: entities.list, get: () => entities.get(id) }[operation](),
    )
    await rest(cache)
    server.clock.settle()
    expect(rootSanctions()).toBe(0)
    expect([await poll()].flat()).toMatchObject([{ riskLevel: 'high' }])
    await expect.poll(rootSanctions).toBe(1)
  })

  it.each(['list', 'get'] as const)('is read again when the first %s already shows them', async operation => {
    const { server, screening, cache, id, rootSanctions } = await showUnscreened()
    const { entities } = screening
    server.clock.settle()
    await cache.fetchQuery<Entity | Entity[]>(
      { list: entities.list, get: () => entities.get(id) }[operation](),
    )
    await expect.poll(rootSanctions).toBe(1)
  })

  it('is read again after a rescan by someone else, also if it is only cached', async () => {
    const { server, client, screening, cache, id } = await showUnscreened()
    const { id: other } = await client.entities.create({ ...sanctioned, name: 'Other Ltd' })
    const list = await show(cache, screening.entities.list())
    const cached = screening.entities.network(other).queryKey
    await cache.fetchQuery(screening.entities.network(other))
    server.clock.settle()
    await list.poll()
    await rest(cache)
    expect(cache.getQueryState(cached)?.isInvalidated).toBe(true)
    await cache.fetchQuery({ ...screening.entities.network(other), staleTime: Number.POSITIVE_INFINITY })
    expect(cache.getQueryState(cached)?.isInvalidated).toBe(false)
    const before = countOf(server, 'getNetwork')
    await client.entities.rescan(id)
    await list.poll()
    await rest(cache)
    expect(countOf(server, 'getNetwork')).toBe(before + 1)
    expect(cache.getQueryState(cached)?.isInvalidated).toBe(false)
  })

  it('is read again although the user has put the new entity into the cache', async () => {
    const { server, client, screening, cache, id, rootSanctions } = await showUnscreened()
    const list = await show(cache, screening.entities.list())
    await rest(cache)
    server.clock.settle()
    const screened = await client.entities.list()
    cache.setQueryData(screening.entities.list().queryKey, screened)
    cache.setQueryData(screening.entities.get(id).queryKey, screened[0])
    await list.poll()
    await expect.poll(rootSanctions).toBe(1)
  })

  it.each([
    ['for the first time', 'shown', 1],
    ['for the first time', 'only cached', 1],
    ['once more', 'shown', 2],
    ['once more', 'only cached', 2],
  ])('is read again if it was being read %s meanwhile, %s', async (_, place, reads) => {
    const { server, client, cache } = open()
    const { id } = await client.entities.create(sanctioned)
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const slow = client.withOptions({
      fetch: byRequest(async request => {
        const response = await server.fetch(request)
        // The network as it was before the screening ended.
        if (request.url.endsWith('/network') && countOf(server, 'getNetwork') === reads) await held
        return response
      }),
    })
    const { entities } = screeningQueries(slow)
    const list = await show(cache, entities.list())
    const network = entities.network(id)
    if (reads === 2) await cache.fetchQuery(network)
    if (place === 'shown') onTestFinished(new QueryObserver(cache, network).subscribe(() => {}))
    else void cache.prefetchQuery(network)
    await expect.poll(() => countOf(server, 'getNetwork')).toBe(reads)
    server.clock.settle()
    await list.poll()
    release()
    await rest(cache)
    const { isInvalidated } = cache.getQueryState(network.queryKey) ?? {}
    const { sanctions } = cache.getQueryData(network.queryKey)?.nodes.find(node => node.id === id) ?? {}
    expect([sanctions?.length, isInvalidated]).toEqual(place === 'shown' ? [1, false] : [0, true])
  })

  it('is not read again while the entity stays as it is, although each render makes new options', async () => {
    const { server, client, screening, cache, id } = await showUnscreened()
    await show(cache, screening.entities.get(id))
    await show(cache, screening.entities.search({ riskLevel: 'high' }))
    server.clock.settle()
    const poll = async () => {
      await cache.fetchQuery(screeningQueries(client).entities.list())
      await rest(cache)
      return ['getNetwork', 'searchEntities'].map(operation => countOf(server, operation))
    }
    const first = await poll()
    expect(cache.getQueryData(screening.entities.search({ riskLevel: 'high' }).queryKey)).toHaveLength(1)
    expect(cache.getQueryData(screening.entities.get(id).queryKey)).toMatchObject({ riskLevel: 'high' })
    expect([await poll(), await poll()]).toEqual([first, first])
  })

  it('is read again for each scope of a cache', async () => {
    const { server, client, cache, id } = await showUnscreened()
    const [one, two] = ['one', 'two'].map(scope => screeningQueries(client, { scope }))
    if (one === undefined || two === undefined) return expect.unreachable()
    await show(cache, two.entities.network(id))
    await cache.fetchQuery(one.entities.list())
    await rest(cache)
    const before = countOf(server, 'getNetwork')
    await cache.fetchQuery(two.entities.list())
    await rest(cache)
    expect(countOf(server, 'getNetwork')).toBe(before + 1)
  })
})

describe('a service whose reads disagree', () => {
  /** A page of a client whose list and `get` return what the test chooses, and a record of these reads. */
  async function openDisagreeing(labels: { list: string | null; get: string }) {
    const { server, client, cache } = open()
    const { id } = await client.entities.create(sanctioned)
    const reads: string[] = []
    const [entity] = await client.entities.list()
    if (entity === undefined) return expect.unreachable()
    const read = (operation: 'list' | 'get') => {
      reads.push(operation)
      return labels[operation] === null ? [] : [{ ...entity, riskLabel: labels[operation] }]
    }
    const disagreeing = Object.assign(new EntityScreening(server.connect()), {
      entities: {
        list: async () => read('list'),
        get: async () => read('get')[0],
        network: (...input: Parameters<typeof client.entities.network>) => client.entities.network(...input),
      },
    })
    const { entities } = screeningQueries(disagreeing)
    const list = await show(cache, entities.list())
    return { server, cache, id, entities, list, reads, labels }
  }

  it('is not read forever', async () => {
    const { cache, id, entities, list, reads } = await openDisagreeing({ list: 'old', get: 'new' })
    await show(cache, entities.get(id))
    await show(cache, entities.network(id))
    await rest(cache)
    reads.length = 0
    await list.poll()
    await rest(cache)
    expect(reads).toEqual(['list', 'get'])
  })

  it('has a network that is read again after the entity was missing from a list', async () => {
    const { server, cache, id, entities, list, labels } = await openDisagreeing({ list: 'old', get: '' })
    await show(cache, entities.network(id))
    const counts: number[] = []
    for (const label of ['old', null, 'old']) {
      labels.list = label
      await list.poll()
      await rest(cache)
      counts.push(countOf(server, 'getNetwork'))
    }
    expect(counts).toEqual([1, 1, 2])
  })
})
