import { EntityScreening } from 'entity-screening-sdk'
import { listHits } from 'entity-screening-sdk/network'
import {
  formatChange,
  type Journal,
  openDecisions,
  rescanAll,
  type WatchEvent,
  type WatchOptions,
  watchEntities,
} from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import type { WatchCheck } from '../../../src/portfolio/monitoring/reports.ts'
import { byRequest } from '../../by-request.ts'
import { memoryStore } from '../journal/stores.ts'
import { createService, listed, type Team } from './networks-service.ts'
import { createMortalRuns, unique, wireOf } from './watching.ts'

function memory(lines: string[] = []): Journal & { lines: string[] } {
  return { lines, read: async () => [...lines], append: async line => void lines.push(line) }
}

type Service = ReturnType<typeof createService>

/** Each state of the team is one check. */
async function watchThrough(service: Service, states: readonly Team[], options: Partial<WatchOptions> = {}) {
  const events: WatchEvent[] = []
  const checks: WatchCheck[] = []
  service.set(states[0] ?? {})
  const report = await watchEntities(service.client, {
    // Networks are read until the next list is due: a busy machine needs some time for that.
    every: states.length === 1 ? 60_000 : 150,
    sweepEvery: 1,
    requestsPerMinute: 600_000,
    checks: states.length,
    onChange: event => void events.push(event),
    ...options,
    onCheck(check) {
      checks.push(check)
      service.set(states[check.checks] ?? {})
    },
  })
  return { events, checks, report, changes: events.flatMap(({ changes }) => changes) }
}

const told = (events: readonly WatchEvent[]) =>
  events.flatMap(({ changes }) =>
    changes.map(change =>
      'hit' in change
        ? `${change.kind} ${change.id} ${JSON.parse(change.hit.key)[3]}`
        : `${change.kind} ${change.id}`,
    ),
  )

