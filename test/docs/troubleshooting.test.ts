import { globSync, readFileSync } from 'node:fs'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { importPortfolio } from 'entity-screening-sdk/portfolio'
import { expect, it, vi } from 'vitest'
import { messages } from '../../docs/tables/messages.ts'

const root = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')

/** The messages of this package that docs/troubleshooting.md explains. */
const { 'other-tools': _, ...own } = messages
const explained = Object.values(own).flatMap(rows => rows.map(([message]): string => message))

const apiKey = 'key-of-the-test'
const baseUrl = 'http://in-process'
const server = createMockServer({ keys: { [apiKey]: 'team' } })
const options = { apiKey, baseUrl, fetch: server.fetch, maxRetries: 0, timeout: 50 }
const client = new EntityScreening(options)
const person = { type: 'person', name: 'Ilse Brandt' } as const
const respond = (status: number, type: string) =>
  client.withOptions({
    fetch: async () => new Response('<p>', { status, headers: { 'content-type': type } }),
  })
const failing = (code: string) =>
  client.withOptions({
    fetch: () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })),
  })
const faulty = (fault: Parameters<typeof server.faults.add>[0]) => {
  server.faults.remove()
  server.faults.add(fault)
  return client
}
const inABrowser = () => {
  vi.stubGlobal('window', { document: {} })
  try {
    return new EntityScreening(options)
  } finally {
    vi.unstubAllGlobals()
  }
}

/** What goes wrong, and the message that tells of it. */
const failures: readonly (() => unknown)[] = [
  () => new EntityScreening({ baseUrl }),
  inABrowser,
  () => new EntityScreening({ apiKey, baseUrl: `${baseUrl}/v1` }),
  () => Reflect.construct(EntityScreening, [{ ...options, headers: new Map() }]),
  () => client.withOptions({ baseUrl: '/screening' }).entities.list(),
  () => failing('ECONNREFUSED').entities.list(),
  () => failing('UND_ERR_HEADERS_TIMEOUT').entities.list(),
  () => failing('SELF_SIGNED_CERT_IN_CHAIN').entities.list(),
  () => failing('DEPTH_ZERO_SELF_SIGNED_CERT').entities.list(),
  () => faulty({ kind: 'no_response', times: 1 }).entities.list(),
  () => faulty({ kind: 'lost_response', times: 1 }).entities.create(person),
  () => client.withOptions({ apiKey: 'another-key' }).entities.list(),
  () =>
    faultless()
      .withOptions({ baseUrl: `${baseUrl}/api` })
      .entities.list(),
  () => respond(301, 'text/plain').entities.list(),
  () => respond(404, 'text/html').entities.list(),
  () => respond(200, 'text/html').entities.list(),
  () => Reflect.apply(client.entities.create, client.entities, [{ ...person, tags: ['a'] }]),
  () => importPortfolio(client, 'name,type\nNordwind GmbH,company\n'),
  () => importPortfolio(client, Uint8Array.of(0x6e, 0xfc, 0x0a, 0x0a)),
  async () => {
    const { apiKey } = server.teams.create({ entityLimit: 0 })
    await faultless().withOptions({ apiKey }).entities.create(person)
  },
  async () => faultless().entities.waitForScreening(await client.entities.create(person), { timeout: 20 }),
]

function faultless() {
  server.faults.remove()
  return client
}

async function messageOf(fail: () => unknown): Promise<string> {
  try {
    await fail()
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error(`does not fail: ${fail}`)
}

/** Whether a text has the parts of a message, in their order. */
function tells(text: string, message: string): boolean {
  let at = 0
  return message.split('…').every(part => {
    const found = text.indexOf(part.trim(), at)
    at = found + part.length
    return found >= 0
  })
}

it('the messages in docs/tables/messages.ts are quoted as they are', { tags: 'long' }, async () => {
  const told: string[] = []
  for (const fail of failures) told.push(await messageOf(fail))
  // What no failure of this test can show is quoted from its source.
  const sources = globSync('{src,mock-server,cli}/**/*.ts', { cwd: root }).map(read)
  expect(explained.length).toBeGreaterThan(25)
  expect(explained.filter(message => ![...told, ...sources].some(text => tells(text, message)))).toEqual([])
  // Each failure is explained.
  expect(told.filter(text => !explained.some(message => tells(text, message)))).toEqual([])
})

it('a method that is passed without its object fails with a message that is explained', async () => {
  const { list } = client.entities
  const { organizations } = client.search
  const explainedElsewhere = messages['other-tools'].map(([message]): string => message)
  expect(explainedElsewhere).toContain(await messageOf(() => list()))
  expect(explainedElsewhere).toContain(await messageOf(() => organizations({ companyName: 'Nordwind' })))
})
