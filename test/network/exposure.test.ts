import type { NetworkNode, Relation } from 'entity-screening-sdk'
import { type ExposureOptions, explain, exposure, type Regime } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { holds, networkOf, organizationNode, owned, personNode, relate, sanction, votes } from './networks.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']

function exposedBy(
  relations: readonly Relation[],
  nodes: readonly NetworkNode[],
  options: Partial<ExposureOptions> = {},
) {
  return exposure(networkOf(relations, { nodes: [...nodes], rootId: 'T' }), { regime: 'ofac', ...options })
}

const target = organizationNode('T')
const majority = [holds(['O', 'T', 0.6])]
const idsOf = (parties: readonly { readonly id: string }[]) => parties.map(({ id }) => id)

describe('unknown is never clean', () => {
  const unreadable = (extra: Readonly<Record<string, unknown>>) =>
    personNode('O', { sanctions: [{ name: null, sources: [], extra }] })

  it.each(regimes)('a share that is not given makes %s possible, never blocked', regime => {
    const { root, blocked, possible, findings } = exposure(owned(['X', 'A', null]), { regime })
    expect([root, idsOf(blocked)]).toEqual(['possible', ['X']])
    expect(possible).toEqual([
      {
        id: 'A',
        name: 'A',
        type: 'organization',
        isAbove: true,
        by: 'owners',
        doubt: 'owners',
        share: { min: 0, max: 1 },
        owners: [{ id: 'X', share: { min: 0, max: 1 } }],
      },
    ])
    expect(findings.map(({ kind }) => kind)).toEqual(['unknown_share'])
  })

  it('a share that is not given and too small whatever it is leaves it clear, with a flag', () => {
    const { root, flags } = exposure(owned(['X', 'A', null], ['P', 'A', 0.6]), { regime: 'ofac' })
    expect(root).toBe('clear')
    expect(flags).toEqual([
      { kind: 'minority_holding', ids: ['X'], names: ['X'], share: { min: 0, max: 0.4 } },
    ])
  })

  it('shares that are not given count with those that are', () => {
    const possible = owned(['X', 'A', 0.3], ['Y', 'A', null], ['P', 'A', 0.5])
    expect(exposure(possible, { regime: 'ofac' }).root).toBe('possible')
    const clear = owned(['X', 'A', 0.3], ['Y', 'A', null], ['P', 'A', 0.6])
    expect(exposure(clear, { regime: 'ofac' }).root).toBe('clear')
  })

  it.each([
    ['an entry of broken JSON', unreadable({ unreadable: '[{"na' }), 'unreadable_sanctions'],
    ['an entry that is no object', unreadable({ value: true }), 'unreadable_sanctions'],
    ['a node without a name', personNode('O', { name: null }), 'unnamed_node'],
    ['a node without a name and type', personNode('O', { name: null, type: null }), 'unnamed_node'],
    ['a missing node', null, 'missing_node'],
  ])('%s makes possible', (_, owner, doubt) => {
    const nodes = owner === null ? [target] : [target, owner]
    for (const regime of regimes) {
      const { root, possible, blocked } = exposedBy(majority, nodes, { regime })
      expect(root).toBe('possible')
      expect(blocked).toEqual([])
      expect(possible.map(party => [party.id, party.doubt])).toEqual([
        ['O', doubt],
        ['T', 'owners'],
      ])
      const cleared = exposedBy(majority, nodes, { regime, isBlocked: () => false })
      expect(cleared.root).toBe('possible')
    }
  })

  it('a root without a name, or with an entry that cannot be read, is possible itself', () => {
    expect(exposedBy([], [organizationNode('T', { name: null })]).root).toBe('possible')
    const [entry] = unreadable({ value: 'Evil' }).sanctions
    expect(entry && exposedBy([], [organizationNode('T', { sanctions: [entry] })]).root).toBe('possible')
  })

  it('an entry that can be read blocks beside one that cannot', () => {
    const both = personNode('O', { sanctions: [...unreadable({ value: 1 }).sanctions, sanction] })
    expect(exposedBy(majority, [target, both]).root).toBe('blocked')
  })

  it('what is held against one of two nodes of the same id counts', () => {
    const nodes = [target, personNode('O'), personNode('O', { sanctions: [sanction] })]
    expect(exposedBy(majority, nodes).root).toBe('blocked')
  })

  it('shares above the whole make possible what they would block', () => {
    expect(exposure(owned(['X', 'A', 0.6], ['P', 'A', 0.6]), { regime: 'ofac' }).root).toBe('possible')
    expect(exposure(owned(['X', 'A', 0.7], ['P', 'A', 0.4]), { regime: 'ofac' }).root).toBe('blocked')
  })

  it('owners who are not named are flagged where they could block, or count if asked for', () => {
    const network = owned(['P', 'A', 0.4], ['A', 'T', 1])
    const { root, flags } = exposure(network, { regime: 'ofac' })
    expect([root, flags]).toEqual(['clear', [{ kind: 'unlisted_owners', ids: ['A'], names: ['A'] }]])
    const strict = exposure(network, { regime: 'ofac', unlistedOwners: 'possible' })
    expect(strict.root).toBe('possible')
    expect(strict.possible.map(({ id, doubt }) => [id, doubt])).toEqual([
      ['A', 'unlisted_owners'],
      ['T', 'owners'],
    ])
    expect(exposure(owned(['P', 'T', 1]), { regime: 'ofac', unlistedOwners: 'possible' }).root).toBe('clear')
  })
})

