import { describe, expect, it } from 'vitest'
import type { OpenApiOperation, PathItem } from '../../docs/openapi/types.ts'
import { type Operation, operations } from '../../src/contract/operations.ts'
import { createWire } from '../mock-server/wire.ts'
import { complaints, document } from './json-schema.ts'

function operationsOf({ get, post, put }: PathItem): [string, OpenApiOperation][] {
  return Object.entries({ get, post, put }).flatMap(([method, operation]) =>
    operation === undefined ? [] : [[method.toUpperCase(), operation]],
  )
}

const documented = Object.entries(document.paths).flatMap(([path, item]) =>
  operationsOf(item).map(([method, operation]) => ({ ...operation, method, path })),
)

function find(name: string) {
  const operation = documented.find(({ operationId }) => operationId === name)
  if (operation === undefined) throw new Error(`${name} is not documented`)
  return operation
}

describe('the OpenAPI document', () => {
  it('has every operation of the contract under its name, and the service index at both of its paths', () => {
    const routes = documented.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`)
    const expected = Object.entries(operations).map(
      ([name, { method, path }]) => `${name}: ${method} ${path}`,
    )
    expect(routes.sort()).toEqual([...expected, 'getServiceIndexAtRoot: GET /'].sort())
  })

  it('is not carried by a page: in process, it is said where it is', async () => {
    const { status, text } = await createWire().get('/__admin/openapi.json')
    expect([status, text]).toEqual([404, expect.stringContaining('docs/openapi.json')])
  })

  it('asks for a bearer key but where none is needed', () => {
    expect(document.security).toEqual([{ apiKey: [] }])
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const [name, { needsKey }] of Object.entries(operations)) {
      expect(find(name).security, name).toEqual(needsKey ? undefined : [])
    }
  })

  it('has a list of values beside every constant, for generators that know none', () => {
    const constants = [...JSON.stringify(document).matchAll(/"const":("?\w+"?)(,"enum":\[("?\w+"?)\])?/g)]
    expect(constants.length).toBeGreaterThan(5)
    for (const [, only, , listed] of constants) expect(listed).toBe(only)
  })

  it('says of a network what the documented dialect has: lists, and their older names as texts', () => {
    const { properties = {} } = document.components.schemas.NetworkNode ?? {}
    for (const list of ['pep', 'sanctions', 'adverse_media']) {
      expect(properties[list]).toMatchObject({
        type: 'array',
        items: { $ref: '#/components/schemas/HitEntry' },
      })
      expect(properties[`${list}_json`]).toMatchObject({ type: 'string' })
    }
  })

  it.each([
    ['Entity', 'platformId', '0992932b916b92c421b2e007951a8f31', '0992932B916B92C421B2E007951A8F31'],
    ['CreatedEntity', 'platformId', '0992932b916b92c421b2e007951a8f31', '-'],
    ['Entity', 'lastUpdate', 'Jan 5, 2025', 'Jan 05, 2025'],
    ['Entity', 'lastUpdate', 'Dec 31, 2025', '-'],
    ['Entity', 'dueDate', '-', ''],
    ['Entity', 'dueDate', 'Apr 1, 2025', '2025-04-01'],
  ])('says how %s.%s is spelled: %s, not %s', (schema, field, good, bad) => {
    const { pattern } = Object(document.components.schemas[schema]?.properties?.[field])
    expect(good).toMatch(new RegExp(pattern))
    expect(bad).not.toMatch(new RegExp(pattern))
  })

  it('says how a row error begins, and what the endpoints of the service index are', () => {
    const summary = { successCount: 0, errorCount: 1 }
    expect(complaints('BulkSummary', { ...summary, errors: ['Row 2: name is required'] })).toEqual([])
    expect(complaints('BulkSummary', { ...summary, errors: ['name is required'] })).not.toEqual([])
    const paths = { list: '/a', create: '/b', search: '/c', bulk: '/d' }
    expect(complaints('ServiceEndpoints', { health: '/e', entities: paths })).toEqual([])
    expect(complaints('ServiceEndpoints', { health: '/e', entities: {} })).not.toEqual([])
    const { properties } = document.components.schemas.GetServiceIndexResponse ?? {}
    expect(properties?.endpoints).toMatchObject({ $ref: '#/components/schemas/ServiceEndpoints' })
  })

  it('takes the addresses of documents that the server takes, and none with a user name or half a host', async () => {
    const wire = createWire()
    const { text } = await wire.post('/v1/entities', { name: 'Old Foundry', type: 'organization' })
    const path = `/v1/entities/${JSON.parse(text).data.id}/documents`
    const verdicts = [
      'https://example.com/a.pdf',
      'http://example.com',
      'https://example.com:8443/a?b=c@d#e',
      'https://[2606:4700::1111]/a.pdf',
      'https://93.184.216.34/a.pdf',
      'https://me@example.com/a.pdf',
      'https://me:secret@example.com/a.pdf',
      'https://intranet/a.pdf',
      'https://localhost:8080/a.pdf',
      'ftp://example.com/a.pdf',
    ].map(async document_url => {
      const { status } = await wire.post(path, { document_url })
      return [
        document_url,
        status === 200,
        complaints('AttachDocumentRequest', { document_url }).length === 0,
      ]
    })
    for (const [url, taken, documented] of await Promise.all(verdicts))
      expect(documented, String(url)).toBe(taken)
  })

  it('refers only to what is there, and has nothing that is not referred to', () => {
    const references = new Set(JSON.stringify(document).match(/#\/components\/\w+\/\w+/g))
    const { schemas, responses, parameters } = document.components
    const present = Object.entries({ schemas, responses, parameters }).flatMap(([kind, entries]) =>
      Object.keys(entries).map(name => `#/components/${kind}/${name}`),
    )
    expect([...references].sort()).toEqual(present.sort())
  })
})

