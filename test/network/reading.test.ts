import { InputValidationError, type Network } from 'entity-screening-sdk'
import {
  assessSanctions,
  computeOwnership,
  type DataIssue,
  indexNetwork,
  toGraph,
  toMermaid,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { controlledBy } from './controlled.ts'
import { holds, networkOf, organizationNode, owned, personNode, relate, votes } from './networks.ts'

function findingsOf(network: Network): Omit<DataIssue, 'names'>[] {
  return indexNetwork(network).issues.map(({ names, ...finding }) => {
    expect(names).toHaveLength(finding.ids.length)
    return finding
  })
}

const exactly = (share: number) => ({ min: share, max: share })

/** The share of one owner in the root. */
function shareOf(network: Network, owner: string) {
  return computeOwnership(network).owners.find(({ id }) => id === owner)?.effective
}

describe('the reading of a network', () => {
  it('trusts no id', () => {
    const ids = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']
    const nodes = [...ids.map((id, at) => personNode(id, { name: `P${at}` })), organizationNode('valueOf')]
    const relations = ids.map(id => holds([id, 'valueOf', 0.2]))
    const network = networkOf(relations, { nodes })
    // What a missing end is read as is no id.
    expect(findingsOf(network).map(({ kind, ids }) => [kind, ids])).toEqual([
      ['unreadable_relation', ['valueOf']],
    ])
    const { owners, unattributed } = computeOwnership(network)
    expect(owners.map(({ id, effective }) => [id, effective.min])).toEqual(
      ids.toSorted().map(id => [id, 0.2]),
    )
    expect(unattributed).toEqual({ min: 0, max: 0 })
    expect(assessScreened(network, { regime: 'ofac' }).verdict).toBe('nothing_found')
    expect(controlledBy(network, '__proto__')).toEqual([])
  })

  it('counts relations of the same ends with the same share once', () => {
    for (const uid of ['r1', null]) {
      const one = relate('P', 'A', 'ShareholdingRelationship', { uid, exactShare: 0.4 })
      const other = { ...one, details: { ...one.details, sources: ['https://example.com'] } }
      const network = networkOf([one, other])
      expect(findingsOf(network)).toEqual([])
      expect(shareOf(network, 'P')).toEqual({ min: 0.4, max: 0.4 })
    }
  })

  it('reads relations of the same ends with different identifiers as one holding or several', () => {
    for (const [other, uid] of [
      [0.3, 'r1'],
      [0.29, 'r1'],
      [0.3, null],
    ] as const) {
      const relations = [
        relate('X', 'A', 'ShareholdingRelationship', { uid: 'r0', exactShare: 0.3 }),
        relate('X', 'A', 'ShareholdingRelationship', { uid, exactShare: other }),
      ]
      const network = networkOf(relations)
      expect(findingsOf(network)).toEqual([
        { kind: 'conflicting_shares', ids: ['X', 'A'], of: 'shares', values: [exactly(0.3), exactly(other)] },
      ])
      expect(shareOf(network, 'X')).toEqual({ min: 0.3, max: 0.3 + other })
      expect(assessScreened(network, { regime: 'ofac' }).verdict).toBe('possible')
    }
  })

  it('reads different shares between the same ends as a range from the largest to the sum', () => {
    const network = owned(['P', 'A', 0.1], ['P', 'A', 0.2])
    expect(findingsOf(network)).toEqual([
      { kind: 'conflicting_shares', ids: ['P', 'A'], of: 'shares', values: [exactly(0.1), exactly(0.2)] },
    ])
    expect(shareOf(network, 'P')).toEqual({ min: 0.2, max: 0.3 })
  })

  it('reports shares that sum to more than the whole, each of which may be too high', () => {
    const network = owned(['P', 'A', 0.7], ['Q', 'A', 0.5])
    expect(findingsOf(network)).toEqual([{ kind: 'shares_above_whole', ids: ['A'], of: 'shares', sum: 1.2 }])
    expect(shareOf(network, 'P')?.min).toBeCloseTo(0.5, 12)
    expect(shareOf(network, 'P')?.max).toBe(0.7)
  })

  it('treats a sum of a billionth above the whole as rounding', () => {
    const network = owned(['P', 'A', 0.5], ['Q', 'A', 0.5 + 1e-10])
    expect(findingsOf(network)).toEqual([])
    expect(computeOwnership(network).unattributed).toEqual({ min: 0, max: 0 })
  })

  it('reads a subsidiary without a share as more than half', () => {
    const network = networkOf([relate('A', 'T', 'SubsidiaryRelationship')])
    expect(findingsOf(network)).toEqual([
      { kind: 'unknown_share', ids: ['A', 'T'], of: 'shares', share: { min: 0.500000001, max: 1 } },
    ])
    expect(controlledBy(network, 'A')).toEqual(['T'])
  })

  it('reads the share beside a subsidiary', () => {
    const network = networkOf([relate('A', 'T', 'SubsidiaryRelationship'), holds(['A', 'T', 1])])
    expect(findingsOf(network)).toEqual([])
    expect(shareOf(network, 'A')).toEqual({ min: 1, max: 1 })
  })

  it('reads a share of a type that is not a holding as possibly none', () => {
    const types = ['InvestmentRelationship', 'AcquisitionRelationship', 'ControlsRelationship', 'Stake']
    const network = networkOf(types.map((type, at) => relate(`P${at}`, 'A', type, { exactShare: 0.25 })))
    const { owners } = computeOwnership(network)
    expect(owners.map(({ direct }) => direct)).toEqual([
      { min: 0.25, max: 0.25 },
      ...[1, 2, 3].map(() => ({ min: 0, max: 0.25 })),
    ])
    expect(
      indexNetwork(network).issues.filter(
        one => one.kind === 'unclear_share' && one.reading === 'other_type',
      ),
    ).toHaveLength(3)
    expect(controlledBy(network, 'P2')).toEqual(['A'])
    const without = networkOf([
      relate('P', 'A', 'InvestmentRelationship'),
      relate('Q', 'A', 'AcquisitionRelationship'),
    ])
    expect(computeOwnership(without).owners.map(({ id, direct }) => [id, direct])).toEqual([
      ['P', { min: 0, max: 1 }],
    ])
  })

  it('gives an unknown share the part that the others leave', () => {
    const network = owned(['P', 'A', null], ['Q', 'A', 0.6])
    expect(shareOf(network, 'P')?.min).toBe(0)
    expect(shareOf(network, 'P')?.max).toBeCloseTo(0.4, 12)
    expect(shareOf(network, 'Q')).toEqual({ min: 0.6, max: 0.6 })
  })

  it('reports missing and repeated nodes, nodes without a name, and persons with owners', () => {
    const role = relate('', 'A', 'RoleRelationship')
    const dangling = holds(['gone', 'A', 0.5])
    const relations = [dangling, holds(['Q', 'P', 1]), role]
    const nodes = [
      organizationNode('A'),
      organizationNode('A'),
      personNode('P'),
      personNode('Q', { name: null }),
    ]
    const network = networkOf(relations, { nodes, rootId: 'A' })
    expect(findingsOf(network)).toEqual([
      { kind: 'duplicate_node', ids: ['A'] },
      { kind: 'unnamed_node', ids: ['Q'] },
      { kind: 'unreadable_relation', ids: ['A'], relation: role },
      { kind: 'missing_node', ids: ['gone'], relation: dangling },
      { kind: 'owned_person', ids: ['P', 'Q'] },
    ])
  })

  it('reports each closed loop, and a company that owns all of itself', () => {
    const network = owned(
      ['A', 'B', 1],
      ['B', 'A', 1],
      ['C', 'C', 1],
      ['D', 'E', 0.5],
      ['E', 'D', 1],
      ['P', 'E', 0.5],
    )
    const loops = findingsOf(network).filter(({ kind }) => kind === 'closed_loop')
    expect(loops.map(({ ids }) => ids.toSorted()).toSorted()).toEqual([['A', 'B'], ['C']])
    const ofItself = owned(['C', 'C', 1], ['C', 'T', 0.5], ['P', 'T', 0.5])
    expect(computeOwnership(ofItself).unattributed).toEqual({ min: 0.5, max: 0.5 })
  })

  it('reverses shareholdings, votes and control, but not roles, if the target is the owner', () => {
    const relations = [
      holds(['A', 'P', 1]),
      votes(['B', 'Q', 1]),
      relate('C', 'A', 'ControlsRelationship'),
      relate('R', 'A', 'RoleRelationship'),
    ]
    const index = indexNetwork(networkOf(relations), { direction: 'target_owns_source' })
    expect(computeOwnership(index, 'A').owners.map(({ id }) => id)).toEqual(['P'])
    expect(controlledBy(index, 'Q')).toEqual(['B'])
    expect(controlledBy(index, 'A')).toEqual(['C'])
  })

  it('does not depend on the number or order of relations', () => {
    const ties = [
      holds(['P', 'A', 0.3]),
      holds(['Q', 'A', 0.3]),
      holds(['A', 'T', 0.9]),
      holds(['T', 'A', 0.4]),
    ]
    const one = computeOwnership(networkOf(ties, { rootId: 'T' }))
    const other = computeOwnership(networkOf(ties.toReversed(), { rootId: 'T' }))
    const byId = (owners: typeof one.owners) => owners.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(byId(other.owners).map(({ id }) => id)).toEqual(byId(one.owners).map(({ id }) => id))
    for (const [at, { effective }] of byId(other.owners).entries())
      expect(effective.min).toBeCloseTo(byId(one.owners)[at]?.effective.min ?? 0, 12)
  })
})

it('options may be an instance of a class', () => {
  class Company {
    id = 'A'
    reason = 'listed'
  }
  class Options {
    regime = 'ofac' as const
    exemptCompanies = [new Company()]
  }
  const network = networkOf([holds(['P', 'A', 0.5])], { rootId: 'A' })
  expect(assessSanctions(network, new Options()).exemptCompanies).toMatchObject([{ id: 'A' }])
})

describe('wrong arguments', () => {
  const network = owned(['P', 'A', 1])

  it.each([
    [
      'computeOwnership: id must be the id of a node of the network',
      () => computeOwnership(network, 'nobody'),
    ],
    [
      'computeOwnership: id is required: the network has no root',
      () => computeOwnership({ ...network, rootId: null }),
    ],
    ['indexNetwork: network must be a network', () => computeOwnership(Object(null))],
    ['indexNetwork: network must be a network', () => computeOwnership(Object({ nodes: [] }))],
    ['indexNetwork: direction must be one of', () => indexNetwork(network, Object({ direction: 'up' }))],
    [
      'assessSanctions: regime must be one of "ofac", "eu", "uk"',
      () => assessSanctions(network, Object({ regime: 'constructor' })),
    ],
    [
      'or one of them by type of relation (did you mean ShareholdingRelationship?)',
      () => indexNetwork(network, Object({ direction: { Shareholding: 'source_owns_target' } })),
    ],
    [
      'indexNetwork: direction must be one of',
      () => indexNetwork(network, Object({ direction: new Map([['x', 'source_owns_target']]) })),
    ],
    ...[new Date(), new Map()].flatMap((options): [string, () => unknown][] => [
      ['indexNetwork: options must be an object', () => indexNetwork(network, Object(options))],
      ['toGraph: options must be an object', () => toGraph(network, Object(options))],
      ['toMermaid: options must be an object', () => toMermaid(network, Object(options))],
    ]),
    ...['', 'gone', 'P'].map((id): [string, () => unknown] => [
      `assessSanctions: exemptCompanies has "${id}": each is`,
      () =>
        assessScreened(
          networkOf([holds(['gone', 'A', 0.5]), holds(['P', 'A', 0.5])], { nodes: network.nodes }),
          {
            regime: 'ofac',
            exemptCompanies: [{ id, reason: 'listed' }],
          },
        ),
    ]),
    ['assessSanctions: options must be an object', () => assessSanctions(network, JSON.parse('null'))],
    ['assessSanctions: regime must be one of', () => assessSanctions(network, Object(undefined))],
    [
      'indexNetwork: options must be an object',
      () => indexNetwork(network, JSON.parse('"target_owns_source"')),
    ],
    [
      'indexNetwork: network must be a network',
      () => computeOwnership(JSON.parse(JSON.stringify(indexNetwork(network)))),
    ],
    [
      'assessSanctions: jointArrangements must be',
      () => assessScreened(network, { regime: 'uk', jointArrangements: [['P', 'nobody']] }),
    ],
  ])('%s', (message, call) => {
    expect(call).toThrow(message)
    expect(call).toThrow(InputValidationError)
  })

  it('for the id of a missing node are refused except for control, because nothing else is known of it', () => {
    const without = networkOf([holds(['gone', 'A', 1])], { nodes: [organizationNode('A')] })
    expect(() => computeOwnership(without, 'gone')).toThrow('must be the id of a node')
    for (const id of indexNetwork(without).parties.keys())
      expect(controlledBy(without, id)).toEqual(id === 'gone' ? ['A'] : [])
    expect(assessScreened(without, { regime: 'ofac' }).verdict).toBe('possible')
  })
})
