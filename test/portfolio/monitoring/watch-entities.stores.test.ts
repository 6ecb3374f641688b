import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthenticationError, InputValidationError, ServerError } from 'entity-screening-sdk'
import { type WatchEvent, type WatchOptions, watchEntities } from 'entity-screening-sdk/portfolio'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { WatchCheck } from '../../../src/portfolio/monitoring/reports.ts'
import { failureOf } from '../../failure-of.ts'
import { linesOf, stores } from '../journal/stores.ts'
import { createMemoryJournal } from '../team.ts'
import {
  createListedTeam,
  createMortalRuns,
  createStore,
  type Listed,
  listedState,
  replay,
  unique,
  wireOf,
} from './watching.ts'

const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

/** Watches with a new state of the team at each check; answers what was told. */
async function watchThrough(
  states: readonly Parameters<ReturnType<typeof createListedTeam>['set']>[0][],
  options: Partial<WatchOptions> = {},
) {
  const team = createListedTeam([])
  const events: WatchEvent[] = []
  const checks: WatchCheck[] = []
  team.set(states[0] ?? [])
  const report = await watchEntities(team.client, {
    every: 1,
    networks: 'never',
    checks: states.length,
    onChange: event => void events.push(event),
    ...options,
    onCheck(check) {
      checks.push(check)
      team.set(states[check.checks] ?? [])
      options.onCheck?.(check)
    },
  })
  return { team, events, checks, report, changes: events.flatMap(({ changes }) => changes) }
}

const kindsOf = (events: readonly WatchEvent[]) =>
  events.flatMap(({ changes }) => changes.map(({ kind, id }) => `${kind} ${id}`))

