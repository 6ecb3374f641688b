import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { relationTypes } from '../../../src/contract/values.ts'
import { itNeedsAKey, itNeedsAnEntity } from '../access.ts'
import { create, createWire, list, only, success, type Wire } from '../wire.ts'

/** Specification: Network, node object fields. */
const nodeFields = [
  'id',
  'name',
  'full_name',
  'type',
  'country_code',
  'pep',
  'sanctions',
  'adverse_media',
  'calculatedRiskScore',
  'sources',
  'registration_number',
  'industry',
  'alternative_names',
  'branch_offices',
  'risks',
  'size',
  'industry_classification_codes',
  'node_type',
  'birth_date',
]

/** Specification: Network, relation object, details. */
const detailFields = [
  'uid',
  'is_executive',
  'description',
  'key_position',
  'role_type',
  'sources',
  'exact_share',
]

async function network(wire: Wire, id: string) {
  return success('getNetwork', await wire.get(`/v1/entities/${id}/network`)).data
}

/** The network of an entity whose screening is done. */
async function screened(fields: Record<string, unknown>) {
  const wire = createWire()
  const { id } = await create(wire, fields)
  wire.server.clock.settle()
  const { nodes, relations } = await network(wire, id)
  const named = (name: string) => only(Object.values(nodes).filter(node => node.name === name))
  const between = (source: string, target: string) =>
    relations.filter(relation => relation.source === named(source).id && relation.target === named(target).id)
  return { wire, id, nodes, relations, named, between }
}

const universe = [
  { name: 'Tideglass Logistics GmbH', countryCode: 'DE' },
  { name: 'Crimson Anvil Armaments JSC', countryCode: 'BY' },
  { name: 'Petrelwood Energy plc', countryCode: 'GB' },
  { name: 'Moebius Links AG', countryCode: 'CH' },
  { name: 'Saltmarsh Shipping S.A.', countryCode: 'PA' },
  { name: 'Goldfinch Agro S.A.', countryCode: 'CI' },
  { name: 'Nordwind Turbinen GmbH', countryCode: 'DE' },
  { type: 'person', name: 'Octave de Montclair-Lys', birthDate: '1953-08-08' },
]
const clean = [
  { name: 'Acme Castings Ltd', countryCode: 'GB', registration: 'No. 7' },
  { name: 'Acme Foundry Ltd' },
  { type: 'person', name: 'Somebody Unremarkable', countryCode: 'AT', birthDate: '1980-02-29' },
]

