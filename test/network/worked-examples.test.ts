import { computeOwnership, findBeneficialOwners, type Regime } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { controlledBy } from './controlled.ts'
import { owned, type Tie } from './networks.ts'

/** Who owns a company, by id. */
function sharesOf(ties: readonly Tie[], company: string): Record<string, number> {
  const { owners } = computeOwnership(owned(...ties), company)
  for (const { effective } of owners) expect(effective.min).toBe(effective.max)
  return Object.fromEntries(owners.map(({ id, effective }) => [id, effective.min]))
}

/** Who is blocked beside those in their own name. */
function blockedIn(ties: readonly Tie[], regime: Regime = 'ofac'): string[] {
  const { blocked, possible } = assessScreened(owned(...ties), { regime })
  expect(possible).toEqual([])
  return blocked.filter(({ basis }) => basis === 'ownership').map(({ id }) => id)
}

describe('OFAC FAQ 401', () => {
  it('example 1: half of a half is blocked', () => {
    expect(
      blockedIn([
        ['X', 'A', 0.5],
        ['A', 'B', 0.5],
      ]),
    ).toEqual(['A', 'B'])
  })

  it('example 2: stakes through two blocked companies are added', () => {
    const ties: Tie[] = [
      ['X', 'A', 0.5],
      ['X', 'B', 0.5],
      ['A', 'C', 0.25],
      ['B', 'C', 0.25],
    ]
    expect(blockedIn(ties)).toEqual(['A', 'B', 'C'])
  })

  it('example 3: a direct stake and one through a blocked company are added', () => {
    const ties: Tie[] = [
      ['X', 'A', 0.5],
      ['X', 'B', 0.1],
      ['A', 'B', 0.4],
    ]
    expect(blockedIn(ties)).toEqual(['A', 'B'])
  })

  it('a stake through a company that is not blocked does not count', () => {
    const ties: Tie[] = [
      ['X', 'A', 0.5],
      ['X', 'B', 0.25],
      ['A', 'C', 0.25],
      ['B', 'C', 0.25],
    ]
    expect(blockedIn(ties)).toEqual(['A'])
  })

  it('two quarters of the owners of all do not count', () => {
    const ties: Tie[] = [
      ['X', 'A', 0.25],
      ['X', 'B', 0.25],
      ['A', 'C', 0.5],
      ['B', 'C', 0.5],
    ]
    expect(blockedIn(ties)).toEqual([])
    const others: Tie[] = [
      ['P', 'A', 0.75],
      ['P', 'B', 0.75],
    ]
    expect(assessScreened(owned(...others, ...ties), { regime: 'ofac' }).verdict).toBe('nothing_found')
  })
})

describe('sanctions', () => {
  it('adds ten times five percent to a half', () => {
    const ties = Array.from({ length: 10 }, (_, at): Tie => [`X${at}`, 'A', 0.05])
    expect(blockedIn(ties)).toEqual(['A'])
    expect(blockedIn(ties, 'eu')).toEqual(['A'])
    expect(blockedIn(ties, 'uk')).toEqual([])
  })

  it('adds three sixths to a half, and to no more', () => {
    const ties = ['A', 'B', 'C'].flatMap((via): Tie[] => [
      ['X', via, 1],
      [via, 'T', 1 / 6],
    ])
    expect(blockedIn(ties)).toContain('T')
    expect(blockedIn(ties, 'uk')).not.toContain('T')
  })

  it('a cross-holding does not block itself', () => {
    const ties: Tie[] = [
      ['X', 'A', 0.3],
      ['B', 'A', 0.3],
      ['A', 'B', 0.6],
    ]
    expect(blockedIn(ties)).toEqual([])
  })

  it('adds two quarters for OFAC and the EU, not for the UK', () => {
    const ties: Tie[] = [
      ['X', 'A', 0.25],
      ['Y', 'A', 0.25],
    ]
    expect([blockedIn(ties), blockedIn(ties, 'eu'), blockedIn(ties, 'uk')]).toEqual([['A'], ['A'], []])
  })
})

describe('control', () => {
  it('goes along a ring only as far as the majorities', () => {
    const ring = owned(['3', '1', 0.2], ['1', '2', 0.8], ['2', '3', 0.8])
    expect(controlledBy(ring, '1')).toEqual(['2', '3'])
    expect(controlledBy(ring, '2')).toEqual(['3'])
    expect(controlledBy(ring, '3')).toEqual([])
  })

  it('adds what companies under control hold', () => {
    const ties: Tie[] = [
      ['P', 'A', 0.6],
      ['P', 'B', 0.55],
      ['A', 'T', 0.3],
      ['B', 'T', 0.25],
    ]
    expect(controlledBy(owned(...ties), 'P')).toEqual(['A', 'B', 'T'])
    expect(sharesOf(ties, 'T').P).toBeCloseTo(0.3175, 12)
  })
})

