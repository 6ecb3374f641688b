import type { Relation } from 'entity-screening-sdk'
import {
  companiesControlledBy,
  type ExposureOptions,
  explain,
  exposure,
  indexNetwork,
  ownershipOf,
  type Regime,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { holds, networkOf, organizationNode, owned, personNode, relate, sanction, votes } from './networks.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']

function rootsOf(...relations: readonly Relation[]) {
  const network = networkOf(relations, { rootId: 'T' })
  return regimes.map(regime => exposure(network, { regime }).root)
}

const all = (root: string) => [root, root, root]

describe('isBlocked', () => {
  it.each([
    ['a promise', async () => true],
    ['nothing', () => undefined],
    ['a text', () => 'yes'],
    ['a number', () => 1],
    ['null', () => null],
  ])('that returns %s is refused', (_, isBlocked) => {
    const options: ExposureOptions = Object({ regime: 'ofac', isBlocked })
    expect(() => exposure(owned(['X', 'T', 0.6]), options)).toThrow(
      'exposure: isBlocked must return true, false or "possible"',
    )
  })
})

describe('a person who is said to have owners', () => {
  it('may be the owner: the wrong way round makes possible what it would block', () => {
    const network = networkOf([holds(['T', 'X', 0.6])], { rootId: 'T' })
    for (const regime of regimes) {
      const answer = exposure(network, { regime })
      expect([answer.root, answer.possible.map(({ id, doubt }) => [id, doubt])]).toEqual([
        'possible',
        [['T', 'owned_person']],
      ])
      expect(answer.findings.map(({ kind }) => kind)).toContain('owned_person')
      expect(explain(answer)).toContain(
        'T is possibly blocked: a person has owners in the data, so owners and companies may be the wrong way round.',
      )
    }
    expect(ownershipOf(network).findings.map(({ kind }) => kind)).toContain('owned_person')
  })

  it('may be so further down', () => {
    expect(rootsOf(holds(['T', 'A', 0.6]), holds(['A', 'X', 0.9]))).toEqual(all('possible'))
    expect(rootsOf(holds(['T', 'A', 0.6]), holds(['A', 'P', 0.9]))).toEqual(all('clear'))
    expect(rootsOf(holds(['T', 'P', 0.6]), holds(['P', 'A', 0.9]), holds(['Q', 'X', 1]))).toEqual(
      all('clear'),
    )
  })

  it('is not certainly blocked by owners, nor controlled', () => {
    const nodes = [organizationNode('T'), personNode('P'), organizationNode('A', { sanctions: [sanction] })]
    const network = networkOf([holds(['A', 'P', 0.6]), holds(['P', 'T', 0.9])], { nodes })
    for (const regime of regimes) {
      const { root, possible } = exposure(network, { regime })
      expect([root, possible.map(({ id, doubt }) => [id, doubt])]).toEqual([
        'possible',
        [
          ['P', 'owned_person'],
          ['T', 'owners'],
        ],
      ])
    }
    expect(companiesControlledBy(network, 'A')).toEqual([])
    expect(companiesControlledBy(network, 'A', { unknown: 'counted' })).toEqual(['P', 'T'])
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
    const [ofac, eu, uk] = regimes.map(regime => exposure(network, { regime }))
    expect([ofac?.root, eu?.root]).toEqual(['clear', 'possible'])
    expect(uk?.root).not.toBe('clear')
    expect(eu?.flags).toContainEqual({ kind: 'control', ids: ['X'], names: ['X'], isCertain: true })
  })

  it('is said as the reason', () => {
    const { possible } = exposure(networkOf([control('X', 'T'), whole]), { regime: 'uk' })
    expect(possible.map(({ id, by, doubt, share }) => [id, by, doubt, share])).toEqual([
      ['T', 'owners', 'control', null],
    ])
  })

  it('by exactly half of the votes is none', () => {
    expect(rootsOf(votes(['X', 'T', 0.5]), votes(['P', 'T', 0.5]), whole)).toEqual(all('clear'))
  })
})

describe('a relation that does not say whether it is ownership', () => {
  const others = holds(['P', 'T', 0.4])

  it.each(['AcquisitionRelationship', 'BranchRelationship', 'HasShares', 'OwnershipRelationship', ''])(
    'makes possible what a blocked party stands in: "%s"',
    type => {
      const network = networkOf([relate('X', 'T', type), others])
      for (const regime of regimes) {
        const { root, possible, flags } = exposure(network, { regime })
        expect([root, possible.map(({ id, doubt }) => [id, doubt])]).toEqual([
          'possible',
          [['T', 'relation']],
        ])
        expect(flags.map(({ kind }) => kind)).toContain('relation')
      }
    },
  )

  it('goes both ways where not even the ends are known, and on to companies below', () => {
    expect(rootsOf(relate('T', 'X', 'IsOwnedBy'), others)).toEqual(all('possible'))
    expect(rootsOf(relate('T', 'X', 'BranchRelationship'), others)).toEqual(all('possible'))
    expect(rootsOf(relate('T', 'X', 'AcquisitionRelationship'), others)).toEqual(all('clear'))
    expect(rootsOf(relate('X', 'A', 'HasShares'), holds(['A', 'T', 1]))).toEqual(all('possible'))
  })

  it.each(['RoleRelationship', 'HasRole', 'SupplierRelationship', 'PartnershipRelationship'])(
    'is flagged only, where it is none: %s',
    type => {
      expect(rootsOf(relate('X', 'T', type), others)).toEqual(all('clear'))
    },
  )

  it('is known whatever the case of its type', () => {
    const shares = relate('X', 'T', 'shareholdingrelationship')
    expect(indexNetwork(networkOf([shares])).findings.map(({ kind }) => kind)).toEqual(['unknown_share'])
    expect(rootsOf(shares)).toEqual(all('possible'))
    expect(rootsOf(relate('X', 'T', 'ROLERELATIONSHIP'))).toEqual(all('clear'))
    expect(companiesControlledBy(networkOf([relate('X', 'T', 'SUBSIDIARYRelationship')]), 'X')).toEqual(['T'])
  })
})
