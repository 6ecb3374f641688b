import { EntityScreening } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering, apiKey, baseUrl } from '../answering.ts'
import { clean, hit, listed, readNetwork, readNode } from './reading.ts'

const status = async (fields: object) => (await readNode({ ...clean, ...fields })).node.hitStatus

describe('a field is known by its letters', () => {
  it.each([
    ['Sanctions', 'sanctions'],
    ['SANCTIONS', 'sanctions'],
    ['sanctionsJSON', 'sanctions'],
    ['sanctions-data', 'sanctions'],
    ['sanctionHits', 'sanctions'],
    ['sanctions_list', 'sanctions'],
    ['pepMatches', 'pep'],
    ['PEPs', 'pep'],
    ['pep_records', 'pep'],
    ['adverse-media', 'adverseMedia'],
    ['adverseMediaEntries', 'adverseMedia'],
    ['adverse_media_results_json', 'adverseMedia'],
  ] as const)('%s is the list %s', async (name, list) => {
    for (const value of [[hit], JSON.stringify([hit])]) {
      const { node } = await readNode({ id: 'a', [name]: value })
      expect(node[list]).toMatchObject([{ name: 'Evil', isReadable: true }])
      expect(node).toMatchObject({ hitStatus: 'hit', unknownFields: {} })
    }
  })

  it('a text of a list or object is not shorter by its ending', async () => {
    const { node } = await readNode({ ...clean, size_data: 'Large' })
    expect(node).toMatchObject({ size: null, unknownFields: { size_data: 'Large' } })
  })

  it('a list under two spellings is merged, and an empty one takes nothing away', async () => {
    const worse = { name: 'Worse' }
    const { node } = await readNode({
      id: 'a',
      sanctions: [],
      Sanctions: [hit],
      sanctions_json: [worse, hit],
    })
    expect(node.sanctions.map(({ name }) => name)).toEqual(['Evil', 'Worse'])
  })

  it('an alias gives way to the name of the field, however both are spelled', async () => {
    for (const alias of ['country', 'Country']) {
      const { node } = await readNode({ ...clean, country_code: 'DE', [alias]: 'FR' })
      expect(node).toMatchObject({ countryCode: 'DE', unknownFields: { [alias]: 'FR' } })
    }
  })
})

it('an older name is reported, also where its value is clean', async () => {
  const { quirks } = await readNode({ id: 'a', country: 'DE', pep_json: [] })
  expect(quirks.map(({ code }) => code)).toEqual(['country_alias', 'superseded_name'])
})

