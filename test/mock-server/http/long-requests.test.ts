import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { setupServer } from 'msw/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { callControlApi } from '../../../mock-server/admin/call-control-api.ts'
import { readBodyText } from '../../../mock-server/message/response-body.ts'

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

const inProcess = async (server: MockServer) => ({
  baseUrl: 'http://in-process',
  fetch: (request: Request) => callControlApi(server, request),
})

const ways: [string, (server: MockServer) => Promise<Way>][] = [
  ['in process', inProcess],
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
  const text = body === undefined || typeof body === 'string' ? (body ?? '') : JSON.stringify(body)
  return server.dispatch({ method, path, header, body: text, local: true })
}

const stateOf = (server: MockServer) => JSON.stringify(server.snapshot())

const namesIn = (server: MockServer) =>
  server.snapshot().teams.flatMap(({ entities }) => entities.map(({ name }) => name))

describe.each(ways)('%s', (_, start) => {
  it('a bulk request makes the same entities as a direct call', async () => {
    const [called, direct] = [createServer(), createServer()]
    const call = await callerOf(called, start)
    const answer = await call('POST', '/v1/entities/bulk', bulkOf(0))
    const { body } = send(direct, 'POST', '/v1/entities/bulk', bulkOf(0))
    expect(answer.body).toEqual(JSON.parse(readBodyText(body)))
    expect(stateOf(called)).toBe(stateOf(direct))
    expect((await call('GET', '/v1/entities')).body).toHaveLength(count)
  })
})

it.each(ways.filter(([name]) => name !== 'through msw'))(
  'a snapshot is taken %s, and given to another server',
  async (_, start) => {
    const [full, empty] = [createServer(), createServer()]
    send(full, 'POST', '/v1/entities/bulk', bulkOf(0))
    const [from, to] = [await callerOf(full, start), await callerOf(empty, inProcess)]
    const { body } = await from('GET', '/__admin/snapshot')
    expect((await to('PUT', '/__admin/snapshot', body)).status).toBe(200)
    expect(stateOf(empty)).toBe(stateOf(full))
  },
)

it.each(ways.filter(([name]) => name !== 'over HTTP'))(
  '%s, calls that overlap are done in the order in which they were made, however long they are',
  async (_, start) => {
    const server = createServer()
    const call = await callerOf(server, start)
    for (let turns = 0; turns < 3; turns += 1) {
      const bulk = call('POST', '/v1/entities/bulk', bulkOf(turns * count))
      const single = call('POST', '/v1/entities', { type: 'person', name: `Last of ${turns}` })
      await Promise.all([bulk, single])
    }
    const places = namesIn(server).flatMap((name, at) => (name.startsWith('Last of') ? [at] : []))
    expect(places).toEqual(Array.from({ length: 3 }, (_, turns) => (turns + 1) * (count + 1) - 1))
  },
)

it('a bulk request is done when it is dispatched', () => {
  const server = createServer()
  const reply = send(server, 'POST', '/v1/entities/bulk', bulkOf(0))
  expect([reply.status, reply.ready]).toEqual([201, undefined])
  expect(namesIn(server)).toEqual(bulkOf(0).entities.map(({ name }) => name))
  server.reset()
  expect(namesIn(server)).toEqual([])
})

it('many bulk requests end with the same state as one', () => {
  const [one, many] = [createServer(), createServer()]
  const { entities } = bulkOf(0)
  send(one, 'POST', '/v1/entities/bulk', { entities })
  for (let first = 0; first < count; first += 100)
    send(many, 'POST', '/v1/entities/bulk', { entities: entities.slice(first, first + 100) })
  expect(stateOf(many)).toBe(stateOf(one))
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

it.each([
  ['a member beside the rows', (body: string) => `{"more":[1],${body.slice(1)}`, 201],
  ['white space everywhere', (body: string) => ` \n${body.replace(':', ' : ')}\t `, 201],
  ['a comma too many', (body: string) => `${body.slice(0, -2)},]}`, 400],
  ['rows twice, of which the last count', (body: string) => `${body.slice(0, -1)},"entities":[]}`, 201],
  ['an end that is missing', (body: string) => body.slice(0, -1), 400],
  ['a space that JSON does not have', (body: string) => `\u00a0${body}`, 400],
])('a long body is read as JSON.parse does: %s', (_, change, status) => {
  const server = createServer()
  const body = change(JSON.stringify(bulkOf(0)))
  expect(send(server, 'POST', '/v1/entities/bulk', body).status).toBe(status)
  expect(namesIn(server)).toHaveLength(status === 400 ? 0 : JSON.parse(body).entities.length)
})

describe('a snapshot that is given', () => {
  const full = createServer()
  send(full, 'POST', '/v1/entities/bulk', bulkOf(0))
  const snapshot = full.snapshot()
  const [team] = snapshot.teams

  it.each([
    [
      'a team that is none',
      { teams: [...snapshot.teams, { id: 'x' }] },
      /^Invalid input: restore: teams\[1\]\./,
    ],
    ['an entity twice', { teams: [team, { ...team, id: 'b', keys: ['b'] }] }, /\.id occurs twice/],
    ['a time beyond all time', { clock: { now: 0, ahead: Date.UTC(9999, 0, 1) } }, /year 9999/],
  ])('is refused for %s, and changes nothing', async (_, fields, sentence) => {
    const server = createServer()
    server.clock.advance('1h')
    send(server, 'POST', '/v1/entities', { type: 'person', name: 'Here Before' })
    const before = stateOf(server)
    const call = await callerOf(server, inProcess)
    const answer = await call('PUT', '/__admin/snapshot', { ...snapshot, ...fields })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(sentence)
    expect(stateOf(server)).toBe(before)
  })

  it('is refused at once from where nobody may give one', async () => {
    const server = createServer({ adminToken: 'secret' })
    const call = await callerOf(server, inProcess)
    expect((await call('PUT', '/__admin/snapshot', snapshot)).status).toBe(401)
  })
})
