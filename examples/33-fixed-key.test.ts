// An application that makes its own client, with a key from its configuration: the
// server knows the key, and a reset isolates the tests.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

const baseUrl = 'https://screening.example'

/** Your code. */
async function countEntities(): Promise<number> {
  const client = new EntityScreening({ apiKey: 'unit-key', baseUrl })
  return (await client.entities.list()).length
}

const server = createMockServer({ keys: { 'unit-key': 'team-1' } })
const interceptor = setupServer(...createHandlers(server, { baseUrl }))
beforeAll(() => interceptor.listen())
beforeEach(() => server.reset())
afterAll(() => interceptor.close())

it('counts the entities of the team', async () => {
  await server.load({ entities: [{ type: 'person', name: 'Ilse Brandt' }] })
  expect(await countEntities()).toBe(1)
})

it('begins without entities', async () => {
  expect(await countEntities()).toBe(0)
})
