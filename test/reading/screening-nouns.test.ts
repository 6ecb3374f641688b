import { listHits } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { answering } from '../answering.ts'
import { clean, hit, listed, readNetwork, readNode } from './reading.ts'

describe('a noun of screening over a list or object that holds something', () => {
  it.each<[string, unknown]>([
    ['matches', [hit]],
    ['match', hit],
    ['hits', ['Evil']],
    ['hit', { list: 'EU' }],
    ['hitList', [{ id: 7 }]],
    ['alerts', [{ id: 1 }]],
    ['openAlerts', { high: 2 }],
    ['alert', { level: 'red' }],
    ['screening', { result: 'listed' }],
    ['screenings', [{ result: 'listed' }]],
    ['screening_results', [{ result: 'listed' }]],
    ['SCREENING-RESULTS', [{ result: 'listed' }]],
    ['sdn', [{ uid: 36 }]],
    ['SDN', { uid: 36 }],
    ['sdnEntries', [36]],
    ['designations', ['EU 2022/1']],
    ['designation', { program: 'P' }],
    ['denied_party', { list: 'BIS' }],
    ['deniedPersons', [hit]],
    ['restricted_party', [hit]],
    ['RestrictedParties', [hit]],
    ['negative_media', ['Evil in court']],
    ['NegativeMedia', { articles: 2 }],
    ['matches', '[{"name":"Evil"}]'],
    ['matches', '[{"name":'],
    ['matches', ['{"name":"Evil"}']],
    ['attributes', { name: 'Evil', matches: [hit] }],
    ['attributes', [{ screening: { eu: { status: 'listed' } } }]],
    ['branch_offices', [{ name: 'B', hits: [hit] }]],
    ['risks', [{ alerts: [hit] }]],
  ])('makes a node unclear, never a hit: %s: %j', async (name, value) => {
    const { node, quirks } = await readNode({ ...clean, [name]: value })
    expect(node).toMatchObject({ hitStatus: 'unclear', sanctionsStatus: 'unclear', sanctions: [] })
    const drift = quirks.filter(({ code, advice }) => code === 'drift' && advice?.includes('knownFields'))
    expect(drift.map(({ path }) => path.slice(0, 4))).toEqual([['data', 'nodes', 'a', name]])
    const { network } = await readNetwork({ nodes: { a: { ...clean, [name]: value } }, relations: [] })
    expect(listHits(network, { entity: 'a' })).toMatchObject([{ kind: 'unclear', isReadable: false }])
  })

  it('makes an entity and a relation unclear, and the root if it is beside the nodes', async () => {
    const matches = [hit]
    expect(await answering([{ ...listed, matches }]).client.entities.list()).toMatchObject([
      { isUnclear: true },
    ])
    const relation = { source: 'a', target: 'a', type: 'RoleRelationship', details: { matches } }
    const { network } = await readNetwork({ nodes: { a: clean }, relations: [relation], matches })
    expect(network).toMatchObject({ nodes: [{ hitStatus: 'unclear' }], relations: [{ isUnclear: true }] })
  })

  it('reports the field that the noun names, not what it holds', async () => {
    const { quirks } = await readNode({ ...clean, attributes: { screening: { eu: [{ on: 'list' }] } } })
    expect(quirks.filter(({ code }) => code === 'drift').map(({ path }) => path.slice(3))).toEqual([
      ['attributes', 'screening'],
    ])
  })

  it('leaves a hit a hit, which does not explain it', async () => {
    const { node } = await readNode({ ...clean, pep: [hit], matches: [hit] })
    expect(node).toMatchObject({ hitStatus: 'hit', sanctionsStatus: 'unclear' })
  })

  it('is explained by a hit of the kind that is in the same name', async () => {
    const { node } = await readNode({ ...clean, pep: [hit], pep_match_details: { list: 'P' } })
    expect(node).toMatchObject({ hitStatus: 'hit', sanctionsStatus: 'no_hit' })
  })
})

describe('is harmless', () => {
  it.each<[string, unknown]>([
    ['designation', 'Director'],
    ['match_score', 0.9],
    ['screening_date', '2025-01-05'],
    ['alert_email', 'desk@bank.example'],
    ['hits', 0],
    ['hits', 12],
    ['denied', false],
    ['denied', true],
    ['restricted', 'no'],
    ['matches', []],
    ['matches', {}],
    ['matches', '[]'],
    ['matches', null],
    ['matches', 'none'],
    ['hits', { total: 0, items: [] }],
    ['alerts', [null, false, 0, 'none']],
    ['screening', { status: null, hits: [], matched: false }],
    ['screening_status', 'IN_PROGRESS'],
    ['screeningId', '5f2c'],
    ['last_screening', '2025-01-05T10:00:00.000Z'],
    ['sdn', '-'],
    ['sdn_number', '36'],
    ['negative_media', false],
    ['negative_media_count', 0],
    ['is_match', true],
    ['alertable', ['email']],
    ['matching_rules', ['fuzzy']],
    ['matched_fields', ['name']],
    ['hitters', [{ name: 'A' }]],
    ['white_list', ['A']],
    ['unrestricted', { since: 2020 }],
    ['redesignation', ['A']],
    ['screened_by', { name: 'Desk' }],
    ['social_media', ['@nordwind']],
    ['negative_equity', { year: 2024 }],
    ['media', ['negative']],
    ['notes', ['No matches. The screening found two hits and one alert.']],
    ['notes', 'Denied entry: restricted area'],
    ['risks', ['Matches the profile of a young company']],
  ])('%s: %j', async (name, value) => {
    const { node, quirks } = await readNode({ ...clean, [name]: value })
    expect(node).toMatchObject({ hitStatus: 'no_hit', sanctionsStatus: 'no_hit' })
    expect(quirks.map(({ code }) => code)).not.toContain('drift')
    const entities = await answering([{ ...listed, [name]: value }]).client.entities.list()
    expect(entities).toMatchObject([{ isUnclear: false }])
  })
})

describe('knownFields overrides a noun', () => {
  const knownFields = {
    alerts: 'ignore',
    screening: { no: ['clear'] },
    checked_at: 'ignore',
    verdict: { no: ['none found'] },
  } as const
  const read = (fields: object) => readNode({ ...clean, ...fields }, { knownFields: knownFields })

  it.each<[object, string[]]>([
    [{ alerts: [{ channel: 'email' }] }, ['alerts']],
    [{ Alerts: { email: 'a@bank.example' } }, ['Alerts']],
    [{ screening: { eu: 'Clear', un: 'clear' } }, ['screening']],
    [{ matches: { checked_at: '2025-01-05', entries: [] } }, ['checked_at']],
    [{ matches: { eu: { verdict: 'None found' } } }, ['verdict']],
    [{ matches: [{ alerts: ['email'] }] }, ['alerts']],
  ])('%j says nothing, and the network names the override', async (fields, names) => {
    const { node, overriddenFields, quirks } = await read(fields)
    expect(node.hitStatus).toBe('no_hit')
    expect(overriddenFields).toEqual(names)
    expect(quirks.map(({ code }) => code)).not.toContain('drift')
  })

  it.each([
    { open_alerts: [{ channel: 'email' }] },
    { screening: { eu: 'clear', un: 'listed' } },
    { matches: { checked_at: '2025-01-05', entries: [hit] } },
    { matches: { verdict: 'found' } },
  ])('%j is unclear nevertheless', async fields => {
    expect((await read(fields)).node.hitStatus).toBe('unclear')
  })
})
