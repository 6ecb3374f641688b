import { type BulkEntityInput, EntityScreening, InputValidationError } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'

const row: BulkEntityInput = {
  type: 'organization',
  name: 'Nordwind GmbH',
  countryCode: 'DE',
  tags: ['a', 'b'],
}

it.each([0, 1001])('%i rows are refused', async count => {
  const server = createMockServer()
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch })
  const rows = Array.from({ length: count }, () => row)
  const error = await failureOf(client.entities.createBulk(rows))
  expect(InputValidationError.is(error) && error.code).toBe('row_limit')
})
