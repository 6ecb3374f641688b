import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, createRouteHandler, persist } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const interceptor = setupServer()
beforeAll(() => interceptor.listen())
afterAll(() => interceptor.close())

function mock(baseUrl: string) {
  const server = createMockServer()
  interceptor.resetHandlers(...createHandlers(server, { baseUrl }))
  return {
    server,
    client: new EntityScreening({ apiKey: server.teams.create().apiKey, baseUrl, maxRetries: 0 }),
  }
}

describe('an address is mocked as the client spells it, so that no request passes by to the real service', () => {
  it.each([
    'https://screening.example',
    'https://screening.example/',
    'https://screening.example:443',
    'http://screening.example:80/',
    'https://müller.example',
    'https://screening.example/präfix/',
    'https://screening.example/a/../b',
    'https://screening.example/./a',
    'https://screening.example//',
    'https://screening.example/a//',
    ' https://screening.example/a b',
  ])('%s', async baseUrl => {
    expect(await mock(baseUrl).client.entities.list()).toEqual([])
  })
})

it.each([
  ['screening.example', 'must be an absolute http or https URL'],
  ['/api', 'must be an absolute http or https URL'],
  ['', 'must be an absolute http or https URL'],
  ['localhost:4010', 'must be an absolute http or https URL'],
  ['ftp://screening.example', 'must be an absolute http or https URL'],
  ['file:///etc', 'must be an absolute http or https URL'],
  ['https://screening.example/a?b=c', 'must not hold a query or a fragment'],
  ['https://screening.example/?', 'must not hold a query or a fragment'],
  ['https://screening.example/#a', 'must not hold a query or a fragment'],
  ['https://somebody@screening.example', 'must not hold a user name or password'],
  ['https://somebody:secret@screening.example', 'must not hold a user name or password'],
  ['https://[::1]:3', 'must not hold an IPv6 address'],
  ['https://screening.example/a(b)', 'must not hold any of'],
  ['https://screening.example/:version', 'must not hold any of'],
])('the address %s is refused, with what is allowed', (baseUrl, sentence) => {
  expect(() => createHandlers(createMockServer(), { baseUrl })).toThrow(sentence)
})

describe('what is no address, or no server, is said in a sentence', () => {
  const make = (...parameters: unknown[]) => Reflect.apply(createHandlers, undefined, parameters)

  it.each([
    [[createMockServer()], 'createHandlers: the options must be an object'],
    [[createMockServer(), null], 'createHandlers: the options must be an object'],
    [[createMockServer(), 'https://screening.example'], 'createHandlers: the options must be an object'],
    [[createMockServer(), {}], 'createHandlers: baseUrl is required and must be a URL'],
    [[createMockServer(), { baseUrl: null }], 'createHandlers: baseUrl must be a URL'],
    [
      [{ baseUrl: 'https://screening.example' }],
      'createHandlers: the server must be one that createMockServer returned',
    ],
    [[], 'createHandlers: the server must be one that createMockServer returned'],
  ])('%j', (parameters, sentence) => {
    expect(() => make(...parameters)).toThrow(new TypeError(sentence))
  })

  it.each([null, 1, 'options'])('as the options of createMockServer and startServer: %j', async options => {
    expect(() => Reflect.apply(createMockServer, undefined, [options])).toThrow(
      new TypeError('createMockServer: the options must be an object'),
    )
    await expect(Reflect.apply(startServer, undefined, [createMockServer(), options])).rejects.toThrow(
      new TypeError('startServer: the options must be an object'),
    )
  })

  it.each([null, 'name'])('as the options of persist: %j', async options => {
    await expect(Reflect.apply(persist, undefined, [createMockServer(), options])).rejects.toThrow(
      new TypeError('persist: the options must be an object'),
    )
  })

  it.each([startServer, persist])('as the server of %o', async start => {
    await expect(Reflect.apply(start, undefined, [{ port: 0 }])).rejects.toThrow(': the server must be one')
  })
})

it.each(['https://screening.example/api', 'https://screening.example', 'https://screening.example/api/'])(
  'the address itself is mocked too, with a slash and without: %s',
  async baseUrl => {
    mock(baseUrl)
    const bare = baseUrl.replace(/\/$/, '')
    for (const address of [bare, `${bare}/`, `${bare}?a=b`])
      expect(await (await fetch(address)).json()).toMatchObject({ success: true, version: 'v1' })
  },
)

it('a mocked address is no host name that anybody may have led here', async () => {
  const baseUrl = 'https://screening.example'
  const { server } = mock(baseUrl)
  expect((await fetch(`${baseUrl}/v1/health`)).status).toBe(200)
  expect(server.requests.list()).toHaveLength(1)
})

it('the address may be a URL', async () => {
  const server = createMockServer()
  interceptor.resetHandlers(...createHandlers(server, { baseUrl: new URL('https://screening.example/api/') }))
  expect(await (await fetch('https://screening.example/api/v1/health')).json()).toMatchObject({
    success: true,
  })
})

