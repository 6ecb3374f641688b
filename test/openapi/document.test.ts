import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import type { OpenApiOperation, PathItem } from '../../mock-server/openapi/document-types.ts'
import { createOpenApi } from '../../mock-server/openapi/index.ts'
import { type Operation, operations } from '../../src/contract/operations.ts'
import { createWire } from '../mock-server/wire.ts'
import { complaints } from './json-schema.ts'

const document = createOpenApi({ baseUrl: 'https://screening.example/' })

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

  it('names the server, by default the one that serves it', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['https://screening.example'])
    expect(createOpenApi().servers.map(({ url }) => url)).toEqual(['/'])
  })

  it('asks for a bearer key but where none is needed', () => {
    expect(document.security).toEqual([{ apiKey: [] }])
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const [name, { needsKey }] of Object.entries(operations)) {
      expect(find(name).security, name).toEqual(needsKey ? undefined : [])
    }
  })

  it('is plain JSON, new each time', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
    expect(createOpenApi()).toEqual(createOpenApi())
    expect(createOpenApi()).not.toBe(createOpenApi())
  })

  it('is made without anything that only Node has', async () => {
    const entry = fileURLToPath(new URL('../../mock-server/openapi/index.ts', import.meta.url))
    const { errors } = await build({ entryPoints: [entry], bundle: true, write: false, platform: 'browser' })
    expect(errors).toEqual([])
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
    ])
  }

  it('are those that the server gives, no more and no fewer', async () => {
    const answers = await provoke()
    const given = [...new Set(answers.map(({ status }) => String(status)))].sort()
    expect([...given, 'default']).toEqual(Object.keys(find(name).responses))
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
