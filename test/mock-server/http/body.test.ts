import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { setupServer } from 'msw/node'
import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/operations.ts'
import { create, createWire, list, readAnswer, refusal, success } from '../wire.ts'

/** The operations that cannot do without a body, at a path of an entity that exists. */
const withBody = Object.entries(operations).flatMap(([name, operation]) =>
  'request' in operation && name !== 'searchEntities' ? [operation] : [],
)

/** A team with one entity, and what each operation answers to a body. */
async function teamOfOne() {
  const wire = createWire()
  const { id } = await create(wire, { name: 'Acme Castings Ltd' })
  const before = (await wire.get('/v1/entities')).text
  wire.server.clock.advance(100)
  return {
    send: ({ method, path }: { method: string; path: string }, body: string | undefined) =>
      wire.send(method, path.replace('{id}', id), body),
    expectNothingChanged: async () => expect((await wire.get('/v1/entities')).text).toBe(before),
  }
}

const deep = 100_000

describe.each(withBody)('the body of $method $path', operation => {
  it('is refused with 400 where it is missing', async () => {
    const { send, expectNothingChanged } = await teamOfOne()
    for (const body of [undefined, '']) {
      expect(refusal(400, await send(operation, body))).toBe('The body is missing: send a JSON object.')
    }
    await expectNothingChanged()
  })

  it.each([
    '{',
    '{"name":}',
    "{'name':'Acme'}",
    '{"name":"Acme",}',
    '{name:"Acme"}',
    'name=Acme&type=organization',
    '<entity/>',
    '{"name":NaN}',
    '{"name":Infinity}',
    '{"name":-Infinity}',
    '{"name":0x10}',
    '{"name":01}',
    '{"name":"Acme\n"}',
    '{"name":"\\x41"}',
    '{} {}',
    'undefined',
    'NaN',
    ' ',
    '\u0000',
    '// nothing\n{}',
  ])('is refused with 400 where it is no JSON: %j', async body => {
    const { send, expectNothingChanged } = await teamOfOne()
    expect(refusal(400, await send(operation, body))).toBe('The body is not valid JSON.')
    await expectNothingChanged()
  })

  it.each(['[]', '[{}]', '"text"', '""', 'null', 'true', '0', '-1.5e300', '1e999'])(
    'is refused with 400 where it is no object: %s',
    async body => {
      const { send, expectNothingChanged } = await teamOfOne()
      const sentence = refusal(400, await send(operation, body))
      expect(sentence).toBe('Invalid input: the body must be an object.')
      await expectNothingChanged()
    },
  )

  it.each([
    ['arrays', '['.repeat(deep) + ']'.repeat(deep)],
    ['objects', `${'{"name":'.repeat(deep)}1${'}'.repeat(deep)}`],
    ['arrays that never close', '['.repeat(deep)],
  ])('is refused with 400 where it is 100,000 deep: %s', async (_, body) => {
    const { send, expectNothingChanged } = await teamOfOne()
    refusal(400, await send(operation, body))
    await expectNothingChanged()
  })
})

describe('a body', () => {
  const path = '/v1/entities'
  const acme = { type: 'organization', name: 'Acme Castings Ltd' }

  it('may be deep where nobody looks', async () => {
    const wire = createWire()
    const rest = '['.repeat(deep) + ']'.repeat(deep)
    const body = `{ "type": "person", "name": "Ilse Brandt", "more": ${rest} }`
    success('createEntity', await wire.post(path, body))
  })

  it('has a row error for a row that is 100,000 deep', async () => {
    const wire = createWire()
    const row = `${'{"name":'.repeat(deep)}1${'}'.repeat(deep)}`
    const { data } = success(
      'createEntitiesBulk',
      await wire.post(`${path}/bulk`, `{ "entities": [${row}] }`),
    )
    expect(data).toMatchObject({ successCount: 0, errorCount: 1 })
  })

  it('counts with the last of two fields of the same name', async () => {
    const wire = createWire()
    await wire.post(path, '{ "type": "ship", "type": "person", "name": "First", "name": "Last" }')
    expect((await list(wire)).map(({ name }) => name)).toEqual(['Last'])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'is read as JSON whatever its type is: %j',
    async type => {
      const wire = createWire()
      success('createEntity', await wire.send('POST', path, acme, { 'content-type': type }))
      expect(wire.server.requests.list()).toMatchObject([
        {
          status: 201,
          warning: `The content type is "${type}": send the header Content-Type: application/json.`,
        },
      ])
    },
  )

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json'])(
    'is as specified where its type is %s: nothing warns of it',
    async type => {
      const wire = createWire({ behaviour: { wrongContentType: 'reject' } })
      success('createEntity', await wire.send('POST', path, acme, { 'content-type': type }))
      expect(wire.server.requests.list()).toMatchObject([{ warning: null }])
    },
  )

  it('is refused with 415 where an option says so and its type is missing or wrong, and nothing is created', async () => {
    const wire = createWire({ behaviour: { wrongContentType: 'reject' }, keys: { key: 'team-1' } })
    const header = (name: string) => (name === 'authorization' ? 'Bearer key' : null)
    const body = JSON.stringify(acme)
    const missing = wire.server.dispatch({ method: 'POST', path, header, body, local: false })
    expect(missing).toMatchObject({
      status: 415,
      body: expect.stringContaining('The content type is missing'),
    })
    const wrong = await wire.send('POST', path, acme, { 'content-type': 'text/plain' })
    expect(refusal(415, wrong)).toContain('"text/plain"')
    expect(await list(wire)).toEqual([])
    expect(wire.server.requests.list().map(({ warning }) => warning === null)).toEqual([false, false, true])
  })

  it('may begin with a byte order mark', async () => {
    success('createEntity', await createWire().post(path, `\ufeff${JSON.stringify(acme)}`))
  })

  it('is of no interest where the operation takes none', async () => {
    const { dispatch } = createWire({ keys: { key: 'team-1' } }).server
    const header = (name: string) => (name === 'authorization' ? 'Bearer key' : null)
    expect(dispatch({ method: 'GET', path, header, body: '{broken', local: false }).status).toBe(200)
  })
})

