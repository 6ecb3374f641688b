import { type BulkRow, EntityScreening, InputValidationError } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { asChecked } from '../../src/model/bulk.ts'
import { failureOf } from '../failure-of.ts'

function createTeam() {
  const server = createMockServer()
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch })
  return { server, client }
}

const row: BulkRow = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', tags: ['a', 'b'] }

describe('rows that were checked before', () => {
  it('are sent as others are', async () => {
    const { server, client } = createTeam()
    for (const rows of [[row], asChecked([row])]) await client.entities.createBulk(rows)
    const [one, other] = server.requests.list().map(({ requestBody }) => requestBody)
    expect(one).toBe(other)
  })

  it('are not checked again, and cannot become more or fewer', async () => {
    const { server, client } = createTeam()
    let looks = 0
    const watched: BulkRow = {
      ...row,
      get name() {
        looks += 1
        return row.name
      },
    }
    await client.entities.createBulk(asChecked([watched]))
    expect(looks).toBe(1)
    expect(Object.isFrozen(asChecked([row]))).toBe(true)
    expect(server.requests.list()).toHaveLength(1)
  })

  it('are refused all the same where they are none, or more than a request holds', async () => {
    const { client } = createTeam()
    for (const count of [0, 1001]) {
      const rows = asChecked(Array.from({ length: count }, () => row))
      const error = await failureOf(client.entities.createBulk(rows))
      expect(InputValidationError.is(error) && error.code).toBe('row_limit')
    }
  })
})
