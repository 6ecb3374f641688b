import type { Network, NetworkNode, Relation } from 'entity-screening-sdk'
import { type AssessOptions, type Regime, toSentences } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { holds, networkOf, organizationNode, owned, personNode, relate, sanction, votes } from './networks.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']

function exposedBy(
  relations: readonly Relation[],
  nodes: readonly NetworkNode[],
  options: Partial<AssessOptions> = {},
) {
  return assessScreened(networkOf(relations, { nodes: [...nodes], rootId: 'T' }), {
    regime: 'ofac',
    ...options,
  })
}

const target = organizationNode('T')
const majority = [holds(['O', 'T', 0.6])]
const idsOf = (parties: readonly { readonly id: string }[]) => parties.map(({ id }) => id)

describe('unknown is never clean', () => {
  const unreadable = (unknownFields: Readonly<Record<string, unknown>>) =>
    personNode('O', { sanctions: [{ name: null, sources: [], isReadable: false, unknownFields }] })

  it.each(regimes)('is kept if a missing share makes %s possible, never blocked', regime => {
    const { verdict, blocked, possible, issues } = assessScreened(owned(['X', 'A', null]), { regime })
    expect([verdict, idsOf(blocked)]).toEqual(['possible', ['X']])
    expect(possible).toEqual([
      {
        id: 'A',
        name: 'A',
        type: 'organization',
        isUpstream: false,
        basis: 'ownership',
        doubt: 'ownership',
        share: { min: 0, max: 1 },
        netShare: null,
        owners: [{ id: 'X', share: { min: 0, max: 1 } }],
      },
    ])
    expect(issues.map(({ kind }) => kind)).toEqual(['unknown_share'])
  })

  it('leaves a company clear, with a flag, if a missing share is too small in any case', () => {
    const { verdict, flags } = assessScreened(owned(['X', 'A', null], ['P', 'A', 0.6]), { regime: 'ofac' })
    expect(verdict).toBe('nothing_found')
    expect(flags).toEqual([
      { kind: 'minority_holding', ids: ['X'], names: ['X'], share: { min: 0, max: 0.4 } },
    ])
  })

  it('counts missing shares together with stated ones', () => {
    const possible = owned(['X', 'A', 0.3], ['Y', 'A', null], ['P', 'A', 0.5])
    expect(assessScreened(possible, { regime: 'ofac' }).verdict).toBe('possible')
    const clear = owned(['X', 'A', 0.3], ['Y', 'A', null], ['P', 'A', 0.6])
    expect(assessScreened(clear, { regime: 'ofac' }).verdict).toBe('nothing_found')
  })

  it.each([
    ['an entry of broken JSON', unreadable({ unreadable: '[{"na' }), 'unreadable_sanctions'],
    ['an entry that is no object', unreadable({ value: true }), 'unreadable_sanctions'],
    ['a node without a name', personNode('O', { name: null }), 'unnamed_node'],
    ['a node without a name and type', personNode('O', { name: null, type: null }), 'unnamed_node'],
    ['a missing node', null, 'missing_node'],
  ])('makes %s possible', (_, owner, doubt) => {
    const nodes = owner === null ? [target] : [target, owner]
    for (const regime of regimes) {
      const { verdict, possible, blocked } = exposedBy(majority, nodes, { regime })
      expect(verdict).toBe('possible')
      expect(blocked).toEqual([])
      expect(possible.map(party => [party.id, party.doubt])).toEqual([
        ['O', doubt],
        ['T', 'ownership'],
      ])
      const cleared = exposedBy(majority, nodes, { regime, listingOf: () => false })
      expect(cleared.verdict).toBe('possible')
    }
  })

  it('makes a root without a name, or with an unreadable entry, possible', () => {
    expect(exposedBy([], [organizationNode('T', { name: null })]).verdict).toBe('possible')
    const [entry] = unreadable({ value: 'Evil' }).sanctions
    expect(entry && exposedBy([], [organizationNode('T', { sanctions: [entry] })]).verdict).toBe('possible')
  })

  it('does not hide a readable entry beside an unreadable one', () => {
    const both = personNode('O', { sanctions: [...unreadable({ value: 1 }).sanctions, sanction] })
    expect(exposedBy(majority, [target, both]).verdict).toBe('blocked')
  })

  it('counts the hits of both nodes with the same id', () => {
    const nodes = [target, personNode('O'), personNode('O', { sanctions: [sanction] })]
    expect(exposedBy(majority, nodes).verdict).toBe('blocked')
  })

  it('makes possible a block that shares above the whole would cause', () => {
    expect(assessScreened(owned(['X', 'A', 0.6], ['P', 'A', 0.6]), { regime: 'ofac' }).verdict).toBe(
      'possible',
    )
    expect(assessScreened(owned(['X', 'A', 0.7], ['P', 'A', 0.4]), { regime: 'ofac' }).verdict).toBe(
      'blocked',
    )
  })
})

