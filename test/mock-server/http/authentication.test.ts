import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/operations.ts'
import { createWire, readAnswer, refusal, success } from '../wire.ts'

const server = createMockServer({ keys: { 'the-key': 'team-1', 'a/+=b==': 'team-2' } })

async function withHeader(authorization: string | null) {
  const headers = authorization === null ? {} : { authorization }
  return readAnswer(await server.fetch(new Request('http://in-process/v1/entities', { headers })))
}

describe('the Authorization header', () => {
  it.each([
    'Bearer the-key',
    'bearer the-key',
    'BEARER the-key',
    'Bearer  the-key',
    ' Bearer the-key ',
    'Bearer a/+=b==',
    'Bearer the-key, Bearer the-key',
  ])('is taken as %j', async authorization => {
    success('listEntities', await withHeader(authorization))
  })

  it.each([
    null,
    '',
    'Bearer',
    'Bearer ',
    'the-key',
    'Bearerthe-key',
    'Basic the-key',
    'Bearer the-key and more',
    'Bearer the-key, Bearer the-key1',
    'Bearer the-key, bearer the-key',
    'Bearer, the-key',
    'Token the-key',
    'Bearer:the-key',
  ])('is refused with 401 as %j', async authorization => {
    const sentence = refusal(401, await withHeader(authorization))
    expect(sentence).toContain('send the header Authorization: Bearer <API_KEY>')
  })

  it.each([
    'THE-KEY',
    'the-key1',
    'the-ke',
    '"the-key"',
    'team-1',
    '__proto__',
    'constructor',
    `${'x'.repeat(8000)}`,
  ])('is refused with 401 where the key is unknown: %j', async key => {
    expect(refusal(401, await withHeader(`Bearer ${key}`))).toBe('The API key is not valid.')
  })

  it('never comes back in an answer', async () => {
    expect((await withHeader('Bearer a-secret-of-somebody')).text).not.toContain('a-secret-of-somebody')
  })

  it('is the only place where a key is looked for', async () => {
    const wire = createWire({ keys: { 'the-key': 'team-1' } }).withKey(null)
    refusal(401, await wire.get('/v1/entities?api_key=the-key&authorization=Bearer%20the-key'))
    refusal(401, await wire.send('GET', '/v1/entities', undefined, { 'x-api-key': 'the-key' }))
  })
})

describe('the operations that answer without a key', () => {
  const keyless = Object.values(operations).filter(({ needsKey }) => !needsKey)

  it('are health and the index', () => {
    expect(keyless.map(({ path }) => path).toSorted()).toEqual(['/v1', '/v1/health'])
  })

  it.each(keyless)('answer with a malformed header too: $path', async ({ path }) => {
    const wire = createWire().withKey(null)
    const answer = await wire.send('GET', path, undefined, { authorization: 'nonsense' })
    expect(answer.status).toBe(200)
  })
})

describe('searches without a key', () => {
  const organization = { company_name: 'Tideglass Logistics' }
  const person = { full_name: 'Dragomir Vosskov' }

  it('are refused with 401 by default', async () => {
    const wire = createWire().withKey(null)
    refusal(401, await wire.post('/api/search/organizations', organization))
    refusal(401, await wire.post('/api/search/persons', person))
  })

  it('are answered where the server was told so, as those with a key', async () => {
    const wire = createWire({ behaviour: { searchRequiresKey: false } })
    for (const [path, body] of [
      ['/api/search/organizations', organization],
      ['/api/search/persons', person],
    ] as const) {
      const answer = await wire.withKey(null).post(path, body)
      expect(answer.status).toBe(200)
      expect(answer.text).toBe((await wire.post(path, body)).text)
    }
  })

  it('leave all other operations as they are', async () => {
    const wire = createWire({ behaviour: { searchRequiresKey: false } }).withKey(null)
    refusal(401, await wire.get('/v1/entities'))
    refusal(401, await wire.post('/v1/entities/search', {}))
  })
})

describe('several keys of one team', () => {
  it('see the same entities', async () => {
    const wire = createWire({ keys: { one: 'team-1', two: 'team-1', three: 'team-2' } })
    const body = { type: 'organization', name: 'Acme Castings Ltd' }
    const { data } = success('createEntity', await wire.withKey('one').post('/v1/entities', body))
    expect(data.teamId).toBe('team-1')
    expect((await wire.withKey('two').get('/v1/entities')).text).toContain(data.id)
    expect((await wire.withKey('three').get('/v1/entities')).text).toBe('[]')
  })
})
