import { type Entity, EntityScreening, type QuirkReport } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../../mock-server/dialects/index.ts'
import { quirkCodes } from '../../../src/reading/quirk-codes.ts'

/** A real client on a mock server, and every quirk that it met. */
function createPair(dialect: Dialect) {
  const server = createMockServer({ dialect })
  const { apiKey } = server.teams.create()
  const met: QuirkReport[] = []
  const client = new EntityScreening({
    apiKey,
    baseUrl: 'http://in-process',
    fetch: server.fetch,
    logLevel: 'off',
    maxRetries: 0,
    onQuirk: report => met.push(report),
  })
  return { server, client, met }
}

const ordinary = 'Saltmarsh Shipping S.A.'
const quirky = '[quirky] Example Works Ltd'

/** Every operation, for an organization of this name and a person beside it. */
async function useEverything(dialect: Dialect, name: string) {
  const { server, client, met } = createPair(dialect)
  const created = await client.entities.create({ type: 'organization', name, countryCode: 'PA' })
  const row = { type: 'organization', name, countryCode: 'PA' } as const
  const person = { type: 'person', firstName: 'Dragomir', lastName: 'Vosskov', countryCode: 'RU' } as const
  const summary = await client.entities.createBulk([row, person])
  server.clock.settle()
  const listed = await client.entities.list()
  const found = await client.entities.search({ name })
  const network = await client.entities.network(created)
  const rescanned = await client.entities.rescan(created)
  await client.entities.attachDocument(created, { url: 'https://example.com/a.pdf' })
  const prefix = name === quirky ? '[quirky] ' : ''
  const organizations = await client.search.organizations({
    companyName: `${prefix}Tideglass Logistics GmbH`,
  })
  const persons = await client.search.persons({ fullName: `${prefix}Dragomir Vosskov` })
  await client.service.health()
  await client.service.index()
  const codes = new Set(met.map(({ code }) => code))
  return { created, summary, listed, found, network, rescanned, organizations, persons, codes }
}

/** The quirks of what the specification itself shows: they come without any scenario. */
const shown: readonly QuirkReport['code'][] = [
  'placeholder',
  'risk_label',
  'display_date',
  'country_in_registration',
  'row_error',
  'unknown_field',
]
const shownInSample: readonly QuirkReport['code'][] = [
  ...shown,
  'country_alias',
  'json_encoded',
  'superseded_name',
  'has_role',
]

describe('the oddities that the client meets', () => {
  it('are those of the tables in the documented dialect', async () => {
    expect((await useEverything('documented', ordinary)).codes).toEqual(new Set(shown))
  })

  it('are those of the sample payload, too, in the sample dialect', async () => {
    const named = await useEverything('sample', 'Nordwind Turbinen GmbH')
    expect(named.codes).toEqual(new Set(shownInSample))
  })

  it('are all that it knows where a name asks for them', async () => {
    const met = new Set<QuirkReport['code']>()
    for (const dialect of ['documented', 'sample'] as const) {
      for (const name of [ordinary, 'Nordwind Turbinen GmbH', quirky])
        for (const code of (await useEverything(dialect, name)).codes) met.add(code)
    }
    expect([...met].toSorted()).toEqual(quirkCodes.toSorted())
  })
})

it('all of them but two, which docs/scenarios.md names, come with the quirky scenario', async () => {
  const { client, server, met } = createPair('documented')
  const row = { type: 'organization', name: quirky, countryCode: 'PA' } as const
  const created = await client.entities.create(row)
  await client.entities.createBulk([row])
  server.clock.settle()
  await client.entities.network(created)
  await client.entities.rescan(created)
  const codes = new Set(met.map(({ code }) => code))
  expect(quirkCodes.filter(code => !codes.has(code))).toEqual(['country_in_registration', 'row_error'])
})

describe('what the client makes of the quirky scenario', () => {
  it('an entity whose level, status and country are unheard of, in list, search and rescan', async () => {
    const { listed, found, rescanned } = await useEverything('documented', quirky)
    const expected: Partial<Entity> = {
      name: quirky,
      caseStatus: 'UNDER_REVIEW',
      countryCode: 'DE',
      riskLevel: 'severe',
      riskLabel: 'Severe Risk',
      riskScore: 71,
      unknownFields: { assignedAnalyst: 'No one in particular' },
    }
    expect(listed[0]).toMatchObject(expected)
    expect(found[0]).toMatchObject(expected)
    expect(rescanned).toMatchObject(expected)
  })

  it('a created entity with each of its tags', async () => {
    const { created } = await useEverything('documented', quirky)
    expect(created).toMatchObject({
      countryCode: 'DE',
      tags: ['fresh', 'priority'],
      unknownFields: { screeningQueue: 3 },
    })
  })

  it('a refused row of which nobody knows the number', async () => {
    const { summary } = await useEverything('documented', quirky)
    expect(summary).toMatchObject({ successCount: 1, errorCount: 1 })
    expect(summary.errors).toMatchObject([{ row: null, reason: expect.stringContaining('already exists') }])
  })

  it('a network from which no hit is lost', async () => {
    const { created, network } = await useEverything('documented', quirky)
    const root = network.nodes.find(({ id }) => id === created.id)
    expect(network.rootId).toBe(created.id)
    expect(root?.pep.map(({ position }) => position)).toEqual([
      'Minister of Quirks (fictional)',
      'Former Minister of Quirks (fictional)',
    ])
    expect(root?.sanctions.map(({ unknownFields }) => unknownFields.program)).toEqual([
      'Fictional Test Programme',
    ])
    expect(root?.adverseMedia.map(({ unknownFields }) => unknownFields.unreadable)).toEqual([
      expect.stringContaining('fictional report'),
    ])
  })

  it('profiles with numbers as text and countries as codes', async () => {
    const { organizations, persons } = await useEverything('documented', quirky)
    expect(organizations).toMatchObject([{ registrationNumber: '900117', countryCode: 'DE' }])
    expect(persons[0]).toMatchObject({
      nationalIdNumber: '900117',
      countryCode: 'DE',
      unknownFields: { confidence: 0.5 },
    })
  })

  it('the same in strict mode as an error, not as data', async () => {
    const { server } = createPair('documented')
    const { apiKey } = server.teams.create()
    const options = { apiKey, baseUrl: 'http://in-process', fetch: server.fetch, logLevel: 'off' } as const
    const strict = new EntityScreening({ ...options, validation: 'strict' })
    await strict.entities.create({ type: 'organization', name: quirky })
    server.clock.settle()
    await expect(strict.entities.list()).rejects.toMatchObject({ name: 'ResponseValidationError' })
  })
})

it('the client reads the same out of every dialect, but for what one of them does not have', async () => {
  const readings = []
  for (const dialect of ['documented', 'sample'] as const) {
    const { server, client } = createPair(dialect)
    const created = await client.entities.create({ type: 'organization', name: ordinary, countryCode: 'PA' })
    server.clock.settle()
    const { nodes, relations } = await client.entities.network(created)
    readings.push({
      parties: nodes.map(({ name, countryCode, pep, sanctions }) => ({ name, countryCode, pep, sanctions })),
      reports: nodes.flatMap(({ adverseMedia }) =>
        adverseMedia.map(({ unknownFields }) => unknownFields.headline),
      ),
      relations: relations.map(({ type, details }) => ({ type, details })),
    })
  }
  expect(readings[1]).toEqual(readings[0])
})
