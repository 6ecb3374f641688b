import { EntityScreening } from 'entity-screening-sdk'
import {
  createMockServer,
  type MockServer,
  type MockServerOptions,
  type Snapshot,
} from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { setupServer } from 'msw/node'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { callServe } from '../../cli/call-command.ts'
import { create, createWire, list, only, type Wire } from '../wire.ts'

const start = Date.UTC(2025, 0, 1)
const stepping = { clock: 'stepping' } as const
const acme = { type: 'organization', name: '[sanctioned] Acme GmbH' } as const

/** What a poll shows, and when. */
async function look(wire: Wire) {
  const { caseStatus, riskLevel } = only(await list(wire))
  return [wire.server.clock.now() - start, caseStatus, riskLevel]
}

async function screen(client: EntityScreening) {
  return client.entities.waitForScreening(await client.entities.create(acme), { every: 1 })
}

describe('a stepping clock', () => {
  it('goes to what is due next with each read, one thing after the other, and then stands still', async () => {
    const wire = createWire({ ...stepping, behaviour: { caseStatuses: { high: 'ESCALATED' } } })
    await create(wire, { name: '[sanctioned] Acme GmbH' })
    expect([await look(wire), await look(wire), await look(wire)]).toEqual([
      [1000, 'IN_PROGRESS', '-'],
      [5000, 'ESCALATED', 'High Risk'],
      [5000, 'ESCALATED', 'High Risk'],
    ])
  })

  it('answers a delayed request within a second of its end', async () => {
    const wire = createWire(stepping)
    wire.server.faults.add({ delay: 1000 })
    const third = (Date.UTC(9999, 0, 1) - 500 - start) / 3
    for (let step = 0; step < 3; step += 1) wire.server.clock.advance(third)
    expect((await wire.get('/v1/health')).status).toBe(200)
    expect(wire.server.clock.now()).toBe(Date.UTC(9999, 0, 1))
  })

  it('stands still for what reads no entity', async () => {
    const wire = createWire(stepping)
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    await wire.get('/v1/health')
    await wire.post('/api/search/organizations', { company_name: 'Halfmoon' })
    await wire.post(`/v1/entities/${id}/documents`, { document_url: 'https://example.com/a.pdf' })
    await wire.withKey(null).get('/v1/entities')
    expect(wire.server.clock.now()).toBe(start)
  })

  it.each<[string, (wire: Wire, id: string) => Promise<unknown>]>([
    ['the network', (wire, id) => wire.get(`/v1/entities/${id}/network`)],
    ['a search of entities', wire => wire.post('/v1/entities/search', {})],
  ])('goes on for %s too', async (_, read) => {
    const wire = createWire(stepping)
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    await read(wire, id)
    expect(wire.server.clock.now() - start).toBe(1000)
  })

  it('goes to the end of an analysis, of a slow screening and of a rescan, and waits for none that never ends', async () => {
    const wire = createWire(stepping)
    const times: number[] = []
    const read = async () => {
      await list(wire)
      times.push(wire.server.clock.now() - start)
    }
    const { id } = await create(wire, { name: '[slow] Acme GmbH' })
    await create(wire, { name: '[stuck] Beta Ltd' })
    await wire.post(`/v1/entities/${id}/documents`, { document_url: 'https://example.com/a.pdf' })
    for (let reads = 0; reads < 4; reads += 1) await read()
    await wire.put(`/v1/entities/${id}`, { action: 'rescan' })
    for (let reads = 0; reads < 3; reads += 1) await read()
    expect(times).toEqual([1000, 3000, 600_000, 600_000, 601_000, 1_200_000, 1_200_000])
  })

  it('gives each team the steps that it has alone, whatever waits in another team', async () => {
    const alone = createWire(stepping)
    const together = createWire(stepping)
    const other = together.withNewTeam()
    await create(other, { name: '[slow] Gamma AB' })
    await list(other)
    for (const wire of [alone, together]) await create(wire, { name: '[sanctioned] Acme GmbH' })
    const seen = []
    for (const wire of [alone, together])
      seen.push([await look(wire), await look(wire)].map(([, ...what]) => what))
    expect(seen[1]).toEqual(seen[0])
    // What one has waited for is over for the other, too: its clock is the same.
    expect(only(await list(other)).caseStatus).toBe('IN_PROGRESS')
  })

  it('gives the same bytes for the same calls', async () => {
    const texts = async () => {
      const wire = createWire(stepping)
      await create(wire, { name: '[changing] Acme GmbH' })
      return [await wire.get('/v1/entities'), await wire.get('/v1/entities')].map(({ text }) => text)
    }
    expect(await texts()).toEqual(await texts())
  })

  it('goes on where a snapshot of it was', async () => {
    const wire = createWire(stepping)
    await create(wire, { name: '[sanctioned] Acme GmbH' })
    await list(wire)
    const snapshot: Snapshot = JSON.parse(JSON.stringify(wire.server.snapshot()))
    const copy = createMockServer(stepping)
    copy.restore(snapshot)
    expect(copy.clock.now() - start).toBe(1000)
    let changes = 0
    wire.server.onChange(() => {
      changes += 1
    })
    expect(await look(wire)).toEqual([5000, 'IN_PROGRESS', 'High Risk'])
    expect(changes).toBe(1)
    await copy.fetch(
      new Request('http://localhost/v1/entities', { headers: { authorization: keyIn(snapshot) } }),
    )
    expect(copy.clock.now() - start).toBe(5000)
  })

  it('can be advanced, settled and reset, as a manual one', async () => {
    const wire = createWire(stepping)
    await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.advance('2s')
    expect(wire.server.clock.now() - start).toBe(2000)
    wire.server.clock.settle()
    expect(wire.server.clock.now() - start).toBe(5000)
    wire.server.reset()
    expect(wire.server.clock.now()).toBe(start)
  })

  it('keeps nobody waiting for an answer that comes later', async () => {
    const wire = createWire(stepping)
    wire.server.faults.add({ operation: 'getHealth', delay: 60_000 })
    expect((await wire.get('/v1/health')).status).toBe(200)
    expect(wire.server.clock.now() - start).toBe(60_000)
  })
})

