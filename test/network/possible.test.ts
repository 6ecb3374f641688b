import { EntityScreening, type Network, type Relation } from 'entity-screening-sdk'
import {
  type AssessOptions,
  computeOwnership,
  findBeneficialOwners,
  indexNetwork,
  type Regime,
  toGraph,
  toSentences,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { controlledBy } from './controlled.ts'
import {
  holds,
  networkOf,
  nodeNamed,
  organizationNode,
  owned,
  personNode,
  relate,
  sanction,
  votes,
} from './networks.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']

function rootsOf(...relations: readonly Relation[]) {
  const network = networkOf(relations, { rootId: 'T' })
  return regimes.map(regime => assessScreened(network, { regime }).verdict)
}

const all = (root: string) => [root, root, root]

describe('listingOf', () => {
  it.each([
    ['a promise', async () => true],
    ['nothing', () => undefined],
    ['a text', () => 'yes'],
    ['a number', () => 1],
    ['null', () => null],
  ])('that returns %s is refused', (_, listingOf) => {
    const options: AssessOptions = Object({ regime: 'ofac', listingOf })
    expect(() => assessScreened(owned(['X', 'T', 0.6]), options)).toThrow(
      'assessSanctions: listingOf must return true, false or "possible"',
    )
  })
})

describe('a person with owners in the data', () => {
  it('may be the owner: the reverse direction makes possible what it would block', () => {
    const network = networkOf([holds(['T', 'X', 0.6])], { rootId: 'T' })
    for (const regime of regimes) {
      const answer = assessScreened(network, { regime })
      expect([answer.verdict, answer.possible.map(({ id, doubt }) => [id, doubt])]).toEqual([
        'possible',
        [['T', 'direction']],
      ])
      expect(answer.issues.map(({ kind }) => kind)).toContain('owned_person')
      expect(toSentences(answer)).toContain(
        'T is possibly blocked: the data does not say which end of a relation owns: the other way round it could be blocked.',
      )
    }
    expect(computeOwnership(network).issues.map(({ kind }) => kind)).toContain('owned_person')
  })

  it('is a company of unclear type, whose owners have to be accounted for', () => {
    const network = networkOf([holds(['X', 'P', 0.4]), holds(['P', 'T', 1])])
    const [first] = assessScreened(network, { regime: 'ofac', direction: 'source_owns_target' }).missing
    expect(first?.text).toBe('whether P is a person or a company')
    const registered = networkOf([holds(['P', 'T', 1])], {
      nodes: [personNode('P', { registrationNumber: '1' }), nodeNamed('T')],
    })
    const entity = networkOf([holds(['P', 'T', 1])], {
      nodes: [personNode('P', { nodeType: 'Entity' }), nodeNamed('T')],
    })
    for (const one of [network, registered, entity])
      expect(assessScreened(one, { regime: 'ofac' }).verdict).toBe('incomplete')
  })

  it('is possibly blocked by them: its type would settle it', () => {
    const network = networkOf([holds(['X', 'R', 1])])
    const { verdict, missing } = assessScreened(network, {
      regime: 'ofac',
      direction: 'source_owns_target',
    })
    expect([verdict, missing.map(({ text }) => text)]).toEqual([
      'possible',
      ['whether R is a person or a company'],
    ])
  })

  it('may be further upstream', () => {
    expect(rootsOf(holds(['T', 'A', 0.6]), holds(['A', 'X', 0.9]))).toEqual(all('possible'))
    const owner = holds(['R', 'T', 1])
    expect(rootsOf(holds(['T', 'A', 0.6]), holds(['A', 'P', 0.9]), owner)).toEqual(all('nothing_found'))
    const elsewhere = [holds(['T', 'P', 0.6]), holds(['P', 'A', 0.9]), holds(['Q', 'X', 1])]
    expect(rootsOf(...elsewhere, owner)).toEqual(all('nothing_found'))
  })

  it('is not certainly blocked by owners, nor controlled', () => {
    const nodes = [organizationNode('T'), personNode('P'), organizationNode('A', { sanctions: [sanction] })]
    const network = networkOf([holds(['A', 'P', 0.6]), holds(['P', 'T', 0.9])], { nodes })
    for (const regime of regimes) {
      const { verdict, possible } = assessScreened(network, { regime })
      expect([verdict, possible.map(({ id, doubt }) => [id, doubt])]).toEqual([
        'possible',
        [
          ['P', 'ownership'],
          ['T', 'ownership'],
        ],
      ])
    }
    expect(controlledBy(network, 'A')).toEqual([])
    expect(controlledBy(network, 'A', 'max')).toEqual(['P', 'T'])
  })
})

