import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fetchFrom } from '../fetch-from.ts'
import { readEvents, readTopics } from './event-reader.ts'

const key = 'a-key-of-the-team'

function start(options = {}) {
  return createMockServer({ keys: { [key]: 'team-1' }, ...options })
}

/** The ways to a server: a function that opens its stream of events. */
const ways: [name: string, (server: MockServer) => Promise<Open>][] = [
  ['in process', async server => init => fetchFrom(server, `http://x${path}`, init)],
  [
    'over TCP',
    async server => {
      const { url, close } = await startServer(server)
      onTestFinished(close)
      return init => fetch(url + path, init)
    },
  ],
]

const path = '/__admin/events'

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

type Open = (init?: RequestInit) => Promise<Response>

const allTopics = ['requests', 'cleared', 'entities', 'teams', 'clock', 'faults']

function list(server: MockServer) {
  const headers = { authorization: `Bearer ${key}` }
  return server.fetch(new Request('http://x/v1/entities', { headers }))
}

function create(server: MockServer, name: string) {
  const init = { method: 'POST', headers: { authorization: `Bearer ${key}` } }
  return server.fetch(
    new Request('http://x/v1/entities', { ...init, body: JSON.stringify({ name, type: 'person' }) }),
  )
}

describe.each(ways)('the stream of events %s', (_, reach) => {
  it('begins with all topics, tells of each change as it happens, and ends when its reader leaves', async () => {
    const server = start()
    const open = await reach(server)
    const leaving = new AbortController()
    const response = await open({ signal: leaving.signal })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const events = readEvents(response.body)
    const { value } = await events.next()
    expect(value).toEqual({ run: expect.stringMatching(/^\d+$/), topics: allTopics })
    await create(server, 'Ilse Brandt')
    expect(await readTopics(events, 'requests', 'entities')).toEqual(new Set(['requests', 'entities']))
    leaving.abort()
    await expect(events.next()).rejects.toThrow(/abort/i)
  })
})

/** Opens the stream in process, until the test ends. */
async function open(server: MockServer) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetchFrom(server, `http://x${path}`, { signal: leaving.signal })
  const events = readEvents(response.body)
  return { events, first: (await events.next()).value }
}

describe('the stream of events', () => {
  it('has the same run for each reader, and another one after a restart', async () => {
    const server = start()
    const { first } = await open(server)
    expect((await open(server)).first).toEqual(first)
    await sleep(5)
    expect((await open(start())).first.run).not.toBe(first.run)
  })

  it('tells of a change that comes while the reader reads the one before', async () => {
    const server = start()
    const { events } = await open(server)
    for (let number = 1; number <= 30; number += 1) {
      await list(server)
      await readTopics(events, 'requests')
    }
  })

  it('merges many changes, and names each topic once', async () => {
    const server = start()
    for (const name of ['A', 'B']) await create(server, name)
    const { events } = await open(server)
    const [entity] = server.snapshot().teams.flatMap(({ entities }) => entities.map(({ id }) => id))
    for (const status of ['A', 'B', 'C']) server.setCaseStatus(entity ?? '', status)
    server.teams.create({ id: 'team-2' })
    server.faults.add({ status: 503, times: 1 })
    server.clock.advance('2s')
    server.requests.clear()
    const { value } = await events.next()
    expect([...value.topics].sort()).toEqual(['cleared', 'clock', 'entities', 'faults', 'teams'])
    server.reset()
    expect(await readTopics(events, ...allTopics)).toEqual(new Set(allTopics))
  })

  it('tells of a response that has to wait, and of its end', async () => {
    const server = start()
    server.faults.add({ delay: 1000, times: 1 })
    const { events } = await open(server)
    const delayed = list(server)
    await readTopics(events, 'requests', 'clock')
    expect(server.requests.list()).toMatchObject([{ duration: null }])
    server.clock.advance(1000)
    await delayed
    await readTopics(events, 'requests')
    expect(server.requests.list()).toMatchObject([{ duration: expect.any(Number) }])
  })

  it('ends when the server is stopped', async () => {
    const { url, close } = await startServer(start())
    const response = await fetch(url + path)
    const events = readEvents(response.body)
    await events.next()
    await close()
    await expect(events.next()).rejects.toThrow()
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
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x.localhost\r\n\r\n`)
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
  })
})
