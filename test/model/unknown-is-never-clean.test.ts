import { type NetworkNode, ResponseValidationError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering } from '../answering.ts'
import { wireEntity } from '../resources/streaming.ts'

const hit = { name: 'Evil', sources: ['https://list.example'] }
const other = { name: 'Worse' }

async function readNode(node: unknown, validation: 'lenient' | 'strict' = 'lenient') {
  const { client } = answering(
    { success: true, data: { nodes: { a: node }, relations: [] } },
    {},
    { validation },
  )
  const { data, quirks } = await client.entities.network('a').withResponse()
  const [found] = data.nodes
  if (found === undefined) throw new Error('no node came')
  return { node: found, codes: quirks.map(({ code }) => code) }
}

function hitsOf({ pep, sanctions, adverseMedia }: NetworkNode): unknown[] {
  return [...pep, ...sanctions, ...adverseMedia]
}

describe('hits under another spelling of their field', () => {
  it.each([
    ['Sanctions', 'sanctions'],
    ['SANCTIONS', 'sanctions'],
    ['sanctionsJSON', 'sanctions'],
    ['sanctions_JSON', 'sanctions'],
    ['sanctions-json', 'sanctions'],
    ['sanctions_data', 'sanctions'],
    ['sanctions data', 'sanctions'],
    ['PEP', 'pep'],
    ['Pep', 'pep'],
    ['pepData', 'pep'],
    ['AdverseMedia', 'adverseMedia'],
    ['adverse-media', 'adverseMedia'],
    ['adversemedia', 'adverseMedia'],
    ['adverse_media_data_json', 'adverseMedia'],
  ] as const)('%s are read as %s', async (name, list) => {
    for (const value of [[hit], JSON.stringify([hit])]) {
      const { node, codes } = await readNode({ id: 'a', [name]: value })
      expect(node[list]).toMatchObject([{ name: 'Evil', extra: {} }])
      expect(codes.some(code => code === 'field_spelling' || code === 'superseded_name')).toBe(true)
    }
  })

  it('are joined where they stand under several', async () => {
    const { node } = await readNode({
      id: 'a',
      sanctions: [],
      SANCTIONS: [hit],
      sanctions_json: [],
      Sanctions: [other],
    })
    expect(node.sanctions.map(({ name }) => name).sort()).toEqual(['Evil', 'Worse'])
  })
})

