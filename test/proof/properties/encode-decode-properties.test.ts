import type {
  CreatedEntity,
  Entity,
  Network,
  NetworkNode,
  OrganizationProfile,
  PersonProfile,
  Relation,
} from 'entity-screening-sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answering } from '../../answering.ts'
import { hold } from '../runs.ts'

/** A text with something in it, as a service sends it: no placeholder, no space at its ends. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map(value => `T${value.trim()}`)
  .filter(value => !/[\r\n]/.test(value))
const country = fc.constantFrom('DE', 'FI', 'GB', 'US', 'CH')
const none = fc.constant('-')
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2020-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const instant = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map(date => date.toISOString())
const number = fc.double({ min: 0, max: 100, noNaN: true }).map(value => value + 0)
/** Fields of a newer version, whose names say nothing of hits. */
const more = fc.dictionary(
  fc.string({ unit: fc.constantFrom(...'uvwxyz') }).map(name => `field${name}`),
  fc.oneof(text, number, fc.constant(null), fc.array(text)),
  { maxKeys: 3 },
)
const list = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 3 })

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "Jan 5, 2025", written without the client. */
function display(iso: string | null): string {
  if (iso === null) return '-'
  const [year, month, day] = iso.split('-')
  return `${months[Number(month) - 1]} ${Number(day)}, ${year}`
}

const risk = fc.oneof(
  fc.constant({ riskLevel: '-', riskScore: 0 }),
  fc.record({ riskLevel: fc.constantFrom('Low Risk', 'Medium Risk', 'High Risk'), riskScore: number }),
)

const entity = fc
  .record({
    fields: fc.record({
      id: text,
      name: text,
      caseStatus: fc.constantFrom('NOT_STARTED', 'IN_PROGRESS', 'ESCALATED'),
      platformId: fc.stringMatching(/^[0-9a-f]{32}$/),
      lastUpdate: day.map(display),
      dueDate: fc.oneof(none, day.map(display)),
      createdAt: instant,
      updatedAt: instant,
    }),
    kind: fc.oneof(
      fc.record({
        type: fc.constant('organization'),
        registration: fc.oneof(none, fc.constantFrom('HRB 7', '0042')),
        countryCode: fc.oneof(none, country),
      }),
      // In a person record the field can hold a country code (specification: Entity, registration).
      country.map(code => ({ type: 'person', registration: code, countryCode: code })),
    ),
    risk,
    more,
  })
  .map(({ fields, kind, risk, more }) => ({ ...fields, ...kind, ...risk, ...more }))

function encodeEntity({
  registration,
  countryCode,
  riskLevel,
  riskLabel,
  riskScore,
  lastUpdate,
  dueDate,
  unknownFields,
  isUnclear,
  ...same
}: Entity) {
  expect(isUnclear).toBe(false)
  expect(riskLevel).toBe(riskLabel === null ? null : riskLabel.replace(' Risk', '').toLowerCase())
  return {
    ...same,
    ...unknownFields,
    registration: (same.type === 'person' ? countryCode : registration) ?? '-',
    countryCode: countryCode ?? '-',
    riskLevel: riskLabel ?? '-',
    riskScore: riskScore ?? 0,
    lastUpdate: display(lastUpdate),
    dueDate: display(dueDate),
  }
}

const created = fc
  .record({
    fields: fc.record({
      id: text,
      name: text,
      countryCode: fc.oneof(none, country),
      caseStatus: text,
      platformId: text,
      // Tags go out divided by commas: one within a tag would be a divider.
      tags: list(text.filter(tag => !tag.includes(','))),
      createdAt: instant,
      updatedAt: instant,
      teamId: text,
    }),
    more,
  })
  .map(({ fields, more }) => ({ ...fields, ...more }))

function encodeCreated({ countryCode, unknownFields, ...same }: CreatedEntity) {
  return { ...same, ...unknownFields, countryCode: countryCode ?? '-' }
}

const hit = fc.record({ name: text, sources: list(text) })
const node = fc.record(
  {
    name: text,
    full_name: text,
    type: fc.constantFrom('organization', 'person', 'fund'),
    country_code: country,
    pep: list(fc.record({ name: text, position: text, sources: list(text) })),
    sanctions: list(hit),
    adverse_media: list(hit),
    calculatedRiskScore: number,
    sources: list(text),
    registration_number: text,
    industry: list(text),
    alternative_names: list(text),
    branch_offices: list(text),
    risks: list(text),
    size: fc.constantFrom('Small', 'Medium', 'Large'),
    industry_classification_codes: list(text),
    node_type: fc.constantFrom('Entity', 'Person'),
    birth_date: day,
  },
  { requiredKeys: [] },
)