it.each(['https://screening.example/v1', 'https://screening.example/api/v1/', '/v1'])(
  'an address is refused that holds the /v1 of the paths: %s',
  baseUrl => {
    for (const create of [createHandlers, createRouteHandler])
      expect(() => create(createMockServer(), { baseUrl })).toThrow('baseUrl must end before the /v1')
  },
)

it('one operation can be overridden, and the others stay', async () => {
  const baseUrl = 'https://screening.example'
  const { client } = mock(baseUrl)
  interceptor.use(http.get(`${baseUrl}/v1/health`, () => HttpResponse.json({ status: 'mine' })))
  expect(await client.service.health()).toMatchObject({ status: 'mine' })
  expect(await client.entities.list()).toEqual([])
})

it('there is one handler for each operation, one for the address itself, and one for all else', () => {
  const names = createHandlers(createMockServer(), { baseUrl: 'https://screening.example' }).map(
    ({ info }) => info.header,
  )
  expect(names).toHaveLength(13)
  expect(names).toContain('GET https://screening.example/v1/entities/:id/network')
  expect(names.at(-1)).toContain('https://screening.example/*')
})

describe('handlers with a key play the proxy that adds it', () => {
  const baseUrl = 'https://screening.example/api'

  function behindProxy() {
    const server = createMockServer()
    const [proxy, other] = [server.teams.create(), server.teams.create()]
    interceptor.resetHandlers(...createHandlers(server, { baseUrl, apiKey: proxy.apiKey }))
    return { server, proxy, other }
  }

  it('so that a client without one is answered, for the team of that key', async () => {
    const { proxy } = behindProxy()
    const client = new EntityScreening({ apiKey: null, baseUrl, maxRetries: 0 })
    const created = await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
    expect(created.teamId).toBe(proxy.id)
    expect(await client.entities.list()).toMatchObject([{ id: created.id }])
  })

  it('and leave the key alone that a request has itself, a wrong one too', async () => {
    const { other } = behindProxy()
    const client = new EntityScreening({ apiKey: other.apiKey, baseUrl, maxRetries: 0 })
    expect(await client.entities.create({ type: 'person', name: 'Ilse Brandt' })).toMatchObject({
      teamId: other.id,
    })
    await expect(client.withOptions({ apiKey: 'wrong' }).entities.list()).rejects.toMatchObject({
      status: 401,
    })
  })

  it('and without one a request without a key is refused', async () => {
    const server = createMockServer({ keys: { 'test-key': 'team' } })
    interceptor.resetHandlers(...createHandlers(server, { baseUrl }))
    const client = new EntityScreening({ apiKey: null, baseUrl, maxRetries: 0 })
    await expect(client.entities.list()).rejects.toMatchObject({ status: 401 })
  })

  it('and refuse a key of no team, which would refuse every request', () => {
    const server = createMockServer({ keys: { 'test-key': 'team' } })
    const create = (apiKey: string) => createHandlers(server, { baseUrl, apiKey })
    expect(() => create('test-kee')).toThrow(
      'createHandlers: apiKey must be the key of a team of this server',
    )
    expect(create('test-key')).toHaveLength(13)
    expect(create(server.teams.create().apiKey)).toHaveLength(13)
  })

  it('and name the options that there are', () => {
    const options = { baseUrl, keys: { 'test-key': 'team' } }
    expect(() => createHandlers(createMockServer(), options)).toThrow(
      'createHandlers: keys is not a field here: there are baseUrl, apiKey',
    )
  })

  it.each(['', 'two words', 'line\nbreak', 7, null])(
    'the key %j, which no header can carry, is refused',
    apiKey => {
      const create = () => createHandlers(createMockServer(), { baseUrl, apiKey: apiKey as string })
      expect(create).toThrow(
        /^createHandlers: apiKey must be (?:a string|visible ASCII characters without spaces)$/,
      )
    },
  )
})

it('a response says its length in bytes: msw 3 keeps memory of each one that does not', async () => {
  const { server } = mock('https://screening.example')
  const { apiKey } = server.teams.create()
  for (const [method, path, body] of [
    ['GET', '/v1/health', null],
    ['GET', '/nowhere', null],
    ['POST', '/v1/entities', '{"type":"person","name":"Jürgen 🐟"}'],
    ['GET', '/v1/entities', null],
  ] as const) {
    const headers = { authorization: `Bearer ${apiKey}` }
    const response = await fetch(`https://screening.example${path}`, { method, headers, body })
    const text = await response.text()
    expect(response.headers.get('content-length')).toBe(String(new TextEncoder().encode(text).length))
  }
})

it('a long list is sent in chunks: msw 3 keeps the connection of each response without length and chunks', async () => {
  const { server, client } = mock('https://screening.example')
  await client.entities.createBulk(
    Array.from({ length: 300 }, (_, at) => ({
      type: 'organization',
      name: `Company ${at} Ltd`,
      countryCode: 'DE',
    })),
  )
  const connections = () => process.getActiveResourcesInfo().filter(kind => kind === 'TCPSocketWrap').length
  await client.entities.list()
  const before = connections()
  for (let time = 0; time < 5; time += 1) expect(await client.entities.list()).toHaveLength(300)
  expect(connections() - before).toBeLessThan(5)
  expect(server.requests.list()).toHaveLength(7)
})
