import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it, onTestFinished } from 'vitest'

const start = Date.UTC(2025, 0, 1)

function setUp(options: MockServerOptions) {
  const warnings: string[] = []
  const server = createMockServer({ warn: sentence => void warnings.push(sentence), ...options })
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({
    apiKey,
    baseUrl: 'http://in-process',
    fetch: server.fetch,
    timeout: false,
  })
  return { server, client, apiKey, warnings }
}

function pause(milliseconds: number) {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

/** Settles once the server has the request. */
async function arrived({ requests }: ReturnType<typeof createMockServer>, count = 1) {
  await expect.poll(() => requests.list().length).toBe(count)
}

const delayed = { delay: 200 }

it('a call that reaches the server after the clock was moved waits for its whole delay', async () => {
  const { server, client } = setUp({})
  server.faults.add(delayed)
  const listed = client.entities.list()
  expect(server.requests.list()).toEqual([])
  server.clock.settle()
  server.clock.advance(199)
  await arrived(server)
  server.clock.advance(199)
  await pause(50)
  expect(server.requests.list()).toMatchObject([{ duration: null }])
  server.clock.advance(1)
  expect(await listed).toEqual([])
})

it('settling goes to where the last delayed response is due', async () => {
  const { server, client } = setUp({})
  server.faults.add({ operation: 'getHealth', delay: 60_200 })
  server.faults.add(delayed)
  const all = Promise.all([client.entities.list(), client.service.health()])
  await arrived(server, 2)
  server.clock.settle()
  await all
  expect(server.clock.now() - start).toBe(60_200)
})

it('a delayed response of a server over HTTP is released by the control API, and nothing is due then', async () => {
  const { server, apiKey } = setUp({})
  server.faults.add(delayed)
  const { url, close } = await startServer(server)
  onTestFinished(close)
  const listed = fetch(`${url}/v1/entities`, { headers: { authorization: `Bearer ${apiKey}` } })
  await arrived(server)
  const settled = await fetch(`${url}/__admin/clock/settle`, { method: 'POST' })
  expect(await settled.json()).toMatchObject({ data: { due: [], now: '2025-01-01T00:00:00.200Z' } })
  expect(await (await listed).json()).toEqual([])
})

it('a clock that nobody moves is reported, once', async () => {
  const { server, client, warnings } = setUp({})
  server.faults.add(delayed)
  const all = Promise.all([client.entities.list(), client.entities.list()])
  await expect
    .poll(() => warnings)
    .toEqual([
      "entity-screening: a response that a fault delays has waited for a second for a manual clock, which stands still: call server.clock.advance() or settle() (POST /__admin/clock/settle), or make the server with clock: 'stepping' or clock: 'real'.",
    ])
  server.clock.settle()
  await all
  const later = client.entities.list()
  await pause(1300)
  server.clock.settle()
  await later
  expect(warnings).toHaveLength(1)
})

it.each(['manual', 'stepping', 'real'] as const)(
  'nothing is reported where a %s clock releases a response in time',
  async clock => {
    const { server, client, warnings } = setUp({ clock })
    server.faults.add({ delay: 50 })
    const listed = client.entities.list()
    await arrived(server)
    server.clock.advance(50)
    await listed
    await pause(1300)
    expect(warnings).toEqual([])
  },
)

it.each(['manual', 'stepping'] as const)(
  'a latency delays in real time, and a %s clock stands still',
  async clock => {
    const { server, client, warnings } = setUp({ clock, latency: 100 })
    const before = performance.now()
    await client.service.health()
    expect(performance.now() - before).toBeGreaterThan(95)
    expect(server.clock.now()).toBe(start)
    expect(server.requests.list()).toMatchObject([{ duration: expect.any(Number), status: 200 }])
    expect(warnings).toEqual([])
  },
)

it('a caller who leaves during a latency is recorded as without a response', async () => {
  const { server, client } = setUp({ latency: 60_000 })
  const stop = new AbortController()
  const health = expect(client.service.health({ signal: stop.signal })).rejects.toThrow()
  await arrived(server)
  stop.abort()
  await health
  await expect.poll(() => server.requests.list()).toMatchObject([{ status: 0, duration: expect.any(Number) }])
})