describe('a blocked party', () => {
  it('is decided by listingOf', () => {
    const nodes = [
      target,
      personNode('O', { sanctions: [{ ...sanction, unknownFields: { program: 'US' } }] }),
    ]
    const byProgram = (program: string) => (node: NetworkNode) =>
      node.sanctions.some(({ unknownFields }) => unknownFields.program === program)
    expect(exposedBy(majority, nodes, { listingOf: byProgram('US') }).verdict).toBe('blocked')
    expect(exposedBy(majority, nodes, { listingOf: byProgram('EU') }).verdict).toBe('nothing_found')
    expect(exposedBy(majority, nodes, { listingOf: ({ id }) => id === 'O' && 'possible' }).verdict).toBe(
      'possible',
    )
  })

  it('is the company itself if it is listed, whoever owns it', () => {
    const { verdict, blocked } = exposedBy([], [organizationNode('T', { sanctions: [sanction] })])
    expect([verdict, blocked.map(({ basis }) => basis)]).toEqual(['blocked', ['listed']])
  })

  it('names its blocking owners, without the owners that are blocked because of it', () => {
    const { blocked } = assessScreened(owned(['X', 'A', 0.5], ['B', 'A', 0.2], ['A', 'B', 1]), {
      id: 'A',
      regime: 'ofac',
    })
    expect(blocked.map(({ id, share, owners }) => [id, share?.min ?? null, idsOf(owners)])).toEqual([
      ['X', null, []],
      // B is blocked because of A, so that its shares in A do not count. A certain block rests on the stated share.
      ['A', 0.5, ['X']],
      ['B', 1, ['A']],
    ])
  })
})

describe('the rule of the United Kingdom', () => {
  it('adds what one person holds directly and through majority stakes', () => {
    const network = owned(['X', 'A', 0.6], ['A', 'T', 0.3], ['X', 'T', 0.3])
    expect(assessScreened(network, { regime: 'uk' }).verdict).toBe('blocked')
  })

  it('lets each party of a joint arrangement hold the shares of all, blocked or not', () => {
    const network = owned(['X', 'T', 0.3], ['P', 'T', 0.3], ['X', 'B', 0.2])
    const { verdict, blocked } = assessScreened(network, {
      id: 'T',
      regime: 'uk',
      jointArrangements: [['X', 'P']],
    })
    expect([verdict, idsOf(blocked)]).toEqual(['blocked', ['X', 'T']])
    expect(blocked[1]?.owners.map(({ id }) => id)).toEqual(['P', 'X'])
    const indirect = owned(['X', 'A', 1], ['Q', 'B', 1], ['A', 'T', 0.3], ['B', 'T', 0.3])
    expect(assessScreened(indirect, { regime: 'uk', jointArrangements: [['A', 'B']] }).verdict).toBe(
      'blocked',
    )
    const others = { regime: 'uk', jointArrangements: [['Q', 'T']] } as const
    expect(assessScreened(indirect, others).verdict).toBe('incomplete')
  })

  it('adds the holdings of a joint arrangement', () => {
    const network = owned(['X', 'T', 0.3], ['Y', 'T', 0.3], ['P', 'T', 0.4])
    expect(assessScreened(network, { regime: 'uk' }).verdict).toBe('nothing_found')
    const { verdict, blocked } = assessScreened(network, { regime: 'uk', jointArrangements: [['X', 'Y']] })
    expect([verdict, idsOf(blocked)]).toEqual(['blocked', ['X', 'Y', 'T']])
  })

  it('does not count exactly half', () => {
    expect(assessScreened(owned(['X', 'T', 0.5], ['P', 'T', 0.5]), { regime: 'uk' }).verdict).toBe(
      'nothing_found',
    )
    expect(assessScreened(owned(['X', 'T', 0.500000001]), { regime: 'uk' }).verdict).toBe('blocked')
  })

  it('counts votes, which no other regime counts', () => {
    const network = networkOf([holds(['P', 'T', 1]), votes(['X', 'T', 0.6])])
    const roots = regimes.map(regime => assessScreened(network, { regime }).verdict)
    expect(roots).toEqual(['nothing_found', 'possible', 'blocked'])
  })
})

describe('flags', () => {
  it('report control that does not block', () => {
    const network = networkOf([holds(['P', 'T', 1]), votes(['X', 'T', 0.6])])
    for (const regime of ['ofac', 'eu'] as const) {
      const { flags } = assessScreened(network, { regime })
      expect(flags).toContainEqual({ kind: 'control', ids: ['X'], names: ['X'], isCertain: true })
    }
    const stated = networkOf([holds(['P', 'T', 1]), relate('X', 'T', 'ControlsRelationship')])
    expect(assessScreened(stated, { regime: 'uk' }).flags).toContainEqual({
      kind: 'control',
      ids: ['X'],
      names: ['X'],
      isCertain: true,
    })
  })

  it('report a minority that is owned through others', () => {
    const network = owned(['X', 'A', 0.49], ['P', 'A', 0.51], ['A', 'T', 1])
    expect(assessScreened(network, { regime: 'ofac' }).flags).toEqual([
      { kind: 'minority_holding', ids: ['X'], names: ['X'], share: { min: 0.49, max: 0.49 } },
    ])
  })

  it('report roles and other relations', () => {
    const network = networkOf([
      holds(['P', 'T', 1]),
      relate('X', 'T', 'RoleRelationship', { keyPosition: 'Chair' }),
      relate('T', 'X', 'AcquisitionRelationship', { description: 'Bought the yard' }),
    ])
    expect(assessScreened(network, { id: 'T', regime: 'eu' }).flags).toEqual([
      {
        kind: 'relation',
        ids: ['X'],
        names: ['X'],
        type: 'AcquisitionRelationship',
        description: 'Bought the yard',
      },
      { kind: 'relation', ids: ['X'], names: ['X'], type: 'RoleRelationship', description: 'Chair' },
    ])
  })
})

