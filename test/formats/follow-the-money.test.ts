import { defaultModel, type IEntityDatum, Model } from '@opensanctions/followthemoney'
import { EntityScreening, type Network } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { toFollowTheMoney } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseWellKnown } from '../../mock-server/screening/universe/well-known.ts'
import { holds, networkOf, organizationNode, personNode, relate, sanction } from '../network/networks.ts'
import { randomTies, runs } from '../network/random-networks.ts'

const model = new Model(defaultModel)

async function thingsOf(...given: Parameters<typeof toFollowTheMoney>): Promise<IEntityDatum[]> {
  const text = await toFollowTheMoney(...given)
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

/** What the model of FollowTheMoney has against them. */
function faultsOf(things: readonly IEntityDatum[]): string[] {
  const schemas = new Map(things.map(({ id, schema }) => [id, model.getSchema(schema)]))
  const faults = schemas.size < things.length ? ['an id is given twice'] : []
  for (const { id, schema: name, properties = {} } of things) {
    const schema = model.getSchema(name)
    const wrong = (text: string) => faults.push(`${name} ${id}: ${text}`)
    if (schema.abstract) wrong('is abstract')
    if (!/^[0-9a-f]{40}$/.test(id)) wrong('has an odd id')
    for (const required of schema.required ?? [])
      if (!properties[required]?.length) wrong(`lacks ${required}`)
    for (const [property, values] of Object.entries(properties)) {
      const found = schema.getProperty(property)
      const { type, stub } = found
      if (stub || values.length === 0) wrong(`cannot have ${property}`)
      for (const value of values) {
        if (typeof value !== 'string') wrong(`${property} is no text`)
        const isKnown =
          type.name === 'country' || type.name === 'topic' ? type.values.has(String(value)) : true
        if (!isKnown) wrong(`${property} is ${value}`)
        if (type.name === 'date' && !/^\d{4}(-\d\d){0,2}$/.test(String(value)))
          wrong(`${property} is ${value}`)
        if (type.name === 'entity' && !schemas.get(String(value))?.isA(found.getRange()))
          wrong(`${property} is no ${found.getRange().name}`)
      }
    }
  }
  return faults
}

const idsOf = (things: readonly IEntityDatum[], schema: string) =>
  things.filter(thing => thing.schema === schema).map(({ id }) => id)

describe.each(['documented', 'sample'] as const)('the whole universe, in the %s dialect', dialect => {
  const server = createMockServer({ dialect })
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({
    apiKey,
    baseUrl: 'http://localhost',
    fetch: server.fetch,
    logLevel: 'off',
  })

  it('conforms to the model, with every party, relation and sanction', { tags: 'long' }, async () => {
    for (const { name, type } of parseWellKnown().parties) {
      const { id } = await client.entities.create({ type, name })
      server.clock.settle()
      const network = await client.entities.network(id)
      const things = await thingsOf(network)
      expect(faultsOf(things)).toEqual([])
      const names = things.flatMap(({ properties }) => properties?.name ?? [])
      expect(names.toSorted()).toEqual(network.nodes.map(node => node.name ?? node.id).toSorted())
      expect(idsOf(things, 'Sanction')).toHaveLength(network.nodes.flatMap(node => node.sanctions).length)
      const links = things.filter(({ schema }) =>
        ['Ownership', 'Directorship', 'UnknownLink'].includes(String(schema)),
      )
      expect(links).toHaveLength(new Set(network.relations.map(relation => JSON.stringify(relation))).size)
    }
  })

  it('has the same identifiers after a rescan', async () => {
    const { id } = await client.entities.create({ type: 'organization', name: '[ownership-chain] Works Ltd' })
    server.clock.settle()
    const before = await toFollowTheMoney(await client.entities.network(id))
    await client.entities.rescan(id)
    server.clock.settle()
    expect(await toFollowTheMoney(await client.entities.network(id))).toBe(before)
  })
})

it('any network conforms to the model', { tags: 'long' }, () =>
  fc.assert(
    fc.asyncProperty(randomTies({ whole: false, unknown: true }), fc.boolean(), async (ties, isReversed) => {
      const network = networkOf(
        ties.map(({ owner, company, hundredths }) =>
          holds([`c${owner}`, `c${company}`, hundredths === null ? null : hundredths / 100]),
        ),
      )
      const direction = isReversed ? 'target_owns_source' : 'source_owns_target'
      expect(faultsOf(await thingsOf(network, { direction }))).toEqual([])
    }),
    { numRuns: runs },
  ),
)

describe('a network', () => {
  const network: Network = networkOf(
    [
      relate('p', 'c', 'ShareholdingRelationship', {
        exactShare: 0.25,
        unknownFields: { end_date: '2020-01-31' },
      }),
      relate('c', 'q', 'RoleRelationship', { keyPosition: 'Director' }),
      relate('c', 'p', 'ShareholdingRelationship', { exactShare: 0.5 }),
      relate('nobody', 'c', 'VotingRightsRelationship', { exactShare: 25 }),
      relate('p', 'q', 'FamilyRelationship'),
    ],
    {
      nodes: [
        organizationNode('c', {
          countryCode: 'GB',
          registrationNumber: '123',
          sources: ['https://a.example', 'A register'],
        }),
        personNode('p', {
          birthDate: '1970-01-31',
          sanctions: [
            { ...sanction, unknownFields: { program: 'SDN', list: 'OFAC' } },
            { name: null, sources: [], isReadable: false, unknownFields: { unreadable: '{' } },
          ],
          pep: [{ name: null, position: 'Minister', sources: [], isReadable: true, unknownFields: {} }],
        }),
        personNode('q', {
          hitStatus: 'not_shown',
          risks: ['adverse media'],
          unknownFields: { watch_status: 'pending' },
        }),
      ],
    },
  )

  it('keeps the content of each party and each relation', async () => {
    const things = await thingsOf({ ...network, rootId: 'c' })
    expect(faultsOf(things)).toEqual([])
    const partyOf = (name: string) =>
      things.find(({ properties }) => properties?.name?.includes(name))?.properties
    const [company, person, other] = ['c', 'p', 'q'].map(partyOf)
    const texts = Object.fromEntries(things.map(({ schema, properties }) => [String(schema), properties]))
    expect(company).toMatchObject({
      country: ['gb'],
      sourceUrl: ['https://a.example'],
      publisher: ['A register'],
    })
    expect(person).toMatchObject({
      topics: ['sanction', 'role.pep'],
      position: ['Minister'],
      birthDate: ['1970-01-31'],
    })
    expect(String(person?.notes)).toContain('unreadable')
    expect(other?.notes).toEqual([
      'hitStatus: not_shown',
      '{"risks":["adverse media"],"watch_status":"pending"}',
    ])
    expect(texts.Sanction).toMatchObject({ program: ['SDN'], authority: ['OFAC'] })
    expect(texts.Directorship).toMatchObject({ role: ['Director', 'RoleRelationship'] })
    const owned = things.filter(({ schema }) => schema === 'Ownership').map(({ properties }) => properties)
    expect(owned).toMatchObject([
      { percentage: ['25%'], status: ['may have ended'], description: ['{"end_date":"2020-01-31"}'] },
      { ownershipType: ['votes'], description: ['{"exact_share":25}'] },
    ])
    const links = things.filter(({ schema }) => schema === 'UnknownLink').map(({ properties }) => properties)
    // A person is no asset.
    expect(links).toMatchObject([{ description: ['{"exact_share":0.5}'] }, { role: ['FamilyRelationship'] }])
  })

  it('keeps the names and lines of two nodes that are merged', async () => {
    const nodes = [
      organizationNode('c'),
      organizationNode('k1', { name: 'Kim', type: null, birthDate: '1970-01-31' }),
      personNode('k2', { name: 'Doe, Kim' }),
    ]
    const two = networkOf([holds(['k1', 'c', 0.3]), holds(['k2', 'c', 0.3])], { nodes, rootId: 'c' })
    const things = await thingsOf(two, { sameParties: [['k1', 'k2']] })
    expect(faultsOf(things)).toEqual([])
    expect(things.find(({ properties }) => properties?.alias)?.properties).toMatchObject({
      name: ['Kim'],
      alias: ['Doe, Kim'],
      notes: ['birthDate: 1970-01-31'],
    })
    expect(idsOf(things, 'Ownership')).toHaveLength(2)
  })

  it('marks relations that ended by a day', async () => {
    const things = await thingsOf(network, { asOf: '2026-01-01' })
    expect(things.find(({ schema }) => schema === 'Ownership')?.properties?.status).toEqual(['ended'])
  })

  it('refuses an invalid option', async () => {
    await expect(toFollowTheMoney(network, { asOf: 'today' })).rejects.toThrow(
      'asOf must be a day, YYYY-MM-DD',
    )
    const misspelled: object = { directon: 'target_owns_source' }
    await expect(toFollowTheMoney(network, misspelled)).rejects.toThrow('did you mean direction')
  })
})
