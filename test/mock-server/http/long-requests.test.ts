import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { setupServer } from 'msw/node'
import { describe, expect, it, onTestFinished } from 'vitest'

const authorization = 'Bearer the-key'
const count = 1000

function createServer(options = {}): MockServer {
  return createMockServer({ keys: { 'the-key': 'team-1' }, ...options })
}

function bulkOf(first: number) {
  return {
    entities: Array.from({ length: count }, (_, at) =>
      at % 2 === 0
        ? { type: 'organization', name: `Company ${first + at} GmbH`, countryCode: 'DE' }
        : {
            type: 'person',
            name: `Person ${first + at}`,
            first_name: 'Person',
            last_name: String(first + at),
            countryCode: 'SE',
            tags: 'one, two',
          },
    ),
  }
}

interface Way {
  readonly baseUrl: string
  readonly fetch: (request: Request) => Promise<Response>
}

const ways: [string, (server: MockServer) => Promise<Way>][] = [
  ['in process', async server => ({ baseUrl: 'http://in-process', fetch: server.fetch })],
  [
    'over HTTP',
    async server => {
      const { url, close } = await startServer(server)
      onTestFinished(close)
      return { baseUrl: url, fetch }
    },
  ],
  [
    'through msw',
    async server => {
      const baseUrl = 'https://long.example'
      const interceptor = setupServer(...createHandlers(server, { baseUrl }))
      interceptor.listen()
      onTestFinished(() => interceptor.close())
      return { baseUrl, fetch }
    },
  ],
]

async function callerOf(server: MockServer, start: (server: MockServer) => Promise<Way>) {
  const way = await start(server)
  return async (method: string, path: string, body?: unknown) => {
    const init = {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const answer = await way.fetch(new Request(way.baseUrl + path, init))
    return { status: answer.status, body: await answer.json() }
  }
}

function send(server: MockServer, method: string, path: string, body?: unknown) {
  const header = (name: string) => (name === 'authorization' ? authorization : null)
  const text = body === undefined ? '' : JSON.stringify(body)
  return server.dispatch({ method, path, header, body: text, local: true })
}

/** A long request, done. */
async function sendLong(server: MockServer, ...request: readonly [string, string, unknown]) {
  const reply = send(server, ...request)
  return (await reply.ready) ?? reply
}

const stateOf = (server: MockServer) => JSON.stringify(server.snapshot())

/** Tells, each time that others have their turn, what somebody sees; until the work is done. */
async function watch<Seen>(work: Promise<unknown>, look: () => Seen): Promise<Seen[]> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const seen: Seen[] = []
  while (!isDone) {
    seen.push(look())
    await new Promise(resolve => setImmediate(resolve))
  }
  await done
  return seen
}

describe.each(ways)('%s', (_, start) => {
  it('a bulk request shows others all of its rows or none', async () => {
    const server = createServer()
    const call = await callerOf(server, start)
    const seen = await watch(call('POST', '/v1/entities/bulk', bulkOf(0)), () => {
      return [...server.changes()].filter(({ kind }) => kind === 'entity').length
    })
    expect(seen.filter(entities => entities !== 0 && entities !== count)).toEqual([])
    expect((await call('GET', '/v1/entities')).body).toHaveLength(count)
  })

  it('a bulk request makes the same entities as in one go', async () => {
    const [sliced, whole] = [createServer(), createServer()]
    const call = await callerOf(sliced, start)
    const answer = await call('POST', '/v1/entities/bulk', bulkOf(0))
    const { body } = await sendLong(whole, 'POST', '/v1/entities/bulk', bulkOf(0))
    expect(answer.body).toEqual(JSON.parse([...body].join('')))
    expect(stateOf(sliced)).toBe(stateOf(whole))
  })

  it('a snapshot is taken and given while others have their turn', async () => {
    const [full, empty] = [createServer(), createServer()]
    await sendLong(full, 'POST', '/v1/entities/bulk', bulkOf(0))
    const [from, to] = [await callerOf(full, start), await callerOf(empty, ways[0]?.[1] ?? start)]
    const { body } = await from('GET', '/__admin/snapshot')
    const seen = await watch(to('PUT', '/__admin/snapshot', body), () => stateOf(empty))
    expect(new Set(seen).size).toBeLessThanOrEqual(2)
    expect(stateOf(empty)).toBe(stateOf(full))
  })
})

