import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createHandlers } from '../../mock-server/adapters/msw.ts'
import { createMockServer } from '../../mock-server/index.ts'
import { EntityScreening } from '../../src/index.ts'
import { serveTurns } from '../measure/serve-turns.ts'
import { createTurns, type Turns } from '../measure/turns.ts'

/**
 * In the mode `requests`, measures msw with the handlers of the mock server, and with a handler of the same bytes; in the mode
 * `tests`, tests with a team each.
 */
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

/** Removes the teams of the tests before. */
async function runTests(runAll: () => unknown): Promise<void> {
  server.reset()
  await runAll()
}

const modes: Readonly<Record<string, () => Promise<Turns>>> = {
  requests: () =>
    createTurns({ 'the mock server': () => list(baseUrl), 'fixed bytes': () => list(fixedUrl) }, 500),
  tests: () =>
    createTurns(
      {
        'one after the other': () =>
          runTests(async () => {
            for (let count = 0; count < tests; count += 1) await test()
          }),
        'all at once': () => runTests(() => Promise.all(Array.from({ length: tests }, test))),
      },
      1,
    ),
}
const turns = await modes[process.argv[2] ?? 'requests']?.()
if (turns === undefined) throw new Error(`the modes are ${Object.keys(modes).join(', ')}`)
serveTurns(turns)