it('a clock that stands still has nobody wait for no time at all', async () => {
  await createMockServer().clock.wait(0)
})

describe('code that waits, over a stepping clock, ends', () => {
  it('in process', async () => {
    const server = createMockServer(stepping)
    const { apiKey } = server.teams.create()
    const client = new EntityScreening({ apiKey, baseUrl: 'http://in-process', fetch: server.fetch })
    expect(await screen(client)).toMatchObject({ riskLevel: 'high' })
  })

  it('behind msw', async () => {
    const baseUrl = 'https://screening.example'
    const server = createMockServer(stepping)
    const interceptor = setupServer(...createHandlers(server, { baseUrl }))
    interceptor.listen()
    onTestFinished(() => interceptor.close())
    const client = new EntityScreening({ apiKey: server.teams.create().apiKey, baseUrl })
    expect(await screen(client)).toMatchObject({ riskLevel: 'high' })
  })

  it('over TCP', async () => {
    const server = createMockServer(stepping)
    const running = await startServer(server)
    onTestFinished(() => running.close())
    const client = new EntityScreening({ apiKey: server.teams.create().apiKey, baseUrl: running.url })
    expect(await screen(client)).toMatchObject({ riskLevel: 'high' })
  })

  it('with the command', async () => {
    const { url: baseUrl } = await callServe(['--clock', 'stepping'])
    const client = new EntityScreening({ apiKey: 'test-key', baseUrl })
    expect(await screen(client)).toMatchObject({ riskLevel: 'high' })
  })
})

