import { EntityScreening, type Hooks } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { answering, respondingWith } from '../answering.ts'

/** What a telemetry collector that is down looks like. */
function collectorIsDown(): never {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })
}

describe('a hook that throws ends the call with what it threw', () => {
  it.each<[string, Hooks, number]>([
    ['beforeRequest', { beforeRequest: collectorIsDown }, 0],
    ['afterResponse', { afterResponse: collectorIsDown }, 1],
  ])('%s, and never makes an entity twice', async (_, hooks, entities) => {
    const server = createMockServer()
    const { apiKey } = server.teams.create()
    const client = new EntityScreening({ apiKey, baseUrl: 'http://x', fetch: server.fetch, hooks })
    const create = client.entities.create({ type: 'organization', name: 'Larkspur Bearings AB' })
    await expect(create).rejects.toThrow(new TypeError('fetch failed'))
    const quiet = new EntityScreening({ apiKey, baseUrl: 'http://x', fetch: server.fetch })
    expect(await quiet.entities.list()).toHaveLength(entities)
  })

  it('also one that is asynchronous', async () => {
    const { client, sent } = answering(
      [],
      {},
      { maxRetries: 2, hooks: { afterResponse: () => Promise.reject(new Error('my own')) } },
    )
    await expect(client.entities.list()).rejects.toThrow('my own')
    expect(sent).toHaveLength(1)
  })
})

it('a logger that throws is no reason for a call to fail', async () => {
  const broken = () => collectorIsDown()
  const logger = { error: broken, warn: broken, info: broken, debug: broken }
  const { client, sent } = answering([{}], {}, { logger, logLevel: 'debug', maxRetries: 2 })
  expect(await client.entities.list()).toHaveLength(1)
  expect(sent).toHaveLength(1)
})

it('an onQuirk that throws does not undo a create that was done', async () => {
  const { client } = answering({ success: true, data: { id: 'e1' } }, {}, { onQuirk: collectorIsDown })
  expect((await client.entities.create({ type: 'person', name: 'A' })).id).toBe('e1')
})

it('an abort from within a fetch that never answers ends the call', async () => {
  const controller = new AbortController()
  const { client } = respondingWith(() => {
    controller.abort()
    return new Promise(() => {})
  })
  const call = client.entities.list({ signal: controller.signal })
  await expect(call).rejects.toMatchObject({ name: 'AbortedError', outcome: 'unknown' })
})
