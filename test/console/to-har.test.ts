import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import { createRequestFilter, type OutcomeFilter } from '../../mock-server/console/requests/request-filter.ts'
import { toHar } from '../../mock-server/console/requests/to-har.ts'

const require = createRequire(import.meta.url)

function validateHar(har: unknown): unknown {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  for (const schema of Object.values(require('har-schema'))) ajv.addSchema(Object(schema))
  return ajv.validate('har.json#', har) || ajv.errors
}

function createSending() {
  const server = createMockServer({ keys: { 'the-key': 'team-1' } })
  const send = (method: string, path: string, body = '') =>
    server.dispatch({
      method,
      path,
      header: name => (name === 'authorization' ? 'Bearer the-key' : null),
      headers: ['Content-Type', 'application/json', 'Authorization', 'Bearer the-key'],
      body,
      local: true,
    })
  const entries = () => server.requests.list().map(record => ({ ...record, scenario: null, subject: null }))
  return { server, send, entries }
}

it('every kind of request is exported as the schema of HAR 1.2 has it, the oldest first', async () => {
  const { server, send, entries } = createSending()
  send('POST', '/v1/entities', '{"type":"person","name":"Ilse Brandt ✓"}')
  send('GET', '/v1/entities?q=1&q=%zz&a[]={b|c}&empty=')
  send('OPTIONS', '*')
  send('POST', '/v1/entities', JSON.stringify({ name: 'x'.repeat(20_000) }))
  server.faults.add({ kind: 'reset' })
  send('GET', '/v1/entities')
  const har = JSON.parse(toHar(entries().toReversed(), 'http://127.0.0.1:4010'))
  expect(validateHar(har)).toBe(true)
  expect(har.log.entries.map(({ _id }: { _id: number }) => _id)).toEqual([1, 2, 3, 4, 5])
  expect(har.log.entries[0]).toMatchObject({
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4010/v1/entities',
      postData: { mimeType: 'application/json' },
    },
    response: { status: 201 },
    _team: 'team-1',
  })
  expect(JSON.stringify(har)).not.toContain('the-key')
})

it('what a caller never received is in no export, and a connection that broke has failed', () => {
  const { server, send, entries } = createSending()
  server.faults.add({ kind: 'truncated', times: 2 })
  send('GET', '/v1/entities')
  send('HEAD', '/v1/entities')
  server.faults.add({ kind: 'lost_response', times: 1 })
  send('POST', '/v1/entities', '{"type":"person","name":"Ilse Brandt"}')
  const logged = entries()
  const har = JSON.parse(toHar(logged.toReversed(), null))
  expect(validateHar(har)).toBe(true)
  const mimeType = 'application/json; charset=utf-8'
  expect(har.log.entries.map(({ response }: { response: object }) => response)).toMatchObject([
    {
      status: 200,
      content: { size: 0, mimeType, comment: 'broken off halfway' },
      _error: 'broken off halfway',
    },
    { status: 200, content: { size: 0, mimeType }, bodySize: 0 },
    { status: 0, headers: [], content: { size: 0, mimeType: '' }, bodySize: -1, _error: 'no response' },
  ])
  for (const { response } of har.log.entries) expect(response.content).not.toHaveProperty('text')
  expect(har.log.entries[1].response).not.toHaveProperty('_error')
  const ids = (outcome: OutcomeFilter) => logged.filter(createRequestFilter('', outcome)).map(({ id }) => id)
  expect([ids('success'), ids('failed')]).toEqual([[2], [1, 3]])
})

it('the schema refuses an entry that lacks a field', () => {
  expect(
    validateHar({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [{}] } }),
  ).not.toBe(true)
})
