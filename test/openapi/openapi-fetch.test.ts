import { createMockServer, type TeamOptions } from 'entity-screening-sdk/mock-server'
import { type RunningServer, startServer } from 'entity-screening-sdk/mock-server/node'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { components, paths } from './service.d.ts'

const server = createMockServer()
let running: RunningServer

function clientWith(headers: Record<string, string>) {
  return createClient<paths>({ baseUrl: running.url, headers })
}

function newTeam(options?: TeamOptions) {
  const { id, apiKey } = server.teams.create(options)
  return { teamId: id, client: clientWith({ authorization: `Bearer ${apiKey}` }) }
}

/** The data of an answer that has no error. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  expect(error).toBeUndefined()
  if (data === undefined) throw new Error('data expected')
  return data
}

/** An entity to work with. */
async function create(
  client: ReturnType<typeof clientWith>,
  body: components['schemas']['CreateEntityRequest'],
) {
  const { data } = dataOf(await client.POST('/v1/entities', { body }))
  return { ...data, inPath: { params: { path: { id: data.id } } } }
}

describe('a client that is generated from docs/openapi.json', () => {
  beforeAll(async () => {
    running = await startServer(server)
  })
  afterAll(() => running.close())

  it('creates, screens, lists and shows the network of a risky organization', async () => {
    const { client, teamId } = newTeam()
    const created = await create(client, {
      type: 'organization',
      name: 'Halfmoon Minerals Oy',
      countryCode: 'FI',
    })
    expect(created).toMatchObject({ teamId, caseStatus: 'NOT_STARTED', tags: [] })

    server.clock.settle()
    const list = dataOf(await client.GET('/v1/entities'))
    expectTypeOf(list).toEqualTypeOf<components['schemas']['Entity'][]>()
    expect(list).toMatchObject([{ id: created.id, riskLevel: 'High Risk', caseStatus: 'IN_PROGRESS' }])

    const { nodes, relations } = dataOf(await client.GET('/v1/entities/{id}/network', created.inPath)).data
    const owner = Object.values(nodes).find(node => (node.sanctions ?? []).length > 0)
    const share = relations.find(({ source, target }) => source === owner?.id && target === created.id)
    expect(share).toMatchObject({ type: 'ShareholdingRelationship', details: { exact_share: 0.5 } })
  })

  it('creates in bulk, and is told which rows failed', async () => {
    const { client } = newTeam()
    const { data } = dataOf(
      await client.POST('/v1/entities/bulk', {
        body: {
          entities: [
            { type: 'organization', name: 'Acme Castings Ltd', countryCode: 'GB', tags: 'supplier, tier 1' },
            { type: 'organization', name: 'ACME CASTINGS LTD', countryCode: 'GB' },
            {
              type: 'person',
              name: 'Ingrid Solheim-Fjord',
              first_name: 'Ingrid',
              last_name: 'Solheim-Fjord',
              countryCode: 'NO',
            },
          ],
        },
      }),
    )
    expect(data).toEqual({
      successCount: 2,
      errorCount: 1,
      errors: ['Row 2: organization "ACME CASTINGS LTD" already exists in the team'],
    })
  })

  it('attaches a document, rescans, and searches the team', async () => {
    const { client } = newTeam()
    const created = await create(client, { type: 'person', name: 'Barnaby Quillon', birthDate: '1975-04-03' })
    const attached = dataOf(
      await client.POST('/v1/entities/{id}/documents', {
        ...created.inPath,
        body: { document_url: 'https://example.com/files/id%20card.pdf', type: 'identity_document' },
      }),
    )
    expect(attached.data.message).toContain('id card.pdf')

    server.clock.settle()
    server.clock.advance('1h')
    const rescanned = dataOf(
      await client.PUT('/v1/entities/{id}', { ...created.inPath, body: { action: 'rescan' } }),
    )
    expect(rescanned.data).toMatchObject({ id: created.id, caseStatus: 'NOT_STARTED' })

    const byName = await client.POST('/v1/entities/search', { body: { name: 'quillon', limit: 5 } })
    expect(dataOf(byName).data).toMatchObject([{ id: created.id }])
    expect(dataOf(await client.POST('/v1/entities/search')).data).toHaveLength(1)
  })

  it('looks organizations and persons up', async () => {
    const { client } = newTeam()
    const organizations = await client.POST('/api/search/organizations', {
      body: { company_name: 'tideglass', countryCode: 'Germany' },
    })
    expect(dataOf(organizations).results).toMatchObject([
      { company_name: 'Tideglass Logistics GmbH', country_code: 'DE' },
    ])
    const queries: components['schemas']['SearchPersonsRequest'][] = [
      { first_name: 'Ilse', last_name: 'Brandtmeier', birth_date: '9.4.1961' },
      { full_name: 'Ilse Brandtmeier', birth_date: '1961-04-09' },
      { name: 'Ilse Brandtmeier', birth_date: '9 April 1961' },
    ]
    for (const body of queries) {
      const persons = await client.POST('/api/search/persons', { body })
      expect(dataOf(persons).results).toMatchObject([{ last_name: 'Brandtmeier', birth_date: '1961-04-09' }])
    }
  })

  it('tells health and index without a key', async () => {
    const client = clientWith({})
    expect(dataOf(await client.GET('/v1/health'))).toMatchObject({ success: true, status: 'ok' })
    const index = dataOf(await client.GET('/v1'))
    expect(index).toMatchObject({ version: 'v1', endpoints: { health: '/v1/health' } })
    expect(dataOf(await client.GET('/'))).toEqual(index)
  })

  it('reads errors by their documented shape', async () => {
    const { client } = newTeam({ entityLimit: 1 })
    const { inPath } = await create(client, { type: 'organization', name: 'Old Foundry' })
    const results = [
      await client.POST('/v1/entities', { body: { type: 'organization', name: ' ' } }),
      await clientWith({}).GET('/v1/entities'),
      await client.POST('/v1/entities', { body: { type: 'organization', name: 'New Foundry' } }),
      await client.GET('/v1/entities/{id}/network', { params: { path: { id: 'no-such-entity' } } }),
      await client.POST('/v1/entities/{id}/documents', {
        ...inPath,
        body: { document_url: 'http://localhost/a.pdf' },
      }),
    ]
    for (const { error, data } of results) {
      expect(data).toBeUndefined()
      expectTypeOf(error).toEqualTypeOf<components['schemas']['Error'] | undefined>()
    }
    expect(results.map(({ error }) => error?.statusCode)).toEqual([400, 401, 403, 404, 400])
    expect(results[2]?.error?.error).toBe("The team's entity limit of 1 is reached.")
  })

  it('is kept by its types from what the server would refuse', () => {
    type Body<Name extends keyof components['schemas']> = components['schemas'][Name]
    expectTypeOf<{ name: string }>().not.toExtend<Body<'CreateEntityRequest'>>()
    expectTypeOf<{ name: string; type: 'company' }>().not.toExtend<Body<'CreateEntityRequest'>>()
    expectTypeOf<{ first_name: string }>().not.toExtend<Body<'SearchPersonsRequest'>>()
    expectTypeOf<{ name: string; type: 'organization' }>().not.toExtend<Body<'BulkEntityInput'>>()
    expectTypeOf<{ action: 'delete' }>().not.toExtend<Body<'RescanEntityRequest'>>()
  })
})
