import {
  type ClientOptions,
  type Entity,
  EntityScreening,
  InputValidationError,
  NotFoundError,
  type WaitOptions,
  WaitTimeoutError,
} from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { respondingWith } from '../answering.ts'
import { byRequest } from '../by-request.ts'
import { wireEntity } from './streaming.ts'

afterEach(() => void vi.useRealTimers())

const quickly = { every: 1, timeout: 5000 } satisfies WaitOptions
const isHigh = (entity: Entity) => entity.riskLevel === 'high'
const low = (id: string) => ({ ...wireEntity, id })
const high = (id: string) => ({ ...wireEntity, id, riskLevel: 'High Risk' })

/** A client whose lists are these, one after the other; the last one stays. A number is an error status. */
function listing(lists: readonly (readonly object[] | number | Error)[], options: ClientOptions = {}) {
  return respondingWith(attempt => {
    const list = lists[attempt - 1] ?? lists.at(-1)
    if (list instanceof Error) throw list
    return typeof list === 'number' ? new Response('{}', { status: list }) : Response.json(list)
  }, options)
}

const failureOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('the reason of an abort', () => {
  const key = 'a-key-of-the-team'
  const reason = new Error(`Bearer ${key}`)

  it.each([
    ['before the first poll', 0, () => false],
    ['between two polls', 20, () => false],
    ['during the predicate', 20, () => new Promise<boolean>(() => {})],
  ])('does not show the key: %s', async (_, delay, predicate) => {
    const { client } = listing([[low('a')]], { apiKey: key })
    const stopping = new AbortController()
    const options = { every: 50, timeout: 5000, signal: stopping.signal }
    const failure = failureOf(client.entities.waitFor('a', predicate, options))
    if (delay > 0) await new Promise(resolve => setTimeout(resolve, delay))
    stopping.abort(reason)
    expect(await failure).toMatchObject({
      name: 'AbortedError',
      outcome: 'done',
      cause: expect.objectContaining({ message: 'Bearer [redacted]' }),
    })
  })
})

describe('waitFor', () => {
  it('answers an entity as it was when the predicate held', async () => {
    const { client, sent } = listing([[low('a')], [low('a'), low('b')], [high('a')]])
    expect(await client.entities.waitFor('a', isHigh, quickly)).toMatchObject({ id: 'a', riskLevel: 'high' })
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(3).fill('GET /v1/entities'))
  })

  it('answers several in the order in which they were given, however often', async () => {
    const { client } = listing([[high('a'), high('c')], [high('b')]])
    const entities = await client.entities.waitFor(['c', { id: 'b' }, 'a', 'c'], isHigh, quickly)
    expect(entities.map(({ id }) => id)).toEqual(['c', 'b', 'a', 'c'])
  })

  it('asks for one list in each round, whatever the number of entities', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `e${index}`)
    const { client, sent } = listing([ids.map(low), ids.map(high)])
    await client.entities.waitFor(ids, isHigh, quickly)
    expect(sent).toHaveLength(2)
  })

  it('asks for nothing where there is nothing to wait for', async () => {
    const { client, sent } = listing([[]])
    expect(await client.entities.waitFor([], isHigh, quickly)).toEqual([])
    expect(sent).toEqual([])
  })

  it('is done with an entity once the predicate has held, and keeps it as it was', async () => {
    const { client } = listing([
      [high('a'), low('b')],
      [low('a'), high('b')],
    ])
    const [a, b] = await client.entities.waitFor(['a', 'b'], isHigh, quickly)
    expect([a?.riskLevel, b?.riskLevel]).toEqual(['high', 'high'])
  })

  it('shows the predicate what was seen before', async () => {
    const { client } = listing([[low('a')], [], [high('a')]])
    const seen: unknown[] = []
    const predicate = (entity: Entity, previous: Entity | null) => {
      seen.push([previous?.riskLevel ?? null, entity.riskLevel])
      return previous !== null
    }
    await client.entities.waitFor('a', predicate, quickly)
    expect(seen).toEqual([
      [null, 'low'],
      ['low', 'high'],
    ])
  })

  it('waits for a predicate that takes its time, and ends with what one throws', async () => {
    const { client } = listing([[low('a')], [high('a')]])
    expect(await client.entities.waitFor('a', async entity => isHigh(entity), quickly)).toMatchObject({
      id: 'a',
    })
    const broken = () => {
      throw new RangeError('no such rule')
    }
    await expect(client.entities.waitFor('a', broken, quickly)).rejects.toThrow(
      new RangeError('no such rule'),
    )
  })

  it('refuses to choose between two different entities of one identifier', async () => {
    const { client } = listing([[low('a'), high('a')]])
    expect(await failureOf(client.entities.waitFor('a', isHigh, quickly))).toMatchObject({
      name: 'ResponseValidationError',
      issues: [{ path: ['id'], message: 'must not be that of two different entities' }],
    })
  })

  it('counts an entity once that the list has twice', async () => {
    const { client } = listing([[high('a'), high('a')]])
    expect(await client.entities.waitFor('a', isHigh, quickly)).toMatchObject({ riskLevel: 'high' })
  })

  it('knows an identifier that is a word of JavaScript', async () => {
    const { client } = listing([[high('constructor')], [high('__proto__')]])
    expect(await client.entities.waitFor(['__proto__', 'constructor'], isHigh, quickly)).toHaveLength(2)
  })
})

