import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/operations.ts'
import { create, createWire, readAnswer, refusal, success } from '../wire.ts'

const rows = Object.values(operations)

describe('a path that is not served', () => {
  it.each([
    '/v2/entities',
    '/v1/entitie',
    '/V1/entities',
    '/v1/entities/x/networks',
    '/v1/entities/x/network/y',
    '/v1/entities//network',
    '/v1/entities//',
    '/api/search',
    '/api/search/ships',
    '/v1/search/organizations',
    '/search/organizations',
    '/api/v1',
    '/api/v1/entities',
    '/api/v1/entities/bulk',
    '/api/v1/health',
    '/__proto__',
    '/constructor',
    '/v1/__proto__',
    '/index.html',
  ])('is answered with 404: %s', async path => {
    const wire = createWire()
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect(refusal(404, await wire.send(method, path))).toBe('There is no operation at this path.')
    }
  })

  it('is answered with 404 before the key is asked for', async () => {
    refusal(404, await createWire().withKey(null).get('/v1/nothing'))
  })

  it('does not become one that is served by its dots', async () => {
    refusal(404, await createWire().get('/v1/entities/../../api/v1/entities'))
  })
})

describe('a method that is not served', () => {
  it.each([
    ['DELETE', '/v1/entities', 'GET, POST, HEAD'],
    ['PUT', '/v1/entities', 'GET, POST, HEAD'],
    ['PATCH', '/v1/entities', 'GET, POST, HEAD'],
    ['GET', '/v1/entities/bulk', 'POST, PUT'],
    ['GET', '/v1/entities/search', 'POST, PUT'],
    ['GET', '/v1/entities/x', 'PUT'],
    ['DELETE', '/v1/entities/x', 'PUT'],
    ['POST', '/v1/entities/x', 'PUT'],
    ['POST', '/v1/entities/x/network', 'GET, HEAD'],
    ['GET', '/v1/entities/x/documents', 'POST'],
    ['GET', '/api/search/organizations', 'POST'],
    ['PUT', '/api/search/persons', 'POST'],
    ['POST', '/v1/health', 'GET, HEAD'],
    ['POST', '/v1', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['PROPFIND', '/', 'GET, HEAD'],
  ])('is answered with 405 and what is allowed: %s %s', async (method, path, allow) => {
    const answer = await createWire().send(method, path)
    expect(refusal(405, answer)).toBe(`${method} is not allowed here; allowed: ${allow}.`)
    expect(answer.headers.get('allow')).toBe(allow)
  })

  it('is answered with 405 before the key is asked for', async () => {
    refusal(405, await createWire().withKey(null).send('DELETE', '/v1/entities'))
  })
})

describe('HEAD', () => {
  it.each(['/', '/v1', '/v1/health', '/v1/entities'])('answers as GET without the body: %s', async path => {
    const wire = createWire()
    const [head, get] = [await wire.send('HEAD', path), await wire.get(path)]
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  })

  it('needs the key where GET does', async () => {
    const answer = await createWire().withKey(null).send('HEAD', '/v1/entities')
    expect(answer).toMatchObject({ status: 401, text: '' })
  })

  it('is not allowed where GET is not', async () => {
    const answer = await createWire().send('HEAD', '/v1/entities/bulk')
    expect(answer).toMatchObject({ status: 405, text: '' })
  })
})

describe('the spelling of a path', () => {
  it.each(['%', '%z', '%zz', '%e0%a4%a', '%ff', '%c0%af'])(
    'is refused with 400 where the id is not correctly percent-encoded: %s',
    async id => {
      const wire = createWire()
      const answers = [
        await wire.get(`/v1/entities/${id}/network`),
        await wire.put(`/v1/entities/${id}`, { action: 'rescan' }),
        await wire.post(`/v1/entities/${id}/documents`, { document_url: 'https://example.com/a' }),
      ]
      for (const answer of answers) expect(refusal(400, answer)).toContain('percent-encoded')
    },
  )

  it('may encode the letters of an id', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
    const { data } = success('rescanEntity', await wire.put(`/v1/entities/${encoded}`, { action: 'rescan' }))
    expect(data.id).toBe(id)
  })

  it.each(rows.filter(({ method }) => method === 'GET').map(({ path }) => path))(
    'may end in a slash: %s',
    async path => {
      const wire = createWire()
      const { id } = await create(wire, { name: 'Acme Castings Ltd' })
      const named = path.replace('{id}', id)
      const answer = await wire.get(`${named}/`)
      expect(answer).toMatchObject({ status: 200, text: (await wire.get(named)).text })
    },
  )

  it.each(['?', '?limit=1', '?name=Acme&name=Other', '?/v1/health', '?%zz', '?__proto__=1'])(
    'may have a query, which is ignored: %s',
    async query => {
      const wire = createWire()
      await create(wire, { name: 'Acme Castings Ltd' })
      await create(wire, { name: 'Acme Foundry Ltd' })
      expect((await wire.get(`/v1/entities${query}`)).text).toBe((await wire.get('/v1/entities')).text)
    },
  )
})

it('serves every row of the contract at its path', async () => {
  const wire = createWire()
  for (const { method, path } of rows) {
    const { status } = await wire.send(method, path)
    expect([404, 405].includes(status) && !path.includes('{id}'), `${method} ${path}`).toBe(false)
  }
})

it('answers where the address has a path of its own only through an adapter that knows it', async () => {
  const { server } = createWire()
  const answer = await readAnswer(await server.fetch(new Request('http://in-process/below/v1/health')))
  refusal(404, answer)
})

it.each<[string, Parameters<ReturnType<typeof createMockServer>['fetch']>]>([
  ['a text', ['http://in-process/v1/health']],
  ['an address', [new URL('http://in-process/v1/health')]],
  ['a text and options', ['http://in-process/v1/health', { method: 'HEAD' }]],
  ['a request and options', [new Request('http://in-process/v1/health'), { method: 'HEAD' }]],
])('fetch takes what the global one takes: %s', async (_, given) => {
  const response = await createMockServer().fetch(...given)
  expect([response.status, await response.text()]).toEqual([
    200,
    given[1] === undefined ? expect.stringContaining('"ok"') : '',
  ])
})

it('fetch rejects with a TypeError for what is no address', async () => {
  await expect(createMockServer().fetch('not an address')).rejects.toThrow(TypeError)
})

it('in process, fetch takes an address, or a request and what to change of it, as the global one does', async () => {
  const server = createMockServer({ keys: { key: 'team-1' } })
  const address = 'http://localhost/v1/entities'
  const init = { headers: { authorization: 'Bearer key' } }
  for (const input of [address, new URL(address), new Request(address)]) {
    expect((await server.fetch(input)).status).toBe(401)
    expect((await server.fetch(input, init)).status).toBe(200)
  }
})