describe('GET /v1/entities/{id}/network', () => {
  itNeedsAKey('GET', '/v1/entities/x/network')
  itNeedsAnEntity('GET', '/v1/entities/{id}/network')

  it('answers 200 with nodes and relations, and nothing else', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    const answer = await wire.get(`/v1/entities/${id}/network`)
    success('getNetwork', answer)
    expect(answer.body).toEqual({
      success: true,
      data: { nodes: expect.any(Object), relations: expect.any(Array) },
    })
  })

  it('is the entity alone until the first results are in', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
    wire.server.clock.advance(4999)
    const before = await network(wire, id)
    expect(before).toMatchObject({ relations: [] })
    expect(Object.keys(before.nodes)).toEqual([id])
    wire.server.clock.advance(1)
    expect((await network(wire, id)).relations).not.toEqual([])
  })

  const decided = /pep|sanctions|adverse|risk/i

  it.each(['Crimson Anvil Armaments JSC', '[sanctioned] Acme', '[quirky] Acme', 'Acme'])(
    'has nothing that a screening decides before its results: %s',
    async name => {
      for (const options of [
        {},
        { dialect: 'sample' },
        { behaviour: { riskAfterRescan: 'cleared' } },
      ] as const) {
        const wire = createWire(options)
        const { id } = await create(wire, { name, countryCode: 'BY' })
        const fields = async () => Object.keys(only(Object.values((await network(wire, id)).nodes)))
        expect((await fields()).filter(field => decided.test(field))).toEqual([])
        expect(only(await list(wire))).toMatchObject({ riskLevel: '-', riskScore: 0 })
        // The network of a quirky name is not as specified.
        if ('dialect' in options || name.startsWith('[quirky]')) continue
        wire.server.clock.settle()
        expect(Object.keys((await network(wire, id)).nodes[id] ?? {})).toContain('pep')
        await wire.put(`/v1/entities/${id}`, { action: 'rescan' })
        if ('behaviour' in options) expect((await fields()).filter(field => decided.test(field))).toEqual([])
      }
    },
  )

  it('is no hit, and no all-clear either, for the client until it is screened', async () => {
    const server = createMockServer()
    const { apiKey } = server.teams.create()
    const client = new EntityScreening({ apiKey, baseUrl: 'http://in-process', fetch: server.fetch })
    const { id } = await client.entities.create({ type: 'organization', name: 'Acme Castings Ltd' })
    const statusOfRoot = async () =>
      (await client.entities.network(id)).nodes.find(node => node.id === id)?.hitStatus
    expect(await statusOfRoot()).toBe('not_shown')
    server.clock.settle()
    expect(await statusOfRoot()).toBe('no_hit')
  })

  it.each([...universe, ...clean])(
    'keys every node of $name by its id, the root by the entity',
    async entity => {
      const { id, nodes } = await screened(entity)
      for (const [key, node] of Object.entries(nodes)) expect(node.id).toBe(key)
      expect(nodes[id]).toMatchObject({ name: entity.name, type: entity.type ?? 'organization' })
    },
  )

  it.each([...universe, ...clean])(
    'joins nodes of $name that are there, by types that are listed',
    async entity => {
      const { nodes, relations } = await screened(entity)
      expect(relations.length).toBeGreaterThan(0)
      for (const { source, target, type } of relations) {
        expect(nodes).toHaveProperty(source)
        expect(nodes).toHaveProperty(target)
        expect(relationTypes).toContain(type)
      }
    },
  )

  it.each([...universe, ...clean])('leaves no node of $name without a way to the root', async entity => {
    const { id, nodes, relations } = await screened(entity)
    const reached = new Set([id])
    for (const _ of relations) {
      for (const { source, target } of relations) {
        if (reached.has(source)) reached.add(target)
        if (reached.has(target)) reached.add(source)
      }
    }
    expect(reached.size).toBe(Object.keys(nodes).length)
  })

  it.each([...universe, ...clean])('spells the fields of $name as the specification does', async entity => {
    const { nodes, relations } = await screened(entity)
    for (const node of Object.values(nodes)) {
      expect(nodeFields).toEqual(expect.arrayContaining(Object.keys(node)))
      for (const list of [node.pep, node.sanctions, node.adverse_media]) expect(list).toBeInstanceOf(Array)
      expect(node.calculatedRiskScore).toBeGreaterThanOrEqual(0)
      expect(node.calculatedRiskScore).toBeLessThanOrEqual(100)
    }
    for (const relation of relations) {
      expect(Object.keys(relation)).toEqual(['source', 'target', 'type', 'details'])
      expect(detailFields).toEqual(expect.arrayContaining(Object.keys(relation.details ?? {})))
    }
  })

  it.each([...universe, ...clean])('shows birth dates of persons only, around $name', async entity => {
    const { nodes } = await screened(entity)
    for (const { type, node_type, birth_date } of Object.values(nodes)) {
      expect(node_type).toBe(type === 'person' ? 'Person' : 'Entity')
      if (type !== 'person') expect(birth_date).toBeUndefined()
      else expect(birth_date ?? '2000-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
  })

  it.each([...universe, ...clean])(
    'gives every relation around $name an identifier of its own',
    async entity => {
      const { relations } = await screened(entity)
      const identifiers = relations.map(({ details }) => details?.uid)
      expect(new Set(identifiers).size).toBe(relations.length)
      expect(identifiers).not.toContain(undefined)
    },
  )

  it("scores the root's node as the list scores the entity", async () => {
    for (const entity of [...universe, ...clean]) {
      const { wire, id, nodes } = await screened(entity)
      const [listed] = success('listEntities', await wire.get('/v1/entities'))
      expect(nodes[id]?.calculatedRiskScore, entity.name).toBe(listed?.riskScore)
    }
  })

  it.each(['Dragomir Vosskov', '[sanctioned] q', '[stuck] q'])(
    'has no score where the list has none: %s before its first results',
    async name => {
      for (const dialect of ['documented', 'sample'] as const) {
        const wire = createWire({ dialect })
        const { id } = await create(wire, { type: 'person', name })
        for (const action of ['create', 'rescan']) {
          if (action === 'rescan') await wire.put(`/v1/entities/${id}`, { action })
          expect((await network(wire, id)).nodes[id]).not.toHaveProperty('calculatedRiskScore')
        }
      }
    },
  )

  it("keeps the caller's spelling of the name on the root", async () => {
    const { id, nodes } = await screened({ name: 'HALFMOON minerals', countryCode: 'FI' })
    expect(nodes[id]).toMatchObject({ name: 'HALFMOON minerals', full_name: 'Halfmoon Minerals Oy' })
  })

  it('is the same however often it is asked for', async () => {
    const { wire, id } = await screened({ name: 'Acme Castings Ltd' })
    const first = await wire.get(`/v1/entities/${id}/network`)
    wire.server.clock.advance('400d')
    expect((await wire.get(`/v1/entities/${id}/network`)).text).toBe(first.text)
  })
})