describe('who is blocked', () => {
  it('is decided by isBlocked', () => {
    const nodes = [target, personNode('O', { sanctions: [{ ...sanction, extra: { program: 'US' } }] })]
    const byProgram = (program: string) => (node: NetworkNode) =>
      node.sanctions.some(({ extra }) => extra.program === program)
    expect(exposedBy(majority, nodes, { isBlocked: byProgram('US') }).root).toBe('blocked')
    expect(exposedBy(majority, nodes, { isBlocked: byProgram('EU') }).root).toBe('clear')
    expect(exposedBy(majority, nodes, { isBlocked: ({ id }) => id === 'O' && 'possible' }).root).toBe(
      'possible',
    )
  })

  it('is the company in its own name, whoever owns it', () => {
    const { root, blocked } = exposedBy([], [organizationNode('T', { sanctions: [sanction] })])
    expect([root, blocked.map(({ by }) => by)]).toEqual(['blocked', ['name']])
  })

  it('says by whom, without the owners that are blocked because of it', () => {
    const { blocked } = exposure(owned(['X', 'A', 0.5], ['B', 'A', 0.2], ['A', 'B', 1]), {
      id: 'A',
      regime: 'ofac',
    })
    expect(blocked.map(({ id, share, owners }) => [id, share?.min ?? null, idsOf(owners)])).toEqual([
      ['X', null, []],
      ['A', 0.5, ['X']],
      ['B', 1, ['A']],
    ])
  })
})

describe('the rule of the United Kingdom', () => {
  it('adds what one person holds directly and through majority stakes', () => {
    const network = owned(['X', 'A', 0.6], ['A', 'T', 0.3], ['X', 'T', 0.3])
    expect(exposure(network, { regime: 'uk' }).root).toBe('blocked')
  })

  it('takes each party of a joint arrangement to hold what all of them hold, blocked or not', () => {
    const network = owned(['X', 'T', 0.3], ['P', 'T', 0.3], ['X', 'B', 0.2])
    const { root, blocked } = exposure(network, { id: 'T', regime: 'uk', jointArrangements: [['X', 'P']] })
    expect([root, idsOf(blocked)]).toEqual(['blocked', ['X', 'T']])
    expect(blocked[1]?.owners.map(({ id }) => id)).toEqual(['P', 'X'])
    const indirect = owned(['X', 'A', 1], ['Q', 'B', 1], ['A', 'T', 0.3], ['B', 'T', 0.3])
    expect(exposure(indirect, { regime: 'uk', jointArrangements: [['A', 'B']] }).root).toBe('blocked')
    expect(exposure(indirect, { regime: 'uk', jointArrangements: [['Q', 'T']] }).root).toBe('clear')
  })

  it('adds the holdings of a joint arrangement', () => {
    const network = owned(['X', 'T', 0.3], ['Y', 'T', 0.3])
    expect(exposure(network, { regime: 'uk' }).root).toBe('clear')
    const { root, blocked } = exposure(network, { regime: 'uk', jointArrangements: [['X', 'Y']] })
    expect([root, idsOf(blocked)]).toEqual(['blocked', ['X', 'Y', 'T']])
  })

  it('does not count exactly half', () => {
    expect(exposure(owned(['X', 'T', 0.5]), { regime: 'uk' }).root).toBe('clear')
    expect(exposure(owned(['X', 'T', 0.500000001]), { regime: 'uk' }).root).toBe('blocked')
  })

  it('counts votes, which block nobody elsewhere', () => {
    const network = networkOf([holds(['P', 'T', 1]), votes(['X', 'T', 0.6])])
    const roots = regimes.map(regime => exposure(network, { regime }).root)
    expect(roots).toEqual(['clear', 'possible', 'blocked'])
  })
})

