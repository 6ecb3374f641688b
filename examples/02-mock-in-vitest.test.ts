// The mock server behind msw in a Vitest test. The application keeps its own base
// URL and its own fetch.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'

const baseUrl = 'https://screening.example'
const server = createMockServer()
const interceptor = setupServer(...createHandlers(server, { baseUrl }))
beforeAll(() => interceptor.listen())
afterAll(() => interceptor.close())

it('finds the sanctioned person', async () => {
  // One team per test: tests never see each other's entities.
  const { apiKey } = server.teams.create()
  // Your application's client, with its ordinary fetch.
  const client = new EntityScreening({ apiKey, baseUrl })
  await client.entities.create({
    type: 'person',
    name: 'Dragomir Vosskov',
    birthDate: '1958-03-12',
  })
  server.clock.settle()
  expect(await client.entities.list()).toMatchObject([
    { name: 'Dragomir Vosskov', riskLevel: 'high' },
  ])
})