describe('what is read and not understood is an unreadable entry', () => {
  it.each([
    ['a text', 'Evil', { unreadable: 'Evil' }],
    ['true', true, { value: true }],
    ['a number', 7, { value: 7 }],
    ['broken JSON', '[{"name":', { unreadable: '[{"name":' }],
    ['a list with a list', [[]], { value: [] }],
    ['a list with null', [null], { value: null }],
    ['a list with nothing in it', [{}], {}],
    ['the same as JSON text', '[{}]', {}],
    ['a list of what says no', '[{"listed":false}]', { listed: false }],
    ['an object without a known field', { program: 'P' }, { program: 'P' }],
    ['a wrapper', { data: [hit] }, { data: [hit] }],
  ])('in place of a list: %s', async (_, sanctions, unknownFields) => {
    const { node } = await readNode({ ...clean, sanctions })
    const entries = node.sanctions.map(({ isReadable, unknownFields }) => ({ isReadable, unknownFields }))
    expect(entries).toEqual([{ isReadable: false, unknownFields }])
    expect(node.hitStatus).toBe('unclear')
  })

  it.each([
    [{ name: 'Evil' }, true],
    [{ sources: ['https://list.example'] }, true],
    [{ name: '-', sources: [] }, false],
    [{ name: { first: 'Evil' } }, false],
    [{ position: 'Mayor' }, false],
  ])('an entry is readable by what the specification shows: %j', async (entry, isReadable) => {
    const { node } = await readNode({ ...clean, sanctions: [entry] })
    expect(node.sanctions).toMatchObject([{ isReadable }])
  })

  it('an office alone makes an entry of pep readable', async () => {
    expect(await status({ pep: [{ position: 'Mayor' }] })).toBe('hit')
  })

  it('a readable entry beside it makes a hit', async () => {
    expect(await status({ sanctions: [{ program: 'P' }, hit] })).toBe('hit')
    expect(await status({ sanctions: ['Evil'], pep: [hit] })).toBe('hit')
  })

  it.each([false, 0, 'no', 'none', 'n/a', [], {}, '[]', '{}', ' None '])(
    '%j in its place is none',
    async no => {
      expect((await readNode({ id: 'a', sanctions: no })).node).toMatchObject({
        sanctions: [],
        hitStatus: 'no_hit',
      })
    },
  )

  it.each([undefined, null, 'null', '', '-', ' '])(
    '%j in its place is a list that is not shown',
    async blank => {
      expect((await readNode({ id: 'a', sanctions: blank })).node.hitStatus).toBe('not_shown')
      const others = { pep: [], adverse_media: [] }
      for (const name of ['sanctions', 'sanctions_json'])
        expect((await readNode({ id: 'a', ...others, [name]: blank })).node.hitStatus).toBe('not_shown')
    },
  )

  it.each(['text', 7, true, null, [{ ...clean, sanctions: [hit] }], '[1]'])(
    'a node that is %j is unclear, and kept',
    async value => {
      const { node } = await readNode(value)
      expect(node).toMatchObject({ id: 'a', hitStatus: 'unclear', unknownFields: { value } })
    },
  )

  it('an item of a list that is no object is unclear, and kept', async () => {
    const entities = await answering(['x', null, 5, []]).client.entities.list()
    expect(entities.map(({ isUnclear, unknownFields }) => [isUnclear, unknownFields])).toEqual([
      [true, { value: 'x' }],
      [true, { value: null }],
      [true, { value: 5 }],
      [true, { value: [] }],
    ])
  })
})

describe('everything else is no hit, and says nothing', () => {
  it.each([
    ['media', ['logo.png']],
    ['hits', 12],
    ['is_pep', 'N'],
    ['pep_status', 'no'],
    ['pep', 'n/a'],
    ['is_sanctioned', false],
    ['sanctioned', 0],
    ['sanctions_count', '0'],
    ['sanctions_status', 'none'],
    ['sanctions_summary', '-'],
    ['sanctions_note', null],
    ['screening', { sanctions: [], pep: { items: [], count: 0 }, adverse: 'N/A' }],
    ['adverse_media_summary', { count: 0, items: [] }],
    ['watchlist', []],
    ['watchlists', '[]'],
    ['blacklisted', 'False'],
    ['ofac', { listed: 'no' }],
    ['embargo', ''],
    ['debarred', ' NO '],
    ['warnings', {}],
    ['politicallyExposed', 'n'],
    ['recipe', 'soup'],
    ['immediate_parent', 'Holding Oy'],
    ['development', true],
    ['intermediary', 'B'],
    ['media_kit', 'https://press.example'],
    ['social_media', ['@nordwind']],
    ['risk_rating', 'B+'],
    ['score', 97],
    ['flags', ['new']],
    ['status', 'active'],
    ['listed', true],
    ['listed_on', 'XETRA'],
    ['checked_at', '2025-01-01T00:00:00Z'],
    ['notes', 'Sanctions were checked by hand'],
    ['attributes', { name: 'Evil', sources: ['https://list.example'], entries: [hit] }],
  ])('%s: %j', async (name, value) => {
    const { node, quirks } = await readNode({ ...clean, [name]: value })
    expect(node.hitStatus).toBe('no_hit')
    expect(quirks.map(({ code }) => code)).not.toContain('drift')
    if (name === 'pep') return
    expect(node.unknownFields).toEqual({ [name]: value })
    expect(quirks).toEqual([
      { code: 'unknown_field', operation: 'getNetwork', path: ['data', 'nodes', 'a', name], count: 1 },
    ])
  })
})