it('every blocked party that is not a reason for the verdict has a flag, also if the company is blocked', () => {
  const flagsOf = (network: Network) =>
    assessScreened(network, { regime: 'uk' }).flags.map(({ kind, ids }) => [kind, ids])
  expect(flagsOf(owned(['X', 'A', 0.6], ['Y', 'A', 0.3]))).toEqual([['minority_holding', ['Y']]])
  const listed = owned(['Y', 'A', 0.3])
  const nodes = [
    ...listed.nodes.filter(({ id }) => id !== 'A'),
    organizationNode('A', { sanctions: [sanction] }),
  ]
  expect(flagsOf({ ...listed, nodes })).toEqual([['minority_holding', ['Y']]])
})

it('a relation that is listed twice has one flag', () => {
  const chair = relate('X', 'T', 'RoleRelationship', { keyPosition: 'Chair' })
  const counsel = relate('X', 'T', 'RoleRelationship', { keyPosition: 'Counsel' })
  const { flags } = assessScreened(networkOf([chair, counsel, chair]), { regime: 'ofac' })
  expect(flags.flatMap(flag => ('description' in flag ? [flag.description] : []))).toEqual([
    'Chair',
    'Counsel',
  ])
})

it('the reasons are those shares or votes that reach the threshold', () => {
  const network = networkOf([holds(['X', 'T', 0.51]), votes(['P', 'T', 0.3])])
  const { verdict, blocked } = assessScreened(network, { regime: 'uk' })
  expect(verdict).toBe('blocked')
  expect(blocked.find(({ id }) => id === 'T')?.share).toEqual({ min: 0.51, max: 0.51 })
})

describe('the assessment', () => {
  it('distinguishes owners from other parties of the network, and their issues from others', () => {
    const network = owned(['X', 'A', 1], ['T', 'B', null], ['P', 'T', 1])
    const answer = assessScreened(network, { regime: 'eu' })
    expect(answer.blocked.map(({ id, isUpstream }) => [id, isUpstream])).toEqual([
      ['X', false],
      ['A', false],
    ])
    expect(answer.issues).toEqual([])
    expect(toSentences(answer)).toContain('Listed or blocked, but not upstream of T: X, A.')
  })

  it.each(regimes)('under %s cites its sources, with their dates if known, and its limits', regime => {
    const { sources, notice, rule } = assessScreened(owned(['X', 'T', 0.6]), { regime })
    expect(sources.length).toBeGreaterThan(0)
    for (const { title, date, url } of sources) {
      expect(title).not.toBe('')
      if (date !== null) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(url).toMatch(/^https:\/\//)
    }
    expect(notice).toBe('Decision support only: not legal advice, not clearance.')
    expect(rule).toContain('50 %')
  })

  it('is plain data, and the same for a copy of the network', () => {
    const network = owned(['X', 'A', 0.3], ['Y', 'A', null], ['A', 'T', 0.7])
    const answer = assessScreened(network, { regime: 'ofac' })
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
    expect(assessScreened(structuredClone(network), { regime: 'ofac' })).toEqual(answer)
  })

  it('does not call an owner listed that is only blocked', () => {
    const network = owned(['X', 'A', 0.5], ['A', 'T', 0.5])
    expect(toSentences(assessScreened(network, { regime: 'ofac' }))).toContain(
      'T is blocked: listed or blocked owners hold 50 % in aggregate, through A (50 %).',
    )
  })

  it('is explained in sentences', () => {
    const network = owned(['X', 'A', 0.5], ['A', 'T', 0.25], ['Y', 'T', 0.25], ['O', 'T', null])
    expect(toSentences(assessScreened(network, { regime: 'ofac' }))).toEqual([
      'T is blocked under the OFAC rule.',
      'X is on a sanctions list.',
      'Y is on a sanctions list.',
      'A is blocked: listed or blocked owners hold 50 % in aggregate, through X (50 %).',
      'T is blocked: listed or blocked owners hold 50 % in aggregate, through A (25 %), Y (25 %).',
      'O holds an unknown part of the shares of T: 0 % to 50 %.',
      expect.stringMatching(/^Rule \(OFAC\): Listed parties, and companies that they block, together own/),
      'Decision support only: not legal advice, not clearance.',
    ])
  })
})
