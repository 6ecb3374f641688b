import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it, vi } from 'vitest'
import type { Duration } from '../../../mock-server/clock/clock-control.ts'
import { create, createWire, list, only, refusal, success, type Wire } from '../wire.ts'

const start = Date.UTC(2025, 0, 1)

async function status(wire: Wire): Promise<string> {
  return only(await list(wire)).caseStatus
}

describe('a manual clock', () => {
  it('stands still at the beginning of 2025', async () => {
    const { clock } = createMockServer()
    expect(clock.now()).toBe(start)
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(clock.now()).toBe(start)
  })

  it.each<[Duration, number]>([
    [0, 0],
    [1, 1],
    [1500, 1500],
    ['1ms', 1],
    ['10s', 10_000],
    ['1.5s', 1500],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['1d', 86_400_000],
    ['0.5d', 43_200_000],
    [1e14, 1e14],
  ])('advances by %j', (duration, milliseconds) => {
    const { clock } = createMockServer()
    clock.advance(duration)
    expect(clock.now() - start).toBe(milliseconds)
  })

  it('waits for a duration, as it advances by one', async () => {
    const { clock } = createMockServer()
    const waits = Promise.all([clock.wait('1s'), clock.wait(1000), clock.wait(0)])
    clock.advance('1s')
    await waits
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 'soon', '-1s', undefined, {}])(
    'does not wait for %j',
    async duration => {
      for (const mode of ['manual', 'stepping', 'real'] as const) {
        const { clock } = createMockServer({ clock: mode })
        const before = clock.now()
        await expect(clock.wait(duration as Duration)).rejects.toThrow(RangeError)
        expect(clock.now() - before).toBeLessThan(1000)
      }
    },
  )

  it('advances by one duration after the other', () => {
    const { clock } = createMockServer()
    clock.advance('1s')
    clock.advance(1)
    expect(clock.now() - start).toBe(1001)
  })

  it.each(['', 'soon', '10 s', '10S', '-1s', '1e3', '1w', 's', '1s2m', '0x10', '∞'])(
    'does not take the duration %j',
    duration => {
      const { clock } = createMockServer()
      expect(() => clock.advance(duration as Duration)).toThrow(/a duration must be milliseconds/)
      expect(clock.now()).toBe(start)
    },
  )

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.1e14, Number.MAX_VALUE])(
    'does not take the duration %s',
    duration => {
      const { clock } = createMockServer()
      expect(() => clock.advance(duration)).toThrow(RangeError)
      expect(clock.now()).toBe(start)
    },
  )

  it('never gets to a time that no timestamp can spell', async () => {
    const wire = createWire()
    await create(wire, { name: 'Halfmoon Minerals Oy' })
    const advanceForever = () => {
      for (let times = 0; times < 100; times += 1) wire.server.clock.advance(1e14)
    }
    expect(advanceForever).toThrow(RangeError)
    const { timestamp } = success('getHealth', await wire.get('/v1/health'))
    expect(timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    expect(only(await list(wire)).lastUpdate).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  })

  it('says where what is under way ends later than it goes, and stays where it is', async () => {
    const wire = createWire()
    const { clock } = wire.server
    const advanceToTheEnd = (step: number) => {
      for (;;) clock.advance(step)
    }
    for (const step of [1e14, 1e12, 1e10, 1e8, 1e6, 1e4, 100, 1]) {
      expect(() => advanceToTheEnd(step)).toThrow(RangeError)
    }
    await create(wire, { name: 'Halfmoon Minerals Oy' })
    const before = clock.now()
    const sentence = 'a screening would end after the year 9999, where the clock stops'
    expect(() => clock.settle()).toThrow(new RangeError(sentence))
    expect(refusal(400, await wire.post('/__admin/clock/settle'))).toContain(sentence)
    expect(clock.now()).toBe(before)
    expect(only(await list(wire)).updatedAt).toMatch(/^\d{4}-/)
  })
})

describe('a real clock', () => {
  it('goes by itself', async () => {
    const { clock } = createMockServer({ clock: 'real' })
    const before = clock.now()
    expect(Math.abs(before - Date.now())).toBeLessThan(1000)
    await new Promise(resolve => setTimeout(resolve, 10))
    expect(clock.now()).toBeGreaterThan(before)
  })

  it('can be told to be ahead', () => {
    const { clock } = createMockServer({ clock: 'real' })
    clock.advance('1d')
    expect(clock.now() - Date.now()).toBeGreaterThan(86_399_000)
  })

  it('settles at once', async () => {
    const wire = createWire({ clock: 'real', behaviour: { caseStatuses: { low: 'CLEARED' } } })
    await create(wire, { name: 'Acme Castings Ltd' })
    expect(await status(wire)).toBe('NOT_STARTED')
    wire.server.clock.settle()
    expect(await status(wire)).toBe('CLEARED')
  })
})

describe('settling', () => {
  it('does nothing where nothing is under way', () => {
    const { clock } = createMockServer()
    clock.settle()
    expect(clock.now()).toBe(start)
  })

  it('goes to where the last of the screenings is done, and no further', async () => {
    const wire = createWire()
    await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.advance('3s')
    await create(wire.withNewTeam(), { name: 'Acme Foundry Ltd' })
    wire.server.clock.settle()
    expect(wire.server.clock.now() - start).toBe(8000)
    wire.server.clock.settle()
    expect(wire.server.clock.now() - start).toBe(8000)
  })

  it('does not go back', async () => {
    const wire = createWire()
    await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.advance('1h')
    wire.server.clock.settle()
    expect(wire.server.clock.now() - start).toBe(3_600_000)
  })

  it('waits for a rescan', async () => {
    const wire = createWire({ behaviour: { caseStatuses: { low: 'CLEARED' } } })
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.settle()
    await wire.put(`/v1/entities/${id}`, { action: 'rescan' })
    expect(await status(wire)).toBe('NOT_STARTED')
    wire.server.clock.settle()
    expect(await status(wire)).toBe('CLEARED')
  })
})

describe('the life of a screening', () => {
  it('begins after a second and has its results after five', async () => {
    const wire = createWire()
    await create(wire, { name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
    const seen = []
    for (const step of [0, 999, 1, 3999, 1]) {
      wire.server.clock.advance(step)
      const { caseStatus, riskLevel } = only(await list(wire))
      seen.push([wire.server.clock.now() - start, caseStatus, riskLevel])
    }
    expect(seen).toEqual([
      [0, 'NOT_STARTED', '-'],
      [999, 'NOT_STARTED', '-'],
      [1000, 'IN_PROGRESS', '-'],
      [4999, 'IN_PROGRESS', '-'],
      [5000, 'IN_PROGRESS', 'High Risk'],
    ])
  })

  it('is the same whether the clock goes in steps or in one leap', async () => {
    const [steps, leap] = [createWire(), createWire()]
    for (const wire of [steps, leap]) await create(wire, { name: 'Halfmoon Minerals Oy' })
    for (let step = 0; step < 60; step += 1) {
      steps.server.clock.advance(100)
      await list(steps)
    }
    leap.server.clock.advance(6000)
    expect(await list(steps)).toEqual(await list(leap))
  })
})

it('wait leaves nothing on its signal once it has resolved', async () => {
  const server = createMockServer()
  const { signal } = new AbortController()
  const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
  const waiting = server.clock.wait('1s', signal)
  server.clock.advance('1s')
  await waiting
  expect(added.mock.calls).toHaveLength(1)
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
    added.mock.calls.map(([, listener]) => listener),
  )
})