const [[, inProcess]] = [
  ways[0] ??
    (() => {
      throw new Error('there is a first way')
    })(),
]

it.each(ways.filter(([name]) => name !== 'over HTTP'))(
  '%s, calls that overlap are done in the order in which they were made, however long they are',
  async (_, start) => {
    const server = createServer()
    const call = await callerOf(server, start)
    for (let turns = 0; turns < 6; turns += 1) {
      const bulk = call('POST', '/v1/entities/bulk', bulkOf(turns * count))
      for (let turn = 0; turn < turns; turn += 1) await new Promise(resolve => setImmediate(resolve))
      const single = call('POST', '/v1/entities', { type: 'person', name: `Last of ${turns}` })
      await Promise.all([bulk, single])
    }
    const { body } = await call('GET', '/v1/entities')
    const places = body.flatMap(({ name }: { name: string }, at: number) =>
      name.startsWith('Last of') ? [at] : [],
    )
    expect(places).toEqual(Array.from({ length: 6 }, (_, turns) => (turns + 1) * (count + 1) - 1))
  },
)

describe('a bulk request', () => {
  it('a reset leaves nothing behind: the rows are there once, in the state that follows', async () => {
    const server = createServer()
    const call = await callerOf(server, inProcess)
    send(server, 'POST', '/v1/entities', { type: 'person', name: 'Gone Person' })
    const bulk = call('POST', '/v1/entities/bulk', bulkOf(0))
    // It has begun: nothing of it can be done by now, however fast the machine is.
    server.reset()
    expect((await bulk).status).toBe(201)
    const fresh = createServer()
    await sendLong(fresh, 'POST', '/v1/entities/bulk', bulkOf(0))
    expect(stateOf(server)).toBe(stateOf(fresh))
  })

  it('another one may be: each has its rows in their order', async () => {
    const server = createServer()
    const call = await callerOf(server, inProcess)
    await Promise.all([
      call('POST', '/v1/entities/bulk', bulkOf(0)),
      call('POST', '/v1/entities/bulk', bulkOf(count)),
    ])
    const { body } = await call('GET', '/v1/entities')
    expect(body).toHaveLength(2 * count)
    const names: string[] = body.map(({ name }: { name: string }) => name)
    expect(names).toEqual([...bulkOf(0).entities, ...bulkOf(count).entities].map(({ name }) => name))
  })

  it('nothing is done for whoever has no key, or sends no rows', async () => {
    const server = createServer()
    const long = 'x'.repeat(20_000)
    const call = await callerOf(server, inProcess)
    const refused = { entities: [...bulkOf(0).entities, { type: 'person', name: long }] }
    expect((await call('POST', '/v1/entities/bulk', refused)).status).toBe(400)
    expect((await call('POST', '/v1/entities/bulk', { long })).status).toBe(400)
    const bytes = new Uint8Array(20_000).fill(0xff)
    const headers = { authorization }
    const inBytes = new Request('http://x/v1/entities/bulk', { method: 'POST', headers, body: bytes })
    expect(await (await server.fetch(inBytes)).json()).toMatchObject({
      error: 'The body is not valid UTF-8.',
    })
    const body = JSON.stringify(bulkOf(0))
    const keyless = new Request('http://x/v1/entities/bulk', { method: 'POST', body })
    expect((await server.fetch(keyless)).status).toBe(401)
    expect((await call('GET', '/v1/entities')).body).toEqual([])
  })
})