describe('a field that mentions screening and does not say no makes a record unclear, never a hit', () => {
  const unclear: [string, unknown][] = [
    ['sanctions_summary', 'No sanctions found.'],
    ['sanctioned_amount', 250_000],
    ['sanctions_checked_at', '2025-01-01T00:00:00Z'],
    ['is_pep', true],
    ['pepStatus', 'NOT_PEP'],
    ['known_pep', 'Y'],
    ['politically_exposed', 1],
    ['adverseNews', [hit]],
    ['watchlist', [hit]],
    ['blacklist', 'EU'],
    ['embargoed', 'yes'],
    ['debarment', {}.constructor.name],
    ['ofac', { listed: true }],
    ['warnings', 'wanted in three countries'],
    ['screening', { result: [{ sanctions: [hit] }] }],
    ['screening', JSON.stringify({ sanctions: [hit] })],
    ['name', { sanctions: [hit] }],
    ['branch_offices', [{ name: 'B', sanctions: [hit] }]],
    ['risks', [{ sanctions: [hit] }]],
    ['risks', ['Sanctioned by OFAC']],
    ['risks', [{ text: ['On a watch list'] }]],
  ]

  it.each(unclear)('%s: %j', async (name, value) => {
    const { node, quirks } = await readNode({ ...clean, [name]: value })
    expect(node).toMatchObject({ hitStatus: 'unclear', pep: [], sanctions: [], adverseMedia: [] })
    const drift = quirks.filter(({ code }) => code === 'drift')
    expect(drift.map(({ path }) => path.slice(0, 4))).toContainEqual(['data', 'nodes', 'a', name])
    expect(drift.some(({ advice }) => advice?.includes('knownFields'))).toBe(true)
    await expect(readNode({ ...clean, [name]: value }, { validation: 'strict' })).rejects.toMatchObject({
      name: 'ResponseValidationError',
    })
  })

  it('is reported once for each place', async () => {
    const { quirks } = await readNode({ ...clean, is_pep: true })
    expect(quirks.map(({ code, count }) => [code, count])).toEqual([
      ['unknown_field', 1],
      ['drift', 1],
    ])
  })

  it('texts of other known lists do not', async () => {
    const texts = {
      sources: ['OFAC sanctions list'],
      alternative_names: ['Pep'],
      industry: ['Sanctions law'],
    }
    expect(await status(texts)).toBe('no_hit')
  })

  it('a text of risks beside a hit says nothing new', async () => {
    const { node, quirks } = await readNode({ ...clean, sanctions: [hit], risks: ['Sanctioned by OFAC'] })
    expect(node.hitStatus).toBe('hit')
    expect(quirks).toEqual([])
  })

  it('a hit beside it is a hit', async () => {
    expect(await status({ pep: [hit], sanctions_summary: 'One found.' })).toBe('hit')
  })

  it('of a node without lists is unclear, not unshown', async () => {
    expect((await readNode({ id: 'a', is_pep: true })).node.hitStatus).toBe('unclear')
    expect((await readNode({ id: 'a', is_pep: false })).node.hitStatus).toBe('not_shown')
  })

  it('of an entity and of a relation makes them unclear', async () => {
    const read = async (fields: object) => {
      const [entity] = await answering([{ ...listed, ...fields }]).client.entities.list()
      const relation = { source: 'a', target: 'a', type: 'RoleRelationship' }
      const relations = [
        { ...relation, ...fields },
        { ...relation, details: fields },
      ]
      const { network } = await readNetwork({ nodes: { a: clean }, relations })
      return [entity?.isUnclear, ...network.relations.map(({ isUnclear }) => isUnclear)]
    }
    expect(await read({ watchlist: ['EU'] })).toEqual([true, true, true])
    expect(await read({ watchlist: [], comment: 'sanctioned' })).toEqual([false, false, false])
    const { network } = await readNetwork({ nodes: { a: clean }, relations: ['a owns b'] })
    expect(network.relations).toMatchObject([{ isUnclear: true, unknownFields: { value: 'a owns b' } }])
  })
})