const relation = fc.record({
  source: text,
  target: text,
  type: fc.constantFrom(
    'ShareholdingRelationship',
    'RoleRelationship',
    'HasRole',
    'BranchRelationship',
    'Other',
  ),
  label: text,
  risk: number,
  details: fc.record({
    uid: text,
    is_executive: fc.boolean(),
    description: text,
    key_position: text,
    role_type: text,
    sources: list(text),
    exact_share: number,
  }),
})

const network = fc
  .record({
    ids: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
    nodes: fc.infiniteStream(node),
    relations: list(relation),
  })
  .map(({ ids, nodes, relations }) => ({
    nodes: Object.fromEntries(ids.map(id => [id, { id, ...nodes.next().value }])),
    relations,
  }))

/** Leaves out what stands for nothing: a node has it in any case, and the wire only where a source gives it. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

function encodeNode({ unknownFields, ...node }: NetworkNode) {
  const entry = ({ unknownFields, isReadable: _, ...fields }: NetworkNode['sanctions'][number]) => ({
    ...fields,
    ...unknownFields,
  })
  return given({
    id: node.id,
    name: node.name,
    full_name: node.fullName,
    type: node.type,
    country_code: node.countryCode,
    pep: node.pep.map(entry),
    sanctions: node.sanctions.map(entry),
    adverse_media: node.adverseMedia.map(entry),
    calculatedRiskScore: node.calculatedRiskScore,
    sources: node.sources,
    registration_number: node.registrationNumber,
    industry: node.industry,
    alternative_names: node.alternativeNames,
    branch_offices: node.branchOffices,
    risks: node.risks,
    size: node.size,
    industry_classification_codes: node.industryClassificationCodes,
    node_type: node.nodeType,
    birth_date: node.birthDate,
    ...unknownFields,
  })
}

/** A list that is left out is not shown, and one that is empty is. */
function withoutStatus({ nodes, ...network }: Network) {
  return { ...network, nodes: nodes.map(({ hitStatus: _, sanctionsStatus: __, ...node }) => node) }
}

function encodeRelation({ source, target, rawType, label, risk, details, unknownFields }: Relation) {
  const { uid, isExecutive, description, keyPosition, roleType, sources, exactShare } = details
  const spelled = {
    uid,
    is_executive: isExecutive,
    description,
    key_position: keyPosition,
    role_type: roleType,
    sources,
    exact_share: exactShare,
    ...details.unknownFields,
  }
  return { source, target, type: rawType, label, risk, details: spelled, ...unknownFields }
}

function encodeNetwork({ nodes, relations, unknownFields }: Network) {
  return {
    nodes: Object.fromEntries(nodes.map(node => [node.id, encodeNode(node)])),
    relations: relations.map(encodeRelation),
    ...unknownFields,
  }
}

const maybe = fc.oneof(text, fc.constant(''))
const organization = fc.record({
  company_name: maybe,
  company_registration_number: maybe,
  country: maybe,
  country_code: fc.oneof(country, fc.constant('')),
  industry: maybe,
  website_url: maybe,
  source_url: maybe,
})
const person = fc.record({
  first_name: maybe,
  last_name: maybe,
  birth_date: maybe,
  country: maybe,
  country_code: fc.oneof(country, fc.constant('')),
  nationality: maybe,
  national_id_number: maybe,
  profile_image_url: fc.constant(''),
  source_url: maybe,
})

function spellNull(fields: Record<string, string | null>) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']))
}

function encodeOrganization({ unknownFields, ...profile }: OrganizationProfile) {
  return {
    ...spellNull({
      company_name: profile.companyName,
      company_registration_number: profile.registrationNumber,
      country: profile.country,
      country_code: profile.countryCode,
      industry: profile.industry,
      website_url: profile.websiteUrl,
      source_url: profile.sourceUrl,
    }),
    ...unknownFields,
  }
}