describe('watchEntities', () => {
  it('remembers at the first check, and tells what changes at the next', async () => {
    const { events, checks, report } = await watchThrough([
      [a, b],
      [{ ...a, riskLevel: 'High Risk' }, b],
      [b, c],
    ])
    expect(kindsOf(events)).toEqual(['risk_level_up a', 'entity_new c', 'entity_gone a'])
    expect(events).toHaveLength(2)
    expect(events[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-.+Z$/),
      changes: [{ kind: 'risk_level_up', id: 'a', name: 'Name of a', before: 'low', after: 'high' }],
    })
    expect(checks.map(({ entities, changes }) => [entities, changes])).toEqual([
      [2, 0],
      [2, 1],
      [2, 2],
    ])
    expect(report).toEqual({
      ...{ checks: 3, changes: 3, undelivered: 0 },
      ...{ uncompared: 2, unreadNetworks: [], stopped: null },
    })
  })

  it('tells of what goes and comes back', async () => {
    const { events } = await watchThrough([[a, b], [a], [a, { ...b, name: 'Another' }]])
    expect(kindsOf(events)).toEqual(['entity_gone b', 'entity_new b'])
    expect(events[1]?.changes).toMatchObject([{ entity: { name: 'Another', riskLevel: 'low' } }])
  })

  it.each([
    ['no identifier', { id: '', name: 'One' }],
    ['that of another name', { id: 'a', name: 'Another' }],
  ])('compares no list in which an entity has %s', async (_, stranger) => {
    const { events, checks } = await watchThrough([
      [a, b],
      [a, stranger],
      [a, c],
    ])
    expect(checks.map(({ failure }) => failure?.message ?? null)).toEqual([
      null,
      expect.stringContaining('[1] must be an entity with an identifier'),
      null,
    ])
    expect(kindsOf(events)).toEqual(['entity_new c', 'entity_gone b'])
  })

  it('counts an entity once that a list repeats', async () => {
    const repeated = { ...a, caseStatus: 'CLOSED' }
    const { changes, checks } = await watchThrough([
      [a, b],
      [a, b, a, repeated],
      [a, b],
      [b, a],
    ])
    expect(changes).toEqual([])
    expect(checks.map(({ entities }) => entities)).toEqual([2, 2, 2, 2])
  })

  it('reports how many entities nothing earlier was compared with', async () => {
    const state = createMemoryJournal()
    const first = await watchThrough([[a, b]], { state })
    expect(first.report).toMatchObject({ changes: 0, uncompared: 2 })
    const next = await watchThrough([[a, b, c]], { state })
    expect(next.report).toMatchObject({ changes: 1, uncompared: 0 })
    expect((await watchThrough([[a, b, c]], { state })).report).toMatchObject({ changes: 0, uncompared: 0 })
    const ids = { state: createMemoryJournal(), ids: ['a', 'wrong'] }
    expect((await watchThrough([[a]], ids)).report).toMatchObject({ uncompared: 2 })
    expect((await watchThrough([[a]], ids)).report).toMatchObject({ uncompared: 1 })
    expect((await watchThrough([[]], ids)).report).toMatchObject({ changes: 1, uncompared: 1 })
  })

  it('watches only the identifiers that it is given', async () => {
    const { events, checks } = await watchThrough(
      [
        [a, c],
        [{ ...a, riskScore: 20 }, { ...c, riskScore: 20 }, b],
      ],
      {
        ids: ['b', { id: 'c' }],
      },
    )
    expect(kindsOf(events)).toEqual(['risk_score_up c', 'entity_new b'].toSorted().toReversed())
    expect(checks.map(({ missing }) => missing)).toEqual([['b'], []])
  })

  it('lives through checks that fail, and compares no list that is not whole', { tags: 'long' }, async () => {
    const part = () => Response.json({ data: [], hasMore: true })
    const { events, checks, report } = await watchThrough([
      [a, b],
      () => Response.json({ statusCode: 503, success: false, error: 'Later.' }, { status: 503 }),
      () => new Response('[{"id":"a"', { headers: { 'content-type': 'application/json' } }),
      part,
      [a, c],
    ])
    expect(checks.map(({ failure }) => failure?.name ?? null)).toEqual([
      null,
      'ServerError',
      expect.any(String),
      'ResponseValidationError',
      null,
    ])
    expect(kindsOf(events)).toEqual(['entity_new c', 'entity_gone b'])
    expect(report).toMatchObject({ checks: 5, stopped: null })
  })

  it.each([null, {}, 'b', 7])('misses nobody in a list that has %j in place of an entity', async member => {
    for (const ids of [undefined, ['a', 'b']]) {
      const { events, checks } = await watchThrough(
        [[a, b], () => Response.json([wireOf(a), member]), [a, b, c]],
        { ids },
      )
      expect(kindsOf(events)).toEqual(ids === undefined ? ['entity_new c'] : [])
      expect(checks.map(({ failure }) => failure?.message ?? null)).toEqual([
        null,
        expect.stringContaining('[1] must be an entity'),
        null,
      ])
    }
  })

  it('says why the last check failed', async () => {
    const { report } = await watchThrough([[a], () => Response.json({}, { status: 500 })])
    expect(report).toMatchObject({ checks: 2, changes: 0 })
    expect(report.stopped?.cause).toBe('failed')
    expect(ServerError.is(report.stopped?.error)).toBe(true)
  })

  it('refuses a single check without a state, which could never report anything', async () => {
    const { client, asked } = createListedTeam([a])
    const error = await failureOf(watchEntities(client, { checks: 1, onChange() {} }))
    expect(error).toBeInstanceOf(InputValidationError)
    expect(error).toMatchObject({ message: expect.stringMatching(/options\.checks .*without state/) })
    expect(asked()).toBe(0)
  })

  it('refuses an empty list of ids, because a query that finds nothing would look like a team without changes', async () => {
    const { client, asked } = createListedTeam([a])
    const error = await failureOf(watchEntities(client, { ids: [], onChange() {} }))
    expect(error).toHaveProperty('code', 'invalid_input')
    expect(String(error)).toContain('options.ids must not be empty: without ids, the whole team is watched')
    expect(asked()).toBe(0)
  })

  it('ends where nothing but failures come for longer than giveUpAfter', async () => {
    const team = createListedTeam([])
    team.set(() => Response.json({}, { status: 500 }))
    const { stopped } = await watchEntities(team.client, {
      every: 5,
      giveUpAfter: 500,
      onChange() {},
    })
    expect(stopped?.cause).toBe('failed')
    expect(ServerError.is(stopped?.error)).toBe(true)
    expect(team.asked()).toBeGreaterThan(1)
  })

  it.each([401, 403])('ends where its key is refused with %i', async status => {
    const { report, checks } = await watchThrough([[a], () => Response.json({}, { status }), [b], [c]])
    expect(report).toMatchObject({ checks: 2, stopped: { cause: 'refused' } })
    expect(AuthenticationError.is(report.stopped?.error)).toBe(status === 401)
    expect(checks).toHaveLength(1)
  })

  it('ends in time, with a last check', { tags: 'long' }, async () => {
    const team = createListedTeam([a])
    const checks: number[] = []
    const events: WatchEvent[] = []
    const { stopped } = await watchEntities(team.client, {
      every: 60_000,
      duration: 500,
      onChange: event => void events.push(event),
      onCheck: ({ checks: count }) => {
        checks.push(count)
        team.set([b])
      },
    })
    expect(stopped).toBeNull()
    expect(checks).toEqual([1, 2])
    expect(kindsOf(events)).toEqual(['entity_new b', 'entity_gone a'])
  })

  it('tells of a change in one event, and of many in several', { tags: 'long' }, async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ id: `e${at}` }))
    const later = many.map(given => ({ ...given, riskScore: 20, riskLevel: 'Medium Risk' }))
    const { events, changes, report } = await watchThrough([many, later])
    expect(replay(listedState(many), changes)).toEqual(listedState(later))
    expect(report.changes).toBe(20_000)
    expect(Math.max(...events.map(event => event.changes.length))).toBeLessThan(110)
    const ids = events.map(event => new Set(event.changes.map(({ id }) => id)))
    expect(ids.reduce((sum, { size }) => sum + size, 0)).toBe(10_000)
  })

  it.each<[string, object]>([
    ['onChange', {}],
    ['onChange', { onChange: 'print' }],
    ['state', { onChange() {}, state: { read() {} } }],
    ['ids', { onChange() {}, ids: ['a', ''] }],
    ['ids', { onChange() {}, ids: 'a' }],
    ['every', { onChange() {}, every: 0 }],
    ['checks', { onChange() {}, checks: 0.5 }],
    ['giveUpAfter', { onChange() {}, giveUpAfter: -1 }],
    ['ondelivery', { onChange() {}, ondelivery() {} }],
  ])('refuses wrong options: %s', async (field, options) => {
    const { client, asked } = createListedTeam([])
    const watch = watchEntities(client, options as WatchOptions)
    const error = await watch.catch((thrown: unknown) => thrown)
    if (!InputValidationError.is(error)) throw error
    expect(error.message).toContain(field)
    expect(asked()).toBe(0)
  })
})

