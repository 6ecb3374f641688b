import { describe, expect, it } from 'vitest'
import { createGraph } from '../../../mock-server/screening/graph.ts'
import { findMatch } from '../../../mock-server/screening/matching/match.ts'
import {
  computeNetworkScore,
  computeOwnScore,
  linkWeight,
  shareWeight,
} from '../../../mock-server/screening/risk.ts'
import { riskLevelOf } from '../../../mock-server/screening/risk-scale.ts'
import { getUniverse } from '../../../mock-server/screening/universe/index.ts'

const { parties: universeParties, links: universeLinks } = getUniverse()

const universe = createGraph({ parties: universeParties, links: universeLinks })
const link = { source: 'a', target: 'b' }

function scoreOf(name: string, type: 'organization' | 'person' = 'organization'): number {
  const party = findMatch({ type, name })?.party
  if (party === undefined) throw new Error(`${name} is not in the universe`)
  return computeNetworkScore(universe, party, 1)
}

it.each([
  [0, 'low'],
  [34, 'low'],
  [35, 'medium'],
  [69, 'medium'],
  [70, 'high'],
  [100, 'high'],
])('a score of %s is %s', (score, level) => {
  expect(riskLevelOf(score)).toBe(level)
})

describe("a party's own score", () => {
  const acme = { key: 'acme', type: 'organization', name: 'Acme', countryCode: 'DE' } as const

  it.each([
    [{ sanctions: 'x' }, 95],
    [{ adverseMedia: 'x' }, 60],
    [{ pep: 'x' }, 50],
    [{ sanctions: 'x', pep: 'x' }, 100],
    [{ adverseMedia: 'x', pep: 'x' }, 65],
    [{ sanctions: 'x', adverseMedia: 'x', pep: 'x' }, 100],
  ])('of %j is %s', (hits, score) => {
    expect(computeOwnScore({ ...acme, ...hits }, 1)).toBe(score)
  })

  it('of one without a hit is from 3 to 12, all of which occur', () => {
    const scores = Array.from({ length: 200 }, (_, at) =>
      computeOwnScore({ ...acme, name: `Company ${at}` }, 1),
    )
    expect([...new Set(scores)].toSorted((left, right) => left - right)).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
  })
})

describe('how much of a risk is carried on', () => {
  it.each([
    [1, 0.95],
    [0.5, 0.95],
    [0.49, 0.6],
    [0.25, 0.6],
    [0.24, 0.3],
    [0, 0.3],
  ])('by a share of %s is %s', (share, weight) => {
    expect(shareWeight(share)).toBe(weight)
    expect(linkWeight({ ...link, type: 'ShareholdingRelationship', share })).toBe(weight)
    expect(linkWeight({ ...link, type: 'VotingRightsRelationship', share })).toBe(weight)
  })

  it('by a role depends on what it is, and on whether it is over', () => {
    const role = { ...link, type: 'RoleRelationship' } as const
    const executive = linkWeight({ ...role, roleType: 'executive' })
    const advisor = linkWeight({ ...role, roleType: 'advisor' })
    const former = linkWeight({ ...role, roleType: 'executive', former: true })
    expect(executive).toBeGreaterThan(advisor)
    expect(advisor).toBeGreaterThan(former)
  })
})

describe('the score in the network', () => {
  it('of a company owned by half by a sanctioned person is high', () => {
    expect(scoreOf('Halfmoon Minerals Oy')).toBe(90)
  })

  it('of a company that two sanctioned persons own together is high, though neither owns a half', () => {
    expect(scoreOf('Twinspire Chemicals S.p.A.')).toBe(90)
  })

  it('goes through a half of a half', () => {
    expect(scoreOf('Lacemoor Tidal Holding OÜ')).toBe(90)
    expect(scoreOf('Lacemoor Ferryworks AS')).toBe(86)
  })

  it('of a company that a sanctioned person has sold and still advises is medium', () => {
    expect(scoreOf('Velvetgable Porcelain Kft.')).toBe(38)
  })

  it('falls along a chain of ownership, and stays high', () => {
    const chain = ['Umbra Lake Investments Ltd', 'Tideglass Holding B.V.', 'Tideglass Logistics GmbH']
    expect(chain.map(name => scoreOf(name))).toEqual([90, 86, 81])
  })

  it('of a company in which a politically exposed person holds little is low', () => {
    expect(riskLevelOf(scoreOf('Goldfinch Agro S.A.'))).toBe('low')
  })

  it('goes from owners to what they own, and not back', () => {
    expect(riskLevelOf(scoreOf('Casimir Hartogsveld', 'person'))).toBe('low')
    expect(riskLevelOf(scoreOf('Ludovica Ferrobianco', 'person'))).toBe('low')
  })

  it('comes to an end where two companies own each other', () => {
    expect(riskLevelOf(scoreOf('Moebius Links AG'))).toBe('low')
    expect(riskLevelOf(scoreOf('Moebius Rechts AG'))).toBe('low')
  })

  it('of a nominee and of what it holds is that of who stands behind', () => {
    expect(riskLevelOf(scoreOf('Paper Lantern Nominees Ltd'))).toBe('medium')
    expect(riskLevelOf(scoreOf('Saltmarsh Shipping S.A.'))).toBe('medium')
  })

  it.each(universeParties)('of $name is a whole number from 0 to 100, and no less than its own', party => {
    const score = computeNetworkScore(universe, party, 1)
    expect(Number.isInteger(score)).toBe(true)
    expect(score).toBeLessThanOrEqual(100)
    expect(score).toBeGreaterThanOrEqual(computeOwnScore(party, 1))
  })
})

it('a hit counts three relations away, and not four', () => {
  const keys = ['root', 'one', 'two', 'three', 'four']
  const chain = keys
    .slice(1)
    .map((source, at) => ({ source, target: keys[at] ?? '', type: 'ControlsRelationship' as const }))
  const scoreWith = (hit: string) => {
    const parties = keys.map(key => ({
      key,
      type: 'organization' as const,
      name: key,
      countryCode: 'DE',
      ...(key === hit && { sanctions: 'Fictional' }),
    }))
    const [root] = parties
    if (root === undefined) throw new Error('no root')
    return computeNetworkScore(createGraph({ parties, links: chain }), root, 1)
  }
  expect(scoreWith('three')).toBe(Math.round(95 * 0.95 ** 3))
  expect(scoreWith('four')).toBeLessThanOrEqual(12)
})