describe('what still looks like hits', () => {
  it.each([
    ['sanction_hits', [hit], 'sanctions'],
    ['watchlist', [hit], 'sanctions'],
    ['warnings', 'wanted in three countries', 'sanctions'],
    ['is_sanctioned', true, 'sanctions'],
    ['pep_status', { level: 1 }, 'pep'],
    ['peps', [hit, other], 'pep'],
    ['mediaHits', { items: [hit, other] }, 'adverseMedia'],
    ['negative-news', [hit], 'adverseMedia'],
    ['sanctions_clear', false, 'sanctions'],
    ['not_sanctioned', false, 'sanctions'],
    ['notSanctioned', 'no', 'sanctions'],
    ['non_pep', false, 'pep'],
    ['isnotsanctioned', false, 'sanctions'],
    ['sanctions_check_passed', false, 'sanctions'],
    ['sanctions_checked', false, 'sanctions'],
    ['sanctions_not_checked', true, 'sanctions'],
    ['pep_screening_complete', false, 'pep'],
    ['adverse_media_available', false, 'adverseMedia'],
    ['sanctions_check', { passed: false }, 'sanctions'],
  ] as const)('%s, %j, is shown', async (name, value, list) => {
    const { node, codes } = await readNode({ id: 'a', name: 'A', [name]: value })
    const count = JSON.stringify(value).split('name').length - 1
    expect(node[list].length).toBeGreaterThanOrEqual(Math.max(1, count))
    expect(node.extra).toEqual({ [name]: value })
    expect(codes).toContain('drift')
    await expect(readNode({ id: 'a', name: 'A', [name]: value }, 'strict')).rejects.toMatchObject({
      name: 'ResponseValidationError',
      issues: [{ path: ['data', 'nodes', 'a', name] }],
    })
  })

  it.each([
    ['is_pep', false],
    ['sanctions_count', 0],
    ['watchlist', []],
    ['adverse_media_summary', { count: 0, items: [] }],
    ['media_hits', '[]'],
    ['warnings', 'none'],
    ['un_sanctions', false],
    ['person_on_sanctions_list', false],
    ['nuclear_sanctions', false],
    ['sanctions_check_hits', 0],
    ['sanctions_check', 'clear'],
    ['sanctions_check_id', null],
    ['sanctions_checked', true],
    ['not_sanctioned', true],
  ])('%s, %j, says that there are none', async (name, value) => {
    const { node, codes } = await readNode({ id: 'a', [name]: value }, 'strict')
    expect(hitsOf(node)).toEqual([])
    expect(codes).not.toContain('drift')
  })

  it.each([
    ['in a wrapper', { data: { name: 'A', sanctions: [hit] } }],
    ['in two wrappers', { id: 'a', attributes: { data: { Sanctions: [hit] } } }],
    ['under a name that nobody knows', { id: 'a', name: 'A', screening: { sanctions: [hit] } }],
    ['in a list', { id: 'a', name: 'A', checks: [{ by: 'x' }, { result: { sanctions: [hit] } }] }],
    ['in JSON text', { id: 'a', name: 'A', risk: JSON.stringify({ sanctions: [hit] }) }],
  ])('deeper in the node is shown: %s', async (_, node) => {
    expect((await readNode(node)).node.sanctions).toMatchObject([{ name: 'Evil' }])
    await expect(readNode(node, 'strict')).rejects.toBeInstanceOf(ResponseValidationError)
  })

  it('beside the nodes is shown at the root', async () => {
    const body = {
      data: { nodes: { b: { id: 'b' }, a: { id: 'a' } }, relations: [], sanctions: [hit] },
      pep: [other],
    }
    const { nodes } = await answering(body).client.entities.network('a')
    expect(nodes.map(hitsOf)).toEqual([[], [expect.objectContaining(other), expect.objectContaining(hit)]])
  })

  it('beside no nodes is refused', async () => {
    const { client } = answering({ success: true, data: { nodes: {}, relations: [], sanctions: [hit] } })
    await expect(client.entities.network('a')).rejects.toBeInstanceOf(ResponseValidationError)
  })

  it('on an entity of the list is drift', async () => {
    const { client } = answering([{ ...wireEntity, sanctions: [hit] }])
    const { data, quirks } = await client.entities.list().withResponse()
    expect(data[0]?.extra).toEqual({ sanctions: [hit] })
    expect(quirks).toContainEqual(expect.objectContaining({ code: 'drift', path: [0, 'sanctions'] }))
  })
})

