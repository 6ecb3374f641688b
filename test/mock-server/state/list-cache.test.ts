import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { readBodyText, readParts } from '../../../mock-server/message/response-body.ts'
import { addPage, createListCache, findPage } from '../../../mock-server/state/list-cache.ts'
import type { StoredEntity } from '../../../mock-server/state/stored-entity.ts'

const keys = { key: 'team' }

function request(server: MockServer, method: string, path: string, body?: unknown) {
  const header = (name: string) => (name === 'authorization' ? 'Bearer key' : null)
  const text = body === undefined ? '' : JSON.stringify(body)
  return server.dispatch({ method, path, header, body: text, local: true })
}

function send(server: MockServer, method: string, path: string, body?: unknown) {
  const reply = request(server, method, path, body)
  return { status: reply.status, text: readBodyText(reply.body) }
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
    'a case status is set': (server, id) => server.setCaseStatus(id, 'ESCALATED'),
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

  it('is one text where it is short, the same each time', () => {
    const { server } = filled(20)
    const { body } = request(server, 'GET', '/v1/entities')
    expect(body).toBeTypeOf('string')
    expect(request(server, 'GET', '/v1/entities').body).toBe(body)
  })

  it('consists of the same bytes where it is long, but for the part with a change', () => {
    const { server, ids } = filled(200)
    const list = () => readParts(request(server, 'GET', '/v1/entities').body)
    const before = list()
    server.setCaseStatus(String(ids[100]), 'ESCALATED')
    const after = list()
    expect(after).toHaveLength(4)
    expect(after.map((part, index) => part === before[index])).toEqual([true, false, true, true])
  })
})

describe('the list cache', () => {
  const entity = { ...({} as StoredEntity) }
  const page = (body: string) => ({ entities: [{ ...entity }], lead: '', tail: '', body, from: 0, until: 10 })

  it('keep so many bytes, and forget the oldest first', () => {
    const listCache = createListCache(10)
    const [one, two, three] = [page('12345'), page('67890'), page('abcde')]
    for (const each of [one, two, three]) addPage(listCache, each)
    expect([one, two, three].map(({ body: _, ...place }) => findPage(listCache, place)?.body)).toEqual([
      undefined,
      '67890',
      'abcde',
    ])
  })

  it('are good for the time between two changes', () => {
    const listCache = createListCache()
    const kept = { ...page('text'), from: 5 }
    addPage(listCache, kept)
    expect([4, 5, 9, 10].map(from => findPage(listCache, { ...kept, from })?.body)).toEqual([
      undefined,
      'text',
      'text',
      undefined,
    ])
  })

  it('are good for their place in a list', () => {
    const listCache = createListCache()
    const kept = { ...page('[text'), lead: '[' }
    addPage(listCache, kept)
    expect(findPage(listCache, kept)?.body).toBe('[text')
    for (const other of [{ lead: ',' }, { tail: ']' }, { entities: [...kept.entities, entity] }])
      expect(findPage(listCache, { ...kept, ...other })).toBeUndefined()
  })
})