describe.each(Object.entries<Operation>(operations))('the statuses of %s', (name, operation) => {
  const { method, path, request } = operation
  const limit = 3000

  /** Everything that can be wrong with a call by the right method, and one call that is right. */
  async function provoke() {
    const wire = createWire({ bodyLimit: limit })
    const entity = { name: 'Old Foundry', type: 'organization', countryCode: 'GB' }
    const full = wire.withNewTeam({ entityLimit: 1 })
    await full.post('/v1/entities', entity)
    const created = await wire.post('/v1/entities', entity)
    const [listed] = JSON.parse((await wire.get('/v1/entities')).text)
    expect(created.status).toBe(201)

    const at = (id: string) => path.replace('{id}', id)
    const good = Object.values(find(name).requestBody?.content['application/json']?.examples ?? {})[0]?.value
    const bodies =
      request === undefined ? [] : ['', '{', '[]', '{"name": 7, "entities": 7}', 'x'.repeat(limit + 1)]
    return Promise.all([
      wire.send(method, at(listed.id), good),
      full.send(method, at(listed.id), good),
      wire.withKey(null).send(method, at(listed.id), good),
      wire.withKey('no-such-key').send(method, at(listed.id), good),
      wire.send(method, at('no-such-entity'), good),
      wire.send(method, at('%'), good),
      ...bodies.map(body => wire.send(method, at(listed.id), body)),
      ...(request === undefined
        ? []
        : [
            wire.send(method, at(listed.id), good ?? '{}', {
              'content-type': 'application/json; charset=latin1',
            }),
          ]),
    ])
  }

  it('are those that the server gives, no more and no fewer', async () => {
    const answers = await provoke()
    const given = [...new Set(answers.map(({ status }) => String(status)))].sort()
    // The last is for what nobody has foreseen.
    expect([...given, '500']).toEqual(Object.keys(find(name).responses))
    for (const { status, body } of answers) {
      if (status >= 400) expect(complaints('Error', body)).toEqual([])
    }
  })

  it('say whether the body may be left out', async () => {
    if (request === undefined) return expect(find(name).requestBody).toBeUndefined()
    const wire = createWire()
    const { text } = await wire.post('/v1/entities', { name: 'Old Foundry', type: 'organization' })
    const answer = await wire.send(method, path.replace('{id}', JSON.parse(text).data.id))
    expect(find(name).requestBody?.required).toBe(answer.status === 400)
  })
})
