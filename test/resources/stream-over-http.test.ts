import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type Fault } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { collect, wireEntity } from './streaming.ts'

const server = createMockServer()
const running = await startServer(server)
afterAll(() => running.close())

/** A team of its own with three entities, and a client of it. */
async function threeEntities(faults: readonly Fault[] = []) {
  const { apiKey, id } = server.teams.create()
  const quickly = { maxRetries: 1, retry: { maxDelay: 1 } }
  const client = new EntityScreening({ apiKey, baseUrl: running.url, logLevel: 'off', ...quickly })
  const names = ['Ilse Brandt', 'Ödön Szabó', '李 小龙']
  for (const name of names) await client.entities.create({ type: 'person', name })
  for (const fault of faults) server.faults.add({ ...fault, operation: 'listEntities', team: id })
  return { client, names }
}

describe('a stream from the mock server', () => {
  it('gives the list', async () => {
    const { client, names } = await threeEntities()
    const { entities, failure } = await collect(client)
    expect(failure).toBeUndefined()
    expect(entities).toEqual(await client.entities.list())
    expect(entities).toMatchObject(names.map(name => ({ name })))
  })

  it('gives ten thousand entities, each once', { tags: 'long' }, async () => {
    const { apiKey } = server.teams.create()
    const client = new EntityScreening({ apiKey, baseUrl: running.url })
    for (let from = 0; from < 10_000; from += 1000) {
      const row = (_: unknown, index: number) =>
        ({ type: 'organization', name: `Company ${from + index} GmbH`, countryCode: 'DE' }) as const
      await client.entities.createBulk(Array.from({ length: 1000 }, row))
    }
    const ids = new Set<string>()
    for await (const { id } of client.entities.stream()) ids.add(id)
    expect(ids.size).toBe(10_000)
  })

  it.each<[Fault, number, object | undefined]>([
    [{ kind: 'truncated' }, 1, { name: 'ConnectionError', status: 200, outcome: 'not_done' }],
    [
      { kind: 'malformed_json' },
      3,
      { name: 'ResponseValidationError', status: 200, issues: [{ path: [3] }] },
    ],
    [
      { kind: 'html' },
      0,
      { name: 'ResponseValidationError', status: 200, raw: expect.stringContaining('stand by') },
    ],
    [{ kind: 'content_type' }, 3, undefined],
    [{ kind: 'reset' }, 0, { name: 'ConnectionError', status: null }],
    [{ kind: 'lost_response' }, 0, { name: 'ConnectionError', status: null }],
    [{ kind: 'reset', times: 1 }, 3, undefined],
    [{ kind: 'lost_response', times: 1 }, 3, undefined],
    [{ status: 503, times: 1 }, 3, undefined],
    [{ kind: 'rate_limit', retryAfter: 0, times: 1 }, 3, undefined],
    [{ status: 500 }, 0, { name: 'ServerError', status: 500 }],
    [{ status: 400 }, 0, { name: 'BadRequestError', status: 400 }],
  ])('with the fault %o gives %i entities', async (fault, count, failure) => {
    const { client } = await threeEntities([fault])
    const result = await collect(client)
    expect(result.entities).toHaveLength(count)
    if (failure === undefined) expect(result.failure).toBeUndefined()
    else expect(result.failure).toMatchObject(failure)
  })

  it('that never answers ends with the time limit', async () => {
    const { client } = await threeEntities([{ kind: 'no_response' }])
    expect((await collect(client, { timeout: 50 })).failure).toMatchObject({
      name: 'TimeoutError',
      status: null,
    })
  })
})

describe('a stream from a server that writes as it likes', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const one of servers.splice(0)) one.closeAllConnections()
  })

  async function clientOf(listener: RequestListener) {
    const listening = createServer(listener).listen(0, '127.0.0.1')
    servers.push(listening)
    await once(listening, 'listening')
    const address = listening.address()
    const port = typeof address === 'object' ? address?.port : undefined
    return new EntityScreening({ apiKey: null, baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 })
  }

  const begin = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(`[${JSON.stringify(wireEntity)},`)
  }

  it.each(['break', 'abort', 'stall'] as const)('frees the connection after a %s', async reason => {
    let tellClosed: (value: boolean) => void = () => {}
    const closed = new Promise<boolean>(resolve => {
      tellClosed = resolve
    })
    const client = await clientOf((_, response) => {
      begin(response)
      response.on('close', () => tellClosed(response.writableEnded))
    })
    const stop = new AbortController()
    const loop = async () => {
      const options = { signal: stop.signal, timeout: reason === 'stall' ? 100 : false } as const
      for await (const { id } of client.entities.stream(options)) {
        expect(id).toBe('e1')
        if (reason === 'break') break
        if (reason === 'abort') stop.abort()
      }
    }
    const failure = await loop().catch((error: unknown) => error)
    const expected = { break: undefined, abort: 'AbortedError', stall: 'TimeoutError' }[reason]
    expect(failure instanceof Error ? failure.name : failure).toBe(expected)
    expect(await closed).toBe(false)
  })

  it('makes a server that is faster than the loop wait', async () => {
    const text = `${JSON.stringify(wireEntity)},`.repeat(1000)
    let written = 0
    const client = await clientOf((_, response) => {
      begin(response)
      const write = () => {
        do written += text.length
        while (response.write(text) && written < 1e9)
      }
      response.on('drain', write)
      write()
    })
    for await (const _ of client.entities.stream()) {
      // What fits into the buffers between, and no more of the gigabyte: then nothing moves.
      let before = -1
      while (written > before) {
        before = written
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      break
    }
    expect(written).toBeGreaterThan(text.length)
    expect(written).toBeLessThan(100e6)
  })

  it('reads a list whose characters are torn apart', async () => {
    const bytes = Buffer.from(JSON.stringify([{ ...wireEntity, name: 'Ödön 李 \u{1d11e}' }]))
    const client = await clientOf(async (_, response) => {
      for (const byte of bytes) {
        response.write(Buffer.from([byte]))
        await new Promise(resolve => setImmediate(resolve))
      }
      response.end()
    })
    expect((await collect(client)).entities).toMatchObject([{ name: 'Ödön 李 \u{1d11e}' }])
  })
})