describe('control by a blocked party', () => {
  const whole = holds(['P', 'T', 1])
  const control = (source: string, target: string) => relate(source, target, 'ControlsRelationship')

  it.each([
    ['that is said', [control('X', 'T'), whole]],
    ['by votes', [votes(['X', 'T', 0.6]), whole]],
    ['of who controls', [control('X', 'A'), control('A', 'T'), whole]],
    ['of a majority owner', [control('X', 'A'), holds(['Q', 'A', 1]), holds(['A', 'T', 1])]],
  ])('%s is never clear for the EU and the UK, and nothing for OFAC', (_, relations) => {
    const network = networkOf(relations, { rootId: 'T' })
    const [ofac, eu, uk] = regimes.map(regime => assessScreened(network, { regime }))
    expect([ofac?.verdict, eu?.verdict]).toEqual(['nothing_found', 'possible'])
    expect(uk?.verdict).not.toBe('nothing_found')
    expect(eu?.flags).toContainEqual({ kind: 'control', ids: ['X'], names: ['X'], isCertain: true })
  })

  it('is the stated reason', () => {
    const { possible } = assessScreened(networkOf([control('X', 'T'), whole]), { regime: 'uk' })
    expect(possible.map(({ id, basis, doubt, share }) => [id, basis, doubt, share])).toEqual([
      ['T', 'ownership', 'control', null],
    ])
  })

  it('does not exist with exactly half of the votes', () => {
    expect(rootsOf(votes(['X', 'T', 0.5]), votes(['P', 'T', 0.5]), whole)).toEqual(all('nothing_found'))
  })
})

describe('a relation that may be ownership', () => {
  const others = holds(['P', 'T', 1])

  it.each(['AcquisitionRelationship', 'BranchRelationship', 'HasShares', 'OwnershipRelationship', ''])(
    'makes a company possible if a blocked party is at its other end: "%s"',
    type => {
      const network = networkOf([relate('X', 'T', type), others])
      for (const regime of regimes) {
        const { verdict, possible, flags } = assessScreened(network, { regime })
        expect([verdict, possible.map(({ id, doubt }) => [id, doubt])]).toEqual([
          'possible',
          [['T', 'relation']],
        ])
        expect(flags.map(({ kind }) => kind)).toContain('relation')
      }
    },
  )

  it('applies in both directions if its ends are unclear, and to companies downstream', () => {
    expect(rootsOf(relate('T', 'X', 'IsOwnedBy'), others)).toEqual(all('possible'))
    expect(rootsOf(relate('T', 'X', 'BranchRelationship'), others)).toEqual(all('possible'))
    expect(rootsOf(relate('T', 'X', 'AcquisitionRelationship'), others)).toEqual(all('possible'))
    expect(rootsOf(relate('X', 'A', 'HasShares'), holds(['A', 'T', 1]))).toEqual(all('possible'))
  })

  it.each(['RoleRelationship', 'HasRole', 'SupplierRelationship'])(
    'is only flagged if it is not ownership: %s',
    type => {
      expect(rootsOf(relate('X', 'T', type, { keyPosition: 'Director' }), others)).toEqual(
        all('nothing_found'),
      )
    },
  )

  it.each<[string, Partial<Relation['details']>]>([
    ...[
      'Trustee',
      'Trustees',
      'UBO',
      'Shareholders',
      'Partners',
      'Equity holder',
      'Proprietor',
      'Steward',
    ].map((keyPosition): [string, Partial<Relation['details']>] => [keyPosition, { keyPosition }]),
    ['Trustee, once a minister', { keyPosition: 'Trustee', description: 'former minister' }],
    ['former shareholder', { keyPosition: 'Former shareholder' }],
  ])('is possibly ownership if it is a role that is more than an office: %s', (_, details) => {
    const nodes = [nodeNamed('R'), nodeNamed('T'), organizationNode('L', { sanctions: [sanction] })]
    for (const [source, target] of [
      ['L', 'T'],
      ['T', 'L'],
    ] as const) {
      const relations = [relate(source, target, 'RoleRelationship', details), others]
      const network = networkOf(relations, { nodes, rootId: 'T' })
      expect(regimes.map(regime => assessScreened(network, { regime }).verdict)).toEqual(all('possible'))
    }
  })

  it('is possibly ownership if it is a partnership, from either end', () => {
    const nodes = [nodeNamed('R'), nodeNamed('T'), organizationNode('L', { sanctions: [sanction] })]
    for (const [source, target] of [
      ['L', 'T'],
      ['T', 'L'],
    ] as const) {
      const relations = [relate(source, target, 'PartnershipRelationship'), others]
      expect(assessScreened(networkOf(relations, { nodes }), { regime: 'ofac' }).verdict).toBe('possible')
    }
  })

  it('is not ownership if it is a former office', () => {
    const office = relate('X', 'T', 'RoleRelationship', { keyPosition: 'Director', description: 'Former' })
    expect(rootsOf(office, others)).toEqual(all('nothing_found'))
  })

  it('is recognized in any case of its type', () => {
    const shares = relate('X', 'T', 'shareholdingrelationship')
    expect(indexNetwork(networkOf([shares])).issues.map(({ kind }) => kind)).toEqual(['unknown_share'])
    expect(rootsOf(shares)).toEqual(all('possible'))
    const role = relate('X', 'T', 'ROLERELATIONSHIP', { keyPosition: 'Director' })
    expect(rootsOf(role, others)).toEqual(all('nothing_found'))
    expect(controlledBy(networkOf([relate('X', 'T', 'SUBSIDIARYRelationship')]), 'X')).toEqual(['T'])
  })
})

