import { describe, expect, it } from 'vitest'
import { answering } from '../answering.ts'
import { listed as listItem } from '../reading/reading.ts'

async function readEntity(change: Record<string, unknown>) {
  const { client } = answering([{ ...listItem, ...change }])
  const { data, quirks } = await client.entities.list().withResponse()
  return { entity: data[0], codes: quirks.map(quirk => `${quirk.code} ${quirk.path.join('.')}`) }
}

describe("the table The client's vocabulary", () => {
  it('Entity', async () => {
    const { entity } = await readEntity({ branch: ['internal'] })
    expect(entity).toEqual({
      id: 'e1',
      name: 'Nordwind GmbH',
      type: 'organization',
      caseStatus: 'IN_PROGRESS',
      registration: 'HRB 7',
      countryCode: 'DE',
      riskLevel: 'low',
      riskLabel: 'Low Risk',
      riskScore: 12,
      platformId: 'f0e1d2c3b4a5968778695a4b3c2d1e0f',
      lastUpdate: '2025-01-05',
      dueDate: null,
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-05T10:00:00.000Z',
      isUnclear: false,
      unknownFields: { branch: ['internal'] },
    })
  })

  it("Entity: '-' and '' are null", async () => {
    const { entity } = await readEntity({
      registration: '',
      countryCode: '-',
      riskLevel: '-',
      lastUpdate: '',
    })
    expect(entity).toMatchObject({
      registration: null,
      countryCode: null,
      riskLevel: null,
      riskLabel: null,
      lastUpdate: null,
    })
  })

  it("Entity: a person's country code in registration moves to countryCode", async () => {
    const { entity, codes } = await readEntity({ type: 'person', registration: 'FR', countryCode: '-' })
    expect(entity).toMatchObject({ registration: null, countryCode: 'FR' })
    expect(codes).toContain('country_in_registration 0.registration')
  })

  it('Entity: a country code that differs from the one in registration loses neither', async () => {
    const { entity } = await readEntity({ type: 'person', registration: 'FR', countryCode: 'BE' })
    expect(entity).toMatchObject({ registration: 'FR', countryCode: 'BE' })
  })

  it("Entity: an organization's registration stays, even where it looks like a country code", async () => {
    const { entity } = await readEntity({ registration: 'FR', countryCode: '-' })
    expect(entity).toMatchObject({ registration: 'FR', countryCode: null })
  })

  it('Entity: a value that cannot be read is null, reported, and kept in unknownFields', async () => {
    const { entity, codes } = await readEntity({
      lastUpdate: 'yesterday',
      countryCode: 'Atlantis',
      riskScore: [1],
    })
    expect(entity).toMatchObject({ lastUpdate: null, countryCode: null, riskScore: null })
    expect(entity?.unknownFields).toEqual({
      lastUpdate: 'yesterday',
      countryCode: 'Atlantis',
      riskScore: [1],
    })
    expect(codes).toEqual(
      expect.arrayContaining(['unreadable 0.lastUpdate', 'unknown_country 0.countryCode']),
    )
  })

  it('CreatedEntity', async () => {
    const data = {
      id: 'e1',
      name: 'Nordwind GmbH',
      countryCode: 'DE',
      caseStatus: 'NOT_STARTED',
      platformId: 'p',
      tags: [],
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T00:00:00.000Z',
      teamId: 't1',
    }
    const { client, sent } = answering({ success: true, data }, { status: 201 })
    const created = await client.entities.create({
      type: 'organization',
      name: 'Nordwind GmbH',
      countryCode: 'Germany',
      registration: 'HRB 7',
    })
    expect(created).toEqual({ ...data, unknownFields: {} })
    expect(sent[0]?.body).toEqual({
      name: 'Nordwind GmbH',
      type: 'organization',
      countryCode: 'DE',
      registration: 'HRB 7',
    })
  })

  it('CreatedEntity: tags joined by commas are separated', async () => {
    const { client } = answering({ success: true, data: { id: 'e1', tags: ['supplier,tier 1', 'new'] } })
    const { data, quirks } = await client.entities.create({ type: 'person', name: 'Ilse' }).withResponse()
    expect(data.tags).toEqual(['supplier', 'tier 1', 'new'])
    expect(quirks.map(quirk => quirk.code)).toContain('joined_tags')
  })

  it('Network', async () => {
    const { client } = answering(
      `{"success":true,"data":{"nodes":{"root":{"id":"root","name":"A"},"__proto__":{"id":"__proto__","name":"B"}},"relations":[{"source":"__proto__","target":"root","type":"HasRole"}]}}`,
    )
    const network = await client.entities.network('root')
    expect(network.rootId).toBe('root')
    expect(network.nodes.map(node => [node.id, node.name])).toEqual([
      ['root', 'A'],
      ['__proto__', 'B'],
    ])
    expect(network.relations).toHaveLength(1)
  })

  it('Network: rootId is null where no node carries the id that was asked for', async () => {
    const { client } = answering({
      success: true,
      data: { nodes: { other: { id: 'other' } }, relations: [] },
    })
    expect((await client.entities.network('root')).rootId).toBeNull()
  })

  it('NetworkNode', async () => {
    const node = {
      id: 'n1',
      name: 'A',
      full_name: 'A Holding',
      type: 'organization',
      country: 'Germany',
      pep_json: '[{"name":"P","position":"Mayor","sources":["https://s"],"since":2019}]',
      sanctions: '[]',
      adverse_media: [{ name: 'M', headline: 'H' }],
      calculatedRiskScore: 40,
      sources: ['registry'],
      registration_number: 'HRB 7',
      industry: ['Energy'],
      alternative_names: ['AH'],
      branch_offices: ['Kiel'],
      risks: ['x'],
      size: 'Large',
      industry_classification_codes: ['NAICS 1'],
      node_type: 'Entity',
      birth_date: '-',
      ticker: 'AHG',
    }
    const { client } = answering({ success: true, data: { nodes: { n1: node }, relations: [] } })
    const { nodes } = await client.entities.network('n1')
    expect(nodes).toEqual([
      {
        id: 'n1',
        name: 'A',
        fullName: 'A Holding',
        type: 'organization',
        countryCode: 'DE',
        pep: [
          {
            name: 'P',
            position: 'Mayor',
            sources: ['https://s'],
            isReadable: true,
            unknownFields: { since: 2019 },
          },
        ],
        sanctions: [],
        adverseMedia: [{ name: 'M', sources: [], isReadable: true, unknownFields: { headline: 'H' } }],
        calculatedRiskScore: 40,
        sources: ['registry'],
        registrationNumber: 'HRB 7',
        industry: ['Energy'],
        alternativeNames: ['AH'],
        branchOffices: ['Kiel'],
        risks: ['x'],
        size: 'Large',
        industryClassificationCodes: ['NAICS 1'],
        nodeType: 'Entity',
        birthDate: null,
        hitStatus: 'hit',
        sanctionsStatus: 'no_hit',
        unknownFields: { ticker: 'AHG' },
      },
    ])
  })

  it('NetworkNode: a bare node has nulls and empty lists', async () => {
    const { client } = answering({ success: true, data: { nodes: { n1: { id: 'n1' } }, relations: [] } })
    const { nodes } = await client.entities.network('n1')
    expect(nodes[0]).toMatchObject({
      name: null,
      countryCode: null,
      pep: [],
      sanctions: [],
      adverseMedia: [],
      unknownFields: {},
    })
  })

  it('NetworkNode: a node whose id differs from its key goes by the key, and keeps the id in unknownFields', async () => {
    const { client } = answering({ success: true, data: { nodes: { key: { id: 'other' } }, relations: [] } })
    const { nodes } = await client.entities.network('key')
    expect(nodes[0]).toMatchObject({ id: 'key', unknownFields: { id: 'other' } })
  })

  it('Relation', async () => {
    const relation = {
      source: 'p',
      target: 'o',
      type: 'HasRole',
      label: 'CEO',
      risk: 3,
      details: {
        uid: 'u',
        is_executive: true,
        description: 'd',
        key_position: 'CEO',
        role_type: 'executive',
        sources: ['https://s'],
        exact_share: 0.25,
        since: 2019,
      },
      weight: 1,
    }
    const { client } = answering({ success: true, data: { nodes: {}, relations: [relation] } })
    const { relations } = await client.entities.network('o')
    expect(relations).toEqual([
      {
        source: 'p',
        target: 'o',
        type: 'RoleRelationship',
        rawType: 'HasRole',
        label: 'CEO',
        risk: 3,
        details: {
          uid: 'u',
          isExecutive: true,
          description: 'd',
          keyPosition: 'CEO',
          roleType: 'executive',
          sources: ['https://s'],
          exactShare: 0.25,
          unknownFields: { since: 2019 },
        },
        isUnclear: false,
        unknownFields: { weight: 1 },
      },
    ])
  })

  it('OrganizationProfile', async () => {
    const profile = {
      company_name: 'Nordwind GmbH',
      company_registration_number: 'HRB 7',
      country: 'Germany',
      country_code: 'DE',
      industry: '',
      website_url: '',
      source_url: 'https://registry.example',
      rank: 1,
    }
    const { client, sent } = answering({ results: [profile] })
    const found = await client.search.organizations({
      companyName: 'Nordwind',
      registrationNumber: 'HRB 7',
      country: 'DEU',
      industry: 'Energy',
    })
    expect(found).toEqual([
      {
        companyName: 'Nordwind GmbH',
        registrationNumber: 'HRB 7',
        country: 'Germany',
        countryCode: 'DE',
        industry: null,
        websiteUrl: null,
        sourceUrl: 'https://registry.example',
        unknownFields: { rank: 1 },
      },
    ])
    expect(sent[0]?.body).toEqual({
      company_name: 'Nordwind',
      company_registration_number: 'HRB 7',
      countryCode: 'DE',
      industry: 'Energy',
    })
  })

  it('PersonProfile', async () => {
    const profile = {
      first_name: 'Ilse',
      last_name: 'Brandt',
      birth_date: '1961-04-09',
      country: 'Germany',
      country_code: 'DE',
      nationality: 'German',
      national_id_number: '',
      profile_image_url: '',
      source_url: 'https://registry.example',
    }
    const { client, sent } = answering({ results: [profile] })
    const found = await client.search.persons({
      fullName: 'Ilse Brandt',
      birthDate: '9.4.1961',
      country: 'Deutschland',
      nationality: 'UK',
      nationalIdNumber: 'L01',
    })
    expect(found).toEqual([
      {
        firstName: 'Ilse',
        lastName: 'Brandt',
        birthDate: '1961-04-09',
        country: 'Germany',
        countryCode: 'DE',
        nationality: 'German',
        nationalIdNumber: null,
        profileImageUrl: null,
        sourceUrl: 'https://registry.example',
        unknownFields: {},
      },
    ])
    expect(sent[0]?.body).toEqual({
      full_name: 'Ilse Brandt',
      birth_date: '9.4.1961',
      countryCode: 'DE',
      nationality: 'GB',
      national_id_number: 'L01',
    })
  })

  it('BulkSummary, and rows spelled as the wire wants them', async () => {
    const data = { successCount: 1, errorCount: 2, errors: ['Row 2: exists', 'no number here'] }
    const { client, sent } = answering({ success: true, data }, { status: 201 })
    const summary = await client.entities.createBulk([
      { type: 'organization', name: 'Nordwind GmbH', countryCode: 'Germany', tags: ['a', 'b'] },
      {
        type: 'person',
        firstName: 'Ilse',
        lastName: 'Brandt',
        countryCode: 'DE',
        nationality: 'FRA',
        birthDate: '1961-04-09',
        nationalId: 'L01',
      },
    ])
    expect(summary).toEqual({
      successCount: 1,
      errorCount: 2,
      errors: [
        { row: 2, reason: 'exists', message: 'Row 2: exists' },
        { row: null, reason: 'no number here', message: 'no number here' },
      ],
      unknownFields: {},
    })
    expect(sent[0]?.body).toEqual({
      entities: [
        { name: 'Nordwind GmbH', type: 'organization', countryCode: 'DE', tags: 'a,b' },
        {
          name: 'Ilse Brandt',
          type: 'person',
          countryCode: 'DE',
          first_name: 'Ilse',
          last_name: 'Brandt',
          nationality: 'FR',
          birth_date: '1961-04-09',
          national_id: 'L01',
        },
      ],
    })
  })

  it('AttachedDocument', async () => {
    const { client, sent } = answering({
      success: true,
      data: { documentId: 'd', message: 'm', run_id: 'r' },
    })
    const document = await client.entities.attachDocument(
      { id: 'e/1' },
      { url: 'https://example.com/a.pdf', type: 'contract' },
    )
    expect(document).toEqual({ documentId: 'd', message: 'm', runId: 'r', unknownFields: {} })
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: '/v1/entities/e%2F1/documents',
      body: { document_url: 'https://example.com/a.pdf', type: 'contract' },
    })
  })

  it('a single create spells birthDate and nationalId in camelCase', async () => {
    const { client, sent } = answering({ success: true, data: { id: 'e1' } })
    await client.entities.create({
      type: 'person',
      name: 'Ilse Brandt',
      birthDate: '1961-04-09',
      nationalId: 'L01',
    })
    expect(sent[0]?.body).toEqual({
      name: 'Ilse Brandt',
      type: 'person',
      birthDate: '1961-04-09',
      nationalId: 'L01',
    })
  })

  it('open unions let unknown values pass, and report them', async () => {
    const { entity, codes } = await readEntity({
      caseStatus: 'ESCALATED',
      riskLevel: 'Severe Risk',
      type: 'vessel',
    })
    expect(entity).toMatchObject({ caseStatus: 'ESCALATED', riskLevel: 'severe', type: 'vessel' })
    expect(codes).toEqual(
      expect.arrayContaining([
        'unknown_value 0.caseStatus',
        'unknown_value 0.riskLevel',
        'unknown_value 0.type',
      ]),
    )
  })

  it("searchCountryFormat 'name' sends the English name in both searches", async () => {
    const { client, sent } = answering({ results: [] }, {}, { searchCountryFormat: 'name' })
    await client.search.organizations({ companyName: 'A', country: 'CI' })
    await client.search.persons({ name: 'B', country: 'de', nationality: 'KOR' })
    expect(sent.map(request => request.body)).toEqual([
      { company_name: 'A', countryCode: "Côte d'Ivoire" },
      { name: 'B', countryCode: 'Germany', nationality: 'South Korea' },
    ])
  })

  it('entity search sends a level as the label that entities carry', async () => {
    const { client, sent } = answering({ success: true, data: [listItem] })
    const found = await client.entities.search({ riskLevel: 'high', countryCode: 'UK', limit: 5 })
    expect(found).toHaveLength(1)
    expect(sent[0]?.body).toEqual({ riskLevel: 'High Risk', countryCode: 'GB', limit: 5 })
  })

  it.each([
    ['bare', [listItem]],
    ['under results', { results: [listItem] }],
    ['under data', { data: [listItem] }],
  ])('entities of a list or a search are read %s', async (_, body) => {
    const { client } = answering(body)
    expect(await client.entities.list()).toHaveLength(1)
    expect(await client.entities.search({})).toHaveLength(1)
  })

  it('values stay JSON: a decoded network survives being written and read', async () => {
    const { client } = answering({ success: true, data: { nodes: { n: { id: 'n', x: 1 } }, relations: [] } })
    const network = await client.entities.network('n')
    expect(JSON.parse(JSON.stringify(network))).toEqual(network)
    expect(structuredClone(network)).toEqual(network)
  })
})

describe('quirk reports', () => {
  it('count each code and field once, with the first place, and hold no value', async () => {
    const reports: unknown[] = []
    const { client } = answering(
      [listItem, { ...listItem, name: 'Secret Name' }],
      {},
      { onQuirk: report => reports.push(report) },
    )
    const { quirks } = await client.entities.list().withResponse()
    expect(quirks).toEqual([
      { code: 'risk_label', operation: 'listEntities', path: [0, 'riskLevel'], count: 2 },
      { code: 'display_date', operation: 'listEntities', path: [0, 'lastUpdate'], count: 2 },
      { code: 'placeholder', operation: 'listEntities', path: [0, 'dueDate'], count: 2 },
    ])
    expect(reports).toEqual(quirks)
    expect(JSON.stringify(quirks)).not.toContain('Secret')
  })

  it('tell of a country that was given in another spelling', async () => {
    const { client } = answering({ success: true, data: { id: 'e1' } })
    const call = client.entities.create({ type: 'organization', name: 'A', countryCode: 'UK' })
    expect((await call.withResponse()).quirks).toContainEqual({
      code: 'country_spelling',
      operation: 'createEntity',
      path: ['countryCode'],
      count: 1,
    })
  })
})
