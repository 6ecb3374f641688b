import type { EntityScreening, RequestOptions } from 'entity-screening-sdk'
import { type Operation, type OperationName, operations } from '../../../src/contract/operations.ts'
import { wireEntity } from '../../resources/streaming.ts'

/** A body in which one field is of another kind than the specification says, and what is reported of it. */
interface Drifted {
  readonly body: unknown
  readonly path: readonly (string | number)[]
  readonly expected: string
  readonly found: string
}

/** One way to call the service, with what is needed to see it succeed and fail. */
export interface Way {
  /** The method of the client, as messages name it. */
  readonly name: string
  readonly operation: OperationName
  readonly call: (client: EntityScreening, options?: RequestOptions, id?: string) => Promise<unknown>
  readonly isRepeatable: boolean
  readonly isWrite: boolean
  /** The status of its success. */
  readonly status: number
  readonly good: unknown
  readonly drifted: Drifted
  /** What is read of either body, in part. */
  readonly data: object
}

/** The entity that is asked for where nothing else is said. */
export const entityId = 'e1'

const organization = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' } as const

const entity = { ...wireEntity, id: entityId }

const created = {
  id: entityId,
  name: 'Nordwind GmbH',
  countryCode: 'DE',
  caseStatus: 'NOT_STARTED',
  platformId: '0123456789abcdef0123456789abcdef',
  tags: [],
  createdAt: '2025-01-05T10:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
  teamId: 't1',
}

const bulk = { successCount: 1, errorCount: 0, errors: [] }
const node = { id: entityId, name: 'Nordwind GmbH' }
const document = { documentId: 'd1', message: 'Attached.', run_id: 'r1' }

const organizationProfile = {
  company_name: 'Nordwind GmbH',
  company_registration_number: 'HRB 7',
  country: 'Germany',
  country_code: 'DE',
  industry: '',
  website_url: '',
  source_url: 'https://register.example/',
}

const personProfile = {
  first_name: 'Ilse',
  last_name: 'Brandt',
  birth_date: '1961-04-09',
  country: 'Germany',
  country_code: 'DE',
  nationality: '',
  national_id_number: '',
  profile_image_url: '',
  source_url: 'https://register.example/',
}

const health = { success: true, status: 'ok', version: 'v1', timestamp: '2025-01-05T10:00:00.000Z' }

const index = {
  success: true,
  message: 'Welcome.',
  version: 'v1',
  documentation: 'https://docs.example/',
  endpoints: {},
  authentication: {},
  timestamp: '2025-01-05T10:00:00.000Z',
}

const wrap = (data: unknown) => ({ success: true, data })
const aText = { expected: 'a string', found: 'number' }

/** `entities.stream` is a second way to call the operation of `entities.list`. */
const calls: readonly Omit<Way, 'isRepeatable' | 'isWrite' | 'status'>[] = [
  {
    name: 'entities.list',
    operation: 'listEntities',
    call: (client, options) => client.entities.list(options),
    good: [entity],
    drifted: { body: [{ ...entity, name: 7 }], path: [0, 'name'], ...aText },
    data: [{ id: entityId }],
  },
  {
    name: 'entities.stream',
    operation: 'listEntities',
    call: async (client, options) => {
      const entities = []
      for await (const one of client.entities.stream(options)) entities.push(one)
      return entities
    },
    good: [entity],
    drifted: { body: [{ ...entity, name: 7 }], path: [0, 'name'], ...aText },
    data: [{ id: entityId }],
  },
  {
    name: 'entities.create',
    operation: 'createEntity',
    call: (client, options) => client.entities.create(organization, options),
    good: wrap(created),
    drifted: { body: wrap({ ...created, name: 7 }), path: ['data', 'name'], ...aText },
    data: { id: entityId },
  },
  {
    name: 'entities.createBulk',
    operation: 'createEntitiesBulk',
    call: (client, options) => client.entities.createBulk([organization], options),
    good: wrap(bulk),
    drifted: {
      body: wrap({ ...bulk, errorCount: '0' }),
      path: ['data', 'errorCount'],
      expected: 'a number',
      found: 'string',
    },
    data: { successCount: 1 },
  },
  {
    name: 'entities.search',
    operation: 'searchEntities',
    call: (client, options) => client.entities.search({ name: 'Nordwind' }, options),
    good: wrap([entity]),
    drifted: { body: wrap([{ ...entity, name: 7 }]), path: ['data', 0, 'name'], ...aText },
    data: [{ id: entityId }],
  },
  {
    name: 'entities.network',
    operation: 'getNetwork',
    call: (client, options, id = entityId) => client.entities.network(id, options),
    good: wrap({ nodes: { [entityId]: node }, relations: [] }),
    drifted: {
      body: wrap({ nodes: { [entityId]: { ...node, name: 7 } }, relations: [] }),
      path: ['data', 'nodes', entityId, 'name'],
      ...aText,
    },
    data: { nodes: [{ id: entityId }] },
  },
  {
    name: 'entities.attachDocument',
    operation: 'attachDocument',
    call: (client, options, id = entityId) =>
      client.entities.attachDocument(id, { url: 'https://files.example/report.pdf' }, options),
    good: wrap(document),
    drifted: { body: wrap({ ...document, message: 7 }), path: ['data', 'message'], ...aText },
    data: { documentId: 'd1' },
  },
  {
    name: 'entities.rescan',
    operation: 'rescanEntity',
    call: (client, options, id = entityId) => client.entities.rescan(id, options),
    good: wrap(entity),
    drifted: { body: wrap({ ...entity, name: 7 }), path: ['data', 'name'], ...aText },
    data: { id: entityId },
  },
  {
    name: 'search.organizations',
    operation: 'searchOrganizations',
    call: (client, options) => client.search.organizations({ companyName: 'Nordwind' }, options),
    good: { results: [organizationProfile] },
    drifted: {
      body: { results: [{ ...organizationProfile, industry: 7 }] },
      path: ['results', 0, 'industry'],
      ...aText,
    },
    data: [{ companyName: 'Nordwind GmbH' }],
  },
  {
    name: 'search.persons',
    operation: 'searchPersons',
    call: (client, options) => client.search.persons({ fullName: 'Ilse Brandt' }, options),
    good: { results: [personProfile] },
    drifted: {
      body: { results: [{ ...personProfile, country: 7 }] },
      path: ['results', 0, 'country'],
      ...aText,
    },
    data: [{ lastName: 'Brandt' }],
  },
  {
    name: 'service.health',
    operation: 'getHealth',
    call: (client, options) => client.service.health(options),
    good: health,
    drifted: { body: { ...health, version: 7 }, path: ['version'], ...aText },
    data: { status: 'ok' },
  },
  {
    name: 'service.index',
    operation: 'getServiceIndex',
    call: (client, options) => client.service.index(options),
    good: index,
    drifted: { body: { ...index, version: 7 }, path: ['version'], ...aText },
    data: { message: 'Welcome.' },
  },
]

/** Every way to every operation of the contract. */
export const ways: readonly Way[] = calls.map(way => {
  const { repeatable, isWrite, status }: Operation = operations[way.operation]
  return { ...way, isRepeatable: repeatable, isWrite, status }
})

/** The outcome of a call that failed: a read or search has done nothing. */
export function outcomeOf({ isWrite }: Way, outcomeOfWrite: 'unknown' | 'done'): string {
  return isWrite ? outcomeOfWrite : 'not_done'
}
