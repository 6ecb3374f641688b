// Tests the routes of Fastify against a mock server:
// `npx tsx --test fastify-app.test.ts`.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createProxy } from 'entity-screening-sdk/proxy'
import { createFastifyApp } from './fastify-app.ts'

const service = createMockServer()
const options = service.connect()
const app = createFastifyApp(
  new EntityScreening(options),
  createProxy({ ...options, callerOf: () => 'everyone' }),
)
const address = await app.listen({ port: 0 })
after(() => app.close())

function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  return fetch(address + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
}

test('shows the risk of a customer when the screening has ended', async () => {
  const customer = { name: '[sanctioned] Beta GmbH', countryCode: 'DE' }
  const created = await post('/customers', customer)
  assert.equal(created.status, 202)
  service.clock.settle()
  const shown = await fetch(address + created.headers.get('location'))
  assert.equal((await shown.json()).riskLevel, 'high')
})

test('lets a page create an entity without a key', async () => {
  const input = { type: 'organization', name: 'Gamma GmbH' }
  assert.equal((await post('/screening/v1/entities', input)).status, 201)
})

test('passes on that the service refuses the input', async () => {
  service.faults.add({
    operation: 'createEntity',
    kind: 'status',
    status: 400,
    times: 1,
  })
  const customer = { name: 'Delta GmbH', countryCode: 'DE' }
  assert.equal((await post('/customers', customer)).status, 400)
})
