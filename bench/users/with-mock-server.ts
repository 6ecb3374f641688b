import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'

// A test file of a user: the mock server behind msw, and ten calls. Its twin has handlers written by hand.
const baseUrl = 'https://screening.example'
const server = createMockServer()
const interceptor = setupServer(...createHandlers(server, { baseUrl }))
beforeAll(() => interceptor.listen())
afterAll(() => interceptor.close())

it('lists what it has created', async () => {
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({ apiKey, baseUrl })
  for (let count = 1; count <= 5; count += 1) {
    await client.entities.create({ type: 'organization', name: `Nordlicht ${count} GmbH`, countryCode: 'DE' })
    expect(await client.entities.list()).toHaveLength(count)
  }
})