describe('onChange', () => {
  const states = [[a], [{ ...a, riskScore: 20 }], [{ ...a, riskScore: 30 }]]

  it('is given an event again until it takes it, and the later ones after that', {
    tags: 'long',
  }, async () => {
    const given: string[] = []
    const { report } = await watchThrough(states, {
      onChange({ id, changes }) {
        given.push(id)
        if (given.length < 4) throw new Error('not now')
        expect(changes).toHaveLength(1)
      },
    })
    expect(report).toMatchObject({ changes: 2, undelivered: 0, stopped: null })
    expect(given.slice(0, 4)).toEqual(Array(4).fill(given[0]))
    expect(given).toHaveLength(5)
  })

  it('that never takes an event holds the checks up, and is given up in the end', async () => {
    const { report, checks } = await watchThrough(states, {
      onChange: () => Promise.reject(new Error('never')),
      giveUpAfter: 300,
    })
    expect(checks).toHaveLength(1)
    expect(report).toMatchObject({
      checks: 2,
      changes: 0,
      undelivered: 1,
      stopped: { cause: 'failed', error: new Error('never') },
    })
  })

  it('is told of the end by its signal, and waited for', async () => {
    const store = createStore()
    const controller = new AbortController()
    let isOver = false
    const { report } = await watchThrough(states, {
      checks: undefined,
      signal: controller.signal,
      state: store.open(),
      async onChange(_, signal) {
        controller.abort()
        expect(signal.aborted).toBe(true)
        await new Promise(resolve => setTimeout(resolve, 20))
        isOver = true
      },
    })
    expect(isOver).toBe(true)
    expect(report).toMatchObject({
      changes: 1,
      undelivered: 0,
      stopped: { cause: 'aborted', error: { name: 'AbortError' } },
    })
    expect(store.lines.at(-1)).toContain('delivered')
  })

  it('that rejects at the end leaves the event to the next run', async () => {
    const store = createStore()
    const controller = new AbortController()
    const first = await watchThrough(states.slice(0, 2), {
      signal: controller.signal,
      state: store.open(),
      onChange() {
        controller.abort()
        throw new Error('aborted')
      },
    })
    expect(first.report).toMatchObject({ changes: 0, undelivered: 1, stopped: { cause: 'aborted' } })
    const second = await watchThrough(states.slice(1, 2), { state: store.open() })
    expect(kindsOf(second.events)).toEqual(['risk_score_up a'])
  })
})