describe('networks in a watch', () => {
  it('that fail keep no other one waiting', async () => {
    const missing = Response.json({ success: false, statusCode: 404, error: 'none' }, { status: 404 })
    const team = { a: missing, b: missing, c: ['One'], d: ['Two'] }
    const service = createService(team)
    // Each check has the time for two.
    await watchThrough(service, [team, team, team], { every: 60, requestsPerMinute: 2000, concurrency: 2 })
    expect(service.asked).toEqual(expect.arrayContaining(['c', 'd']))
  })

  it('a sanction against an owner is told though the row of the entity has not moved', {
    tags: 'long',
  }, async () => {
    const service = createService({})
    const { events } = await watchThrough(service, [
      { a: [], b: ['One'] },
      { a: ['Two'], b: ['One'] },
      { a: ['Two'], b: [] },
    ])
    expect(told(events)).toEqual(['hit_new a two', 'hit_gone b one'])
    const [change] = events[0]?.changes ?? []
    expect(change && formatChange(change)).toBe(
      'Name of a: new sanctions entry against Kim Doe (listedon: 2020-01-02, name: KIM DOE, program: Two)',
    )
  })

  it('all hits of an entity that is new to the team are told, and none of those that are there at first', async () => {
    const { events } = await watchThrough(createService({}), [
      { a: ['One'] },
      { a: ['One'], b: ['Two', 'Three'] },
    ])
    expect(told(events)).toEqual(['entity_new b', 'hit_new b two', 'hit_new b three'])
    expect(events).toHaveLength(2)
  })

  it('a hit that says something else is told once, with what it was and the fields', async () => {
    let more: object = {}
    const service = createService({})
    const client = new EntityScreening({
      apiKey: 'a-key-of-a-test',
      baseUrl: 'https://screening.example',
      logLevel: 'off',
      fetch: byRequest(async ({ url }) => {
        if (!url.endsWith('/network')) return Response.json([wireOf({ id: 'a' })])
        return Response.json({
          nodes: { a: { id: 'a' }, o1: { id: 'o1', name: 'Kim Doe', sanctions: [listed('One', more)] } },
          relations: [],
        })
      }),
    })
    const events: WatchEvent[] = []
    await watchEntities(client, {
      every: 50,
      sweepEvery: 1,
      checks: 4,
      requestsPerMinute: 600_000,
      onChange: event => void events.push(event),
      onCheck({ checks }) {
        more =
          [{ score: 0.9 }, { listed_on: '2026-01-01' }, { listed_on: '2026-01-01', score: 1 }][checks - 1] ??
          {}
      },
    })
    expect(service.asked).toEqual([])
    expect(events.flatMap(({ changes }) => changes)).toMatchObject([
      {
        kind: 'hit_changed',
        id: 'a',
        fields: [{ name: 'listedon', before: '2020-01-02', after: '2026-01-01' }],
        before: { content: expect.stringContaining('2020-01-02') },
      },
    ])
  })

  it('are not read before the screening of an entity has ended', async () => {
    const service = createService({}, () => ({ caseStatus: 'NOT_STARTED', riskLevel: null }))
    const { events, report } = await watchThrough(service, [{ a: ['One'] }, { a: [] }])
    expect(events).toEqual([])
    expect(service.asked).toEqual([])
    expect(report).toMatchObject({ unreadNetworks: ['a'], stopped: null })
  })

  it.each(['all', 'moved', 'never'] as const)(
    'with %s, an entity that still shows the results from before a rescan by this client counts as unscreened',
    async networks => {
      let row: object = {}
      const service = createService({ a: [] }, () => row)
      const options = { state: memory(), networks }
      await watchThrough(service, [{ a: [] }], options)
      await rescanAll(service.client.withOptions({ timeout: 5000 }), ['a'])
      service.asked.length = 0
      for (const _ of [1, 2, 3]) {
        const { report } = await watchThrough(service, [{ a: [] }], options)
        expect(report).toMatchObject({ changes: 0, uncompared: 0, unreadNetworks: ['a'], stopped: null })
      }
      expect(service.asked).toEqual([])
      row = { riskLevel: 'High Risk', updatedAt: '2025-01-01T00:01:00.000Z' }
      const { events, report } = await watchThrough(service, [{ a: ['One'] }], options)
      expect(told(events)).toEqual(['risk_level_up a', ...(networks === 'never' ? [] : ['hit_new a one'])])
      expect(report.unreadNetworks).toEqual([])
    },
  )

  it('that a single check could not read are in its report', async () => {
    const broken = Response.json({}, { status: 500 })
    const partial = Response.json({ nodes: {}, relations: [], partial: true })
    const service = createService({})
    const options = { state: memory(), networks: 'all' } as const
    const { report } = await watchThrough(service, [{ a: broken, b: ['One'], c: partial }], options)
    expect(report).toMatchObject({ changes: 0, uncompared: 3, unreadNetworks: ['a', 'c'], stopped: null })
    const { report: next } = await watchThrough(service, [{ a: [], b: ['One'], c: [] }], options)
    // Nothing was compared with the networks that are read for the first time.
    expect(next).toMatchObject({ changes: 0, uncompared: 2, unreadNetworks: [] })
  })

  it('that remain at an abort are in the report', async () => {
    const service = createService({})
    const end = new AbortController()
    const options = { networks: 'all', concurrency: 1, requestsPerMinute: 1, signal: end.signal } as const
    const watching = watchThrough(service, [{ a: [], b: [] }, {}], options)
    await expect.poll(() => service.asked).toEqual(['a'])
    end.abort()
    const { report } = await watching
    expect(report.stopped).toMatchObject({ cause: 'aborted' })
    expect(report.unreadNetworks).toContain('b')
  })

  it('that cannot be read, or not whole, change nothing, and are read again', { tags: 'long' }, async () => {
    const broken = Response.json({}, { status: 500 })
    const partial = Response.json({ nodes: {}, relations: [], partial: true })
    const { events, checks } = await watchThrough(createService({}), [
      { a: ['One'] },
      { a: broken },
      { a: partial },
      { a: ['One', 'Two'] },
    ])
    expect(told(events)).toEqual(['hit_new a two'])
    expect(checks.map(({ networks: { read, remaining: left } }) => [read, left])).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
      [1, 0],
    ])
    expect(checks[1]?.networks.failure).toMatchObject({ status: 500 })
  })

  it('that lack the entity itself change nothing either', { tags: 'long' }, async () => {
    const empty = Response.json({ nodes: {}, relations: [] })
    const rootless = Response.json({ nodes: { o2: { id: 'o2', name: 'Lee' } }, relations: [] })
    const { events, checks } = await watchThrough(createService({}), [
      { a: ['One'] },
      { a: empty },
      { a: rootless },
      { a: ['One', 'Two'] },
    ])
    expect(told(events)).toEqual(['hit_new a two'])
    expect(checks.map(({ networks: { read } }) => read)).toEqual([1, 0, 0, 1])
  })

  it('that a list is due before are read after it, the oldest first', async () => {
    const service = createService({ a: [], b: [], c: [], d: [] })
    await watchEntities(service.client, {
      every: 60,
      requestsPerMinute: 1200,
      concurrency: 1,
      checks: 4,
      onChange() {},
    })
    expect(service.asked).toEqual(['a', 'b', 'c', 'd'])
  })

  it('come with what was decided', { tags: 'long' }, async () => {
    const service = createService({ a: ['One'] })
    const decisions = openDecisions(memoryStore())
    const [hit] = listHits(await service.client.entities.network('a'), { entity: 'a' })
    if (hit === undefined) throw new Error('no hit')
    const { id: proposal } = await decisions.propose({
      hit,
      verdict: 'true_match',
      reason: 'It is him',
      by: 'ada',
    })
    await decisions.approve({ hit, proposal, by: 'bo' })
    const { changes } = await watchThrough(service, [{ a: [] }, { a: ['One'] }, { a: ['One', 'Two'] }], {
      decisions,
    })
    expect(changes).toMatchObject([
      { kind: 'hit_new', review: { state: 'decided', decision: { verdict: 'true_match' } } },
      { kind: 'hit_new', review: { state: 'open' } },
    ])
  })

  it.each(['before', 'after'] as const)(
    'a watch that is killed at any moment, %s what it writes is kept, tells of each once',
    { tags: 'long' },
    async side => {
      const states: Team[] = [
        { a: ['One'], b: [] },
        { a: ['Two'], b: ['One'], c: ['Three'] },
        { a: [], b: ['One', 'Four'], c: ['Three'] },
        { a: [], b: ['One', 'Four'], c: ['Three'] },
      ]
      const expected = [
        'hit_new a two',
        'hit_gone a one',
        'hit_new b one',
        'hit_new c three',
        'hit_gone a two',
        'hit_new b four',
      ]
      for (let fatal = 1; ; fatal += 1) {
        const { lines, told: delivered, run, isSurvivor } = createMortalRuns(side, fatal)
        const service = createService({})
        // Two runs can fall into one millisecond, in which no network is due again.
        const networks = 'all'
        await watchThrough(service, states.slice(0, 1), { networks, state: memory(lines) })
        for (const state of [...states.slice(1), states.at(-1) ?? {}])
          await run(parts => watchThrough(service, [state], { ...parts, networks }))
        for (const event of delivered) expect(event).toEqual(delivered.find(({ id }) => id === event.id))
        const all = told(unique(delivered)).filter(each => each.startsWith('hit'))
        // A state that passed while the watch was dead is not seen: what is told still leads to the last one.
        const present = new Set(['a one'])
        for (const each of all) {
          const [kind = '', ...rest] = each.split(' ')
          const which = rest.join(' ')
          expect(present.has(which)).toBe(kind === 'hit_gone')
          if (kind === 'hit_gone') present.delete(which)
          else present.add(which)
        }
        expect([...present].sort()).toEqual(['b four', 'b one', 'c three'])
        if (isSurvivor()) {
          expect(all.sort()).toEqual(expected.sort())
          break
        }
      }
    },
  )
})
