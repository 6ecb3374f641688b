import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { fetchFrom } from '../fetch-from.ts'

const apiKey = 'a-key-of-the-team'

/** A server with functions that send JSON to the control API and to the service. The OpenAPI document does not judge its lists. */
function start() {
  const server = createMockServer({ keys: { [apiKey]: 'team-1' }, behaviour: {} })
  const send = (method: string, path: string, body?: unknown) => sendJson(server, method, path, body)
  const list = async () => (await send('GET', '/v1/entities')).body
  const create = async (name: string, more: object = {}) =>
    (await send('POST', '/v1/entities', { type: 'organization', name, ...more })).body.data.id as string
  const readFixture = async (id: string) => (await send('GET', `/__admin/entities/${id}/fixture`)).body.data
  const replace = (id: string, fixture: unknown) => send('PUT', `/__admin/entities/${id}`, fixture)
  return { server, send, list, create, readFixture, replace }
}

async function sendJson(server: MockServer, method: string, path: string, body: unknown) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const json = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await fetchFrom(server, `http://x${path}`, { method, headers, ...json })
  return { status: response.status, body: await response.json() }
}

function copyServer(server: MockServer): MockServer {
  const copy = createMockServer({ behaviour: {} })
  copy.restore(server.snapshot())
  return copy
}

