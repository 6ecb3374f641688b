import type { NetworkNode } from 'entity-screening-sdk'
import { diffNetworks, type NetworkChange } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { entry, leads, network, node, owns, pepEntry } from '../records.ts'

/** The changes of one node, beside a root. */
const nodeChanges = (before: Partial<NetworkNode>, after: Partial<NetworkNode>) =>
  diffNetworks(network([node('root'), node('a', before)]), network([node('root'), node('a', after)]))

const kindsOf = (changes: NetworkChange[]) => changes.map(({ kind }) => kind)

describe('the difference of two networks', () => {
  it('is empty for the same network', () => {
    const same = network(
      [node('a', { sanctions: [entry({ program: 'P' })], pep: [pepEntry('Minister')] }), node('b')],
      [owns('b', 'a', 0.5), owns('b', 'a', 0.5), leads('b', 'a', 'Director')],
    )
    expect(diffNetworks(same, structuredClone(same))).toEqual([])
  })

  it('does not count order', () => {
    const nodes = [node('a'), node('b', { sanctions: [entry({ program: 'P' }), entry({ program: 'Q' })] })]
    const relations = [owns('b', 'a', 0.4), owns('b', 'a', 0.5), leads('b', 'a', 'Director')]
    const turned = nodes.map(one => ({ ...one, sanctions: one.sanctions.toReversed() })).toReversed()
    expect(diffNetworks(network(nodes, relations), network(turned, relations.toReversed(), 'a'))).toEqual([])
  })

  it('has who is new in it and who is not in it any more', () => {
    const [a, b, c] = [node('a'), node('b'), node('c', { name: null, fullName: 'C Holding' })]
    expect(diffNetworks(network([a, b]), network([a, c]))).toEqual([
      { kind: 'node_new', id: 'c', name: 'C Holding', node: c },
      { kind: 'node_gone', id: 'b', name: 'Name of b', node: b },
    ])
  })

  it('has another root', () => {
    const nodes = [node('a'), node('b')]
    expect(diffNetworks(network(nodes, [], 'a'), network(nodes, [], 'b'))).toEqual([
      { kind: 'root_changed', before: { id: 'a', name: 'Name of a' }, after: { id: 'b', name: 'Name of b' } },
    ])
    expect(diffNetworks(network([]), network([node('a')], [], 'a'))).toMatchObject([
      { kind: 'root_changed', before: null },
      { kind: 'node_new' },
    ])
  })

  it.each<[Partial<NetworkNode>, Partial<NetworkNode>, object]>([
    [
      { countryCode: 'DE' },
      { countryCode: 'AT' },
      { kind: 'node_country_changed', before: 'DE', after: 'AT' },
    ],
    [{ name: 'North' }, { name: 'South' }, { kind: 'node_name_changed', before: 'North', after: 'South' }],
    [
      { fullName: 'North GmbH' },
      { fullName: 'North AG' },
      { kind: 'node_name_changed', before: 'North GmbH', after: 'North AG' },
    ],
    [{ calculatedRiskScore: 10 }, { calculatedRiskScore: 50 }, { kind: 'node_risk_score_up', before: 10 }],
    [{ calculatedRiskScore: 10 }, { calculatedRiskScore: 5 }, { kind: 'node_risk_score_down', after: 5 }],
    [
      { calculatedRiskScore: null },
      { calculatedRiskScore: 5 },
      { kind: 'node_risk_score_changed', after: 5 },
    ],
    [
      { calculatedRiskScore: 5 },
      { calculatedRiskScore: null },
      { kind: 'node_risk_score_changed', before: 5 },
    ],
  ])('tells a node that had %o and has %o', (before, after, change) => {
    expect(nodeChanges(before, after)).toMatchObject([{ id: 'a', ...change }])
  })

  it.each<[Partial<NetworkNode>, Partial<NetworkNode>]>([
    [
      { name: 'North', fullName: null },
      { name: null, fullName: 'North' },
    ],
    [
      { name: 'North', fullName: null },
      { name: 'North', fullName: 'North GmbH' },
    ],
    [{ sources: ['https://one.example'] }, { sources: [] }],
    [{ risks: ['Sanctions'] }, { risks: ['Sanctions'], unknownFields: { seen: 1 } }],
  ])('does not count %o against %o', (before, after) => {
    expect(nodeChanges(before, after)).toEqual([])
  })

  it('loses no node of an id that comes twice', () => {
    const [north, south] = [node('a', { name: 'North' }), node('a', { name: 'South' })]
    expect(diffNetworks(network([north, south]), network([south, north]))).toEqual([])
    expect(diffNetworks(network([north]), network([north, south]))).toEqual([
      { kind: 'node_new', id: 'a', name: 'South', node: south },
    ])
    const sanctioned = { ...south, sanctions: [entry({ program: 'P' })] }
    expect(kindsOf(diffNetworks(network([north, south]), network([sanctioned, north])))).toEqual(['hit_new'])
    expect(diffNetworks(network([north, south]), network([sanctioned]))).toMatchObject([
      { kind: 'node_gone', name: 'North' },
      { kind: 'hit_new', hit: { kind: 'sanctions', party: { name: 'South' } } },
    ])
  })

  it.each(['__proto__', 'constructor', '', ' ', '["a","b"]'])('knows a node with the id %j', id => {
    const before = network([node(id)], [owns(id, id, 0.1)])
    const after = network([node(id, { sanctions: [entry({ program: 'P' })] })], [owns(id, id, 0.2)])
    expect(diffNetworks(before, after)).toMatchObject([
      { kind: 'hit_new', hit: { party: { id, name: `Name of ${id}` } } },
      { kind: 'share_up', source: { id }, target: { id, name: `Name of ${id}` } },
    ])
  })
})