describe('knownFields vouches for a field', () => {
  const knownFields = {
    sanctions_checked_at: 'ignore',
    sanctionsStatus: { no: ['Clear', 'not listed'] },
    risks: { no: ['Trades in sanctioned goods: no'] },
  } as const
  const read = (fields: object) => readNode({ ...clean, ...fields }, { knownFields: knownFields })

  it.each([
    [{ sanctions_checked_at: '2025-01-01' }, 'sanctions_checked_at'],
    [{ SanctionsCheckedAt: '2025-01-01' }, 'SanctionsCheckedAt'],
    [{ screening: { sanctions_checked_at: 1 } }, 'sanctions_checked_at'],
    [{ sanctions_status: ' CLEAR ' }, 'sanctions_status'],
    [{ sanctions_status: { eu: 'clear', un: 'Not listed' } }, 'sanctions_status'],
    [{ risks: ['Trades in sanctioned goods: no'] }, 'risks'],
  ])('%j says nothing, and the network says who vouched', async (fields, name) => {
    const { node, overriddenFields, quirks } = await read(fields)
    expect(node.hitStatus).toBe('no_hit')
    expect(overriddenFields).toEqual([name])
    expect(quirks.map(({ code }) => code)).not.toContain('drift')
  })

  it.each([
    { sanctions_status: 'listed' },
    { sanctions_status: ['clear', 'listed'] },
    { sanctions_checked_by: 'x' },
    { risks: ['Sanctioned by OFAC'] },
  ])('%j is unclear nevertheless', async fields => {
    expect((await read(fields)).node.hitStatus).toBe('unclear')
  })

  it('where nothing was decided by it, the network names nobody', async () => {
    expect((await read({ sanctions_status: null, risks: ['Young company'] })).overriddenFields).toEqual([])
  })

  it('never takes a list away', async () => {
    const { node } = await readNode({ ...clean, sanctions: [hit] }, { knownFields: { sanctions: 'ignore' } })
    expect(node.hitStatus).toBe('hit')
  })

  it('is refused where it is of another form', () => {
    const make = (given: never) => new EntityScreening({ apiKey, baseUrl, knownFields: given })
    expect(() => make({ a: 'none' } as never)).toThrow(/knownFields/)
    expect(() => make(['a'] as never)).toThrow(/knownFields/)
  })
})

describe('spellings of one value that contradict each other', () => {
  const read = async (fields: object) => {
    const { riskLevel: _, ...rest } = listed
    const { data, quirks } = await answering([{ ...rest, ...fields }])
      .client.entities.list()
      .withResponse()
    return { entity: data[0], codes: quirks.map(({ code, path }) => `${code} ${path.join('.')}`) }
  }

  it('are not believed, and are drift', async () => {
    const { entity, codes } = await read({ riskLevel: 'Low Risk', risk_level: 'High Risk' })
    expect(entity).toMatchObject({
      riskLevel: null,
      riskLabel: null,
      unknownFields: { riskLevel: 'Low Risk', risk_level: 'High Risk' },
    })
    expect(codes).toContain('drift 0.risk_level')
  })

  it.each([
    [{ riskLevel: 'Low Risk', risk_level: 'low' }, { riskLevel: 'low' }],
    [{ countryCode: 'DE', country_code: 'Germany' }, { countryCode: 'DE' }],
    [{ riskLevel: '-', risk_level: 'High Risk' }, { riskLevel: 'high' }],
    [{ riskLevel: null, risk_level: 'High Risk' }, { riskLevel: 'high' }],
    [{ riskScore: 12, RiskScore: '12' }, { riskScore: 12 }],
  ])('do not where both are read as the same: %j', async (fields, expected) => {
    const { entity, codes } = await read(fields)
    expect(entity).toMatchObject({ ...expected, unknownFields: {} })
    expect(codes.filter(code => /^drift .*given once/.test(code))).toEqual([])
  })

  it('a level lost this way counts as present for waitForScreening', async () => {
    const { client } = answering([{ ...listed, risk_level: 'High Risk' }])
    const entity = await client.entities.waitForScreening('e1', { every: 1, timeout: 30_000 })
    expect(entity.riskLevel).toBeNull()
  })

  it('a single level that cannot be read does not count as present', async () => {
    const { client } = answering([{ ...listed, riskLevel: ['High Risk'] }])
    const wait = client.entities.waitForScreening('e1', { every: 1, timeout: 30 })
    await expect(wait).rejects.toMatchObject({ name: 'WaitTimeoutError' })
  })
})