describe('a watch with a state', () => {
  const worse = { ...a, riskLevel: 'High Risk' }

  it.each(['in a file', 'leased', 'plain'])('%s tells each change since the last run once', async kind => {
    const file = join(await mkdtemp(join(tmpdir(), 'watch-')), 'team.state')
    const store = createStore()
    const plain = createMemoryJournal()
    const open = () => (kind === 'in a file' ? file : kind === 'leased' ? store.open() : plain)
    const runs: string[][] = []
    for (const state of [
      [a, b],
      [worse, b],
      [worse, b],
      [worse, c],
      [worse, c],
    ])
      runs.push(kindsOf((await watchThrough([state], { state: open() })).events))
    expect(runs).toEqual([[], ['risk_level_up a'], [], ['entity_new c', 'entity_gone b'], []])
  })

  it.each(stores)(
    'in %s goes on from where it was left, and is written anew in time',
    { tags: 'long' },
    async (_, openStore) => {
      const { store, remove } = await openStore()
      onTestFinished(remove)
      const listed = Array.from({ length: 40 }, (_, at) => ({ id: `e${at}` }))
      const states = Array.from({ length: 35 }, (_, round) =>
        listed.map(given => ({ ...given, riskScore: round + 1 })),
      )
      const { changes } = await watchThrough(states, { state: await store.open('team') })
      expect(changes).toHaveLength(34 * 40)
      const last = states.at(-1) ?? []
      const next = await watchThrough([last.slice(1)], { state: await store.open('team') })
      expect(kindsOf(next.events)).toEqual(['entity_gone e0'])
      const journal = await store.open('team')
      expect((await linesOf(journal)).length).toBeLessThan(30)
      await journal.close()
    },
  )

  it('is not compared with the list of another team', async () => {
    const store = createStore()
    await watchThrough([[a, b]], { state: store.open() })
    const lines = [...store.lines]
    const { events, report } = await watchThrough([[c]], { state: store.open() })
    expect(events).toEqual([])
    expect(report.stopped).toMatchObject({
      cause: 'failed',
      error: {
        message: expect.stringContaining(
          'that it remembers is in the list. Check the key, or, for an emptied',
        ),
      },
    })
    expect(store.lines).toEqual(lines)
  })

  it('is not compared with the list of another team that could be read only later', async () => {
    const store = createStore()
    await watchThrough([[a, b]], { state: store.open() })
    const broken = () => Response.json({ error: 'not now' }, { status: 500 })
    const { events, report } = await watchThrough([broken, [c]], { state: store.open() })
    expect(events).toEqual([])
    expect(report.stopped).toMatchObject({
      cause: 'failed',
      error: { message: expect.stringContaining('none of the 2 entities that it remembers is in the list') },
    })
  })

  it('tells that all are gone where the team is emptied between two checks of one run', async () => {
    const { events, report } = await watchThrough([[a, b], []], { state: createStore().open() })
    expect(report.stopped).toBeNull()
    expect(kindsOf(events)).toEqual(['entity_gone a', 'entity_gone b'])
  })

  it('is refused while another watch has it', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'watch-')), 'team.state')
    let isRefused = false
    await watchThrough([[a], [b]], {
      state: file,
      async onChange() {
        const { client } = createListedTeam([])
        const second = watchEntities(client, { state: file, onChange() {}, checks: 1 })
        await expect(second).rejects.toThrow(/state .*team\.state is in use by/)
        await expect(second).rejects.toBeInstanceOf(InputValidationError)
        isRefused = true
      },
    })
    expect(isRefused).toBe(true)
    expect(await readFile(file, 'utf8')).not.toContain('a-key-of-a-test')
  })

  it.each<[string, string[]]>([
    ['of another service', ['{"state":"entity watch","version":2,"service":"https://other.example"}']],
    ['of an import', ['{"journal":"portfolio import","version":1,"service":"https://screening.example"}']],
    [
      'with a line of something else',
      ['{"state":"entity watch","version":2,"service":"https://screening.example"}', 'no'],
    ],
    ['without a beginning', ['{"isComplete":true}']],
  ])('is refused %s', async (_, lines) => {
    const { client, asked } = createListedTeam([])
    const watch = watchEntities(client, {
      state: createMemoryJournal([...lines]),
      onChange() {},
      checks: 1,
    })
    await expect(watch).rejects.toThrow(/state (is not the state of a watch|belongs to)/)
    expect(asked()).toBe(0)
  })

  it('takes an identifier that is watched for the first time as it is, and remembers the others', async () => {
    const store = createStore()
    const run = async (state: Listed[], ids?: string[]) =>
      kindsOf((await watchThrough([state], { state: store.open(), ids })).events)
    expect(await run([a, b], ['a'])).toEqual([])
    expect(await run([worse, b], ['a', 'b', 'c'])).toEqual(['risk_level_up a'])
    expect(await run([worse, { ...b, riskScore: 20 }, c], ['b', 'c'])).toEqual([
      'risk_score_up b',
      'entity_new c',
    ])
    expect(await run([a, b, c])).toEqual(['risk_level_down a', 'risk_score_down b'])
    expect(await run([a, b, c, { id: 'd' }])).toEqual(['entity_new d'])
  })

  it('does not grow without end', { tags: 'long' }, async () => {
    const store = createStore()
    const team = Array.from({ length: 50 }, (_, at) => ({ id: `e${at}` }))
    const states = Array.from({ length: 101 }, (_, round) =>
      team.map(given => ({ ...given, riskScore: round + 1 })),
    )
    const { changes } = await watchThrough(states, { state: store.open() })
    expect(changes).toHaveLength(5000)
    expect(store.lines.join('').length).toBeLessThan(150_000)
    const last = states.at(-1) ?? []
    expect((await watchThrough([last], { state: store.open() })).events).toEqual([])
    expect(kindsOf((await watchThrough([last.slice(1)], { state: store.open() })).events)).toEqual([
      'entity_gone e0',
    ])
  })

  it('ends before anything more is told once its lease is lost', async () => {
    const store = createStore()
    const told = vi.fn()
    const { report } = await watchThrough([[a], [b], [c]], {
      state: store.open(),
      onChange: told,
      onCheck({ checks }) {
        if (checks === 1) store.lose()
      },
    })
    expect(report.stopped).toEqual({ cause: 'failed', error: new Error('the lease is lost') })
    expect(told).not.toHaveBeenCalled()
  })

  it('tells nothing that it could not keep', async () => {
    const journal = createMemoryJournal()
    const told = vi.fn()
    let appends = 0
    const full = new Error('the disk is full')
    const { report } = await watchThrough([[a], [b], [c]], {
      onChange: told,
      state: {
        ...journal,
        append: line => (++appends > 3 ? Promise.reject(full) : journal.append(line)),
      },
    })
    expect(report).toMatchObject({ checks: 2, stopped: { cause: 'failed', error: full } })
    expect(told).not.toHaveBeenCalled()
  })
})