describe('writes of a team while a long one is under way', () => {
  const namesIn = (server: MockServer) =>
    server.snapshot().changes.flatMap(change => (change.kind === 'entity' ? [change.entity.name] : []))
  const single = { type: 'person', name: 'Late Person' }

  it('are done in the order of their arrival, and reads before show nothing of them', async () => {
    const server = createServer()
    const bulk = send(server, 'POST', '/v1/entities/bulk', bulkOf(0))
    const later = send(server, 'POST', '/v1/entities', single)
    const rescan = send(server, 'PUT', '/v1/entities/none', { action: 'rescan' })
    expect([...send(server, 'GET', '/v1/entities').body].join('')).toBe('[]')
    expect([await bulk.ready, await later.ready, await rescan.ready]).toMatchObject([
      { status: 201 },
      { status: 201 },
      { status: 404 },
    ])
    expect(namesIn(server)).toEqual([...bulkOf(0).entities.map(({ name }) => name), 'Late Person'])
    expect(send(server, 'POST', '/v1/entities', single).ready).toBeUndefined()
  })

  it('do not wait for those of another team', () => {
    const server = createServer({ keys: { 'the-key': 'team-1', other: 'team-2' } })
    send(server, 'POST', '/v1/entities/bulk', bulkOf(0))
    const header = (name: string) => (name === 'authorization' ? 'Bearer other' : null)
    const body = JSON.stringify(single)
    expect(server.dispatch({ method: 'POST', path: '/v1/entities', header, body, local: true }).status).toBe(
      201,
    )
  })

  it('show the time of their requests', async () => {
    const server = createServer()
    const { ready } = send(server, 'POST', '/v1/entities/bulk', bulkOf(0))
    server.clock.advance('1h')
    await ready
    const created = server
      .snapshot()
      .changes.flatMap(change => (change.kind === 'entity' ? [change.entity.createdAt] : []))
    expect(new Set(created)).toEqual(new Set([Date.UTC(2025, 0, 1)]))
  })

  it.each([
    ['a reset', (server: MockServer) => server.reset()],
    ['a restored snapshot', (server: MockServer) => server.restore(createServer().snapshot())],
  ])('are refused after %s, and so is a load', async (_, replace) => {
    const server = createServer()
    const bulk = send(server, 'POST', '/v1/entities/bulk', bulkOf(0))
    const later = send(server, 'POST', '/v1/entities', single)
    const load = server.load({ entities: [{ type: 'person', name: 'Loaded Person' }] })
    const refused = expect(load).rejects.toThrow('The server was reset')
    replace(server)
    const after = send(server, 'POST', '/v1/entities', { type: 'person', name: 'New Person' })
    for (const { ready } of [bulk, later]) {
      const reply = await ready
      expect(reply?.status).toBe(500)
      expect(reply?.body).toContain('The server was reset')
    }
    await refused
    expect(after.status).toBe(201)
    expect(namesIn(server)).toEqual(['New Person'])
  })

  it('end with the same state as short ones, which are done at once', async () => {
    const [long, short] = [createServer(), createServer()]
    await sendLong(long, 'POST', '/v1/entities/bulk', bulkOf(0))
    const { entities } = bulkOf(0)
    for (let first = 0; first < count; first += 100)
      expect(
        send(short, 'POST', '/v1/entities/bulk', { entities: entities.slice(first, first + 100) }).ready,
      ).toBeUndefined()
    expect(stateOf(long)).toBe(stateOf(short))
  })

  it.each([
    ['a member beside the rows', (body: string) => `{"more":[1],${body.slice(1)}`, 201],
    ['white space everywhere', (body: string) => ` \n${body.replace(':', ' : ')}\t `, 201],
    ['a comma too many', (body: string) => `${body.slice(0, -2)},]}`, 400],
    ['rows twice, of which the last count', (body: string) => `${body.slice(0, -1)},"entities":[]}`, 201],
    ['an end that is missing', (body: string) => body.slice(0, -1), 400],
    ['a space that JSON does not have', (body: string) => `\u00a0${body}`, 400],
  ])('read a long body as JSON.parse does: %s', async (_, change, status) => {
    const server = createServer()
    const body = change(JSON.stringify(bulkOf(0)))
    const header = (name: string) => (name === 'authorization' ? authorization : null)
    const reply = await server.dispatch({
      method: 'POST',
      path: '/v1/entities/bulk',
      header,
      body,
      local: true,
    }).ready
    expect(reply?.status).toBe(status)
    const rows = status === 400 ? 0 : JSON.parse(body).entities.length
    expect(namesIn(server)).toHaveLength(rows)
  })
})

