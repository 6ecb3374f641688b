import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createHandlers } from '../../mock-server/adapters/msw.ts'
import { createMockServer } from '../../mock-server/index.ts'
import { EntityScreening } from '../../src/index.ts'
import { serveRounds } from '../measure/serve-rounds.ts'
import { createTurns } from '../measure/turns.ts'

/** Measures msw with the handlers of the mock server, and with a handler of the same bytes; then tests with a team each. */
const tests = 200
const baseUrl = 'https://screening.example'
const fixedUrl = 'https://fixed.example'

const server = createMockServer({ keys: { key: 'team' }, entityLimit: 10_000 })
const headers = { authorization: 'Bearer key' }
const input = { type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' } as const
await server.fetch(
  new Request(`${baseUrl}/v1/entities`, { method: 'POST', headers, body: JSON.stringify(input) }),
)
server.clock.settle()
const bytes = await (await server.fetch(new Request(`${baseUrl}/v1/entities`, { headers }))).text()

const interceptor = setupServer(
  ...createHandlers(server, { baseUrl }),
  http.get(`${fixedUrl}/v1/entities`, () =>
    HttpResponse.text(bytes, { headers: { 'content-type': 'application/json' } }),
  ),
)
interceptor.listen()

const list = async (url: string) => (await fetch(`${url}/v1/entities`, { headers })).text()
for (const url of [baseUrl, fixedUrl]) {
  if ((await list(url)) !== bytes) throw new Error(`${url} sends other bytes`)
}

/** Does what a test does: creates a team and an entity, settles the clock, and reads the list. */
async function test(): Promise<void> {
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({ apiKey, baseUrl })
  await client.entities.create(input)
  server.clock.settle()
  const entities = await client.entities.list()
  if (entities.length !== 1 || entities[0]?.riskLevel !== 'high') throw new Error('a test reads another team')
}

const measureRequests = await createTurns(
  { 'the mock server': () => list(baseUrl), 'fixed bytes': () => list(fixedUrl) },
  500,
)
const measureTests = await createTurns(
  {
    'one after the other': async () => {
      for (let count = 0; count < tests; count += 1) await test()
    },
    'all at once': () => Promise.all(Array.from({ length: tests }, test)),
  },
  1,
)

serveRounds(async () => {
  const requests = await measureRequests()
  const times = await measureTests()
  server.reset()
  return { requests, tests: times }
})