describe('PUT /__admin/entities/{id}', () => {
  it('replaces an entity, which keeps its id, team, place and documents', async () => {
    const { server, send, list, create, replace } = start()
    const id = await create('Nordwind GmbH', { countryCode: 'DE', registration: 'HRB 7' })
    await create('Südwind GmbH')
    await send('POST', `/v1/entities/${id}/documents`, { document_url: 'https://example.com/a.pdf' })
    server.clock.settle()
    const [before] = await list()
    const logged = server.requests.list().length
    const { status, body } = await replace(id, {
      type: 'organization',
      name: 'Halfmoon Minerals Oy',
      countryCode: 'FI',
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ team: 'team-1', documents: [{ title: 'a.pdf' }], entity: { id } })
    expect(server.requests.list()).toHaveLength(logged)
    const [replaced, other] = await list()
    expect(replaced).toMatchObject({
      id,
      name: 'Halfmoon Minerals Oy',
      countryCode: 'FI',
      registration: '-',
      riskLevel: 'High Risk',
    })
    expect(Date.parse(replaced.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    expect(other.name).toBe('Südwind GmbH')
    const network = (await send('GET', `/v1/entities/${id}/network`)).body.data
    expect(Object.values(network.nodes)).toContainEqual(expect.objectContaining({ id, country_code: 'FI' }))
  })

  it('shows what the fixture states unchanged, also of an entity that was screened again', async () => {
    const { server, send, list, create, replace } = start()
    const id = await create('[sanctioned] A Ltd')
    server.clock.settle()
    await send('PUT', `/v1/entities/${id}`, { action: 'rescan' })
    server.clock.settle()
    const stated = {
      riskLevel: 'Severe Risk',
      riskScore: 99,
      caseStatus: 'ESCALATED',
      dueDate: 'Mar 1, 2026',
    }
    await replace(id, { type: 'organization', name: 'A Ltd', ...stated })
    expect(await list()).toMatchObject([{ id, name: 'A Ltd', ...stated }])
  })

  it('leaves the fields of an entity that the server has created, where the fixture states none', async () => {
    const { list, create, replace } = start()
    const id = await create('[sanctioned] A Ltd', { countryCode: 'DE' })
    const [{ riskLevel: _, riskScore: __, updatedAt: ___, createdAt: ____, ...before }] = await list()
    const fixture = {
      type: 'organization',
      name: '[sanctioned] A Ltd',
      countryCode: 'DE',
      caseStatus: 'CLEARED',
    }
    await replace(id, fixture)
    expect(await list()).toMatchObject([{ ...before, caseStatus: 'CLEARED', riskLevel: '-', riskScore: 0 }])
  })

  it('leaves an item of a list what it is, even if its fixture has no field of the list any more', async () => {
    const { server, list, readFixture, replace } = start()
    const item = { id: 7, name: 'Acme', type: 'vessel', owner: 'Ada', UpdatedAt: '2024-03-01T08:00:00.000Z' }
    await Reflect.apply(server.load, undefined, [{ entities: [item] }])
    const { UpdatedAt: _, ...fixture } = item
    expect(await readFixture('7')).toEqual(fixture)
    expect((await replace('7', fixture)).status).toBe(200)
    expect(await list()).toEqual([
      { ...fixture, lastUpdate: 'Jan 1, 2025', updatedAt: '2025-01-01T00:00:00.000Z' },
    ])
  })

  it('changes only the time of the update, if it is replaced by its own fixture', async () => {
    const { server, send, list, create, readFixture, replace } = start()
    const team = 'team-1'
    const network = { nodes: { acme: { id: 'acme', calculatedRiskScore: 82 } }, relations: [] }
    await server.load({
      team,
      entities: [
        { id: 'acme', type: 'organization', name: 'Acme Castings Ltd', countryCode: 'GB' },
        {
          ...{ id: 'listed', type: 'person', name: 'Ilse Brandt', riskLevel: 'Low Risk', riskScore: 3 },
          ...{ lastUpdate: 'Mar 1, 2024', updatedAt: '2024-03-01T08:00:00.000Z' },
        },
        { type: 'person', firstName: 'Jan', lastName: 'Novak', birthDate: '1961-04-09', tags: ['a', 'b'] },
      ],
      networks: { acme: network },
    })
    const rescanned = await create('[changing] A Ltd')
    const byHand = await create('[pep] B Ltd')
    server.clock.settle()
    await send('PUT', `/v1/entities/${rescanned}`, { action: 'rescan' })
    await send('POST', `/__admin/entities/${byHand}/case-status`, { caseStatus: 'ESCALATED' })
    server.clock.advance('2h')
    const before = await list()
    for (const { id } of before) expect((await replace(id, await readFixture(id))).status).toBe(200)
    const withoutUpdate = (entities: Record<string, unknown>[]) =>
      entities.map(({ updatedAt: _, lastUpdate: __, dueDate: ___, ...fields }) => fields)
    const after = await list()
    expect(withoutUpdate(after)).toEqual(withoutUpdate(before))
    for (const [index, { updatedAt }] of after.entries())
      expect(updatedAt > before[index].updatedAt).toBe(true)
    expect((await send('GET', '/v1/entities/acme/network')).body.data).toEqual(network)
  })

  it.each([
    ['at once', (server: MockServer) => server],
    ['after a snapshot', copyServer],
  ])('frees the name and the registration that no entity has any more, %s', async (_, follow) => {
    const { server, create, replace } = start()
    const organization = (name: string, registration?: string) => ({
      ...{ type: 'organization', name, countryCode: 'DE' },
      ...(registration !== undefined && { registration }),
    })
    const createNamed = (name: string, registration?: string) =>
      create(name, organization(name, registration))
    const renamed = await createNamed('Nordwind GmbH', 'HRB 7')
    await createNamed('Nordwind GmbH', 'HRB 8')
    await replace(renamed, organization('Halfmoon Minerals Oy'))
    const renamedTwice = await createNamed('Tideglass Ltd', 'HRB 9')
    await replace(renamedTwice, organization('Larkspur AB'))
    await replace(renamedTwice, organization('Tideglass Ltd', 'HRB 9'))
    const namesakes = [await createNamed('Meridian LLP'), await createNamed('Meridian LLP')]
    for (const id of namesakes) await replace(id, organization('Foundry Ltd'))
    const taken = [
      ...[organization('Nordwind GmbH'), organization('Halfmoon Minerals Oy'), organization('Tideglass Ltd')],
      ...[organization('Foundry Ltd'), organization('A', 'HRB 8'), organization('B', 'HRB 9')],
    ]
    const free = [organization('Larkspur AB'), organization('Meridian LLP'), organization('C', 'HRB 7')]
    const entities = [...taken, ...free].map(row => ({ ...row, tags: 'supplier' }))
    const { body } = await sendJson(follow(server), 'POST', '/v1/entities/bulk', { entities })
    const rows = body.data.errors.map((error: string) => error.replace(/:.*exists in the team$/, ''))
    expect(rows).toEqual(taken.map((_, index) => `Row ${index + 1}`))
  })

  it('gives a new entity no identifier that a renamed one has', async () => {
    const { server, list, create, replace } = start()
    const ids = [await create('Nordwind GmbH'), await create('Nordwind GmbH'), await create('Nordwind GmbH')]
    await replace(ids[1] ?? '', { type: 'organization', name: 'Tideglass Ltd' })
    server.restore(server.snapshot())
    const created = [await create('Nordwind GmbH'), await create('Nordwind GmbH')]
    expect(new Set([...ids, ...created]).size).toBe(5)
    expect(await list()).toHaveLength(5)
  })

  it('is in the snapshot', async () => {
    const { server, list, send, create, replace } = start()
    const id = await create('Nordwind GmbH')
    await send('POST', `/v1/entities/${id}/documents`, { document_url: 'https://example.com/a.pdf' })
    await replace(id, { type: 'person', name: 'Ilse Brandt', riskLevel: 'High Risk', riskScore: 80 })
    const copy = copyServer(server)
    expect(copy.snapshot()).toEqual(server.snapshot())
    expect((await sendJson(copy, 'GET', '/v1/entities', undefined)).body).toEqual(await list())
  })

  it.each([
    [{ type: 'organization' }, 'name'],
    [{ type: 'company', name: 'A' }, 'type'],
    [{ type: 'organization', name: 'A', countryCode: 'Atlantis' }, 'countryCode'],
    [{ type: 'organization', name: 'A', birthdate: '1961-04-09' }, 'birthdate'],
    [{ type: 'organization', name: 'A', id: 'another' }, 'id must be'],
    [{ type: 'organization', name: 'x'.repeat(1001) }, 'name must have at most'],
    [[], 'the entity must be'],
    ['{', 'JSON'],
  ])('refuses %j, and leaves the entity as it was', async (fixture, sentence) => {
    const { list, create, replace } = start()
    const id = await create('Nordwind GmbH')
    const before = await list()
    const { status, body } = await replace(id, fixture)
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence)])
    expect(await list()).toEqual(before)
  })

  it('is a 404 for an entity that no team has', async () => {
    const { send, replace } = start()
    expect((await replace('nobody', { type: 'person', name: 'A' })).status).toBe(404)
    expect((await send('GET', '/__admin/entities/nobody/fixture')).status).toBe(404)
  })
})

describe('GET /__admin/entities/{id}/fixture', () => {
  it('returns what load takes: without the id, it makes a duplicate', async () => {
    const { server, list, create, readFixture, send } = start()
    const input = { countryCode: 'DE', registration: 'HRB 7' }
    const id = await create('Nordwind GmbH', input)
    const fixture = await readFixture(id)
    expect(fixture).toEqual({ id, type: 'organization', name: 'Nordwind GmbH', ...input })
    const { id: _, ...duplicate } = fixture
    expect((await send('POST', '/__admin/load', { entities: [duplicate] })).status).toBe(200)
    expect(await list()).toMatchObject([{ id }, { name: 'Nordwind GmbH', ...input }])
    expect(server.requests.list().map(({ path }) => path)).not.toContain('/__admin/load')
  })
})
