import { createMockServer } from 'entity-screening-sdk/mock-server'
import { extractFixtures } from 'entity-screening-sdk/mock-server/parity'
import { describe, expect, it } from 'vitest'
import { readByClient } from '../../../mock-server/parity/recording/read-by-client.ts'
import { readHar } from '../../../mock-server/parity/recording/read-har.ts'
import { callEverything, exchangeOf, send, toArchive } from './exchanges.ts'

describe('readHar', () => {
  it('reads the archive of a browser', () => {
    const entry = (method: string, url: string, content: object, more = {}) => ({
      startedDateTime: '2026-03-04T05:06:07.890+01:00',
      request: { method, url, headers: [], ...more },
      response: { status: 200, headers: [{ name: 'Content-Type', value: 'application/json' }], content },
    })
    const exchanges = readHar(
      JSON.stringify({
        log: {
          entries: [
            entry('GET', 'https://a.test/gateway/v1/entities/a%20b/network?x=1', {
              text: btoa('{"data":{}}'),
              encoding: 'base64',
            }),
            entry(
              'POST',
              'https://a.test/v1/entities/bulk',
              { text: '{}', size: 2 },
              { postData: { mimeType: 'application/json', text: '{"entities":[]}' } },
            ),
            entry('GET', 'https://a.test/logo.png', { size: 5 }),
            entry('GET', 'https://a.test/v1', { size: 5 }),
            entry('GET', 'https://a.test/v1/health', { comment: 'Response bodies are not included.' }),
            entry('GET', 'https://a.test/v1/health', {}),
          ],
        },
      }),
    )
    const common = {
      key: 'own',
      at: Date.parse('2026-03-04T04:06:07.890Z'),
      headers: { 'content-type': 'application/json' },
    }
    expect(exchanges).toMatchObject([
      { ...common, operation: 'getNetwork', path: '/v1/entities/a%20b/network?x=1', body: { data: {} } },
      {
        ...common,
        operation: 'createEntitiesBulk',
        contentType: 'application/json',
        request: { entities: [] },
      },
      { ...common, operation: 'getServiceIndex', path: '/v1', text: null },
      { ...common, operation: 'getHealth', text: null },
      { ...common, operation: 'getHealth', text: '' },
    ])
  })

  it.each([
    ['an empty text', '', 'readHar: the text is not JSON'],
    ['other JSON', '[]', 'readHar: the recording must be an object'],
    ['an archive without entries', '{"log":{}}', 'readHar: log.entries is required and must be an array'],
    [
      'an invalid entry',
      '{"log":{"entries":[{"startedDateTime":"then","request":{"method":"GET","url":"/v1"},"response":{"status":"200","headers":[],"content":{}}}]}}',
      'readHar: log.entries[0].startedDateTime must be an ISO 8601 time; log.entries[0].request.url must be an address; log.entries[0].response.status must be a number',
    ],
  ])('refuses %s, and names each invalid place', (_, text, message) => {
    expect(() => readHar(text)).toThrow(new TypeError(message))
  })
})

describe('readByClient', () => {
  it('returns the error of a response, and null if there is nothing to read', async () => {
    const refused = exchangeOf({ status: 401, body: { statusCode: 401, success: false, error: 'no' } })
    expect(await readByClient(refused)).toMatchObject({ quirks: [], error: { name: 'AuthenticationError' } })
    expect(await readByClient(exchangeOf({ text: null }))).toBeNull()
    expect(await readByClient(exchangeOf({ operation: null }))).toBeNull()
    expect(await readByClient(exchangeOf({ status: 204, text: '' }))).toMatchObject({
      error: { name: 'ResponseValidationError' },
    })
  })
})

describe('a mock server', () => {
  it('serves the entities and networks of a recording', async () => {
    const exchanges = await callEverything({ dialect: 'sample' })
    const archive = toArchive(exchanges)
    const recorded = readHar(JSON.stringify(archive))
    // The recorded quirks are served again: a behaviour of the document has none.
    const server = createMockServer({ warn: () => {}, keys: { 'the-key': 'team-1' }, behaviour: {} })
    const ids = await server.load(extractFixtures(archive).fixtures)
    const { body: list } = await send(server, 'the-key', 'listEntities', 'GET', '/v1/entities')
    const recordedList = recorded.find(({ operation }) => operation === 'listEntities')?.body as {
      id: string
    }[]
    expect(list).toEqual(recordedList)
    expect(ids).toEqual(recordedList.map(({ id }) => id))
    const networks = recorded.filter(({ operation, status }) => operation === 'getNetwork' && status === 200)
    expect(networks.length).toBeGreaterThan(1)
    for (const { path, body } of networks)
      expect((await send(server, 'the-key', 'getNetwork', 'GET', path)).body).toEqual(body)
  })

  it('takes the fixtures of a recording, not the recording', async () => {
    const server = createMockServer({ keys: { 'the-key': 'team-1' } })
    const recording = { log: { entries: [] } }
    await expect(Reflect.apply(server.load, undefined, [recording])).rejects.toThrow(
      'load: a recording is read by extractFixtures of entity-screening-sdk/mock-server/parity',
    )
    expect((await send(server, 'the-key', 'listEntities', 'GET', '/v1/entities')).body).toEqual([])
  })

  it('gets nothing from an invalid recording', () => {
    expect(() => extractFixtures({ log: {} })).toThrow(
      'extractFixtures: log.entries is required and must be an array',
    )
  })
})