describe('a body that is no UTF-8', () => {
  const path = '/v1/entities'
  const name = (...bytes: number[]) =>
    Uint8Array.from([...new TextEncoder().encode('{"type":"person","name":"J'), ...bytes, ...'"}'].map(code))
  const code = (part: number | string) => (typeof part === 'string' ? part.charCodeAt(0) : part)

  /** Over each transport, what a body comes to, and whether it made an entity. */
  async function everywhere(body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
    const make = () => createMockServer({ keys: { key: 'team-1' } })
    const [here, there, mocked] = [make(), make(), make()]
    const { url, close } = await startServer(there)
    const interceptor = setupServer(...createHandlers(mocked, { baseUrl: 'https://screening.example' }))
    interceptor.listen()
    const init = { method: 'POST', body, headers: { authorization: 'Bearer key', ...headers } }
    const answers = [
      await here.fetch(new Request(`http://x${path}`, init)),
      await fetch(`${url}${path}`, init),
      await fetch(`https://screening.example${path}`, init),
    ]
    interceptor.close()
    await close()
    const made = [here, there, mocked].map(({ snapshot }) => snapshot().teams[0]?.entities.length)
    return { answers: await Promise.all(answers.map(readAnswer)), made }
  }

  it.each([
    ['a letter of Latin 1', [0xfc]],
    ['half a letter', [0xc3]],
    ['a letter that is too long', [0xc0, 0xaf]],
    ['half a pair', [0xed, 0xa0, 0x80]],
  ])('is refused with 400, and nothing is created: %s', async (_, bytes) => {
    const { answers, made } = await everywhere(name(...bytes), { 'content-type': 'application/json' })
    for (const answer of answers) expect(refusal(400, answer)).toBe('The body is not valid UTF-8.')
    expect(made).toEqual([0, 0, 0])
  })

  it.each(['iso-8859-1', '"windows-1252"', 'utf-16le', ''])(
    'is refused with 415 where it is said to be %j, and nothing is created',
    async charset => {
      const headers = { 'content-type': `application/json; charset=${charset}` }
      const { answers, made } = await everywhere(name(0x2e), headers)
      for (const answer of answers) expect(refusal(415, answer)).toContain('send the body in UTF-8')
      expect(made).toEqual([0, 0, 0])
    },
  )

  it('is refused with 415 where it is compressed', async () => {
    const { answers } = await everywhere(name(0x2e), { 'content-encoding': 'gzip' })
    for (const answer of answers) expect(refusal(415, answer)).toContain('compressed')
  })

  it.each([['utf-8'], ['UTF8'], ['"utf-8"'], ['us-ascii']])(
    'is none where it is said to be %s',
    async charset => {
      const headers = { 'content-type': `application/json;charset=${charset}` }
      const { made } = await everywhere(name(0xc3, 0xbc), headers)
      expect(made).toEqual([1, 1, 1])
    },
  )

  it('is not kept in the log', async () => {
    const server = createMockServer()
    const body = name(0xfc)
    await server.fetch(new Request('http://x/v1/entities', { method: 'POST', body }))
    expect(server.requests.list()).toMatchObject([{ status: 401, requestBody: null }])
  })
})

describe('a body that is too long', () => {
  const path = '/v1/entities'
  const ofLength = (bytes: number, letter = 'a') => {
    const body = (name: string) => JSON.stringify({ type: 'person', name })
    return body(letter.repeat((bytes - body('').length) / new TextEncoder().encode(letter).length))
  }

  it('is refused with 413, and nothing is created', async () => {
    const wire = createWire({ bodyLimit: 1000 })
    expect(refusal(413, await wire.post(path, ofLength(1001)))).toBe('The body is longer than 1000 bytes.')
    expect(await list(wire)).toEqual([])
  })

  it('is one that is longer than the limit, not one that is as long', async () => {
    success('createEntity', await createWire({ bodyLimit: 1000 }).post(path, ofLength(1000)))
  })

  it('is measured in bytes, not in letters', async () => {
    const wire = createWire({ bodyLimit: 1000 })
    const letters = JSON.stringify({ type: 'person', name: 'ü'.repeat(500) })
    expect(letters.length).toBeLessThan(1000)
    refusal(413, await wire.post(path, letters))
  })

  it.each(withBody)('is refused by $method $path', async ({ method, path: pattern }) => {
    const wire = createWire({ bodyLimit: 1000 })
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    refusal(413, await wire.send(method, pattern.replace('{id}', id), ' '.repeat(1001)))
  })

  it('is refused for the missing key first', async () => {
    refusal(401, await createWire({ bodyLimit: 10 }).withKey(null).post(path, ofLength(1000)))
  })
})
