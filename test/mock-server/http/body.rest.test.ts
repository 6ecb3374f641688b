import { expect, it } from 'vitest'
import { createWire, refusal, success } from '../wire.ts'

const path = '/v1/entities'

it('a body that is too long is by default one that is longer than any legal bulk request', async () => {
  const wire = createWire()
  refusal(413, await wire.post(path, ' '.repeat(wire.server.bodyLimit + 1)))
  refusal(400, await wire.post(path, ' '.repeat(wire.server.bodyLimit)))
  const text = '\u{10ffff}'.repeat(1000)
  const row = {
    name: text,
    type: 'organization',
    countryCode: 'DE',
    registration: text,
    tags: text,
    first_name: text,
    last_name: text,
    birth_date: '1961-04-09',
    nationality: 'AT',
    national_id: text,
  }
  const persons = Array.from({ length: 1000 }, () => ({ ...row, type: 'person' }))
  const body = JSON.stringify({ entities: persons })
  expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(wire.server.bodyLimit)
  const { data } = success('createEntitiesBulk', await wire.post(`${path}/bulk`, body))
  expect(data).toMatchObject({ successCount: 1000, errorCount: 0 })
  expect(createWire({ maxTextLength: 10 }).server.bodyLimit).toBeLessThan(1_000_000)
})
