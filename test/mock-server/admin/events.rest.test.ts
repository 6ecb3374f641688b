import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createMockServer, type MockServer, type RequestRecord } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { setupServer } from 'msw/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ReadEvent, readEvents, readUntil } from './event-reader.ts'

const key = 'a-key-of-the-team'

function start(options = {}) {
  return createMockServer({ keys: { [key]: 'team-1' }, ...options })
}

/** The ways to a server: a function that opens its stream of events. */
const ways: [name: string, (server: MockServer) => Promise<Open>][] = [
  ['in process', async server => (query, init) => server.fetch(new Request(`http://x${path}${query}`, init))],
  [
    'over TCP',
    async server => {
      const { url, close } = await startServer(server)
      onTestFinished(close)
      return (query, init) => fetch(`${url}${path}${query}`, init)
    },
  ],
  [
    'through msw',
    async server => {
      const interceptor = setupServer(...createHandlers(server, { baseUrl: 'https://screening.example' }))
      interceptor.listen()
      onTestFinished(() => interceptor.close())
      return (query, init) => fetch(`https://screening.example${path}${query}`, init)
    },
  ],
]

const path = '/__admin/events'

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

type Open = (query: string, init?: RequestInit) => Promise<Response>

function list(server: MockServer, number = 0) {
  const headers = { authorization: `Bearer ${key}` }
  return server.fetch(new Request(`http://x/v1/entities?number=${number}`, { headers }))
}

function create(server: MockServer, name: string) {
  const init = { method: 'POST', headers: { authorization: `Bearer ${key}` } }
  return server.fetch(
    new Request('http://x/v1/entities', { ...init, body: JSON.stringify({ name, type: 'person' }) }),
  )
}

function isRequest(number: number) {
  return ({ event, data }: ReadEvent) =>
    event === 'request' && pathOf(data) === `/v1/entities?number=${number}`
}

function pathOf(data: unknown): string {
  return (data as RequestRecord).path
}

function requestsIn(events: readonly ReadEvent[]): string[] {
  return events.flatMap(({ event, data }) => (event === 'request' ? pathOf(data) : []))
}

describe.each(ways)('the stream of events %s', (_, reach) => {
  it('tells what happens as it happens, and ends when its reader leaves', async () => {
    const server = start()
    const open = await reach(server)
    const leaving = new AbortController()
    const response = await open('', { signal: leaving.signal })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const events = readEvents(response.body)
    expect((await events.next()).value).toMatchObject({ id: expect.stringMatching(/^\d+$/), event: null })
    await create(server, '[pep] Ilse Brandt')
    const [state, clock, request] = await readUntil(events, ({ event }) => event === 'request')
    const [entity] = server.snapshot().teams.flatMap(({ entities }) => entities)
    expect(state).toMatchObject({ event: 'state', data: { team: 'team-1', entity: entity?.id } })
    expect(clock).toMatchObject({
      event: 'clock',
      data: { next: { at: '2025-01-01T00:00:01.000Z', what: 'screening_begins', entity: entity?.id } },
    })
    expect(request?.data).toEqual({
      ...server.requests.list()[0],
      scenario: 'pep',
      subject: '[pep] Ilse Brandt',
    })
    leaving.abort()
    await expect(events.next()).rejects.toThrow(/abort/i)
  })

  it('goes on after the last event that its reader had', async () => {
    const server = start()
    const open = await reach(server)
    const leaving = new AbortController()
    const before = readEvents((await open('', { signal: leaving.signal })).body)
    await before.next()
    for (const number of [1, 2, 3]) await list(server, number)
    const had = await readUntil(before, isRequest(1))
    leaving.abort()
    await list(server, 4)
    const again = new AbortController()
    const headers = { 'last-event-id': had.at(-1)?.id ?? '' }
    const after = readEvents((await open('', { headers, signal: again.signal })).body)
    const replayed = requestsIn(await readUntil(after, isRequest(4)))
    expect(replayed).toEqual([2, 3, 4].map(number => `/v1/entities?number=${number}`))
    again.abort()
  })
})

/** Opens the stream in process, until the test ends. */
async function open(server: MockServer, after?: string | number) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const query = after === undefined ? '' : `?after=${after}`
  const response = await server.fetch(new Request(`http://x${path}${query}`, { signal: leaving.signal }))
  return readEvents(response.body)
}

