import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer, type Snapshot } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import type { ClockMode } from '../../../mock-server/clock/clock.ts'

const clientOf = (server: MockServer, apiKey: string) =>
  new EntityScreening({ apiKey, baseUrl: 'http://in-process', fetch: server.fetch })

/** A server with something of everything. */
async function usedServer() {
  const server = createMockServer({ keys: { 'start-key': 'start' } })
  const { apiKey } = server.teams.create({ entityLimit: 50 })
  const client = clientOf(server, apiKey)
  const { id } = await client.entities.create({
    type: 'organization',
    name: 'Halfmoon Minerals Oy',
    countryCode: 'FI',
  })
  await client.entities.createBulk([
    { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE', tags: ['a', 'b'] },
    { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' },
    { type: 'organization', name: 'Acme Ltd', countryCode: 'GB', registration: 'GB-1' },
  ])
  await client.entities.attachDocument(id, { url: 'https://example.com/a.pdf' })
  server.clock.settle()
  await client.entities.rescan(id)
  server.clock.advance('2s')
  server.setCaseStatus(id, 'ESCALATED')
  return { server, apiKey, id }
}

/** Bytes of everything that a caller can see. */
async function everythingOf(server: MockServer, apiKey: string): Promise<string> {
  const client = clientOf(server, apiKey)
  const entities = await client.entities.list()
  const networks = []
  for (const { id } of entities) networks.push(await (await client.entities.network(id).asResponse()).text())
  return JSON.stringify([
    await (await client.entities.list().asResponse()).text(),
    networks,
    server.clock.now(),
  ])
}

const team = { id: 't', entityLimit: 1, keys: ['k'], entities: [], idempotencyKeys: [] }
const empty = { version: 2, seed: 1, clock: { now: Date.UTC(2025, 0, 1), ahead: 0 }, teams: [] }

type SavedEntity = Snapshot['teams'][number]['entities'][number]

/** The snapshot with each entity changed. */
function withEntities(snapshot: Snapshot, change: (entity: SavedEntity, index: number) => object) {
  const teams = snapshot.teams.map(team => ({ ...team, entities: team.entities.map(change) }))
  return { ...snapshot, teams }
}

describe('a snapshot', () => {
  it('is JSON, and restores to the same bytes in another server', async () => {
    const { server, apiKey } = await usedServer()
    const text = JSON.stringify(server.snapshot())
    const other = createMockServer({ keys: { 'start-key': 'start' } })
    other.restore(JSON.parse(text))
    expect(await everythingOf(other, apiKey)).toBe(await everythingOf(server, apiKey))
    expect(JSON.stringify(other.snapshot())).toBe(text)
  })

  it('changes nothing by being taken and restored: what comes after is the same too', async () => {
    const goOn = async (server: MockServer, apiKey: string) => {
      const client = clientOf(server, apiKey)
      await client.entities.createBulk([
        { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' },
        { type: 'organization', name: 'ACME LTD', countryCode: 'GB' },
      ])
      const next = server.teams.create()
      server.clock.settle()
      return [next, await everythingOf(server, apiKey)]
    }
    const straight = await usedServer()
    const restored = createMockServer({ keys: { 'start-key': 'start' } })
    restored.restore(straight.server.snapshot())
    expect(await goOn(restored, straight.apiKey)).toEqual(await goOn(straight.server, straight.apiKey))
  })

  it('settles where a fresh server would', async () => {
    const { server } = await usedServer()
    const snapshot = server.snapshot()
    server.clock.advance('30d')
    await clientOf(server, 'start-key').entities.create({ type: 'person', name: 'Late' })
    server.restore(snapshot)
    const fresh = createMockServer({ keys: { 'start-key': 'start' } })
    fresh.restore(snapshot)
    server.clock.settle()
    fresh.clock.settle()
    expect(server.clock.now()).toBe(fresh.clock.now())
  })

  it('leaves to the options of the start what they say of limits', async () => {
    const { server } = await usedServer()
    const other = createMockServer({ keys: { 'start-key': 'start' }, entityLimit: 1 })
    other.restore(server.snapshot())
    const create = () => clientOf(other, 'start-key').entities.create({ type: 'person', name: 'A' })
    expect((await create()).teamId).toBe('start')
    await expect(create()).rejects.toMatchObject({ status: 403 })
  })

  it('that has a key which another team has here is refused: the entities of its team would be out of reach', async () => {
    const { server, apiKey } = await usedServer()
    const other = createMockServer({ keys: { 'start-key': 'another-team' } })
    const { apiKey: kept } = other.teams.create()
    await clientOf(other, kept).entities.create({ type: 'person', name: 'Kept' })
    const before = await everythingOf(other, kept)
    expect(() => other.restore(server.snapshot())).toThrow(
      'restore: a key that the state has for team "start" is given to team "another-team" at this start: give it to "start", or give "another-team" another key',
    )
    expect(await everythingOf(other, kept)).toBe(before)
    const separate = createMockServer({ keys: { 'another-key': 'another-team' } })
    separate.restore(server.snapshot())
    expect(await clientOf(separate, 'start-key').entities.list()).toEqual([])
    expect(await clientOf(separate, apiKey).entities.list()).toHaveLength(4)
  })

  it('that has an entity twice, in one team or in two, is refused: one of them would be lost', async () => {
    const { server } = await usedServer()
    server.teams.create({ id: 'other' })
    const snapshot = server.snapshot()
    const [entity] = snapshot.teams.flatMap(({ entities }) => entities)
    const other = createMockServer()
    for (const id of ['other', snapshot.teams.find(({ entities }) => entities.length > 0)?.id]) {
      const teams = snapshot.teams.map(team =>
        team.id === id ? { ...team, entities: [...team.entities, entity] } : team,
      )
      expect(() => other.restore({ ...snapshot, teams })).toThrow(/restore: teams.*\.id occurs twice: /)
    }
    expect(other.snapshot().teams).toEqual([])
  })

  it('takes the place of what was there', async () => {
    const { server, apiKey } = await usedServer()
    const empty = createMockServer({ keys: { 'start-key': 'start' } }).snapshot()
    server.restore(empty)
    await expect(clientOf(server, apiKey).entities.list()).rejects.toThrow('not valid')
    expect(await clientOf(server, 'start-key').entities.list()).toEqual([])
  })

  it.each([
    ['nothing', null, 'the snapshot must be an object'],
    ['another version', { ...empty, version: 1 }, 'version must be 2'],
    ['another seed', { ...empty, seed: 2 }, 'the seed of the snapshot is 2, and that of this server 1'],
    ['half an entity', { ...empty, teams: [{ ...team, entities: [{ id: 'x' }] }] }, 'entities[0].name'],
    ['a time that is none', { ...empty, clock: { now: 0, ahead: 1e20 } }, 'clock.ahead must be at most'],
    ['a key without a team', { ...empty, teams: [{ ...team, id: '' }] }, 'id must not be blank'],
    ['a team without a key', { ...empty, teams: [{ ...team, keys: [] }] }, 'the team "t" must have a key'],
    ['a clock past its end', { ...empty, clock: { now: 0, ahead: 253370764800000 } }, 'year 9999'],
    [
      'a time past its end',
      { ...empty, clock: { ahead: 0, now: Date.UTC(9999, 11, 31) } },
      'clock.now must be at most',
    ],
    [
      'a limit below nothing',
      { ...empty, teams: [{ ...team, entityLimit: -1 }] },
      'teams[0].entityLimit must be at least 0',
    ],
  ])('that is %s is refused, and leaves the state as it was', async (_, snapshot, sentence) => {
    const { server, apiKey } = await usedServer()
    const before = await everythingOf(server, apiKey)
    expect(() => server.restore(snapshot)).toThrow(sentence)
    expect(await everythingOf(server, apiKey)).toBe(before)
  })
})

it('a document of a snapshot from before its entity is refused', async () => {
  const { server } = await usedServer()
  const snapshot = server.snapshot()
  const early = withEntities(snapshot, ({ documents, ...entity }) => ({
    ...entity,
    documents: documents.map(document => ({ ...document, attachedAt: 0 })),
  }))
  expect(() => server.restore(early)).toThrow('documents must not be attached before createdAt')
  expect(server.snapshot()).toEqual(snapshot)
})

describe('an entity of a snapshot', () => {
  it('can take the next step with the greatest numbers that are accepted', async () => {
    const { server, apiKey } = await usedServer()
    const end = Date.UTC(9999, 0, 1)
    const { clock, ...snapshot } = withEntities(server.snapshot(), entity => ({
      ...entity,
      ...{ scan: 2 ** 52, scanStartedAt: end, updatedAt: end + 30 * 86_400_000 },
    }))
    server.restore({ ...snapshot, clock: { ...clock, now: end } })
    const { entities } = clientOf(server, apiKey)
    const [first] = await entities.list()
    const rescanned = await entities.rescan(first?.id ?? '')
    expect(Date.parse(rescanned.updatedAt)).toBeGreaterThan(Date.parse(first?.updatedAt ?? ''))
    expect(rescanned.updatedAt).toMatch(/^9999-/)
    expect((await entities.list()).length).toBe(4)
  })

  it.each([
    ['id', '', 'must not be blank'],
    ['name', 'x'.repeat(1001), 'must have at most 1000 characters'],
    ['countryCode', 'zz!', 'must be a 2-letter ISO country code in capitals'],
    ['birthDate', '1961', 'must be a date such as 1973-05-21'],
    ['scan', 0, 'must be at least 1'],
    ['scan', Number.MAX_SAFE_INTEGER, 'must be at most'],
    ['scanStartedAt', Date.UTC(9999, 0, 1) + 1, 'must be at most'],
    ['updatedAt', Date.UTC(9999, 10, 1), 'must be at most'],
    ['updatedAt', 0, 'must not be before createdAt'],
    ['scanStartedAt', 0, 'must not be before createdAt'],
    ['lastResults', 9, 'must be less than scan'],
  ])(
    'with an impossible %s is refused by its path, and nothing is half restored',
    async (field, value, rule) => {
      const { server, apiKey } = await usedServer()
      const before = await everythingOf(server, apiKey)
      const wrong = withEntities(server.snapshot(), (entity, index) =>
        index === 3 ? { ...entity, [field]: value } : entity,
      )
      expect(() => server.restore(wrong)).toThrow(`restore: teams[1].entities[3].${field} ${rule}`)
      expect(await everythingOf(server, apiKey)).toBe(before)
    },
  )
})

describe('the request log', () => {
  it('has what came in and what went out, without keys', async () => {
    const { server, apiKey, id } = await usedServer()
    server.requests.clear()
    server.faults.add({ operation: 'getNetwork', kind: 'reset', times: 1 })
    await clientOf(server, apiKey)
      .entities.network(id, { maxRetries: 0 })
      .catch(() => {})
    await clientOf(server, 'a-wrong-key')
      .entities.list()
      .catch(() => {})
    await clientOf(server, apiKey).entities.create({ type: 'person', name: 'A' })
    expect(server.requests.list()).toMatchObject([
      {
        method: 'GET',
        path: `/v1/entities/${id}/network`,
        operation: 'getNetwork',
        status: 0,
        fault: 'reset',
      },
      { method: 'GET', operation: 'listEntities', team: null, status: 401, fault: null },
      { method: 'POST', operation: 'createEntity', requestBody: '{"name":"A","type":"person"}', status: 201 },
    ])
    const text = JSON.stringify(server.requests.list())
    expect(text).not.toContain(apiKey)
    expect(text).not.toContain('a-wrong-key')
  })

  it('keeps the latest thousand, and no body over 10,000 characters', { tags: 'long' }, async () => {
    const server = createMockServer({ behaviour: { searchRequiresKey: false } })
    const ask = (body: string) =>
      server.fetch(new Request('http://x/api/search/organizations', { method: 'POST', body }))
    for (let call = 0; call < 1005; call += 1) await ask(`{"company_name":"number ${call}"}`)
    await ask(JSON.stringify({ company_name: 'x'.repeat(20_000) }))
    const records = server.requests.list()
    expect(records).toHaveLength(1000)
    expect(records[0]?.requestBody).toContain('number 6"')
    expect(records.at(-1)).toMatchObject({ requestBody: null, status: 200 })
  })
})

it('a clock with a factor goes by itself, so many times faster', async () => {
  const server = createMockServer({ clock: { speed: 3600 } })
  const before = server.clock.now()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(server.clock.now() - before).toBeGreaterThanOrEqual(50 * 3600 * 0.9)
})

it('200 tests at once, each with a team of its own, do not see each other', { tags: 'long' }, async () => {
  const server = createMockServer()
  const run = async (number: number) => {
    const client = clientOf(server, server.teams.create().apiKey)
    await client.entities.create({ type: 'organization', name: `Company ${number} Ltd` })
    return (await client.entities.list()).map(({ name }) => name)
  }
  const lists = await Promise.all(Array.from({ length: 200 }, (_, number) => run(number)))
  expect(lists).toEqual(Array.from({ length: 200 }, (_, number) => [`Company ${number} Ltd`]))
})

describe('time continues where it was', () => {
  const day = 86_400_000
  const restored = (clock: ClockMode, from: MockServer) => {
    const server = createMockServer({ clock })
    server.restore(from.snapshot())
    return server
  }

  it.each(['real', 'manual', 'stepping', { speed: 60 }] as const)(
    'through every other clock, from %j',
    mode => {
      const first = createMockServer({ clock: mode })
      first.clock.advance('3000d')
      let server = first
      for (const clock of ['manual', 'real', 'stepping', { speed: 60 }, 'real', 'manual'] as const) {
        server = restored(clock, server)
        expect(Math.abs(server.clock.now() - first.clock.now())).toBeLessThan(day)
      }
    },
  )

  it('and goes on from the wall time where that is later', () => {
    const past = createMockServer()
    past.clock.advance('1d')
    expect(Math.abs(restored('real', past).clock.now() - Date.now())).toBeLessThan(day)
    expect(restored('manual', past).clock.now()).toBe(past.clock.now())
  })
})

it('a clock at its end stays there, and what it writes can be read', { tags: 'long' }, async () => {
  const server = createMockServer({ clock: { speed: 999999 }, keys: { 'start-key': 'start' } })
  const client = clientOf(server, 'start-key')
  const end = Date.UTC(9999, 0, 1)
  while (end - server.clock.now() > 9e13) server.clock.advance(8e13)
  // The rest, a fifth of a second here, goes by itself.
  server.clock.advance(end - server.clock.now() - 2e8)
  await expect.poll(() => server.clock.now()).toBe(end)
  const { id } = await client.entities.create({ type: 'person', name: 'Late' })
  await client.entities.rescan(id)
  await client.entities.rescan(id)
  for (const clock of ['manual', 'real', { speed: 999999 }] as const) {
    const copy = createMockServer({ clock, keys: { 'start-key': 'start' } })
    copy.restore(JSON.parse(JSON.stringify(server.snapshot())))
    expect(copy.clock.now()).toBe(end)
    expect(await clientOf(copy, 'start-key').entities.list()).toEqual(await client.entities.list())
  }
  await server.clock.wait(5)
})