describe('flags', () => {
  it('tell control that does not block', () => {
    const network = networkOf([holds(['P', 'T', 1]), votes(['X', 'T', 0.6])])
    for (const regime of ['ofac', 'eu'] as const) {
      const { flags } = exposure(network, { regime })
      expect(flags).toContainEqual({ kind: 'control', ids: ['X'], names: ['X'], isCertain: true })
    }
    const stated = networkOf([holds(['P', 'T', 1]), relate('X', 'T', 'ControlsRelationship')])
    expect(exposure(stated, { regime: 'uk' }).flags).toContainEqual({
      kind: 'control',
      ids: ['X'],
      names: ['X'],
      isCertain: true,
    })
  })

  it('tell a minority that is owned through others', () => {
    const network = owned(['X', 'A', 0.49], ['P', 'A', 0.51], ['A', 'T', 1])
    expect(exposure(network, { regime: 'ofac' }).flags).toEqual([
      { kind: 'minority_holding', ids: ['X'], names: ['X'], share: { min: 0.49, max: 0.49 } },
    ])
  })

  it('tell a closed loop, behind which owners are not known', () => {
    const { root, flags, findings } = exposure(owned(['A', 'T', 1], ['T', 'A', 1]), {
      id: 'T',
      regime: 'ofac',
    })
    expect([root, flags.map(({ kind, ids }) => [kind, ids])]).toEqual([
      'clear',
      [['unlisted_owners', ['A', 'T']]],
    ])
    expect(findings.map(({ kind }) => kind)).toEqual(['closed_loop'])
  })

  it('tell roles and other relations', () => {
    const network = networkOf([
      holds(['P', 'T', 1]),
      relate('X', 'T', 'RoleRelationship', { keyPosition: 'Chair' }),
      relate('T', 'X', 'AcquisitionRelationship', { description: 'Bought the yard' }),
    ])
    expect(exposure(network, { id: 'T', regime: 'eu' }).flags).toEqual([
      {
        kind: 'relation',
        ids: ['X'],
        names: ['X'],
        type: 'AcquisitionRelationship',
        description: 'Bought the yard',
      },
      { kind: 'role', ids: ['X'], names: ['X'], type: 'RoleRelationship', description: 'Chair' },
    ])
  })
})

it('flags a relation once that is listed twice', () => {
  const chair = relate('X', 'T', 'RoleRelationship', { keyPosition: 'Chair' })
  const counsel = relate('X', 'T', 'RoleRelationship', { keyPosition: 'Counsel' })
  const { flags } = exposure(networkOf([chair, counsel, chair]), { regime: 'ofac' })
  expect(flags.flatMap(flag => ('description' in flag ? [flag.description] : []))).toEqual([
    'Chair',
    'Counsel',
  ])
})

it('gives as the reason what is enough: of shares and votes, those that block', () => {
  const network = networkOf([holds(['X', 'T', 0.51]), votes(['P', 'T', 0.3])])
  const { root, blocked } = exposure(network, { regime: 'uk' })
  expect(root).toBe('blocked')
  expect(blocked.find(({ id }) => id === 'T')?.share).toEqual({ min: 0.51, max: 0.51 })
})

describe('the answer', () => {
  it('tells owners from others of the network, and findings about them from others', () => {
    const network = owned(['X', 'A', 1], ['T', 'B', null], ['P', 'T', 1])
    const answer = exposure(network, { regime: 'eu' })
    expect(answer.blocked.map(({ id, isAbove }) => [id, isAbove])).toEqual([
      ['X', false],
      ['A', false],
    ])
    expect(answer.findings).toEqual([])
    expect(explain(answer)).toContain('Blocked or possibly blocked, but not an owner of T: X, A.')
  })

  it.each(regimes)(
    'under %s cites its sources, with their dates where these are known, and says what it is not',
    regime => {
      const { sources, notice, rule } = exposure(owned(['X', 'T', 0.6]), { regime })
      expect(sources.length).toBeGreaterThan(0)
      for (const { title, date, url } of sources) {
        expect(title).not.toBe('')
        if (date !== null) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(url).toMatch(/^https:\/\//)
      }
      expect(notice).toContain('no legal advice')
      expect(rule).toContain('50 %')
    },
  )

  it('is data, and the same for a copy of the network', () => {
    const network = owned(['X', 'A', 0.3], ['Y', 'A', null], ['A', 'T', 0.7])
    const answer = exposure(network, { regime: 'ofac' })
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
    expect(exposure(structuredClone(network), { regime: 'ofac' })).toEqual(answer)
  })

  it('is explained in sentences', () => {
    const network = owned(['X', 'A', 0.5], ['A', 'T', 0.25], ['Y', 'T', 0.25], ['O', 'T', null])
    expect(explain(exposure(network, { regime: 'ofac' }))).toEqual([
      'T is blocked under the OFAC rule.',
      'X is blocked in its own name.',
      'Y is blocked in its own name.',
      'A is blocked by its owners. X (50 %): 50 % together.',
      'T is blocked by its owners. A (25 %), Y (25 %): 50 % together.',
      'O holds an unknown part of the shares of T: 0 % to 50 %.',
      expect.stringMatching(/^Rule \(OFAC\): Blocked parties that together own/),
      expect.stringContaining('no legal advice'),
    ])
  })
})
