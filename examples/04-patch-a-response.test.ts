// Changes one response of the mock server and keeps the rest: here, a case status
// that the mock server never sets.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

const baseUrl = 'https://screening.example'
const server = createMockServer()
const interceptor = setupServer(...createHandlers(server, { baseUrl }))
beforeAll(() => interceptor.listen())
afterEach(() => interceptor.resetHandlers())
afterAll(() => interceptor.close())

it('an escalated case', async () => {
  interceptor.use(
    http.get(`${baseUrl}/v1/entities`, async ({ request }) => {
      const entities = await (await server.fetch(request)).json()
      return HttpResponse.json(
        entities.map((entity: object) => ({ ...entity, caseStatus: 'ESCALATED' })),
      )
    }),
  )
  const client = new EntityScreening({
    apiKey: server.teams.create().apiKey,
    baseUrl,
  })
  await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
  expect(await client.entities.list()).toMatchObject([
    { name: 'Ilse Brandt', caseStatus: 'ESCALATED' },
  ])
})