describe('failures on the way', () => {
  const reset = new TypeError('fetch failed', {
    cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }),
  })

  it.each([408, 429, 500, 502, 503, 504, reset])('%s does not end a wait', async failure => {
    const { client, sent } = listing([failure, [low('a')], failure, [high('a')]])
    expect(await client.entities.waitFor('a', isHigh, quickly)).toMatchObject({ id: 'a' })
    expect(sent).toHaveLength(4)
  })

  it('a list that breaks off does not end a wait', async () => {
    const { client } = respondingWith(attempt => {
      const text = JSON.stringify([low('b'), high('a')])
      const half = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text.slice(0, -20)))
          controller.error(reset)
        },
      })
      return new Response(attempt === 1 ? half : text)
    })
    expect(await client.entities.waitFor('a', isHigh, quickly)).toMatchObject({ id: 'a' })
  })

  it('an answer that does not come in time does not end a wait', async () => {
    const { client } = respondingWith(
      attempt => (attempt === 1 ? new Promise(() => {}) : Response.json([high('a')])),
      { timeout: 20 },
    )
    expect(await client.entities.waitFor('a', isHigh, quickly)).toMatchObject({ id: 'a' })
  })

  it.each([400, 401, 403, 404])('%i ends it', async status => {
    const { client, sent } = listing([[low('a')], status])
    expect(await failureOf(client.entities.waitFor('a', isHigh, quickly))).toMatchObject({ status })
    expect(sent).toHaveLength(2)
  })

  it('what cannot be read ends it', async () => {
    const { client } = respondingWith(() => new Response('<html>'))
    expect(await failureOf(client.entities.waitFor('a', isHigh, quickly))).toMatchObject({
      name: 'ResponseValidationError',
    })
  })

  it('a NotFoundError of the predicate ends it', async () => {
    const { client } = respondingWith((_, { url }) =>
      url.endsWith('network') ? new Response('{}', { status: 404 }) : Response.json([low('a')]),
    )
    const hasOwner = async ({ id }: Entity) => (await client.entities.network(id)).nodes.length > 1
    expect(await failureOf(client.entities.waitFor('a', hasOwner, quickly))).toBeInstanceOf(NotFoundError)
  })
})

