// Tests the routes of Hono against a mock server:
// `npx tsx --test hono-app.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createProxy } from 'entity-screening-sdk/proxy'
import { createHonoApp } from './hono-app.ts'

const service = createMockServer()
const options = service.connect()
const app = createHonoApp(
  new EntityScreening(options),
  createProxy({ ...options, callerOf: () => 'everyone' }),
)

function post(name: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name, countryCode: 'DE' })
  return app.request('/customers', { method: 'POST', headers, body })
}

test('shows the risk of a customer when the screening has ended', async () => {
  const created = await post('[sanctioned] Beta GmbH')
  assert.equal(created.status, 202)
  service.clock.settle()
  const shown = await app.request(created.headers.get('location') ?? '')
  assert.equal((await shown.json()).riskLevel, 'high')
})

test('creates one entity if the response is lost, or posted again', async () => {
  service.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
  for (const _ of [1, 2]) {
    const failed = await post('Gamma GmbH')
    assert.equal(failed.status, 502)
    service.clock.settle()
    const listed = await (await app.request('/screening/v1/entities')).json()
    const ids = listed
      .filter(({ name }: { name: string }) => name === 'Gamma GmbH')
      .map(({ id }: { id: string }) => id)
    assert.equal(ids.length, 1)
    assert.deepEqual(await failed.json(), { outcome: 'unknown', candidates: ids })
  }
})

test('passes on that the service refuses the input', async () => {
  service.faults.add({
    operation: 'createEntity',
    kind: 'status',
    status: 400,
    times: 1,
  })
  assert.equal((await post('Delta GmbH')).status, 400)
})