describe('a hit', () => {
  it.each(['sanctions', 'adverseMedia', 'pep'])('is new or gone: %s', field => {
    const one = { ...pepEntry('Minister'), unknownFields: { program: 'P' } }
    const [isNew, isGone] = [nodeChanges({}, { [field]: [one] }), nodeChanges({ [field]: [one] }, {})]
    expect(isNew).toMatchObject([{ kind: 'hit_new', hit: { entries: [{ entry: one }], party: { id: 'a' } } }])
    expect(isGone).toMatchObject([
      { kind: 'hit_gone', hit: { entries: [{ entry: one }], party: { id: 'a' } } },
    ])
  })

  it('is known again by its key, with what changed field by field', () => {
    const before = entry({ program: 'P', listed_on: '2020-01-01' }, ['https://one.example'])
    const changeTo = (after: typeof before) => nodeChanges({ sanctions: [before] }, { sanctions: [after] })
    const fields = (after: typeof before) => changeTo(after).map(one => 'fields' in one && one.fields)
    expect(fields(entry({ program: 'P' }, ['https://one.example']))).toEqual([
      [{ name: 'listedon', before: '2020-01-01', after: null }],
    ])
    expect(fields(entry({ program: 'P', listed_on: '2020-01-01' }, ['https://two.example']))).toEqual([
      [{ name: 'sources', before: ['https://one.example'], after: ['https://two.example'] }],
    ])
    const other = entry({ program: 'Q', listed_on: '2020-01-01' }, ['https://one.example'])
    expect(kindsOf(changeTo(other))).toEqual(['hit_new', 'hit_gone'])
    const born = (birthDate: string) => ({ sanctions: [before], birthDate })
    expect(nodeChanges(born('1960-01-01'), born('1961-01-01'))).toMatchObject([
      {
        kind: 'hit_changed',
        fields: [{ name: 'party.birthdate', before: '1960-01-01', after: '1961-01-01' }],
      },
    ])
  })

  it('does not change with scores, times of retrieval and order alone, nor with the id of its node', () => {
    const before = entry({ program: 'P', match: { score: 1, reasons: ['name', 'date'] } }, ['x', 'y'])
    const match = { reasons: ['date', 'name'], score: 0.5 }
    const after = entry({ match, program: 'P', retrieved_at: '2026-01-01' }, ['y', 'x'])
    expect(nodeChanges({ sanctions: [before] }, { sanctions: [after] })).toEqual([])
    const moved = diffNetworks(
      network([node('root'), node('a', { name: 'A', sanctions: [before] })]),
      network([node('root'), node('b', { name: 'A', sanctions: [after] })]),
    )
    expect(kindsOf(moved)).toEqual(['node_new', 'node_gone'])
  })

  it('with several entries changes by the entry that changed, or by those that were added and removed', () => {
    const [one, two, three] = ['1', '2', '3'].map(listed_on => entry({ program: 'P', listed_on }))
    const fieldsOf = (before: unknown[], after: unknown[]) =>
      nodeChanges({ sanctions: Object(before) }, { sanctions: Object(after) }).map(
        change => 'fields' in change && change.fields,
      )
    expect(fieldsOf([one, two], [two, three])).toEqual([[{ name: 'listedon', before: '1', after: '3' }]])
    const content = expect.objectContaining({ listedon: '2', program: 'P' })
    expect(fieldsOf([one], [one, two])).toEqual([[{ name: 'entry added', before: null, after: content }]])
    expect(fieldsOf([two, one], [one])).toEqual([[{ name: 'entry removed', before: content, after: null }]])
    expect(fieldsOf([one], [two, three])).toMatchObject([
      [
        { name: 'entry removed', before: { listedon: '1' }, after: null },
        { name: 'entry added', before: null, after: { listedon: '2' } },
        { name: 'entry added', before: null, after: { listedon: '3' } },
      ],
    ])
    expect(fieldsOf([one], [one, one, one])).toEqual([])
  })

  it('is told of a new node, and of one that is gone', () => {
    const sanctioned = node('b', { sanctions: [entry({ program: 'P' })], pep: [pepEntry('Minister')] })
    const [without, having] = [network([node('a')]), network([node('a'), sanctioned])]
    expect(kindsOf(diffNetworks(without, having))).toEqual(['node_new', 'hit_new', 'hit_new'])
    expect(kindsOf(diffNetworks(having, without))).toEqual(['node_gone', 'hit_gone', 'hit_gone'])
  })

  it('may be called or nested like anything', () => {
    const hostile = (inner: string) => entry(JSON.parse(`{ "__proto__": ${inner}, "toString": 1 }`))
    expect(nodeChanges({ sanctions: [hostile('1')] }, { sanctions: [hostile('1')] })).toEqual([])
    expect(kindsOf(nodeChanges({ sanctions: [hostile('1')] }, { sanctions: [hostile('2')] }))).toEqual([
      'hit_changed',
    ])
    const deep = hostile('['.repeat(50_000) + ']'.repeat(50_000))
    expect(nodeChanges({ sanctions: [deep] }, { sanctions: [deep] })).toEqual([])
    expect(nodeChanges({}, { sanctions: [deep] })).toHaveLength(1)
  })
})