describe('the end of a wait', () => {
  it('says which entities are still waited for, and which were not in the list', async () => {
    const { client } = listing([[high('b'), low('a')]])
    const failure = await failureOf(
      client.entities.waitFor(['c', 'b', 'a'], isHigh, { every: 5, timeout: 500 }),
    )
    expect(failure).toBeInstanceOf(WaitTimeoutError)
    expect(failure).toMatchObject({
      operation: 'waitFor',
      pending: ['c', 'a'],
      missing: ['c'],
      message: 'entities.waitFor: 2 still pending after 500 ms, 1 of them not in the list',
    })
    expect(failure).not.toHaveProperty('cause')
  })

  it('never invites a caller to create again what exists already', async () => {
    const { client } = listing([[low('a')]])
    const wait = client.entities.waitForScreening('a', { every: 1, timeout: 1 })
    expect(await failureOf(wait)).toMatchObject({ outcome: 'done' })
  })

  it('is no reason to create again if the list is refused, or cannot be read', async () => {
    for (const answer of [403, [{ id: 'a' }, { id: 'a', name: 'Other' }]]) {
      const { client } = listing([answer])
      const failure = await failureOf(client.entities.waitForScreening('a', quickly))
      expect(failure).toMatchObject({ outcome: 'done' })
      expect(failure).not.toBeInstanceOf(WaitTimeoutError)
    }
  })

  it('says what kept it from looking', async () => {
    const { client } = listing([502])
    expect(await failureOf(client.entities.waitFor('a', isHigh, { every: 5, timeout: 500 }))).toMatchObject({
      pending: ['a'],
      missing: [],
      cause: { name: 'ServerError', status: 502 },
      message: expect.stringMatching(
        /^entities.waitFor: 1 still pending after 500 ms; the last read of the list failed: 502/,
      ),
    })
  })

  it('tells a list that lacks an entity from one that can no longer be read', async () => {
    const { client } = listing([[low('b')], 502])
    const failure = await failureOf(client.entities.waitFor(['a', 'b'], isHigh, { every: 5, timeout: 500 }))
    expect(failure).toMatchObject({
      missing: ['a'],
      message: expect.stringMatching(
        /after 500 ms, 1 of them not in the list; the last read of the list failed: 502/,
      ),
    })
  })

  it('comes in time while a list does not', async () => {
    vi.useFakeTimers()
    let tellAsked: (signal: AbortSignal) => void = () => {}
    const asked = new Promise<AbortSignal>(resolve => {
      tellAsked = resolve
    })
    const { client } = respondingWith((_, request) => {
      tellAsked(request.signal)
      return new Promise(() => {})
    })
    const wait = failureOf(client.entities.waitFor('a', isHigh, { timeout: 30 }))
    const signal = await asked
    vi.advanceTimersByTime(30)
    const failure = await wait
    expect(failure).toMatchObject({
      name: 'WaitTimeoutError',
      pending: ['a'],
      missing: [],
      message: 'entities.waitFor: 1 still pending after 30 ms',
    })
    expect(failure).not.toHaveProperty('cause')
    expect(signal.aborted).toBe(true)
  })

  it('begins no read of the list after the time limit, which a hook would see aborted', async () => {
    const attempts: number[] = []
    const hooks = { afterCall: (call: { attempts: number }) => void attempts.push(call.attempts) }
    const { client } = listing([[low('a')]], { hooks })
    await failureOf(client.entities.waitFor('a', isHigh, { every: 40, timeout: 60 }))
    expect(attempts.length).toBeGreaterThan(0)
    expect(attempts).not.toContain(0)
  })

  it('is an AbortedError with the outcome of a timeout if the signal aborts: before, during a poll, and between two', async () => {
    const aborted = {
      name: 'AbortedError',
      operation: 'listEntities',
      outcome: 'done',
      message: 'entities.waitFor: aborted by its signal',
    }
    const before = listing([[low('a')]])
    const signal = AbortSignal.abort()
    const failure = await failureOf(before.client.entities.waitFor('a', isHigh, { ...quickly, signal }))
    expect(failure).toMatchObject(aborted)
    expect(before.sent).toEqual([])

    const during = new AbortController()
    const silent = respondingWith(() => {
      during.abort()
      return new Promise(() => {})
    })
    await expect(
      silent.client.entities.waitFor('a', isHigh, { signal: during.signal }),
    ).rejects.toMatchObject(aborted)

    const between = new AbortController()
    const pausing = listing([[low('a')]])
    const predicate = () => void setTimeout(() => between.abort()) === null
    await expect(
      pausing.client.entities.waitFor('a', predicate, { every: 60_000, signal: between.signal }),
    ).rejects.toMatchObject(aborted)
    expect(pausing.sent).toHaveLength(1)
  })

  it('looks every two seconds for five minutes, and leaves no timer', async () => {
    vi.useFakeTimers()
    const { client, sent } = listing([[low('a')]])
    const failure = failureOf(client.entities.waitFor('a', isHigh))
    await vi.advanceTimersByTimeAsync(299_000)
    expect(sent).toHaveLength(150)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await failure).toMatchObject({ name: 'WaitTimeoutError', pending: ['a'] })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('never comes by itself without a time limit', async () => {
    vi.useFakeTimers()
    const { client } = listing([...Array(10).fill([low('a')]), [high('a')]])
    const entity = client.entities.waitFor('a', isHigh, { every: 3_600_000, timeout: false })
    await vi.advanceTimersByTimeAsync(10 * 3_600_000)
    expect(await entity).toMatchObject({ id: 'a' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a client says how it waits', () => {
  it('where the call does not', async () => {
    const { client, sent } = listing([[low('a')]], { wait: { every: 1, timeout: 500 } })
    const failure = await failureOf(client.entities.waitFor('a', isHigh, { every: undefined }))
    expect(failure).toMatchObject({ message: expect.stringContaining('after 500 ms') })
    expect(sent.length).toBeGreaterThan(2)
  })

  it('and the call may say otherwise', async () => {
    const { client, sent } = listing([[low('a')]], { wait: { every: 1, timeout: false } })
    const failure = await failureOf(client.entities.waitFor('a', isHigh, { every: 60_000, timeout: 500 }))
    expect(failure).toMatchObject({ message: expect.stringContaining('after 500 ms') })
    expect(sent).toHaveLength(1)
  })

  it('and a client made of it does the same', async () => {
    const { client } = listing([[low('a')]], { wait: { every: 1, timeout: 500 } })
    const failure = await failureOf(client.withOptions({ maxRetries: 0 }).entities.waitForScreening('b'))
    expect(failure).toMatchObject({ message: expect.stringContaining('after 500 ms') })
  })

  it.each([
    [{ every: 0 }, 'wait.every must be a number of milliseconds above 0'],
    [
      { timeout: true },
      'wait.timeout must be a number of milliseconds above 0, 2147483647 at most, or false',
    ],
    [{ interval: 5 }, 'wait.interval is not a field here'],
    [5, 'wait must be an object'],
  ])('%j is no way to wait', (wait, sentence) => {
    expect(() => listing([], { wait: wait as never })).toThrow(`EntityScreening: ${sentence}`)
  })
})

describe('what cannot be waited for is refused before any request', () => {
  const hostile = (value: unknown): never => value as never

  it.each([
    ['an empty identifier', '', isHigh, {}, ['id']],
    ['no identifier', undefined, isHigh, {}, ['id']],
    ['one that is a number', ['a', 7], isHigh, {}, ['ids', 1]],
    ['an entity without one', { name: 'A' }, isHigh, {}, ['id']],
    ['an empty identifier in a list', [''], isHigh, {}, ['ids', 0]],
    ['no predicate', 'a', undefined, {}, ['predicate']],
    ['no pause', 'a', isHigh, { every: 0 }, ['every']],
    ['a pause without an end', 'a', isHigh, { every: Number.POSITIVE_INFINITY }, ['every']],
    ['a pause that no timer can make', 'a', isHigh, { every: 2 ** 31 }, ['every']],
    ['no time', 'a', isHigh, { timeout: 0 }, ['timeout']],
    ['NaN', 'a', isHigh, { timeout: Number.NaN }, ['timeout']],
    ['true', 'a', isHigh, { timeout: true }, ['timeout']],
    ['a signal that is none', 'a', isHigh, { signal: 'now' }, ['signal']],
    ['a misspelled option', 'a', isHigh, { interval: 5 }, ['interval']],
  ])('%s', async (_, given, predicate, options, path) => {
    const { client, sent } = listing([[high('a')]])
    const failure = await failureOf(
      client.entities.waitFor(hostile(given), hostile(predicate), hostile(options)),
    )
    expect(failure).toBeInstanceOf(InputValidationError)
    expect(failure).toMatchObject({
      operation: 'waitFor',
      issues: [{ path, message: expect.stringMatching(/must|not a field/) }],
    })
    expect(sent).toEqual([])
  })

  it('but the error of a getter that throws is its own', async () => {
    const { client, sent } = listing([[high('a')]])
    const error = new Error('no longer in the database')
    const entity = {
      get id(): string {
        throw error
      },
    }
    expect(await failureOf(client.entities.waitFor(entity, isHigh, quickly))).toBe(error)
    expect(sent).toEqual([])
  })

  it('waitForScreening is as strict', async () => {
    const { client } = listing([[]])
    for (const [given, path] of [
      [null, ['id']],
      [[null], ['ids', 0]],
      [' ', ['id']],
      [[{}], ['ids', 0]],
    ]) {
      const failure = await failureOf(
        client.entities.waitForScreening(hostile(given), hostile({ every: -1 })),
      )
      expect(failure).toMatchObject({ name: 'InputValidationError', operation: 'waitForScreening' })
      expect(failure).toMatchObject({ issues: [{ path }, { path: ['every'] }] })
    }
  })
})

describe('waitForScreening', () => {
  /** A client of the mock server, whose clock goes one second further with each look. */
  function ticking() {
    const server = createMockServer()
    const seen = { polls: 0 }
    const { apiKey } = server.teams.create()
    const fetch = byRequest(async request => {
      const isPoll = request.method === 'GET'
      if (isPoll && seen.polls > 0) server.clock.advance('1s')
      if (isPoll) seen.polls += 1
      return server.fetch(request)
    })
    const startProcess = () => new EntityScreening({ apiKey, baseUrl: 'http://in-process', fetch })
    return { server, client: startProcess(), startProcess, seen }
  }

  it('waits until the results are in and stay', async () => {
    const { client, seen } = ticking()
    const created = await client.entities.create({
      type: 'organization',
      name: 'Halfmoon Minerals Oy',
      countryCode: 'FI',
    })
    const entity = await client.entities.waitForScreening(created.id, quickly)
    expect(entity).toMatchObject({ id: created.id, riskLevel: 'high' })
    // Nothing is there for five seconds, something in the sixth look, and still in the seventh.
    expect(seen.polls).toBe(7)
  })

  it('waits for many, each at its own pace', async () => {
    const { server, client } = ticking()
    const first = await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    server.clock.advance('3s')
    const second = await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
    const entities = await client.entities.waitForScreening([second, first], quickly)
    expect(entities.map(({ id, riskLevel }) => [id, riskLevel])).toEqual([
      [second.id, 'low'],
      [first.id, 'high'],
    ])
  })

  it.each([0, 2])('does not take the results of before for new ones, %i s after a rescan', async seconds => {
    const { server, client } = ticking()
    const created = await client.entities.create({ type: 'organization', name: '[changing] Acme GmbH' })
    server.clock.settle()
    server.clock.advance('1h')
    const [before] = await client.entities.list()
    const rescanned = await client.entities.rescan(created)
    expect(rescanned.riskScore).toBe(before?.riskScore)
    server.clock.advance(`${seconds}s`)
    const after = await client.entities.waitForScreening(rescanned, quickly)
    expect(Date.parse(after.updatedAt) - Date.parse(rescanned.updatedAt)).toBe(5000)
    expect(after.riskScore).not.toBe(before?.riskScore)
  })

  it('knows the results of before from the JSON of a rescan by another process', async () => {
    const { server, client, startProcess } = ticking()
    const { id } = await client.entities.create({ type: 'organization', name: '[changing] Acme GmbH' })
    server.clock.settle()
    server.clock.advance('1h')
    const payload = JSON.stringify(await client.entities.rescan(id))
    server.clock.advance('2s')
    const after = await startProcess().entities.waitForScreening(JSON.parse(payload), quickly)
    expect(Date.parse(after.updatedAt) - Date.parse(JSON.parse(payload).updatedAt)).toBe(5000)
  })

  it('sees by itself that a screening has begun, where it looks in time', async () => {
    const { server, client } = ticking()
    const { id } = await client.entities.create({ type: 'organization', name: '[changing] Acme GmbH' })
    server.clock.settle()
    server.clock.advance('1h')
    const { updatedAt } = await client.entities.rescan(id)
    const after = await client.entities.waitForScreening(id, quickly)
    expect(Date.parse(after.updatedAt) - Date.parse(updatedAt)).toBe(5000)
  })

  it('does not take the results of before for new ones, if this client has rescanned the entity', async () => {
    const { server, client } = ticking()
    const { id } = await client.entities.create({ type: 'organization', name: '[changing] Acme GmbH' })
    for (const waiting of [client, client.withOptions({ maxRetries: 1 })]) {
      server.clock.settle()
      server.clock.advance('1h')
      const { updatedAt } = await client.entities.rescan(id)
      server.clock.advance('2s')
      const after = await waiting.entities.waitForScreening(id, quickly)
      expect(Date.parse(after.updatedAt) - Date.parse(updatedAt)).toBe(5000)
      // A later wait does not wait for still newer results.
      expect(await waiting.entities.waitForScreening(id, quickly)).toEqual(after)
    }
  })

  it('compares with an entity as it was when the wait began, even if the caller changes it', async () => {
    const { server, client } = ticking()
    const created = await client.entities.create({ type: 'organization', name: '[changing] Acme GmbH' })
    server.clock.settle()
    server.clock.advance('1h')
    const rescanned = await client.entities.rescan(created)
    const { updatedAt } = rescanned
    const waited = client.entities.waitForScreening(rescanned, quickly)
    Object.assign(rescanned, { caseStatus: 'CLEARED', riskScore: null, updatedAt: '' })
    expect(Date.parse((await waited).updatedAt) - Date.parse(updatedAt)).toBe(5000)
  })

  it('answers at once, in two looks, what has been screened long ago', async () => {
    const { server, client, seen } = ticking()
    await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
    server.clock.settle()
    await client.entities.waitForScreening(await client.entities.list(), quickly)
    expect(seen.polls).toBe(3)
  })

  it.each(['CLEARED', 'ESCALATED', 'in review'])(
    'does not care whether the status is %s',
    async caseStatus => {
      const { server, client } = ticking()
      const { id } = await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
      server.clock.settle()
      server.setCaseStatus(id, caseStatus)
      expect(await client.entities.waitForScreening(id, quickly)).toMatchObject({ caseStatus })
    },
  )

  it('waits while the results change', async () => {
    const later = { ...high('a'), riskScore: 80 }
    const { client, sent } = listing([[low('a')], [high('a')], [later], [later]])
    expect(await client.entities.waitForScreening('a', quickly)).toMatchObject({ riskScore: 80 })
    expect(sent).toHaveLength(4)
  })

  it('says who is stuck', async () => {
    const { server, client } = ticking()
    const stuck = await client.entities.create({ type: 'person', name: '[stuck] Ilse Brandt' })
    const fine = await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
    server.clock.advance('1h')
    const failure = await failureOf(
      client.entities.waitForScreening([fine, stuck], { every: 5, timeout: 500 }),
    )
    expect(failure).toMatchObject({ operation: 'waitForScreening', pending: [stuck.id], missing: [] })
  })

  it('works over HTTP, through the failures of a bad network', async () => {
    const server = createMockServer({ clock: { speed: 1000 } })
    const running = await startServer(server)
    onTestFinished(() => running.close())
    server.faults.add({ operation: 'listEntities', kind: 'truncated', probability: 0.3 })
    server.faults.add({ operation: 'listEntities', kind: 'reset', probability: 0.3 })
    server.faults.add({ operation: 'listEntities', status: 502, probability: 0.3 })
    const { apiKey } = server.teams.create()
    const client = new EntityScreening({ apiKey, baseUrl: running.url, maxRetries: 0 })
    const created = await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    expect(await client.entities.waitForScreening(created, quickly)).toMatchObject({ riskLevel: 'high' })
  })
})

describe('a predicate that hangs', () => {
  it('ends with the limit of the wait', async () => {
    const { client } = listing([[low('a')]])
    const wait = client.entities.waitFor('a', () => new Promise(() => {}), { every: 1, timeout: 50 })
    expect(await failureOf(wait)).toMatchObject({ code: 'wait_timeout', pending: ['a'] })
  })

  it('ends with the signal', async () => {
    const { client } = listing([[low('a')]])
    const wait = client.entities.waitFor('a', () => new Promise(() => {}), {
      signal: AbortSignal.timeout(50),
    })
    expect(await failureOf(wait)).toMatchObject({ code: 'aborted', outcome: 'done' })
  })

  it('that rejects ends the wait as one that throws', async () => {
    const { client } = listing([[low('a')]])
    const wait = client.entities.waitFor('a', () => Promise.reject(new RangeError('no rule')), { every: 1 })
    expect(await failureOf(wait)).toBeInstanceOf(RangeError)
  })
})