function encodePerson({ unknownFields, ...profile }: PersonProfile) {
  return {
    ...spellNull({
      first_name: profile.firstName,
      last_name: profile.lastName,
      birth_date: profile.birthDate,
      country: profile.country,
      country_code: profile.countryCode,
      nationality: profile.nationality,
      national_id_number: profile.nationalIdNumber,
      profile_image_url: profile.profileImageUrl,
      source_url: profile.sourceUrl,
    }),
    ...unknownFields,
  }
}

describe('a response written again from what was read of it is what came', () => {
  const wrap = (data: unknown) => ({ success: true, data })

  it('entities of a list', async () => {
    const property = fc.asyncProperty(list(entity), async records => {
      const { client } = answering(records)
      const entities = await client.entities.list()
      expect(entities.map(encodeEntity)).toEqual(records)
      expect(await answering(entities.map(encodeEntity)).client.entities.list()).toEqual(entities)
    })
    await hold('entities, decoded and encoded', 100, property)
  })

  it('the entity of a creation', async () => {
    const property = fc.asyncProperty(created, async record => {
      const { client } = answering(wrap(record), { status: 201 })
      expect(encodeCreated(await client.entities.create({ type: 'person', name: 'A' }))).toEqual(record)
    })
    await hold('created entities, decoded and encoded', 100, property)
  })

  it('a network, and nothing of the body is changed by reading it', async () => {
    const property = fc.asyncProperty(network, async record => {
      const { client } = answering(wrap(record))
      const [id = ''] = Object.keys(record.nodes)
      const { data, raw } = await client.entities.network(id).withResponse()
      expect(raw).toEqual(wrap(record))
      const expected = Object.fromEntries(Object.entries(record.nodes).map(([id, node]) => [id, given(node)]))
      expect(encodeNetwork(data)).toEqual({ ...record, nodes: expected })
      const again = await answering(wrap(encodeNetwork(data))).client.entities.network(id)
      expect(withoutStatus(again)).toEqual(withoutStatus(data))
    })
    await hold('networks, decoded and encoded', 100, property)
  })

  it('the profiles of both searches', async () => {
    const property = fc.asyncProperty(list(organization), list(person), async (organizations, persons) => {
      const first = await answering({ results: organizations }).client.search.organizations({
        companyName: 'A',
      })
      expect(first.map(encodeOrganization)).toEqual(organizations)
      const second = await answering({ results: persons }).client.search.persons({ fullName: 'A' })
      expect(second.map(encodePerson)).toEqual(persons)
    })
    await hold('profiles, decoded and encoded', 100, property)
  })
})

describe('what a caller gives is on the wire, each field under its name', () => {
  const optional = { requiredKeys: [] }
  const line = text.filter(value => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(value))
  const creation = fc.oneof(
    fc.record(
      { type: fc.constant('organization' as const), name: line, countryCode: country, registration: line },
      { requiredKeys: ['type', 'name'] },
    ),
    fc.record(
      {
        type: fc.constant('person' as const),
        name: line,
        countryCode: country,
        birthDate: day,
        nationalId: line,
      },
      { requiredKeys: ['type', 'name'] },
    ),
  )

  it('of a creation', async () => {
    const property = fc.asyncProperty(creation, async input => {
      const { client, sent } = answering({ success: true, data: { id: 'a' } }, { status: 201 })
      await client.entities.create(input)
      expect(sent.map(({ body }) => body)).toEqual([input])
    })
    await hold('creations, encoded', 100, property)
  })

  it('of a person search', async () => {
    const query = fc.tuple(
      fc.oneof(
        fc.record({ fullName: line }),
        fc.record({ firstName: line, lastName: line }),
        fc.record({ name: line }),
      ),
      fc.record({ birthDate: line, country, nationality: country, nationalIdNumber: line }, optional),
    )
    const names = new Map([
      ['fullName', 'full_name'],
      ['firstName', 'first_name'],
      ['lastName', 'last_name'],
      ['birthDate', 'birth_date'],
      ['country', 'countryCode'],
      ['nationalIdNumber', 'national_id_number'],
    ])
    const property = fc.asyncProperty(query, async ([name, others]) => {
      const { client, sent } = answering({ results: [] })
      await client.search.persons({ ...name, ...others })
      const entries = Object.entries({ ...name, ...others })
      expect(sent[0]?.body).toEqual(
        Object.fromEntries(entries.map(([field, value]) => [names.get(field) ?? field, value])),
      )
    })
    await hold('person searches, encoded', 100, property)
  })
})