describe('polls of a clock that stands still', () => {
  function watched(options: MockServerOptions = {}) {
    const warnings: string[] = []
    const wire = createWire({ warn: sentence => void warnings.push(sentence), ...options })
    const poll = async (times: number, by = wire) => {
      for (let time = 0; time < times; time += 1) await list(by)
    }
    return { wire, warnings, poll }
  }

  it('are told once, with the three ways out, when they go on and on', async () => {
    const { wire, warnings, poll } = watched()
    await create(wire, { name: 'Acme Castings Ltd' })
    await poll(8)
    expect(warnings).toEqual([])
    await poll(30)
    expect(warnings).toEqual([
      "entity-screening: a team was polled 9 times while its screenings wait for a manual clock, which stands still: make the server with clock: 'stepping', call server.clock.settle() (POST /__admin/clock/settle) once the request that starts a screening has arrived, or use clock: 'real' with the fake timers of your test runner.",
    ])
  })

  it.each<[string, (server: MockServer) => void]>([
    ['a reset', server => server.reset()],
    ['a snapshot that is restored', server => server.restore(server.snapshot())],
  ])('are told again after %s, because another test may have begun', async (_, begin) => {
    const { wire, warnings, poll } = watched({ keys: { 'unit-key': 'unit' } })
    const unit = wire.withKey('unit-key')
    for (const count of [1, 2]) {
      await create(unit, { name: `Acme Castings ${count} Ltd` })
      await poll(12, unit)
      expect(warnings).toHaveLength(count)
      begin(wire.server)
    }
  })

  it('are told at the third, when they are slow', async () => {
    const { wire, warnings, poll } = watched()
    await create(wire, { name: 'Acme Castings Ltd' })
    await poll(2)
    const later = performance.now() + 1000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
    onTestFinished(() => clock.mockRestore())
    await poll(1)
    expect(warnings).toEqual([expect.stringContaining('polled 3 times')])
  })

  it('are not told where nothing waits, in this team, for the clock', async () => {
    const { wire, warnings, poll } = watched()
    await create(wire, { name: 'Acme Castings Ltd' })
    await create(wire, { name: '[stuck] Beta Ltd' })
    wire.server.clock.settle()
    await create(wire.withNewTeam(), { name: 'Gamma AB' })
    await poll(30)
    expect(warnings).toEqual([])
  })

  it('are not told where only the analysis of a document waits, which no poll shows', async () => {
    const { wire, warnings, poll } = watched()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.settle()
    await wire.post(`/v1/entities/${id}/documents`, { document_url: 'https://example.com/a.pdf' })
    await poll(30)
    expect(warnings).toEqual([])
  })

  it('are told where a rescan waits, after a long time in which nothing did', async () => {
    const { wire, warnings, poll } = watched()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.settle()
    await poll(25)
    await wire.put(`/v1/entities/${id}`, { action: 'rescan' })
    await poll(15)
    expect(warnings).toHaveLength(1)
  })

  it('are not told where each finds something new, or the clock goes on', async () => {
    const { wire, warnings, poll } = watched()
    for (let number = 0; number < 20; number += 1) {
      await create(wire, { name: `Acme ${number} Ltd` })
      await poll(2)
    }
    for (let time = 0; time < 20; time += 1) {
      wire.server.clock.advance(1)
      await poll(2)
    }
    expect(warnings).toEqual([])
  })

  it.each(['stepping', 'real'] as const)('are not told where the clock is %s', async clock => {
    const { wire, warnings, poll } = watched({ clock })
    await create(wire, { name: 'Acme Castings Ltd' })
    await poll(30)
    expect(warnings).toEqual([])
  })

  it('are told on the console where no listener is given', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warn.mockRestore())
    const wire = createWire()
    await create(wire, { name: 'Acme Castings Ltd' })
    for (let time = 0; time < 10; time += 1) await list(wire)
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("clock: 'stepping'"))
  })
})

/** The header of the first key in a snapshot. */
function keyIn({ teams }: Snapshot): string {
  return `Bearer ${teams[0]?.keys[0]}`
}