describe('a list of hits that is folded', () => {
  it.each([
    ['in a wrapper', { data: [hit, other] }],
    ['in a wrapper with a count', { total: 2, items: [hit, other] }],
    ['in a wrapper with a text', { status: 'ok', results: [hit, other] }],
    ['by number', { 0: hit, 1: other }],
    ['by source', { 'List A': [hit], 'List B': [other] }],
    ['in lists of lists', [[hit], [[other]]]],
    ['as JSON texts', [JSON.stringify(hit), JSON.stringify([other])]],
    ['as JSON text of JSON text', JSON.stringify(JSON.stringify({ data: [hit, other] }))],
  ])('%s has all of its entries', async (_, sanctions) => {
    const { node } = await readNode({ id: 'a', sanctions })
    expect(node.sanctions.map(({ name }) => name)).toEqual(['Evil', 'Worse'])
    expect(node.extra).toEqual({ sanctions })
  })

  it('stays one entry where it is one', async () => {
    const entry = {
      program: 'P',
      dates: { listed: '2020' },
      identifiers: [{ type: 'passport', number: '1' }],
    }
    expect((await readNode({ id: 'a', sanctions: [entry] })).node.sanctions).toEqual([
      { name: null, sources: [], extra: entry },
    ])
  })

  it.each([
    { total: 2, items: [] },
    { clear: false },
    { clear: 'no' },
    { cleared: false },
    { isClear: null },
    { isClean: false },
    { noHits: false },
    { not_sanctioned: false },
    { falsePositive: false },
    { delisted: false },
    { passed: false },
    { ok: false },
    { checked: false, matches: [] },
    { screened: false },
    { success: false, data: [] },
    { available: false, items: [] },
    { count: 0, complete: false },
    { next: null, previous: null },
    { checkedAt: null, items: [] },
    { status: 'none', items: [] },
    { hits: 'N/A' },
    { sentiment: 'negative' },
  ])('is one entry where it does not say that there are none: %j', async sanctions => {
    for (const value of [sanctions, JSON.stringify(sanctions), [[], sanctions]]) {
      const { node } = await readNode({ id: 'a', sanctions: value })
      expect(node.sanctions).toEqual([{ name: null, sources: [], extra: sanctions }])
    }
  })
})

describe('a risk level', () => {
  it.each([
    'High\u00a0Risk',
    'High-Risk',
    'HIGH_RISK',
    'HighRisk',
    'high',
    ' high risk ',
    'Risk: High',
    'ＨＩＧＨ',
  ])('%j is high', async riskLevel => {
    const [entity] = await answering([{ ...wireEntity, riskLevel }]).client.entities.list()
    expect(entity?.riskLevel).toBe('high')
  })

  it.each(['N/A', 'n/a', 'NA', '-', '–', ' '])(
    '%j is no result, and its score of 0 none',
    async riskLevel => {
      const [entity] = await answering([{ ...wireEntity, riskLevel, riskScore: 0 }]).client.entities.list()
      expect(entity).toMatchObject({ riskLevel: null, riskLabel: null, riskScore: null })
    },
  )
})

describe('an identifier that is a number beyond 2^53 survives', () => {
  const text = JSON.stringify([wireEntity])
  it.each(['9007199254740993', '-9007199254740993', '7'.repeat(400), '1e400', '12345678901234567890'])(
    '%s',
    async digits => {
      const spelled = text
        .replace('"e"', digits)
        .replace(/"registration":"[^"]*"/, `"registration":${digits}`)
      const [entity] = await answering(
        spelled.replace('"id":', `"ticket":{"no":[${digits}]},"id":`),
      ).client.entities.list()
      expect(entity).toMatchObject({ registration: digits, extra: { ticket: { no: [digits] } } })
    },
  )

  it('as the id of a create, and within JSON text', async () => {
    const { client } = answering('{"success":true,"data":{"id":9007199254740993}}', { status: 201 })
    expect((await client.entities.create({ type: 'person', name: 'Ilse' })).id).toBe('9007199254740993')
    const { node } = await readNode({ id: 'a', sanctions: '[{"name":"Evil","uid":9007199254740993}]' })
    expect(node.sanctions[0]?.extra).toEqual({ uid: '9007199254740993' })
  })

  it('while an amount stays a number', async () => {
    const [entity] = await answering(
      text.replace(/"riskScore":\d+/, '"riskScore":0.30000000000000004'),
    ).client.entities.list()
    expect(entity?.riskScore).toBe(0.30000000000000004)
  })

  it('and a text of 400 digits is no score', async () => {
    const [entity] = await answering([{ ...wireEntity, riskScore: '9'.repeat(400) }]).client.entities.list()
    expect(entity).toMatchObject({ riskScore: null, extra: { riskScore: '9'.repeat(400) } })
  })
})

