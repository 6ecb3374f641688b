import { ResponseValidationError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { personQueryInput } from '../../src/model/search.ts'
import { answering } from '../answering.ts'

const relation = { source: 'n1', target: 'n1', type: 'RoleRelationship' }

function networkOf(node: object, relations: unknown = []) {
  return { success: true, data: { nodes: { n1: node }, relations } }
}

async function readNode(node: object) {
  const { data, quirks } = await answering(networkOf(node)).client.entities.network('n1').withResponse()
  return { node: data.nodes[0], quirks: quirks.map(({ code, path }) => `${code} ${path.join('.')}`) }
}

/** What stands in the way of reading a body. */
async function issuesOf(call: Promise<unknown>): Promise<unknown> {
  const failed: unknown = await call.catch(error => error)
  return failed instanceof ResponseValidationError ? failed.issues : failed
}

describe('a rescan', () => {
  const rescanned = (body: unknown) => answering({ success: true, data: body }).client.entities.rescan('e1')

  it('that tells of another entity is refused', async () => {
    const issues = [{ path: ['data', 'id'], message: 'must be the entity that was asked for' }]
    expect(await issuesOf(rescanned({ id: 'e2', name: 'Nordwind GmbH' }))).toEqual(issues)
  })

  it('that tells of no entity by its id is read', async () => {
    expect(await rescanned({ name: 'Nordwind GmbH' })).toMatchObject({
      id: '',
      name: 'Nordwind GmbH',
      platformId: '',
    })
  })

  it('that is no entity is refused', async () => {
    expect(await issuesOf(rescanned('done'))).toEqual([{ path: ['data'], message: 'must be an entity' }])
  })
})

describe('a list', () => {
  it('that stands under two names is refused, for neither is certainly whole', async () => {
    const { client } = answering({ data: [{ id: 'e1' }], results: [{ id: 'e2' }] })
    const issues = [{ path: [], message: 'must hold an array of entities' }]
    expect(await issuesOf(client.entities.list())).toEqual(issues)
  })

  it('that stands under two names alike is the list', async () => {
    const { client } = answering({ data: [{ id: 'e2' }], results: [{ id: 'e2' }] })
    expect(await client.entities.list()).toMatchObject([{ id: 'e2' }])
  })

  it('beside an empty one is the list', async () => {
    const { client } = answering({ data: [], results: [{ id: 'e2' }] })
    expect(await client.entities.list()).toMatchObject([{ id: 'e2' }])
  })

  it.each([['as JSON text', { data: JSON.stringify([{ id: 'e2' }]) }]])('%s is the list', async (_, body) => {
    expect(await answering(body).client.entities.list()).toMatchObject([{ id: 'e2' }])
  })

  it('of profiles that is none says what it should hold', async () => {
    const { client } = answering({ success: true, results: {} })
    const organizations = [{ path: [], message: 'must hold an array of organizations' }]
    expect(await issuesOf(client.search.organizations({ companyName: 'A' }))).toEqual(organizations)
    const persons = [{ path: [], message: 'must hold an array of persons' }]
    expect(await issuesOf(client.search.persons({ fullName: 'A' }))).toEqual(persons)
  })
})

describe('a network', () => {
  it.each([
    ['none', { nodes: 'none' }, 'nodes'],
    ['a list', { nodes: [{ id: 'n1' }] }, 'nodes'],
    ['broken JSON', { nodes_json: '{"n1":' }, 'nodes_json'],
    ['broken JSON beside others', { nodes: { n1: { id: 'n1' } }, nodes_json: '{"n2":' }, 'nodes_json'],
  ])('whose nodes are %s is refused', async (_, nodes, name) => {
    const { client } = answering({ success: true, data: { ...nodes, relations: [] } })
    const issues = [{ path: ['data', name], message: 'must be the nodes by id' }]
    expect(await issuesOf(client.entities.network('n1'))).toEqual(issues)
  })

  const owner = { id: 'n2', sanctions: [{ name: 'Evil' }] }
  const owns = { source: 'n2', target: 'n1', type: 'ShareholdingRelationship' }
  const json = (value: unknown) => JSON.stringify(value)
  const nodes = { n1: { id: 'n1' }, n2: owner }

  it.each([
    ['as relations_json', `"nodes":${json(nodes)},"relations_json":${json(json([owns]))}`],
    ['as relations_data', `"nodes":${json(nodes)},"relations_data":[${json(owns)}]`],
    ['under two names', `"nodes":${json(nodes)},"relations":[],"Relations":[${json(owns)}]`],
    [
      'under two names, each time',
      `"nodes":${json(nodes)},"relations":[${json(owns)}],"Relations":[${json(owns)}]`,
    ],
    ['beside nodes in JSON text', `"nodes":${json(json(nodes))},"relations":[${json(owns)}]`],
    ['beside nodes_json', `"nodes_json":${json(json(nodes))},"relations":[${json(owns)}]`],
    [
      'beside nodes in two parts',
      `"nodes":{"n1":{"id":"n1"}},"Nodes":{"n2":${json(owner)}},"relations":[${json(owns)}]`,
    ],
    [
      'beside nodes in parts that share one',
      `"nodes":{"n1":{"id":"n1"}},"Nodes":${json(nodes)},"relations":[${json(owns)}]`,
    ],
  ])('whose relations come %s has each of its parties and relations once', async (_, data) => {
    const { client } = answering(`{"success":true,"data":{${data}}}`)
    const network = await client.entities.network('n1')
    expect(network.nodes.map(({ id, sanctions }) => [id, sanctions.length])).toEqual([
      ['n1', 0],
      ['n2', 1],
    ])
    expect(network.relations).toMatchObject([owns])
    expect(network).toMatchObject({ rootId: 'n1', unknownFields: {} })
  })

  it('with two nodes of one id has both', async () => {
    const data = { nodes: { n1: { id: 'n1' }, n2: { id: 'n2' } }, Nodes: { n2: owner }, relations: [owns] }
    const network = await answering({ success: true, data }).client.entities.network('n1')
    expect(network.nodes.map(({ id, sanctions }) => [id, sanctions.length])).toEqual([
      ['n1', 0],
      ['n2', 0],
      ['n2', 1],
    ])
  })

  it('has sources that are spelled in two ways, joined', async () => {
    const { node } = await readNode({ id: 'n1', pep: [{ name: 'A', sources: ['one'], Sources: ['two'] }] })
    expect(node?.pep).toMatchObject([{ name: 'A', sources: ['one', 'two'] }])
  })

  it('without details of a relation reports nothing of them', async () => {
    const { client } = answering(networkOf({ id: 'n1' }, [relation]))
    expect((await client.entities.network('n1').withResponse()).quirks).toEqual([])
  })

  it('says of an unknown field only that it is unknown', async () => {
    const { quirks } = await readNode({ id: 'n1', shoeSize: 42 })
    expect(quirks).toEqual(['unknown_field data.nodes.n1.shoeSize'])
  })

  it('has in unknownFields only what came', async () => {
    const { node } = await readNode({ id: 'n1', country: 'Atlantis', shoeSize: 42 })
    expect(node?.unknownFields).toStrictEqual({ country: 'Atlantis', shoeSize: 42 })
  })
})

it('the health of a service that says neither a word nor an object is refused at its root', async () => {
  const issues = [{ path: [], message: 'must be an object, a word, or nothing' }]
  expect(await issuesOf(answering([1]).client.service.health())).toEqual(issues)
})

it('the registration of a row of organizations is sent', async () => {
  const { client, sent } = answering({ success: true, data: { successCount: 1, errorCount: 0, errors: [] } })
  await client.entities.createBulk([
    { type: 'organization', name: 'A', countryCode: 'DE', registration: 'B 1' },
  ])
  expect(sent[0]?.body).toEqual({
    entities: [{ type: 'organization', name: 'A', countryCode: 'DE', registration: 'B 1' }],
  })
})

it.each([{ firstName: 'Ilse' }, { lastName: 'Brandt' }])('half a name finds nobody: %j is refused', query => {
  expect(personQueryInput.safeParse(query).success).toBe(false)
})

it('a country of a person search that is none is told by its field', async () => {
  const { client } = answering({ results: [] })
  await expect(client.search.persons({ fullName: 'A', country: 'Atlantis' })).rejects.toThrow(/\bcountry\b/)
})
