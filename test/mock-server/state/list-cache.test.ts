import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it } from 'vitest'
import { createListCache } from '../../../mock-server/state/list-cache.ts'
import type { StoredEntity } from '../../../mock-server/state/teams.ts'

const keys = { key: 'team' }

function send(server: MockServer, method: string, path: string, body?: unknown) {
  const header = (name: string) => (name === 'authorization' ? 'Bearer key' : null)
  const text = body === undefined ? '' : JSON.stringify(body)
  const { status, body: pieces } = server.dispatch({ method, path, header, body: text, local: true })
  return { status, text: [...pieces].join('') }
}

const listOf = (server: MockServer) => send(server, 'GET', '/v1/entities').text

/** What a server says that has never been asked before. */
function freshListOf(server: MockServer): string {
  const fresh = createMockServer({ keys, entityLimit: 1000 })
  fresh.restore(server.snapshot())
  return listOf(fresh)
}

/** Three pages or more, which have been read. */
function filled(size = 150): { server: MockServer; ids: string[] } {
  const server = createMockServer({ keys, entityLimit: 1000, warn() {} })
  const entities = Array.from({ length: size }, (_, at) => ({
    type: 'organization',
    name: `Company ${at} Ltd`,
    countryCode: 'GB',
  }))
  // Requests of this length are done at once.
  for (let first = 0; first < size; first += 300)
    send(server, 'POST', '/v1/entities/bulk', { entities: entities.slice(first, first + 300) })
  server.clock.settle()
  const items: { id: string }[] = JSON.parse(listOf(server))
  return { server, ids: items.map(({ id }) => id) }
}

describe('a list that was read before', () => {
  const changes: Record<string, (server: MockServer, id: string) => void> = {
    'nothing changes': () => {},
    'an entity is created': server =>
      void send(server, 'POST', '/v1/entities', { type: 'person', name: 'Ilse Brandt' }),
    'an entity is rescanned': (server, id) =>
      void send(server, 'PUT', `/v1/entities/${id}`, { action: 'rescan' }),
    'the screening of a rescan begins': (server, id) => {
      send(server, 'PUT', `/v1/entities/${id}`, { action: 'rescan' })
      listOf(server)
      server.clock.advance(1000)
    },
    'the results of a rescan are in': (server, id) => {
      send(server, 'PUT', `/v1/entities/${id}`, { action: 'rescan' })
      server.clock.advance(1000)
      listOf(server)
      server.clock.settle()
    },
    'a rescan could not be stored': (server, id) => {
      const stop = server.onChange(() => {
        listOf(server)
        throw new Error('the disk is full')
      })
      expect(send(server, 'PUT', `/v1/entities/${id}`, { action: 'rescan' }).status).toBe(500)
      stop()
    },
    'a case status is set': (server, id) => server.setCaseStatus(id, 'ESCALATED'),
    'a change of another server is applied': (server, id) => {
      for (const change of [...server.changes()])
        if (change.kind === 'entity' && change.entity.id === id)
          server.apply({ ...change, entity: { ...change.entity, caseStatus: 'ESCALATED' } })
    },
    'the clock goes back with a snapshot': (server, id) => {
      const before = server.snapshot()
      server.clock.advance('1d')
      send(server, 'PUT', `/v1/entities/${id}`, { action: 'rescan' })
      listOf(server)
      server.restore(before)
    },
    'all is reset': server => server.reset(),
  }

  it.each(Object.keys(changes))('says what a first list says: %s', what => {
    const { server, ids } = filled()
    for (const id of [ids[0], ids[100], ids.at(-1)]) {
      changes[what]?.(server, String(id))
      expect(listOf(server)).toBe(freshListOf(server))
    }
  })

  it('shows in its later parts, too, the entities of the moment of its request', () => {
    const { server, ids } = filled(900)
    send(server, 'PUT', `/v1/entities/${ids[0]}`, { action: 'rescan' })
    const before = listOf(server)
    const { body } = server.dispatch({
      method: 'GET',
      path: '/v1/entities',
      header: name => (name === 'authorization' ? 'Bearer key' : null),
      body: '',
      local: true,
    })
    const pieces = body[Symbol.iterator]()
    const first = pieces.next().value ?? ''
    server.setCaseStatus(String(ids.at(-1)), 'ESCALATED')
    let rest = ''
    for (let piece = pieces.next(); !piece.done; piece = pieces.next()) rest += piece.value
    expect(first + rest).toBe(before)
    expect(listOf(server)).toContain('ESCALATED')
  })
})

describe('the list cache', () => {
  const entity = { ...({} as StoredEntity) }
  const page = (text: string) => ({ entities: [{ ...entity }], text, from: 0, until: 10 })

  it('keep so many characters, and forget the oldest first', () => {
    const listCache = createListCache(10)
    const [one, two, three] = [page('12345'), page('67890'), page('abcde')]
    for (const each of [one, two, three]) listCache.addPage(each)
    expect([one, two, three].map(({ entities }) => listCache.findPage(entities, 5)?.text)).toEqual([
      undefined,
      '67890',
      'abcde',
    ])
  })

  it('are good for the time between two changes', () => {
    const listCache = createListCache()
    const kept = { ...page('text'), from: 5 }
    listCache.addPage(kept)
    expect([4, 5, 9, 10].map(now => listCache.findPage(kept.entities, now)?.text)).toEqual([
      undefined,
      'text',
      'text',
      undefined,
    ])
  })

  it('that follow each other are one text, the same each time until one of them is another', () => {
    const listCache = createListCache()
    const [one, two, other] = [page('1'), page('2'), page('3')]
    const text = listCache.joinPages([one, two], '[')
    expect([text, listCache.joinPages([one, two], '['), listCache.joinPages([one, two], ',')]).toEqual([
      '[1,2',
      '[1,2',
      ',1,2',
    ])
    expect([
      listCache.joinPages([one, other], '['),
      listCache.joinPages([one, two], '['),
      listCache.joinPages([], '['),
    ]).toEqual(['[1,3', '[1,2', '['])
  })
})

it('keeps the bytes of a long list over TCP, until the server is reset', async () => {
  const { server } = filled(400)
  const { internal: whole } = server
  const running = await startServer(server, { port: 0 })
  const list = async () => {
    const response = await fetch(`${running.url}/v1/entities`, { headers: { authorization: 'Bearer key' } })
    return response.text()
  }
  const first = await list()
  const kept = [...whole.listCache.encodedChunks.values()]
  expect(kept.length).toBeGreaterThan(0)
  expect(await list()).toBe(first)
  expect([...whole.listCache.encodedChunks.values()]).toEqual(kept)
  server.reset()
  expect(whole.listCache.encodedChunks.size).toBe(0)
  await running.close()
})