describe('a list that is not whole, or none', () => {
  it.each([
    [{ data: [wireEntity], next: '/v1/entities?page=2' }, ['next']],
    [{ data: [wireEntity], total: 2 }, ['total']],
    [{ data: [], meta: { pagination: { TotalCount: '7' } } }, ['meta', 'pagination', 'TotalCount']],
    [{ results: [wireEntity], has_more: true }, ['has_more']],
  ])('%j is drift', async (body, path) => {
    const { quirks } = await answering(body).client.entities.list().withResponse()
    expect(quirks).toContainEqual(expect.objectContaining({ code: 'drift', path }))
    expect(quirks).toContainEqual(expect.objectContaining({ code: 'incomplete_list', path }))
    const { client } = answering(body, {}, { validation: 'strict' })
    await expect(client.entities.list()).rejects.toBeInstanceOf(ResponseValidationError)
  })

  it.each([
    { data: [wireEntity], next: null, total: 1 },
    { data: [wireEntity], has_more: false, count: '1' },
  ])('%j is whole', async body => {
    const { quirks } = await answering(body).client.entities.list().withResponse()
    expect(quirks.map(({ code }) => code)).not.toContain('incomplete_list')
  })

  it.each([
    { success: 'false', error: 'down' },
    { Success: false, data: [] },
    { success: 0, error: 'down', data: [wireEntity] },
    { error: 'down', data: [] },
    { statusCode: 500, results: [] },
  ])('%j is an error', async body => {
    await expect(answering(body).client.entities.list()).rejects.toMatchObject({ outcome: 'unknown' })
  })

  it('onQuirk of a call is told before that of the client', async () => {
    const told: string[] = []
    const { client } = answering({ data: [] }, {}, { onQuirk: () => void told.push('client') })
    await client.entities.list({ onQuirk: ({ code }) => void told.push(code) })
    for await (const _ of client.entities.stream({ onQuirk: ({ code }) => void told.push(code) }));
    expect(told).toEqual(['drift', 'client', 'drift', 'client'])
  })
})

describe('a key that stands twice', () => {
  const network = (node: string) => `{"success":true,"data":{"nodes":{"a":${node}},"relations":[]}}`

  it.each([
    ['a list before an empty one', network('{"id":"a","sanctions":[{"name":"Evil"}],"sanctions":[]}')],
    ['a list in another escape', network('{"id":"a","sanctions":[{"name":"Evil"}],"sanct\\u0069ons":[]}')],
    ['a node', network('{"id":"a","sanctions":[{"name":"Evil"}]},"a":{"id":"a"}')],
    ['a field that holds a list', network('{"id":"a","risk":{"sanctions":[{"name":"Evil"}]},"risk":{}}')],
  ])('loses no hit: %s', async (_, body) => {
    const { nodes } = await answering(body).client.entities.network('a')
    expect(nodes.flatMap(hitsOf)).toMatchObject([{ name: 'Evil' }])
  })

  it('says of what it was that both were there, in a list and in a stream', async () => {
    const body = JSON.stringify([wireEntity]).replace('"riskLevel":', '"riskLevel":"High Risk","riskLevel":')
    const { data, quirks } = await answering(body).client.entities.list().withResponse()
    expect(quirks).toContainEqual(expect.objectContaining({ code: 'drift', path: [0, 'riskLevel '] }))
    const streamed = []
    for await (const entity of answering(body).client.entities.stream()) streamed.push(entity)
    expect(streamed).toEqual(data)
    const strict = answering(body, {}, { validation: 'strict' }).client
    await expect(strict.entities.list()).rejects.toBeInstanceOf(ResponseValidationError)
  })

  it('that says both that it succeeded and that it did not, did not', async () => {
    const { client } = answering('{"success":false,"error":"down","success":true,"data":[]}')
    await expect(client.entities.list()).rejects.toMatchObject({ reason: 'down' })
  })
})