describe('the networks of the fictional universe', () => {
  it('hold an ownership chain of three with a sanctioned person at its end', async () => {
    const { named, between } = await screened({ name: 'Tideglass Logistics GmbH', countryCode: 'DE' })
    const chain = [
      'Dragomir Vosskov',
      'Umbra Lake Investments Ltd',
      'Tideglass Holding B.V.',
      'Tideglass Logistics GmbH',
    ]
    for (const [at, owner] of chain.slice(0, -1).entries()) {
      const [share] = between(owner, chain[at + 1] ?? '')
      expect(share?.type).toBe('ShareholdingRelationship')
    }
    expect(named('Dragomir Vosskov').sanctions).toEqual([
      expect.objectContaining({ name: 'Dragomir Vosskov', sources: [expect.stringMatching(/^https:/)] }),
    ])
  })

  it('hold a diamond: two routes from one owner', async () => {
    const { between } = await screened({ name: 'Petrelwood Energy plc', countryCode: 'GB' })
    for (const middle of ['Petrel North Limited', 'Petrel South Limited']) {
      expect(between('Lady Perpetua Ashgrove', middle)).toHaveLength(1)
      expect(between(middle, 'Petrelwood Energy plc')).toHaveLength(1)
    }
  })

  it('hold a cross-holding', async () => {
    const { between } = await screened({ name: 'Moebius Links AG', countryCode: 'CH' })
    expect(between('Moebius Links AG', 'Moebius Rechts AG')).toHaveLength(1)
    expect(between('Moebius Rechts AG', 'Moebius Links AG')).toHaveLength(1)
  })

  it('hold a nominee, and who stands behind it', async () => {
    const { between } = await screened({ name: 'Saltmarsh Shipping S.A.', countryCode: 'PA' })
    const [control] = between('Thaddeus Okonjo-Vane', 'Paper Lantern Nominees Ltd')
    expect(control?.type).toBe('ControlsRelationship')
    const [votes] = between('Thaddeus Okonjo-Vane', 'Saltmarsh Shipping S.A.')
    expect(votes).toMatchObject({ type: 'VotingRightsRelationship', details: { exact_share: 1 } })
  })

  it('hold a sanctioned owner of exactly half', async () => {
    const { between } = await screened({ name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
    expect(only(between('Yevgraf Braskin', 'Halfmoon Minerals Oy')).details?.exact_share).toBe(0.5)
  })

  it('hold two sanctioned owners of 26 % each', async () => {
    const { named, between } = await screened({ name: 'Twinspire Chemicals S.p.A.', countryCode: 'IT' })
    for (const owner of ['Ipatiy Lazurin', 'Miroslava Zelenkova']) {
      expect(named(owner).sanctions).toHaveLength(1)
      expect(only(between(owner, 'Twinspire Chemicals S.p.A.')).details?.exact_share).toBe(0.26)
    }
  })

  it('hold a politically exposed person with a minority holding', async () => {
    const { named, between } = await screened({ name: 'Goldfinch Agro S.A.', countryCode: 'CI' })
    const [pep] = named('Aurelio Ketteridge-Mbaye').pep ?? []
    expect(pep).toMatchObject({
      name: 'Aurelio Ketteridge-Mbaye',
      position: expect.stringMatching(/Minister/),
    })
    expect(only(between('Aurelio Ketteridge-Mbaye', 'Goldfinch Agro S.A.')).details?.exact_share).toBe(0.12)
  })

  it('hold roles, present and former, with their titles', async () => {
    const { between } = await screened({ name: 'Larkspur Bearings AB', countryCode: 'SE' })
    const [former] = between('Ingrid Solheim-Fjord', 'Larkspur Bearings AB')
    expect(former).toMatchObject({
      type: 'RoleRelationship',
      details: {
        description: 'Former',
        is_executive: false,
        key_position: 'Member of the Board',
        role_type: 'board_member',
      },
    })
    const [present] = between('Ilse Brandtmeier', 'Nordwind Turbinen GmbH').filter(
      ({ type }) => type === 'RoleRelationship',
    )
    expect(present?.details).toMatchObject({ is_executive: true, role_type: 'executive' })
    expect(present?.details).not.toHaveProperty('description')
  })

  it('hold branches, industries, registrations and other names', async () => {
    const { id, nodes } = await screened({ name: 'Crimson Anvil', countryCode: 'BY' })
    expect(nodes[id]).toMatchObject({
      full_name: 'Crimson Anvil Armaments JSC',
      country_code: 'BY',
      registration_number: '690011700',
      industry: ['Defence'],
      branch_offices: ['Minsk', 'Gomel'],
      alternative_names: ['Krasnaya Nakovalnya', 'Crimson Anvil'],
      risks: ['Sanctions'],
      size: expect.stringMatching(/^(Small|Medium|Large)$/),
      industry_classification_codes: [expect.stringMatching(/^NAICS \d{6}$/)],
    })
  })

  it('show adverse media with a headline', async () => {
    const { id, nodes } = await screened({ type: 'person', name: 'Thaddeus Okonjo-Vane' })
    expect(nodes[id]?.adverse_media).toEqual([
      expect.objectContaining({ name: 'Thaddeus Okonjo-Vane', headline: expect.stringMatching(/\S/) }),
    ])
  })
})