describe('a snapshot that is given', async () => {
  const full = createServer()
  await sendLong(full, 'POST', '/v1/entities/bulk', bulkOf(0))
  const snapshot = full.snapshot()

  it.each([
    [
      'a change that is none',
      [...snapshot.changes, { kind: 'flood' }],
      /^Invalid input: restore: changes\[1002\]\.kind /,
    ],
    [
      'an entity of no team',
      [...snapshot.changes].map(change =>
        change.kind === 'entity' ? { ...change, team: 'no-team' } : change,
      ),
      /there is no such team/,
    ],
    [
      'a time beyond all time',
      [...snapshot.changes, { kind: 'clock', ahead: Date.UTC(9999, 0, 1) }],
      /no further than the year 9999/,
    ],
  ])('is refused for %s, and changes nothing', async (_, changes, sentence) => {
    const server = createServer()
    server.clock.advance('1h')
    send(server, 'POST', '/v1/entities', { type: 'person', name: 'Here Before' })
    const before = stateOf(server)
    const call = await callerOf(server, inProcess)
    const answer = await call('PUT', '/__admin/snapshot', { ...snapshot, changes })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(sentence)
    expect(stateOf(server)).toBe(before)
  })

  it('takes the place of what was created while it was read', async () => {
    const server = createServer()
    const call = await callerOf(server, inProcess)
    const given = call('PUT', '/__admin/snapshot', snapshot)
    send(server, 'POST', '/v1/entities', { type: 'person', name: 'Late Person' })
    await given
    expect(stateOf(server)).toBe(stateOf(full))
  })

  it('is not acknowledged where it cannot be kept', async () => {
    const server = createServer()
    server.onChange(() => {
      throw new Error('the disk is full')
    })
    const call = await callerOf(server, inProcess)
    expect((await call('PUT', '/__admin/snapshot', snapshot)).status).toBe(500)
  })

  it('is refused at once from where nobody may give one', async () => {
    const server = createServer({ adminToken: 'secret' })
    const call = await callerOf(server, inProcess)
    expect((await call('PUT', '/__admin/snapshot', snapshot)).status).toBe(401)
  })
})

describe('a snapshot that is taken shows one moment, whatever changes while it is written', () => {
  const changes: [string, (server: MockServer, id: string) => void][] = [
    ['a rescan', (server, id) => void send(server, 'PUT', `/v1/entities/${id}`, {})],
    [
      'a document',
      (server, id) => {
        const document = { document_url: 'https://a.example/b.pdf', type: 'other' }
        expect(send(server, 'POST', `/v1/entities/${id}/documents`, document).status).toBeLessThan(300)
      },
    ],
    ['a case status', (server, id) => server.setCaseStatus(id, 'ESCALATED')],
    [
      'a creation',
      server => void send(server, 'POST', '/v1/entities', { type: 'person', name: 'Late Person' }),
    ],
    ['time', server => server.clock.advance('1d')],
    ['a reset', server => server.reset()],
    [
      'what is undone',
      (server, id) => {
        const stop = server.onChange(() => {
          throw new Error('the disk is full')
        })
        send(server, 'PUT', `/v1/entities/${id}`, {})
        stop()
      },
    ],
  ]

  it.each(changes)('%s', async (_, change) => {
    const server = createServer()
    await sendLong(server, 'POST', '/v1/entities/bulk', bulkOf(0))
    server.clock.advance('1h')
    const before = server.snapshot()
    const last = before.changes.findLast(({ kind }) => kind === 'entity')
    const { body = '' } = (await send(server, 'GET', '/__admin/snapshot').ready) ?? {}
    expect(body).not.toBeTypeOf('string')
    change(server, last?.kind === 'entity' ? last.entity.id : '')
    expect(JSON.parse([...body].join(''))).toEqual({
      success: true,
      data: JSON.parse(JSON.stringify(before)),
    })
  })
})
