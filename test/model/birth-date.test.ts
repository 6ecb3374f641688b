import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'

const server = createMockServer()
const { apiKey } = server.teams.create()
const client = new EntityScreening({
  apiKey,
  baseUrl: 'http://localhost',
  fetch: server.fetch,
  logLevel: 'off',
})
const ways = {
  create: (birthDate: string) => client.entities.create({ type: 'person', name: 'Ilse Brandt', birthDate }),
  createBulk: (birthDate: string) =>
    client.entities.createBulk([
      { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE', birthDate },
    ]),
}

describe.each(Object.entries(ways))('the birth date of %s', (_, create) => {
  it.each(['0000-01-01', '0061-04-09', '1799-12-31', '2999-01-01', '9999-12-31'])(
    '%s is refused, and nothing is sent',
    async birthDate => {
      const requests = server.requests.list().length
      expect(await failureOf(create(birthDate))).toMatchObject({
        name: 'InputValidationError',
        message: expect.stringContaining('must be a day from 1800 up to today'),
      })
      expect(server.requests.list()).toHaveLength(requests)
    },
  )

  it('that is no day is refused for that alone', async () => {
    const error = await failureOf(create('1990-02-30'))
    expect(error).toMatchObject({ issues: [{ message: 'must be a date: there is no such day' }] })
  })

  it.each(['1800-01-01', '1961-04-09', '2024-02-29'])('%s is sent', async birthDate => {
    await expect(create(birthDate)).resolves.toBeDefined()
  })
})
