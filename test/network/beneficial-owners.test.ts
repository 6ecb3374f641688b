import type { Relation } from 'entity-screening-sdk'
import {
  type FindBeneficialOwnersOptions,
  findBeneficialOwners,
  toSentences,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { holds, networkOf, organizationNode, owned, personNode, relate, votes } from './networks.ts'

function found(relations: readonly Relation[], rule: FindBeneficialOwnersOptions['rule'] = 'amlr') {
  const { owners } = findBeneficialOwners(networkOf(relations), { id: 'T', rule })
  return owners.map(({ id, by, isCertain }) => [id, by.join('+'), isCertain])
}

describe('beneficial owners', () => {
  it('own a quarter, added over all chains', () => {
    const network = owned(
      ['P', 'A', 0.5],
      ['P', 'B', 0.5],
      ['A', 'T', 0.25],
      ['B', 'T', 0.25],
      ['Q', 'T', 0.24],
    )
    const { owners } = findBeneficialOwners(network, { rule: 'amlr' })
    expect(owners.map(({ id, effective }) => [id, effective.min])).toEqual([['P', 0.25]])
    expect(owners[0]?.paths).toHaveLength(2)
    // Not more than a quarter, and so near to it that a register may have rounded.
    expect(findBeneficialOwners(network, { rule: 'amld' }).owners.map(({ isCertain }) => isCertain)).toEqual([
      false,
    ])
  })

  it('own more than a quarter for AMLD', () => {
    const persons = [holds(['P', 'T', 0.24]), holds(['Q', 'T', 0.26]), holds(['R', 'T', 0.25])]
    expect(found(persons, 'amld')).toEqual([
      ['Q', 'ownership', true],
      ['R', 'ownership', false],
    ])
  })

  it('control by a majority of either shares or votes, for AMLR', () => {
    const relations = [
      holds(['P', 'A', 0.6]),
      holds(['Q', 'A', 0.4]),
      votes(['Q', 'A', 1]),
      holds(['A', 'T', 0.3]),
      holds(['R', 'T', 0.7]),
    ]
    expect(found(relations).map(([id]) => id)).toEqual(['R', 'P', 'Q'])
    expect(found(relations, 'amld').map(([id]) => id)).toEqual(['R', 'Q'])
  })

  it('have votes multiplied as shares are, for AMLR', () => {
    const chain = [votes(['P', 'A', 0.5]), votes(['A', 'T', 0.5])]
    expect(found(chain)).toEqual([['P', 'ownership', true]])
    const [sentence] = toSentences(findBeneficialOwners(networkOf(chain), { rule: 'amlr' }))
    expect(sentence).toBe('P is a beneficial owner of T by ownership.')
  })

  it('are possible within one part in a million of a "more than" threshold', () => {
    const standing = (share: number) =>
      found([holds(['P', 'T', share])], 'amld').map(([, , isCertain]) => isCertain)
    expect([0.2499989, 0.2499995, 0.25, 0.2500005, 0.2500011].map(standing)).toEqual([
      [],
      [false],
      [false],
      [false],
      [true],
    ])
    const voting = found([votes(['P', 'A', 0.5000005]), holds(['A', 'T', 0.3])], 'amlr')
    expect(voting).toEqual([['P', 'ownership+control', false]])
  })

  it.each([
    ['TrusteeRelationship', {}],
    ['UltimateBeneficialOwnerRelationship', {}],
    ['AcquisitionRelationship', {}],
    ['PartnershipRelationship', {}],
    ['RoleRelationship', { keyPosition: 'Trustee' }],
    ['RoleRelationship', { roleType: 'beneficial_owner' }],
  ])('are possible behind a relation of unclear type: %s %j', (type, details) => {
    const others = holds(['Q', 'T', 1])
    for (const rule of ['amlr', 'amld'] as const) {
      const known = findBeneficialOwners(networkOf([relate('P', 'T', type, details), others]), {
        rule,
      }).owners
      expect(known.map(({ id, isCertain }) => [id, isCertain])).toEqual([
        ['Q', true],
        ['P', false],
      ])
      const behind = networkOf([holds(['P', 'A', 1]), relate('A', 'T', type, details), others])
      const isNamed = findBeneficialOwners(behind, { rule }).owners.some(({ id }) => id === 'P')
      // A company that is a partner does not own the other for it.
      expect(isNamed).toBe(type !== 'PartnershipRelationship')
    }
    expect(
      assessScreened(networkOf([relate('X', 'T', type, details), others]), { regime: 'ofac' }).verdict,
    ).toBe('possible')
  })

  it('may be among unnamed owners', () => {
    const answer = findBeneficialOwners(owned(['A', 'T', 0.7], ['P', 'T', 0.3]), { rule: 'amlr' })
    expect(answer.withUnnamedOwners).toEqual([{ id: 'A', name: 'A' }])
    expect(toSentences(answer)).toContain(
      'The network does not name all owners of A: a beneficial owner may be among them.',
    )
    expect(findBeneficialOwners(owned(['P', 'T', 0.8]), { rule: 'amlr' }).withUnnamedOwners).toEqual([])
  })

  it('are not searched for above a person', () => {
    const network = networkOf([], { rootId: 'P', nodes: [personNode('P')] })
    expect(findBeneficialOwners(network, { rule: 'amlr' }).withUnnamedOwners).toEqual([])
  })

  it('are not certain if they own through a person', () => {
    expect(found([holds(['Q', 'P', 0.6]), holds(['P', 'T', 0.6])])).toEqual([
      ['P', 'ownership+control', true],
      ['Q', 'ownership+control', false],
    ])
  })

  it('own through companies that they control, also for AMLD', () => {
    const chain = [holds(['P', 'A', 0.51]), holds(['A', 'T', 0.3])]
    expect(found(chain, 'amld')).toEqual([['P', 'ownership+control', true]])
  })

  it('hold votes, or control by other means', () => {
    expect(found([holds(['Q', 'T', 1]), votes(['P', 'T', 0.6])])).toEqual([
      ['Q', 'ownership+control', true],
      ['P', 'ownership+control', true],
    ])
    expect(found([holds(['A', 'T', 1]), relate('P', 'A', 'ControlsRelationship')])).toEqual([
      ['P', 'ownership+control', true],
    ])
  })

  it('control alone, if the controlled company owns nothing', () => {
    expect(
      found([relate('A', 'T', 'ControlsRelationship'), relate('P', 'A', 'ControlsRelationship')]),
    ).toEqual([['P', 'control', true]])
  })

  it('control an owner of a controller', () => {
    const chain = [holds(['P', 'A', 0.51]), holds(['A', 'B', 0.3]), holds(['B', 'T', 0.6])]
    expect(found(chain)).toEqual([['P', 'ownership+control', true]])
  })

  it('are not certain if a share or the owner is unknown', () => {
    expect(found([holds(['P', 'T', null]), holds(['Q', 'T', 0.6])])).toEqual([
      ['Q', 'ownership+control', true],
      ['P', 'ownership', false],
    ])
    const nodes = [organizationNode('T'), personNode('P'), organizationNode('S', { type: null })]
    const network = networkOf([holds(['S', 'T', 0.5]), holds(['gone', 'T', 0.5])], { nodes })
    const { owners } = findBeneficialOwners(network, { rule: 'amlr' })
    expect(owners.map(({ id, isCertain }) => [id, isCertain])).toEqual([
      ['S', false],
      ['gone', false],
    ])
  })

  it('are natural persons', () => {
    expect(found([holds(['A', 'T', 1])])).toEqual([])
  })

  it('have senior managers named instead if none is certain', () => {
    const role = (id: string, details: Parameters<typeof relate>[3]) =>
      relate(id, 'T', 'RoleRelationship', details)
    const network = networkOf([
      ...Array.from({ length: 10 }, (_, at) => holds([`P${at}`, 'T', 0.1])),
      role('P1', { isExecutive: true, keyPosition: 'Managing Director' }),
      role('P2', { roleType: 'board_member', keyPosition: 'Chair' }),
      role('P3', { isExecutive: true, keyPosition: 'Director', description: 'Former' }),
    ])
    const answer = findBeneficialOwners(network, { rule: 'amlr' })
    expect(answer.owners).toEqual([])
    expect(answer.seniorManagers).toEqual([
      { id: 'P1', name: 'P1', position: 'Managing Director' },
      { id: 'P2', name: 'P2', position: 'Chair' },
    ])
    expect(toSentences(answer).slice(0, 2)).toEqual([
      'The network shows no certain beneficial owner of T.',
      'P1 (Managing Director) is named as a senior manager.',
    ])
    const board = findBeneficialOwners(
      {
        ...network,
        relations: [role('P2', { roleType: 'board_member' }), role('P4', { roleType: 'advisor' })],
      },
      { rule: 'amld' },
    )
    expect(board.seniorManagers).toEqual([{ id: 'P2', name: 'P2', position: null }])
  })

  it('cite the rule, and require one', () => {
    const { sources, notice } = findBeneficialOwners(owned(['P', 'T', 1]), { rule: 'amlr' })
    expect(sources.map(({ title }) => title).join()).toMatch(
      /article 51.*article 52.*article 53.*article 54/s,
    )
    expect(notice).toContain('not legal advice')
    expect(() => findBeneficialOwners(owned(['P', 'T', 1]), Object({ rule: 'uk' }))).toThrow(
      'findBeneficialOwners: rule must be one of "amlr", "amld"',
    )
  })

  it('have another threshold, above 0 and below 0.5', () => {
    const network = owned(['P', 'T', 0.15], ['Q', 'T', 0.1], ['R', 'T', 0.75])
    const ownersFrom = (share: number, inclusive: boolean) =>
      findBeneficialOwners(network, { rule: 'amlr', threshold: { share, inclusive } }).owners.map(
        ({ id, isCertain }) => [id, isCertain],
      )
    expect(ownersFrom(0.15, true)).toEqual([
      ['R', true],
      ['P', true],
    ])
    // So near to a "more than" threshold that a register may have rounded.
    expect(ownersFrom(0.15, false)).toEqual([
      ['R', true],
      ['P', false],
    ])
    expect(ownersFrom(0.1, true).map(([id]) => id)).toEqual(['R', 'P', 'Q'])
    const { threshold, summary } = findBeneficialOwners(network, {
      rule: 'amld',
      threshold: { share: 0.1, inclusive: true },
    })
    expect([threshold, summary]).toEqual([
      { share: 0.1, inclusive: true },
      expect.stringContaining('own 10 % or more'),
    ])
    expect(findBeneficialOwners(network, { rule: 'amld' }).threshold).toEqual({
      share: 0.25,
      inclusive: false,
    })
    for (const wrong of [0, 0.5, 10, -0.1, Number.NaN, '0.1'])
      expect(() =>
        findBeneficialOwners(network, { rule: 'amlr', threshold: Object({ share: wrong, inclusive: true }) }),
      ).toThrow('findBeneficialOwners: threshold must be { share, inclusive }')
    for (const wrong of [
      0.1,
      null,
      { share: 0.1 },
      { share: 0.1, inclusive: 'yes' },
      { share: 0.1, inclusive: true, unit: '%' },
    ])
      expect(() => findBeneficialOwners(network, { rule: 'amlr', threshold: Object(wrong) })).toThrow(
        'threshold must be',
      )
  })

  it('are each joint holder', () => {
    const readRelation: FindBeneficialOwnersOptions['readRelation'] = ({ source }) =>
      source === 'P' ? [{ kind: 'shares', min: 0.3, max: 0.3, jointWith: ['Q'] }] : undefined
    const joint = (owner: string) => [
      holds(['P', owner, null]),
      relate('Q', owner, 'RoleRelationship', { keyPosition: 'Director' }),
    ]
    const ownersOf = (relations: readonly Relation[]) =>
      findBeneficialOwners(networkOf(relations, { rootId: 'T' }), { rule: 'amlr', readRelation }).owners.map(
        ({ id, isCertain }) => [id, isCertain],
      )
    expect(ownersOf([...joint('T'), holds(['R', 'T', 0.7])])).toEqual([
      ['R', true],
      ['P', true],
      ['Q', true],
    ])
    // 30 % of a company that holds 90 %.
    expect(ownersOf([...joint('A'), holds(['A', 'T', 0.9]), holds(['R', 'A', 0.7])])).toEqual([
      ['R', true],
      ['P', true],
      ['Q', true],
    ])
    expect(ownersOf([...joint('A'), holds(['A', 'T', 0.4]), holds(['R', 'A', 0.7])])).toEqual([['R', true]])
  })

  it('are explained in sentences', () => {
    expect(
      toSentences(findBeneficialOwners(owned(['P', 'A', 0.51], ['A', 'T', 0.3]), { rule: 'amlr' }))[0],
    ).toBe('P is a beneficial owner of T by ownership and control, and owns 15.3 % of it.')
  })
})
