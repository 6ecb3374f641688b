import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import type { ShownRequest } from '../../mock-server/admin/requests.ts'
import type { ConsoleEvent } from '../../mock-server/console/connection/open-connection.ts'
import { collectRequests } from '../../mock-server/console/requests/request-list.ts'

function createEntry(id: number, duration: number | null): ShownRequest {
  const server = createMockServer()
  server.dispatch({ method: 'GET', path: '/v1/health', header: () => null, body: '', local: true })
  const [record] = server.requests.list()
  if (record === undefined) throw new TypeError('the log is empty')
  return { ...record, id, duration, scenario: null, subject: null }
}

/** A list of requests, and a function that plays the server's events. */
function collect() {
  const listeners: ((event: ConsoleEvent) => void)[] = []
  const list = collectRequests({
    onEvent(listener) {
      listeners.push(listener)
      return () => {}
    },
  })
  const emit = (event: string, data: unknown = {}) => {
    for (const listener of listeners) listener({ event, data })
  }
  const rows = () => list.entries().map(({ key, duration }) => [key, duration])
  return { list, rows, emit }
}

it('completes an entry whose response had to wait', async () => {
  const { rows, emit } = collect()
  emit('request', createEntry(1, null))
  emit('request', createEntry(2, 5))
  await expect.poll(rows).toEqual([
    ['2', 5],
    ['1', null],
  ])
  emit('request', createEntry(1, 3))
  await expect.poll(rows).toEqual([
    ['2', 5],
    ['1', 3],
  ])
})

it('keeps the requests of earlier runs of the server, older than all of the present one', async () => {
  const { list, rows, emit } = collect()
  emit('request', createEntry(1, 3))
  emit('request', createEntry(2, 4))
  emit('gap', { restarted: true })
  emit('request', createEntry(1, 5))
  await expect.poll(rows).toEqual([
    ['1-2', 5],
    ['2', 4],
    ['1', 3],
  ])
  expect([list.run(), list.hasGap()]).toEqual([2, false])
  emit('cleared')
  await expect.poll(rows).toEqual([])
})

it('keeps its entries at a gap, and has a gap until the log is cleared', async () => {
  const { list, rows, emit } = collect()
  emit('request', createEntry(1, 3))
  emit('gap')
  emit('request', createEntry(6000, 4))
  await expect.poll(rows).toEqual([
    ['6000', 4],
    ['1', 3],
  ])
  expect([list.run(), list.hasGap()]).toEqual([1, true])
  emit('cleared')
  await expect.poll(rows).toEqual([])
  expect(list.hasGap()).toBe(false)
})

it('has a gap when the page has no room for more', async () => {
  const { list, rows, emit } = collect()
  const entry = createEntry(1, 3)
  for (let id = 1; id <= 10_000; id += 1) emit('request', { ...entry, id })
  await expect.poll(rows).toHaveLength(10_000)
  expect(list.hasGap()).toBe(false)
  emit('request', { ...entry, id: 10_001 })
  await expect.poll(() => rows()[0]).toEqual(['10001', 3])
  expect(rows()).toHaveLength(10_000)
  expect(list.hasGap()).toBe(true)
})