describe('beneficial owners', () => {
  const ownersOf = (rule: 'amlr' | 'amld', ...ties: Tie[]) =>
    findBeneficialOwners(owned(...ties), { id: 'T', rule }).owners.map(({ id, by, isCertain }) => [
      id,
      by,
      isCertain,
    ])

  it('control of an owner of a quarter counts by AMLR 54', () => {
    expect(ownersOf('amlr', ['P', 'A', 0.51], ['A', 'T', 0.3])).toEqual([
      ['P', ['ownership', 'control'], true],
    ])
  })

  it('a quarter of a controller counts by AMLR 54, and not by AMLD', () => {
    expect(ownersOf('amlr', ['P', 'A', 0.3], ['A', 'T', 0.51])).toEqual([
      ['P', ['ownership', 'control'], true],
    ])
    expect(ownersOf('amld', ['P', 'A', 0.3], ['A', 'T', 0.51])).toEqual([])
  })

  it('half of a half is exactly a quarter: enough for AMLR, so near the threshold of AMLD that it is possible', () => {
    expect(ownersOf('amlr', ['P', 'A', 0.5], ['A', 'T', 0.5])).toEqual([['P', ['ownership'], true]])
    expect(ownersOf('amld', ['P', 'A', 0.5], ['A', 'T', 0.5])).toEqual([
      ['P', ['ownership', 'control'], false],
    ])
  })
})

describe('ownership', () => {
  const crossed: Tie[] = [
    ['P', 'A', 0.7],
    ['Q', 'A', 0.2],
    ['B', 'A', 0.1],
    ['A', 'B', 0.8],
    ['Q', 'B', 0.2],
  ]

  it('is net of the own loop in a cross-holding', () => {
    const ofA = sharesOf(crossed, 'A')
    expect(ofA.P).toBeCloseTo(35 / 46, 12)
    expect(ofA.Q).toBeCloseTo(11 / 46, 12)
    expect(ofA.B).toBeCloseTo(1 / 10, 12)
    const ofB = sharesOf(crossed, 'B')
    expect(ofB.P).toBeCloseTo(14 / 23, 12)
    expect(ofB.Q).toBeCloseTo(9 / 23, 12)
    expect(ofB.A).toBeCloseTo(0.8, 12)
  })

  it('of a ring of nine tenths is all with the one outside of it', () => {
    const ring: Tie[] = [
      ['A', 'B', 0.9],
      ['B', 'C', 0.9],
      ['C', 'A', 0.9],
      ['P', 'A', 0.1],
      ['P', 'B', 0.1],
      ['P', 'C', 0.1],
    ]
    const ofA = sharesOf(ring, 'A')
    expect(ofA.P).toBeCloseTo(1, 12)
    expect(ofA.C).toBeCloseTo(0.9, 12)
    expect(ofA.B).toBeCloseTo(0.81, 12)
  })

  it('of a company that owns a part of itself is all with the others', () => {
    expect(
      sharesOf(
        [
          ['P', 'A', 0.8],
          ['A', 'A', 0.2],
        ],
        'A',
      ).P,
    ).toBeCloseTo(1, 12)
  })

  it('that a closed loop keeps is attributed to nobody', () => {
    const network = owned(['A', 'B', 1], ['B', 'A', 1], ['A', 'T', 0.5], ['P', 'T', 0.5])
    const { owners, unattributed, issues } = computeOwnership(network)
    expect(owners.filter(({ isUltimate }) => isUltimate).map(({ id, effective }) => [id, effective])).toEqual(
      [['P', { min: 0.5, max: 0.5 }]],
    )
    expect(unattributed).toEqual({ min: 0.5, max: 0.5 })
    expect(issues.map(({ kind, ids }) => [kind, ids.toSorted()])).toEqual([['closed_loop', ['A', 'B']]])
  })

  it('shows the ways that contribute most', () => {
    const { owners } = computeOwnership(owned(...crossed), 'A')
    const paths = owners.find(({ id }) => id === 'Q')?.paths
    expect(paths?.map(({ ids }) => ids)).toEqual([
      ['Q', 'A'],
      ['Q', 'B', 'A'],
    ])
  })
})