describe('a relation that does not name its ends', () => {
  const nodes = ['A', 'P', 'T', 'X'].map(nodeNamed)
  const read = (...relations: readonly Relation[]) => networkOf(relations, { nodes, rootId: 'T' })
  const clean = (...relations: readonly Relation[]) =>
    networkOf([...relations, holds(['P', 'T', 1])], {
      nodes: nodes.filter(({ id }) => id !== 'X'),
      rootId: 'T',
    })
  const rootOf = (network: Network, regime: Regime = 'ofac') => assessScreened(network, { regime }).verdict
  const roots = (network: Network) => regimes.map(regime => rootOf(network, regime))
  const garbage = relate('', '', '')
  const owner = holds(['P', 'T', 1])

  const own = { source: 'X', target: 'T', type: 'ShareholdingRelationship', details: { exact_share: 0.6 } }
  const { source, target, ...rest } = own
  it.each([
    ['a list that is cut', JSON.stringify([own]).slice(0, -3)],
    ['an entry that is cut', [JSON.stringify(own).slice(0, -3)]],
    ['no object', [42]],
    ['nothing', [null]],
    ['an empty object', [{}]],
    ['a list in a list', [[own]]],
    ['a wrapper', { ownership: [own] }],
    ['no target', [{ ...own, target: null }]],
    ['an empty target', [{ ...own, target: '' }]],
    ['a blank target', [{ ...own, target: '\u200b ' }]],
    ['a hyphen for a target', [{ ...own, target: '-' }]],
    ['a target that is an object', [{ ...own, target: { id: target } }]],
    ['no source', [{ ...own, source: null }]],
    ['a source that is an object', [{ ...own, source: { id: source } }]],
    ['ends by other names', [{ ...rest, source_id: source, target_id: target }]],
    ['ends by yet other names', [{ ...rest, from: source, to: target }]],
  ])('may be about any parties: %s', async (_, relations) => {
    const party = { id: 'T', name: 'T', type: 'organization' }
    const listed = { id: 'X', name: 'X', type: 'person', sanctions: [{ name: 'X' }] }
    const client = new EntityScreening({
      apiKey: 'k'.repeat(12),
      baseUrl: 'http://localhost',
      logLevel: 'off',
      fetch: async () =>
        Response.json({ success: true, data: { nodes: { T: party, X: listed }, relations } }),
    })
    const network = await client.entities.network('T')
    for (const regime of regimes) {
      const exposed = assessScreened(network, { regime })
      expect(exposed.verdict).toBe('possible')
      expect(exposed.issues).toContainEqual(
        expect.objectContaining({ kind: 'unreadable_relation', relation: expect.anything() }),
      )
      expect(toSentences(exposed).join()).not.toContain('not an owner')
    }
    for (const result of [computeOwnership(network), findBeneficialOwners(network, { rule: 'amlr' })]) {
      expect(result.issues.map(({ kind }) => kind)).toContain('unreadable_relation')
      expect(toSentences(result).join()).toMatch(/does not name all of its ends/)
    }
  })

  it('is the reason, and any party in it may be an owner', () => {
    const exposed = assessScreened(read(holds(['X', '', 0.6])), { regime: 'ofac' })
    expect(exposed.possible).toContainEqual(expect.objectContaining({ id: 'T', doubt: 'relation' }))
    expect(exposed.blocked.map(({ id, isUpstream }) => [id, isUpstream])).toEqual([['X', true]])
    expect(toSentences(exposed)).toEqual(
      expect.arrayContaining([
        'T is possibly blocked: a blocked or possibly blocked party may own or control it by a relation that does not say so.',
        'A relation of X (ShareholdingRelationship) does not name all of its ends: it may be with any party.',
      ]),
    )
  })

  it('counts for owners who are reached, in the direction of the index', () => {
    expect(roots(read(holds(['X', 'A', 0.6]), holds(['A', '', 1])))).toEqual(all('possible'))
    expect(roots(read(holds(['X', 'A', 0.2]), holds(['P', '', 1]), owner))).toEqual(all('incomplete'))
    const index = indexNetwork(read(holds(['', 'X', 0.6])), { direction: 'target_owns_source' })
    expect(assessScreened(index, { regime: 'ofac' }).verdict).toBe('possible')
  })

  it('makes no party a suspect if there is no other, but leaves the network incomplete', () => {
    for (const relation of [garbage, holds(['', '', 0.6]), holds(['P', '', 1]), relate('A', '', 'Stake')])
      expect(roots(clean(relation))).toEqual(all('incomplete'))
    const { missing } = assessScreened(clean(garbage), { regime: 'ofac' })
    expect(missing.map(({ text }) => text)).toEqual(['whether a party without a name owns or controls T'])
    expect(roots(read(holds(['', 'T', 0.6])))).toEqual(all('possible'))
  })

  it('is only an issue if it is not ownership, and under OFAC if it is control', () => {
    expect(roots(read(relate('X', '', 'RoleRelationship'), owner))).toEqual(all('nothing_found'))
    expect(roots(read(relate('X', '', 'ControlsRelationship'), owner))).toEqual([
      'nothing_found',
      'possible',
      'possible',
    ])
    expect(roots(read(votes(['X', '', 0.6]), owner))).toEqual(['nothing_found', 'possible', 'possible'])
  })

  it('makes nothing certain: unknown companies and unknown owners are distinct', () => {
    const chain = read(holds(['X', '', 0.6]), relate('X', '', 'ControlsRelationship'), holds(['', 'T', 0.6]))
    expect(roots(chain)).toEqual(all('possible'))
    expect(computeOwnership(chain).owners.map(({ id }) => id)).toEqual([''])
    expect(controlledBy(chain, 'X')).toEqual([])
    expect(controlledBy(chain, 'X', 'max')).toEqual([])
    const sum = indexNetwork(read(holds(['X', '', 0.6]), holds(['P', '', 0.6])))
    expect(sum.issues.map(({ kind }) => kind)).toEqual(['unreadable_relation', 'unreadable_relation'])
  })

  it('may have several owners, and a named one', () => {
    expect(roots(read(holds(['', 'T', 0.3]), holds(['', 'T', 0.3])))).toEqual(all('possible'))
    expect(roots(read(holds(['', 'T', 0.3]), holds(['X', 'T', 0.3])))).toEqual(all('possible'))
    expect(roots(read(holds(['', 'T', 0.3]), holds(['P', 'T', 0.7])))).toEqual(all('nothing_found'))
  })

  it('is drawn', () => {
    const { edges } = toGraph(read(holds(['X', '', 0.6])))
    expect(edges.map(({ source, target, label }) => [source, target, label])).toEqual([
      ['X', '', 'Shareholding'],
    ])
  })
})