describe('hits in fields that are known, and hold something else', () => {
  const relation = { source: 'a', target: 'a', type: 'RoleRelationship' }

  it.each([
    ['a branch office', { nodes: { a: { id: 'a', branch_offices: [{ name: 'B', sanctions: [hit] }] } } }],
    ['a risk factor', { nodes: { a: { id: 'a', risks: [{ screening: { sanctions: [hit] } }] } } }],
    ['another name', { nodes: { a: { id: 'a', alternative_names: [{ sanctions: [hit] }] } } }],
    ['a name', { nodes: { a: { id: 'a', name: { sanctions: [hit] } } } }],
    ['a relation', { relations: [{ ...relation, sanctions: [hit] }] }],
    ['the details of a relation', { relations: [{ ...relation, details: { sanctions: [hit] } }] }],
    ['a party within a relation', { relations: [{ ...relation, target: { id: 'b', sanctions: [hit] } }] }],
    ['a label', { nodes: { a: { id: 'a', checks: [{ type: 'sanctions', entries: [hit] }] } } }],
  ])('are shown, and are drift: %s', async (_, given) => {
    const data = { nodes: { a: { id: 'a' } }, relations: [], ...given }
    const { nodes } = await answering({ success: true, data }).client.entities.network('a')
    expect(nodes.flatMap(hitsOf)).toMatchObject([{ name: 'Evil' }])
    const strict = answering({ success: true, data }, {}, { validation: 'strict' }).client
    await expect(strict.entities.network('a')).rejects.toBeInstanceOf(ResponseValidationError)
  })

  it.each([
    ['immediate_parent', 'Holding Oy'],
    ['peppol_id', '0088:123'],
    ['intermediary', 'B'],
    ['pep_status', 'clear'],
    ['pepStatus', 'NOT_PEP'],
    ['sanctions_checked_at', '2025-01-01T00:00:00Z'],
    ['screening', { sanctions: { status: 'clear', hits: [] } }],
  ])('are not seen in %s, %j', async (name, value) => {
    const { node, codes } = await readNode({ id: 'a', [name]: value }, 'strict')
    expect(hitsOf(node)).toEqual([])
    expect(codes).not.toContain('drift')
  })

  it.each([
    { items: [] },
    { count: 0, items: null },
    { count: 0, next: null, previous: null, results: [] },
    { matched: false },
    { is_sanctioned: 'no', totalHits: 0, results: '[]' },
    { status: 'clear', hits: [] },
    { clear: true },
    { noHits: true },
    { OFAC: { listed: false }, EU: [] },
  ])('are none where a list is %j', async value => {
    expect((await readNode({ id: 'a', sanctions: value })).node.sanctions).toEqual([])
  })
})

it('an entry is not lost because an empty list stands beside its list', async () => {
  const { node } = await readNode({ id: 'a', sanctions: [hit, hit], sanctions_json: '[]' })
  expect(node.sanctions).toHaveLength(2)
})

describe('a list that is not whole by its head', () => {
  it.each([
    [206, { 'content-range': 'items 0-0/50' }],
    [200, { link: '</v1/entities?page=2>; rel="next"' }],
    [200, { 'x-total-count': '50' }],
    [200, { 'x-has-more': 'true' }],
  ])('%s %j is drift, in a list and in a stream', async (status, headers) => {
    const { client } = answering([wireEntity], { status, headers })
    const told: string[] = []
    for await (const _ of client.entities.stream({ onQuirk: ({ code }) => void told.push(code) }));
    const { quirks } = await client.entities.list().withResponse()
    expect(told).toContain('incomplete_list')
    expect(quirks.map(({ code }) => code)).toEqual(told)
  })
})

it.each([
  { success: 'failed', data: [] },
  { success: -1, data: [] },
  { ok: false, data: [] },
  { status: 'error', data: [] },
  { errors: ['db timeout'], data: [] },
  { error: { message: 'no' }, data: [] },
  { code: 500, results: [] },
])('%j is an error, and no empty list', async body => {
  await expect(answering(body).client.entities.list()).rejects.toMatchObject({ outcome: 'unknown' })
})

it('an empty list beside one under a name that nobody knows cannot be read', async () => {
  const { client } = answering({ data: [], entities: [wireEntity] })
  await expect(client.entities.list()).rejects.toBeInstanceOf(ResponseValidationError)
})