describe('an identifier that is no safe integer is unreadable', () => {
  const digits = '9007199254740993'

  it('on an entity', async () => {
    const text = JSON.stringify([{ ...listed, id: 'ID' }]).replace('"ID"', digits)
    expect(await answering(text).client.entities.list()).toMatchObject([{ id: '' }])
  })

  it('on a created entity, which is refused', async () => {
    const { client } = answering(`{"success":true,"data":{"id":${digits}}}`, { status: 201 })
    await expect(client.entities.create({ type: 'person', name: 'Ilse' })).rejects.toMatchObject({
      name: 'ResponseValidationError',
    })
  })
})

// What grows with the square of a body took 55 s; a machine under load takes a second or two.
describe('a body as large as it is odd is read within ten seconds of processor time', () => {
  const within = async (body: string) => {
    const { client } = answering(body)
    const begun = process.cpuUsage()
    const { nodes } = await client.entities.network('a')
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(10_000)
    return nodes[0]
  }
  const networkOf = (fields: string) =>
    `{"success":true,"data":{"nodes":{"a":{"id":"a",${fields}}},"relations":[]}}`
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}[]${'}'.repeat(depth)}`

  it('40,000 unknown fields', async () => {
    const node = await within(
      networkOf(Array.from({ length: 40_000 }, (_, at) => `"field ${at}":${at}`).join()),
    )
    expect(Object.keys(node?.unknownFields ?? {})).toHaveLength(40_000)
  })

  it('an unknown field nested 100,000 deep', async () => {
    expect((await within(networkOf(`"sanctions":[],"more":${deep(100_000)}`)))?.hitStatus).toBe('no_hit')
  })

  it('a member beside the data nested 100,000 deep', async () => {
    const body = `{"success":true,"meta":${deep(100_000)},"data":{"nodes":{"a":{"id":"a"}},"relations":[]}}`
    expect((await within(body))?.id).toBe('a')
  })

  it('5,000 equal keys', async () => {
    const fields = Array.from({ length: 5_000 }, (_, at) => `"sanctions":[{"name":"${at}"}]`).join()
    expect((await within(networkOf(fields)))?.sanctions).toMatchObject([{ name: '4999' }])
  })

  it('10,000 spellings of one name', { tags: 'long' }, async () => {
    const marks = Array.from(
      { length: 10_000 },
      (_, at) =>
        `"sanctions${'-_. '.charAt(at % 4)}${[...at.toString(2)].map(bit => (bit === '1' ? '_' : '-')).join('')}":[]`,
    )
    expect((await within(networkOf(marks.join())))?.hitStatus).toBe('no_hit')
  })
})

describe('a rule, not a list of spellings', () => {
  it('what stands in place of a list is no certain hit: it may be about the search', async () => {
    for (const summary of [
      { hits: [], sources: ['OFAC'] },
      { checked: true, matches: 0, sources: ['OFAC', 'EU'] },
      { name: 'Root', status: 'clear' },
    ]) {
      expect(await status({ sanctions: summary })).toBe('unclear')
      expect(await status({ sanctions: JSON.stringify(summary) })).toBe('unclear')
      expect(await status({ sanctions: [], sanctions_list: summary })).toBe('unclear')
    }
  })

  it('of two spellings that cannot be read, neither is lost', async () => {
    const { node } = await readNode({ ...clean, size: { a: 1 }, Size: { sanctions: [{ name: 'X' }] } })
    expect(node).toMatchObject({ size: null, hitStatus: 'unclear' })
    expect(node.unknownFields).toEqual({ size: { a: 1 }, Size: { sanctions: [{ name: 'X' }] } })
    const { node: other } = await readNode({ ...clean, country_code: 'EU', country: 'European Union' })
    expect(other.unknownFields).toEqual({ country_code: 'EU', country: 'European Union' })
  })

  it.each([
    'isPEPMatch',
    'hasPEPHits',
    'knownPEPAssociate',
    'isAPepMatch',
    'pepstatus',
    'ispep',
    'OFACMatch',
    'hassanctions',
    'PEPs',
    'hasPEPs',
    'PEPmatches',
    'linkedPEPs',
    'isPEPmatch',
    'isPeP',
    'peP_entries',
    'HASPEPS',
  ])('%s mentions screening', async name => {
    expect(await status({ [name]: 'yes' })).toBe('unclear')
    expect(await status({ riskData: { [name]: 'yes' } })).toBe('unclear')
    expect(await status({ risk_json: JSON.stringify({ [name]: 'yes' }) })).toBe('unclear')
  })

  it.each([
    'type_of_activity',
    'number_of_accounts',
    'sidebar_url',
    'trade_barriers',
    'pe_portfolio',
    'lastError',
    'counter_error',
    'pepperoni count',
  ])('%s does not', async name => {
    expect(await status({ [name]: 'yes' })).toBe('no_hit')
  })

  it.each(['Foreign PEPs', 'PEPs', 'PEPrelated', 'Known peps'])('the risk %j does', async risk => {
    expect(await status({ risks: [risk] })).toBe('unclear')
  })

  it.each([
    JSON.stringify(JSON.stringify({ sanctions: [{ name: 'X' }] })),
    '\ufeff{"sanctions":[{"name":"X"}]}',
    '{"sanctions":[{"name":"OFAC"',
  ])('nor is JSON within text passed over: %j', async text => {
    expect(await status({ riskData: text })).toBe('unclear')
    expect(await status({ riskData: text.replaceAll('sanctions', 'locations').replace('OFAC', 'X') })).toBe(
      'no_hit',
    )
  })

  it.each(['Lack of access to markets', 'Risk of accidents', 'Trade barriers', 'Supplies PepsiCo'])(
    'nor does the risk %j',
    async risk => {
      expect(await status({ risks: [risk] })).toBe('no_hit')
    },
  )

  it('a word for one field vouches for no other', async () => {
    const vouched = { knownFields: { watchlist_data: 'ignore' } } as const
    const { node } = await readNode({ ...clean, watchlist: [{ name: 'Interpol' }] }, vouched)
    expect(node.hitStatus).toBe('unclear')
  })

  it('what stands beside the nodes makes the one that was asked for unclear', async () => {
    const nodes = { a: clean, b: { ...clean, id: 'b' } }
    const { network } = await readNetwork({ nodes, relations: [], sanctions: [hit] })
    expect(network.nodes.map(({ hitStatus }) => hitStatus)).toEqual(['unclear', 'no_hit'])
  })

  it('a name of any length is read at once', async () => {
    const begun = process.cpuUsage()
    await readNode({ ...clean, [`${'json'.repeat(80_000)}x`]: 1 })
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(10_000)
  })
})

describe('the status of sanctions alone', () => {
  const [pep, media] = [{ pep: [hit] }, { adverse_media: [hit] }]
  it.each<[string, object, string]>([
    ['a readable entry', { sanctions: [hit] }, 'hit'],
    ['an entry that cannot be read, beside a PEP entry', { ...pep, sanctions: ['?'] }, 'unclear'],
    ['a field beside a PEP entry', { ...pep, sanctions_status: 'listed' }, 'unclear'],
    ['one of two kinds', { ...pep, pep_or_sanction: 'yes' }, 'unclear'],
    ['one in a field of another name', { ...pep, screening: { ofac: 'match' } }, 'unclear'],
    ['a text among the risks', { ...pep, risks: ['Sanctioned by OFAC'] }, 'unclear'],
    ['a field of PEP without an entry', { is_pep: true }, 'unclear'],
    ['a field of media beside a PEP entry', { ...pep, has_adverse_media: true }, 'unclear'],
    ['a field that says what a PEP entry says', { ...pep, is_pep: true, isPEP: 'yes' }, 'no_hit'],
    ['a text that does', { ...pep, risks: ['Politically exposed person'] }, 'no_hit'],
    ['a field that says what an entry of media says', { ...media, adverseMediaFound: 3 }, 'no_hit'],
    ['nothing else', { ...pep }, 'no_hit'],
    ['a field that says no', { ...pep, sanctions_status: 'none' }, 'no_hit'],
    ['no list, beside a PEP entry', { ...pep, sanctions: undefined }, 'not_shown'],
  ])('of %s', async (_, fields, sanctionsStatus) => {
    expect((await readNode({ ...clean, ...fields })).node).toMatchObject({ sanctionsStatus })
  })
})
