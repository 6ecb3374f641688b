import {
  computeOwnership,
  findBeneficialOwners,
  indexNetwork,
  toSentences,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { solveAbsorbingChain } from '../../src/network/ownership/absorbing-chain.ts'
import { buildUpstreamGraph } from '../../src/network/ownership/upstream-graph.ts'
import { createEffort } from '../../src/network/ownership/value-iteration.ts'
import { assessScreened } from './assess-screened.ts'
import { holds, networkOf, owned, type Tie } from './networks.ts'
import {
  effectiveOf,
  expectBoundsOfWalks,
  expectContained,
  isWide,
  ringOf,
  tangle,
  total,
  walkUp,
} from './rings.ts'

describe('loops', () => {
  it('of 301 companies have ranges that contain the true share, no less than the direct share, and an issue about it', () => {
    const network = { ...owned(...ringOf(301)), rootId: 'C0' }
    const ownership = computeOwnership(network)
    const expected = { kind: 'wide_range', ids: ['C0'], names: ['C0'] }
    expect(ownership.issues.filter(isWide)).toEqual([expected])
    expect(findBeneficialOwners(network, { rule: 'amlr' }).issues.filter(isWide)).toEqual([expected])
    expect(toSentences(ownership).join()).toContain('ranges may be wider than necessary')
    expect(effectiveOf(ownership, 'C1').min).toBeCloseTo(0.9, 12)
    expect(effectiveOf(ownership, 'P0').min).toBeCloseTo(0.1, 12)
    for (let index = 0; index < 301; index += 1) {
      if (index > 0) expectContained(effectiveOf(ownership, `C${index}`), 0.9 ** index)
      expectContained(effectiveOf(ownership, `P${index}`), (0.1 * 0.9 ** index) / (1 - 0.9 ** 301))
    }
  })

  it('in which all own parts of each other are exact up to 300 companies', () => {
    const size = 300
    const ties = Array.from({ length: size }, (_, company) => company).flatMap(company => [
      ...Array.from(
        { length: size },
        (_, owner): Tie => [`C${owner}`, `C${company}`, owner === company + 1 ? 0.4 : 0.001],
      ).filter(([owner]) => owner !== `C${company}`),
      [`P${company}`, `C${company}`, 0.1] satisfies Tie,
    ])
    const { shares } = indexNetwork({ ...owned(...ties), rootId: 'C0' })
    const upstream = buildUpstreamGraph(shares, 'C0')
    const effort = createEffort()
    const { minShares, untracedFlow } = solveAbsorbingChain(upstream, effort)
    expect([untracedFlow, effort.isExceeded]).toEqual([0, false])
    const truth = walkUp(ties, 'C0')
    for (const [point, { id }] of upstream.entries())
      if (id.startsWith('P')) expect(minShares[point]).toBeCloseTo(truth.get(id) ?? 0, 12)
  })

  it('of 301 companies pass blocks on, and the flags of other owners contain their share', () => {
    const ring = ringOf(301)
    const blockedRing = ring.filter(([, company]) => company !== 'C7')
    const assessed = assessScreened(owned(...blockedRing, ['C8', 'C7', 0.5], ['X', 'C7', 0.5]), {
      id: 'C0',
      regime: 'ofac',
    })
    expect(assessed.blocked).toHaveLength(302)
    expect(assessed.issues.filter(isWide)).toEqual([])
    const minority = assessScreened(
      owned(...blockedRing, ['C8', 'C7', 0.45], ['P7', 'C7', 0.45], ['X', 'C7', 0.1]),
      {
        id: 'C0',
        regime: 'ofac',
      },
    )
    expect(minority.issues.filter(isWide)).toHaveLength(1)
    const flag = minority.flags.find(({ kind }) => kind === 'minority_holding')
    expect(flag?.ids).toEqual(['X'])
    expectContained(flag !== undefined && 'share' in flag ? flag.share : { min: 1, max: 0 }, 0.1 * 0.9 ** 7)
  })

  it('leave the indirect holdings in other companies explained', () => {
    const chain: Tie[] = [
      ['R', 'E', 1],
      ['E', 'F', 0.3],
    ]
    const explained = [...chain.map(holds), total(['R', 'F', 0.3])]
    const relations = [...ringOf(301).map(holds), total(['P1', 'C0', 0.09]), ...explained]
    const index = indexNetwork(networkOf(relations))
    expect(index.issues.filter(isWide).map(({ ids }) => ids)).toEqual([['C0']])
    expect(index.shares.ofCompany.get('F')?.map(({ owner }) => owner)).toEqual(['E'])
    expect(findBeneficialOwners(index, { id: 'C0', rule: 'amlr' }).issues.filter(isWide)).toHaveLength(1)
    const ofC0 = computeOwnership(index, 'C0')
    expect(ofC0.issues.filter(isWide)).toHaveLength(1)
  })

  it('of hundreds of unknown shares do not take minutes', () => {
    const ties = tangle(400, 3).map(([owner, company]): Tie => [owner, company, null])
    const { owners, issues } = computeOwnership({ ...owned(...ties), rootId: 'C0' })
    expect(owners.every(({ effective }) => effective.min === 0 && effective.max <= 1)).toBe(true)
    expect(issues.filter(isWide)).toHaveLength(1)
    const few = tangle(20, 3).map(([owner, company]): Tie => [owner, company, null])
    expect(computeOwnership({ ...owned(...few), rootId: 'C0' }).issues.filter(isWide)).toEqual([])
  })

  it.each([
    [300, 1e-12],
    [301, 1],
  ])(
    'of %i companies in a tangle are within the bounds of random walks, at most %f apart',
    expectBoundsOfWalks,
  )
})