/** A team whose every state differs from the one before in all ways, so much that it takes several events to tell. */
const states = Array.from({ length: 3 }, (_, round) =>
  Array.from(
    { length: 110 },
    (_, at): Listed => ({ id: `e${(at + round * 10) % 140}`, riskScore: ((at * 7 + round) % 90) + 1 }),
  ),
)

describe('a watch that is killed', () => {
  it.each(['before', 'after'] as const)(
    'at any moment, %s what it writes is kept, tells each change in one event',
    { tags: 'long' },
    async side => {
      for (let fatal = 1; ; fatal += 1) {
        const { lines, told, run, isSurvivor } = createMortalRuns(side, fatal)
        for (const [round, state] of [...states, states.at(-1) ?? []].entries()) {
          await run(parts => watchThrough([state], parts))
          if (round === 0 && !lines.some(line => line.includes('isComplete'))) {
            // The first run has to remember all before anything is told.
            lines.splice(0)
            await watchThrough([state], { state: createMemoryJournal(lines) })
          }
        }
        const changes = unique(told).flatMap(event => event.changes)
        expect(replay(listedState(states[0] ?? []), changes)).toEqual(listedState(states.at(-1) ?? []))
        for (const event of told) expect(event).toEqual(told.find(({ id }) => id === event.id))
        if (isSurvivor()) break
      }
    },
  )
})
