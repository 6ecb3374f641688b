import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createHandlers } from '../../mock-server/adapters/msw.ts'
import { createMockServer } from '../../mock-server/index.ts'
import { EntityScreening } from '../../src/index.ts'
import { inTurns } from '../turns.ts'

/**
 * Run bundled, in a process of its own: msw with the mock server behind it, against one handler that responds with the same
 * bytes; and so many tests, each with a team of its own, one after the other and all at once.
 */
const rounds = Number(process.argv[2])
const tests = 1000
const baseUrl = 'https://screening.example'
const fixedUrl = 'https://fixed.example'

const server = createMockServer({ keys: { key: 'team' }, entityLimit: 10_000 })
const headers = { authorization: 'Bearer key' }
const sent = { type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' } as const
await server.fetch(
  new Request(`${baseUrl}/v1/entities`, { method: 'POST', headers, body: JSON.stringify(sent) }),
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
  if ((await list(url)) !== bytes) throw new Error(`${url} sends something else`)
}
const requests = await inTurns({ ours: () => list(baseUrl), fixed: () => list(fixedUrl) }, rounds, 1000)

/** What a test does: its own team, a create, its screening, and a look at the list. */
async function test(): Promise<void> {
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({ apiKey, baseUrl })
  await client.entities.create(sent)
  server.clock.settle()
  const entities = await client.entities.list()
  if (entities.length !== 1 || entities[0]?.riskLevel !== 'high') throw new Error('a test sees another team')
}

const one: number[] = []
const together: number[] = []
for (let round = 0; round < rounds; round += 1) {
  server.reset()
  let started = performance.now()
  for (let count = 0; count < tests; count += 1) await test()
  one.push((performance.now() - started) / tests)
  server.reset()
  started = performance.now()
  await Promise.all(Array.from({ length: tests }, test))
  together.push((performance.now() - started) / tests)
}
interceptor.close()
process.stdout.write(JSON.stringify({ requests, one, together }))
