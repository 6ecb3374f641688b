// Tests the routes against a mock server in this process:
// `npx tsx --test app.test.ts`.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createApp } from './app.ts'

const service = createMockServer()
const client = new EntityScreening(service.connect())
const http = createApp(client).listen(0, '127.0.0.1')
const address = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`
before(() => http.listening || once(http, 'listening'))
after(() => http.close())

const headers = { 'content-type': 'application/json' }
const post = (body: object) =>
  fetch(`${address()}/customers`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })

test('shows the risk of a customer when the screening has ended', async () => {
  const created = await post({ name: '[sanctioned] Beta GmbH', countryCode: 'DE' })
  assert.equal(created.status, 202)
  const read = async () =>
    (await fetch(`${address()}${created.headers.get('location')}`)).json()
  assert.deepEqual(await read(), {
    name: '[sanctioned] Beta GmbH',
    riskLevel: 'screening',
  })
  service.clock.settle()
  assert.deepEqual(await read(), {
    name: '[sanctioned] Beta GmbH',
    riskLevel: 'high',
  })
})

test('creates one entity if the response is lost, or posted again', async () => {
  service.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
  for (const _ of [1, 2]) {
    const failed = await post({ name: 'Gamma GmbH', countryCode: 'DE' })
    assert.equal(failed.status, 502)
    service.clock.settle()
    const listed = await client.entities.list()
    const candidates = listed
      .filter(({ name }) => name === 'Gamma GmbH')
      .map(({ id }) => id)
    assert.equal(candidates.length, 1)
    assert.deepEqual(await failed.json(), {
      error: 'the screening failed',
      outcome: 'unknown',
      candidates,
    })
  }
})

test('creates it again if the request was not processed', async () => {
  service.faults.add({ operation: 'createEntity', kind: 'reset', times: 1 })
  assert.equal(
    (await post({ name: 'Epsilon GmbH', countryCode: 'DE' })).status,
    202,
  )
  service.clock.settle()
  const listed = await client.entities.list()
  assert.equal(listed.filter(({ name }) => name === 'Epsilon GmbH').length, 1)
})

test('says that the outcome is unknown if it fails again', async () => {
  service.faults.add({ operation: 'createEntity', kind: 'reset', times: 2 })
  const failed = await post({ name: 'Zeta GmbH', countryCode: 'DE' })
  assert.equal(failed.status, 502)
  assert.deepEqual(await failed.json(), {
    error: 'the screening failed',
    outcome: 'unknown',
    candidates: [],
  })
})

test('refuses an invalid country', async () => {
  assert.equal(
    (await post({ name: 'Delta GmbH', countryCode: 'Atlantis' })).status,
    400,
  )
})

test('passes on that the service refuses the input', async () => {
  service.faults.add({
    operation: 'createEntity',
    kind: 'status',
    status: 400,
    times: 1,
  })
  assert.equal((await post({ name: 'Eta GmbH', countryCode: 'DE' })).status, 400)
})
