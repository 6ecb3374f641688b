import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { createMockServer } from '../mock-server/create-mock-server.ts'
import { buildDocument } from '../mock-server/openapi/document.ts'
import type { RecordedCall, Recording } from '../mock-server/openapi/recording.ts'
import { type OperationName, operations } from '../src/contract/operations.ts'

const origin = 'http://127.0.0.1:4010'
const notice =
  '// Written by docs/generate-openapi.ts: run "npx tsx docs/generate-openapi.ts" to write it anew.\n'

/** Every generated file by its path in the repository, as it has to be. */
export async function generateFiles(): Promise<Map<string, string>> {
  const recording = await record()
  const document = buildDocument(recording, origin)
  // A field with a default may still be left out of a request.
  const types = astToString(await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false }))
  return new Map([
    ['mock-server/openapi/recorded-calls.ts', moduleOf(recording)],
    ['docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['test/openapi/service.d.ts', notice + types],
  ])
}

function moduleOf(recording: Recording): string {
  const value = JSON.stringify(recording, null, 2)
  return `${notice}import type { Recording } from './recording.ts'\n\nexport const recording: Recording = ${value}\n`
}

/** Plays a small story to a mock server with the first seed, whose clock stands still unless told. */
async function record(): Promise<Recording> {
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of await generateFiles())
    writeFileSync(new URL(`../${path}`, import.meta.url), text)
}
