import { createMockServer } from '../../mock-server/create-mock-server.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import type { ErrorStatus } from './errors.ts'

/** A call that was made, under the name of its example. */
export interface RecordedCall {
  readonly name: string
  readonly summary: string
  readonly request?: unknown
  readonly response: unknown
}

/** What a mock server with the first seed answered. */
export interface Recording {
  /** The id that stands in paths. */
  readonly id: string
  readonly calls: Readonly<Partial<Record<OperationName, readonly RecordedCall[]>>>
  /** A body for each status. */
  readonly errors: Readonly<Record<ErrorStatus, unknown>>
}

/** Plays a small story to a mock server with the first seed, whose clock stands still unless told. */
export async function record(origin: string): Promise<Recording> {
  const server = createMockServer({ seed: 1 })
  const { apiKey } = server.teams.create({ entityLimit: 4 })

  async function send(
    name: OperationName,
    id: string,
    request?: unknown,
    { key = apiKey, charset = 'utf-8' } = {},
  ): Promise<unknown> {
    const { method, path } = operations[name]
    const response = await server.fetch(
      new Request(origin + path.replace('{id}', id), {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': `application/json; charset=${charset}`,
        },
        ...(request !== undefined && { body: JSON.stringify(request) }),
      }),
    )
    return response.json()
  }

  let id = ''
  async function call(
    name: OperationName,
    title: string,
    summary: string,
    request?: unknown,
  ): Promise<RecordedCall> {
    const response = await send(name, id, request)
    return { name: title, summary, ...(request !== undefined && { request }), response }
  }

  const created = await call('createEntity', 'organization', 'An organization', {
    name: 'Halfmoon Minerals Oy',
    type: 'organization',
    countryCode: 'FI',
    registration: 'FI-4471203',
  })
  id = idOf(created.response)
  const createdPerson = await call('createEntity', 'person', 'A person', {
    name: 'Ilse Brandtmeier',
    type: 'person',
    countryCode: 'DE',
    birthDate: '1961-04-09',
    nationalId: 'L01X00T47',
  })
  const bulk = await call('createEntitiesBulk', 'mixed', 'Two good rows, and one that the team has already', {
    entities: [
      { name: 'Acme Castings Ltd', type: 'organization', countryCode: 'GB', tags: 'supplier, tier 1' },
      { name: 'HALFMOON MINERALS OY', type: 'organization', countryCode: 'FI' },
      {
        name: 'Ingrid Solheim-Fjord',
        type: 'person',
        countryCode: 'NO',
        first_name: 'Ingrid',
        last_name: 'Solheim-Fjord',
        birth_date: '1970-06-30',
        nationality: 'NO',
      },
    ],
  })
  server.clock.settle()
  const list = await call('listEntities', 'screened', 'After screening')
  const network = await call('getNetwork', 'sanctionedOwner', 'A sanctioned owner of one half')
  const search = await call('searchEntities', 'highRisk', 'Those of high risk', {
    riskLevel: 'high',
    limit: 10,
  })
  const document = await call('attachDocument', 'certificate', 'A certificate', {
    document_url: 'https://example.com/files/certificate.pdf',
    title: 'Certificate of incorporation',
    type: 'certificate',
  })
  const errors = {
    400: await send('createEntity', id, { name: ' ', type: 'company' }),
    401: await send('listEntities', id, undefined, { key: 'no-such-key' }),
    403: await send('createEntity', id, { name: 'One Too Many GmbH', type: 'organization' }),
    404: await send('getNetwork', 'no-such-entity'),
    413: await send('createEntity', id, { name: 'x'.repeat(server.bodyLimit), type: 'organization' }),
    415: await send('createEntity', id, {}, { charset: 'iso-8859-1' }),
    500: { statusCode: 500, success: false, error: 'The mock server failed unexpectedly.' },
  }
  server.clock.advance('1h')

  return {
    id,
    calls: {
      listEntities: [list],
      createEntity: [created, createdPerson],
      createEntitiesBulk: [bulk],
      searchEntities: [search],
      getNetwork: [network],
      attachDocument: [document],
      rescanEntity: [await call('rescanEntity', 'rescan', 'A rescan', { action: 'rescan' })],
      searchOrganizations: [
        await call('searchOrganizations', 'byName', 'By name and country', {
          company_name: 'Tideglass',
          countryCode: 'DE',
        }),
      ],
      searchPersons: [
        await call('searchPersons', 'twoNames', 'By first and last name', {
          first_name: 'Ilse',
          last_name: 'Brandtmeier',
          birth_date: '9 April 1961',
        }),
        await call('searchPersons', 'fullName', 'By full name', {
          full_name: 'Ilse Brandtmeier',
          countryCode: 'Germany',
        }),
        await call('searchPersons', 'name', 'By the older field', { name: 'Ilse Brandtmeier' }),
      ],
      getHealth: [await call('getHealth', 'ok', 'All is well')],
      getServiceIndex: [await call('getServiceIndex', 'welcome', 'The welcome')],
    },
    errors,
  }
}

function idOf(response: unknown): string {
  return operations.createEntity.response.parse(response).data.id
}
