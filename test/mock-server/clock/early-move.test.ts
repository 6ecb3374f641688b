import type { MockServer } from 'entity-screening-sdk/mock-server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { create, createWire, only } from '../wire.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const warning =
  'entity-screening: the clock was moved before the request that starts a screening arrived, and now stands still: call server.clock.settle() (POST /__admin/clock/settle) once the page shows the new entity.'

function setUp() {
  const warnings: string[] = []
  const wire = createWire({ warn: sentence => void warnings.push(sentence) })
  return { wire, server: wire.server, warnings }
}

it.each<[string, (server: MockServer) => void]>([
  ['settled', server => server.clock.settle()],
  ['advanced', server => server.clock.advance('10s')],
])(
  'a clock that is %s just before a creation arrives, and then stands, is a warning, once',
  async (_, move) => {
    const { wire, server, warnings } = setUp()
    for (const name of ['Acme Castings Ltd', 'Beta Ltd']) {
      move(server)
      await vi.advanceTimersByTimeAsync(100)
      await create(wire, { name })
      await vi.advanceTimersByTimeAsync(499)
      expect(warnings).toEqual(name === 'Beta Ltd' ? [warning] : [])
      await vi.advanceTimersByTimeAsync(1)
      expect(warnings).toEqual([warning])
      server.clock.settle()
    }
  },
)

it('a rescan that arrives too late is a warning, too', async () => {
  const { wire, server, warnings } = setUp()
  const { id } = await create(wire, { name: 'Acme Castings Ltd' })
  server.clock.settle()
  server.clock.settle()
  await wire.put(`/v1/entities/${id}`, { action: 'rescan' })
  await vi.advanceTimersByTimeAsync(500)
  expect(warnings).toEqual([warning])
})

it.each<[string, (server: MockServer) => void]>([
  ['moved again', server => server.clock.settle()],
  ['reset', server => server.reset()],
])('a clock that is %s is no warning', async (_, end) => {
  const { wire, server, warnings } = setUp()
  server.clock.settle()
  await create(wire, { name: 'Acme Castings Ltd' })
  end(server)
  await vi.advanceTimersByTimeAsync(2000)
  expect(warnings).toEqual([])
})

it('a creation more than a second after the move is no warning', async () => {
  const { wire, server, warnings } = setUp()
  server.clock.settle()
  await vi.advanceTimersByTimeAsync(1001)
  await create(wire, { name: 'Acme Castings Ltd' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(warnings).toEqual([])
})

it('a move that ends a screening is no warning, nor is an entity that is loaded', async () => {
  const { wire, server, warnings } = setUp()
  await create(wire, { name: 'Acme Castings Ltd' })
  server.clock.settle()
  await create(wire, { name: 'Beta Ltd' })
  server.clock.settle()
  server.clock.settle()
  const team = only(server.snapshot().teams).id
  await server.load({ team, entities: [{ type: 'person', name: 'Ilse Brandt' }] })
  await vi.advanceTimersByTimeAsync(2000)
  expect(warnings).toEqual([])
})

it('code that polls after such a move gets the same warning, and no other', async () => {
  const { wire, server, warnings } = setUp()
  server.clock.settle()
  await create(wire, { name: 'Acme Castings Ltd' })
  for (let poll = 0; poll < 9; poll += 1) await wire.get('/v1/entities')
  expect(warnings).toEqual([warning])
  await vi.advanceTimersByTimeAsync(2000)
  expect(warnings).toEqual([warning])
})
