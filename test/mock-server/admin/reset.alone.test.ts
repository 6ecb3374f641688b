import { createMockServer, type MockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchFrom } from '../fetch-from.ts'

const apiKey = 'a-key-of-the-team'

afterEach(() => {
  vi.useRealTimers()
})

/** A server with an entity, a fault, a team of its own and a clock that has moved. */
async function start(options: MockServerOptions = {}) {
  const server = createMockServer({ keys: { [apiKey]: 'team-1' }, ...options })
  const post = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    return fetchFrom(server, `http://x${path}`, { method: 'POST', headers, ...json })
  }
  await post('/v1/entities', { type: 'organization', name: 'Nordwind GmbH' })
  server.teams.create({ id: 'team-2' })
  server.clock.advance('2s')
  server.faults.add({ status: 503, times: 2 })
  await post('/v1/entities', { type: 'organization', name: 'Südwind GmbH' })
  return { server, post, stateOf: () => ({ state: server.snapshot(), faults: server.faults.list() }) }
}

async function describeReply(reply: Response) {
  return { status: reply.status, error: (await reply.json()).error }
}

describe('POST /__admin/reset/undo', () => {
  it('puts the state, the clock and the faults back, but not the log', async () => {
    const { server, post, stateOf } = await start()
    const before = stateOf()
    expect((await post('/__admin/reset', { undo: true })).status).toBe(200)
    expect(server.faults.list()).toEqual([])
    const reply = await post('/__admin/reset/undo')
    expect((await reply.json()).data.now).toBe('2025-01-01T00:00:02.000Z')
    expect(stateOf()).toEqual(before)
    expect(server.requests.list()).toEqual([])
    expect(before.faults).toMatchObject([{ happened: 1, times: 2 }])
  })

  it('undoes a reset once', async () => {
    const { post } = await start()
    await post('/__admin/reset', { undo: true })
    await post('/__admin/reset/undo')
    expect(await describeReply(await post('/__admin/reset/undo'))).toEqual({
      status: 409,
      error: expect.stringContaining('There is no reset to undo'),
    })
  })

  it('undoes a reset after changes of entities', async () => {
    const { post, stateOf } = await start()
    const before = stateOf()
    await post('/__admin/reset', { undo: true })
    await post('/v1/entities', { type: 'organization', name: 'Westwind GmbH' })
    expect((await post('/__admin/reset/undo', {})).status).toBe(200)
    expect(stateOf()).toEqual(before)
  })

  it.each<
    [string, (server: MockServer, post: (path: string, body?: object) => Promise<Response>) => unknown]
  >([
    ['a reset that cannot be undone', (_, post) => post('/__admin/reset', { undo: false })],
    ['a reset without a body', (_, post) => post('/__admin/reset')],
    ['server.reset()', server => server.reset()],
    ['a restored snapshot', server => server.restore(server.snapshot())],
  ])('is refused after %s', async (_, change) => {
    const { server, post } = await start()
    await post('/__admin/reset', { undo: true })
    await change(server, post)
    expect((await post('/__admin/reset/undo')).status).toBe(409)
  })

  it('is refused after ten minutes', async () => {
    const { post } = await start()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await post('/__admin/reset', { undo: true })
    vi.advanceTimersByTime(599_000)
    expect((await post('/__admin/reset/undo')).status).toBe(200)
    await post('/__admin/reset', { undo: true })
    vi.advanceTimersByTime(601_000)
    expect((await post('/__admin/reset/undo')).status).toBe(409)
  })

  it('refuses another body', async () => {
    const { post } = await start()
    expect((await post('/__admin/reset', { undo: 1 })).status).toBe(400)
    expect((await post('/__admin/reset/undo', { undo: true })).status).toBe(400)
  })
})
