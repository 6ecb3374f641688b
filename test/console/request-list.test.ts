import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import type { ShownRequest } from '../../mock-server/admin/requests.ts'
import type { ServerChange } from '../../mock-server/console/connection/open-connection.ts'
import { collectRequests } from '../../mock-server/console/requests/request-list.ts'

function createEntry(id: number, duration: number | null): ShownRequest {
  const server = createMockServer()
  server.dispatch({ method: 'GET', path: '/v1/health', header: () => null, body: '', local: true })
  const [record] = server.requests.list()
  if (record === undefined) throw new TypeError('the log is empty')
  return { ...record, id, duration, scenario: null, subject: null }
}

/** A list of requests, the log of a server, and a function that plays the server's events. */
function collect() {
  const listeners: ((change: ServerChange) => void)[] = []
  const server = { log: [] as ShownRequest[], calls: [] as string[], run: 'first' }
  const list = collectRequests({
    onChange(listener) {
      listeners.push(listener)
      return () => {}
    },
    async call<Data>(_method: string, path: string): Promise<Data> {
      server.calls.push(path)
      const after = Number(path.split('=')[1])
      // The page and the server come from the same build.
      return server.log.filter(({ id }) => id > after) as Data
    },
  })
  const emit = (topics: ServerChange['topics'], isFirst = false) => {
    for (const listener of listeners) listener({ run: server.run, topics, isFirst })
  }
  const connect = () => emit(['requests', 'cleared', 'entities', 'teams', 'clock', 'faults'], true)
  const rows = () => list.entries().map(({ key, duration }) => [key, duration])
  return { server, list, rows, emit, connect }
}

it('reads what is new, and again what had to wait', async () => {
  const { server, rows, emit, connect } = collect()
  server.log = [createEntry(1, 4), createEntry(2, null), createEntry(3, 5)]
  connect()
  await expect.poll(rows).toEqual([
    ['3', 5],
    ['2', null],
    ['1', 4],
  ])
  server.log = [createEntry(1, 4), createEntry(2, 9), createEntry(3, 5), createEntry(4, 1)]
  emit(['requests'])
  await expect.poll(rows).toEqual([
    ['4', 1],
    ['3', 5],
    ['2', 9],
    ['1', 4],
  ])
  emit(['requests'])
  await expect
    .poll(() => server.calls)
    .toEqual(['/requests?after=0', '/requests?after=1', '/requests?after=4'])
})

it('reads nothing after a change of something else', async () => {
  const { server, rows, emit, connect } = collect()
  connect()
  await expect.poll(() => server.calls).toHaveLength(1)
  emit(['entities', 'clock'])
  server.log = [createEntry(1, 4)]
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(rows()).toEqual([])
})

it('keeps its rows when it reconnects, and the requests of earlier runs of the server', async () => {
  const { server, list, rows, emit, connect } = collect()
  server.log = [createEntry(1, 3), createEntry(2, 4)]
  connect()
  await expect.poll(rows).toHaveLength(2)
  connect()
  expect(rows()).toHaveLength(2)
  server.run = 'second'
  server.log = [createEntry(1, 5)]
  connect()
  await expect.poll(rows).toEqual([
    ['1-2', 5],
    ['2', 4],
    ['1', 3],
  ])
  expect(list.run()).toBe(2)
  // Another page has cleared the log of the server.
  server.log = []
  emit(['cleared'])
  await expect.poll(rows).toEqual([
    ['2', 4],
    ['1', 3],
  ])
  list.clear()
  expect(rows()).toEqual([])
})

it('drops the rows that the log has lost while the page was not connected', { tags: 'long' }, async () => {
  const { server, rows, connect } = collect()
  server.log = [createEntry(1, 3), createEntry(2, 4)]
  connect()
  await expect.poll(rows).toHaveLength(2)
  server.log = [createEntry(3, 5)]
  connect()
  await expect.poll(rows).toEqual([['3', 5]])
})

it('shows the latest 2,000', async () => {
  const { server, rows, connect } = collect()
  const entry = createEntry(1, 3)
  server.log = Array.from({ length: 2001 }, (_, index) => ({ ...entry, id: index + 1 }))
  connect()
  await expect.poll(() => rows()[0]).toEqual(['2001', 3])
  expect(rows()).toHaveLength(2000)
})