describe('the stream of events', () => {
  it('loses nothing over many broken connections, whatever happens meanwhile', async () => {
    const server = start()
    const total = 600
    const sending = (async () => {
      for (let number = 1; number <= total; number += 1) {
        await list(server, number)
        if (number % 7 === 0) await sleep(1)
      }
    })()
    const seen: string[] = []
    let last = '0'
    for (let connections = 0; seen.at(-1) !== `/v1/entities?number=${total}`; connections += 1) {
      const leaving = new AbortController()
      const request = new Request(`http://x${path}?after=${last}`, { signal: leaving.signal })
      const events = readEvents((await server.fetch(request)).body)
      // Each connection breaks in another place.
      for (let left = 1 + (connections % 23); left > 0; ) {
        const { value } = await events.next()
        expect(value.event).not.toBe('gap')
        last = value.id ?? last
        if (value.event !== 'request') continue
        seen.push(pathOf(value.data))
        left -= 1
        if (seen.length === total) break
      }
      leaving.abort()
    }
    await sending
    expect(seen).toEqual(Array.from({ length: total }, (_, at) => `/v1/entities?number=${at + 1}`))
  })

  it('says that something is lost, then gives what the log still holds', async () => {
    const server = start()
    const events = await open(server)
    const { value } = await events.next()
    for (let number = 0; number < 5010; number += 1) await list(server, number)
    const [block, gap, first] = await readUntil(
      await open(server, value.id),
      ({ event }) => event === 'request',
    )
    expect(block).toMatchObject({ id: value.id, event: null })
    expect(gap).toMatchObject({ event: 'gap' })
    expect(gap?.data).toEqual({})
    expect(requestsIn([first ?? value])).toEqual(['/v1/entities?number=10'])
  })

  it('knows the ids of an earlier run, and those that never were', async () => {
    const earlier = start()
    const { value } = await (await open(earlier)).next()
    await sleep(5)
    const server = start()
    await list(server, 1)
    for (const after of [value.id, '9007199254740991']) {
      const read = await readUntil(await open(server, after), isRequest(1))
      expect(read[0]).toMatchObject({ event: 'gap', data: { restarted: true } })
    }
  })

  it('merges many changes of a team, and tells each kind of change', async () => {
    const server = start()
    for (const name of ['A', 'B']) await create(server, name)
    const ids = server.snapshot().teams.flatMap(({ entities }) => entities.map(({ id }) => id))
    const events = await open(server)
    for (const id of ids) server.setCaseStatus(id, 'ESCALATED')
    server.teams.create({ id: 'team-2' })
    server.faults.add({ status: 503, times: 1 })
    server.clock.advance('2s')
    server.requests.clear()
    const [, ...read] = await readUntil(events, ({ event }) => event === 'cleared')
    expect(read.map(({ event, data }) => [event, event === 'clock' ? '' : data])).toEqual([
      ['state', { team: 'team-1' }],
      ['teams', {}],
      ['faults', [{ id: 'fault-1', status: 503, times: 1, happened: 0 }]],
      ['clock', ''],
      ['cleared', {}],
    ])
    server.reset()
    expect((await readUntil(events, ({ event }) => event === 'reset')).at(-1)).toMatchObject({ data: {} })
  })

  it('completes the record of a response that has to wait', async () => {
    const server = start()
    server.faults.add({ delay: 1000, times: 1 })
    const events = await open(server)
    const delayed = list(server, 1)
    const before = (await readUntil(events, isRequest(1))).at(-1)?.data
    expect(before).toMatchObject({ id: 1, duration: null, fault: 'delay' })
    const due = await server.fetch(new Request('http://x/__admin/clock'))
    expect(await due.json()).toMatchObject({
      data: { next: { at: '2025-01-01T00:00:01.000Z', what: 'response' } },
    })
    await sleep(20)
    server.clock.advance(1000)
    await delayed
    const after = (await readUntil(events, isRequest(1))).at(-1)?.data
    expect(after).toMatchObject({ id: 1, duration: expect.any(Number), status: 200 })
    expect(server.requests.list()[0]?.duration).toBeGreaterThan(15)
  })

  it('ends when the server is stopped', async () => {
    const { url, close } = await startServer(start())
    const response = await fetch(url + path)
    const events = readEvents(response.body)
    await events.next()
    await close()
    await expect(events.next()).rejects.toThrow()
  })

  it.each(['x', '-1', '1.5', '1e3'])('refuses %s as an id', async after => {
    const response = await start().fetch(new Request(`http://x${path}?after=${after}`))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: expect.stringContaining('must be the id of an event'),
    })
  })

  it('costs a slow reader no memory, however much happens', async () => {
    const server = start()
    const { url, close } = await startServer(server)
    onTestFinished(close)
    const { port, hostname } = new URL(url)
    // A reader who asks, and then reads nothing.
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    socket.pause()
    socket.write(`GET ${path}?after=0 HTTP/1.1\r\nHost: x.localhost\r\n\r\n`)
    await sleep(50)
    const searched = JSON.stringify({ company_name: 'x'.repeat(2000) })
    const search = () =>
      server.fetch(new Request('http://x/api/search/organizations', { method: 'POST', body: searched }))
    const round = async () => {
      for (let number = 0; number < 6000; number += 1) await search()
      collectGarbage()
      return process.memoryUsage().heapUsed / 1024 / 1024
    }
    // The log is full after the first.
    const full = await round()
    const later = [await round(), await round()]
    expect(Math.max(...later)).toBeLessThan(full + 15)
    // It is told what it has missed once it reads.
    let text = ''
    for await (const bytes of socket) {
      text = text.slice(-20) + bytes
      if (text.includes('event: gap')) break
    }
    expect(text).toContain('event: gap')
  })
})
