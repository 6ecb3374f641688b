import { computeOwnership, findBeneficialOwners, indexNetwork } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { solveAbsorbingChain } from '../../src/network/ownership/absorbing-chain.ts'
import { buildUpstreamGraph } from '../../src/network/ownership/upstream-graph.ts'
import { createEffort } from '../../src/network/ownership/value-iteration.ts'
import { assessScreened } from './assess-screened.ts'
import { holds, networkOf, owned, type Tie } from './networks.ts'
import { effectiveOf, expectBoundsOfWalks, isWide, ringOf, total } from './rings.ts'

describe('loops', () => {
  it('are exact if they are nearly closed', () => {
    const nearly = 1 - 1e-8
    const { owners, unattributed } = computeOwnership(
      owned(['P', 'B', 1e-8], ['B', 'A', 1], ['A', 'B', nearly], ['A', 'T', 0.5], ['Q', 'T', 0.5]),
    )
    expect(owners.find(({ id }) => id === 'P')?.effective).toEqual({ min: 0.5, max: 0.5 })
    expect(unattributed).toEqual({ min: 0, max: 0 })
  })

  it.each([3, 299, 300])('of %i companies are solved', size => {
    const ownership = computeOwnership({ ...owned(...ringOf(size)), rootId: 'C0' })
    expect(ownership.issues.filter(isWide)).toEqual([])
    const round = 1 - 0.9 ** size
    for (const at of [1, 2, Math.floor(size / 2), size - 1]) {
      const [company, person] = [effectiveOf(ownership, `C${at}`), effectiveOf(ownership, `P${at}`)]
      expect(company.min).toBe(company.max)
      expect(company.min).toBeCloseTo(0.9 ** at, 11)
      expect(person.min).toBe(person.max)
      expect(person.min).toBeCloseTo((0.1 * 0.9 ** at) / round, 11)
    }
  })

  it('that are unsolved and nearly closed leave open who owns what does not leave them', () => {
    const ties = ringOf(301).filter(([, company]) => company !== 'C7' && company !== 'T')
    const nearly = ties.map(
      ([owner, company, share]): Tie => [owner, company, owner.startsWith('P') ? 1e-9 : share && 1 - 1e-9],
    )
    const ownership = computeOwnership(
      owned(['C0', 'T', 0.4], ['Q', 'T', 0.6], ['C8', 'C7', 1], ...nearly),
      'T',
    )
    expect(ownership.issues.filter(isWide)).toHaveLength(1)
    expect(effectiveOf(ownership, 'Q')).toEqual({ min: 0.6, max: 0.6 })
    expect(effectiveOf(ownership, 'C0')).toEqual({ min: 0.4, max: 0.4 })
    const [person, company] = [effectiveOf(ownership, 'P100'), effectiveOf(ownership, 'C100')]
    expect(person.max).toBeGreaterThan(0.39)
    expect(company).toMatchObject({ min: 0 })
    expect(company.max).toBeGreaterThan(0.39)
  })

  it.each([
    [1, 67],
    [4, 39],
    [8, 24],
  ])('of %i groups of %i that all own parts of each other are exact', { tags: 'long' }, (groups, size) => {
    const ties = Array.from({ length: groups * size }, (_, at): Tie[] => {
      const first = at - (at % size)
      const others = Array.from({ length: size }, (_, other) => first + other).filter(other => other !== at)
      // The groups stand in a ring.
      const next = groups > 1 && at % size < 2 ? [(at + size) % (groups * size)] : []
      return [
        ...[...others, ...next].map((owner): Tie => [`C${owner}`, `C${at}`, 0.8 / size]),
        [`P${at}`, `C${at}`, 0.1],
      ]
    }).flat()
    const { owners } = computeOwnership({ ...owned(...ties), rootId: 'C0' })
    expect(owners).toHaveLength(2 * groups * size - 1)
    expect(owners.filter(({ effective }) => effective.min !== effective.max).map(({ id }) => id)).toEqual([])
  })

  it('of 150 companies in a tangle are within the bounds of random walks, nearly exact', {
    tags: 'long',
  }, () => {
    expectBoundsOfWalks(150, 1e-12)
  })

  /** A company that owns subsidiaries wholly, each of which owns a part of it. */
  const treasuryOf = (subsidiaries: number) =>
    owned(
      ...Array.from({ length: subsidiaries }, (_, at): Tie[] => [
        ['T', `S${at}`, 1],
        [`S${at}`, 'T', 0.24 / subsidiaries],
      ]).flat(),
      ['P', 'T', 0.36],
      ['X', 'T', 0.4],
    )

  it.each([
    [50, 'possible', 0],
    [150, 'possible', 1],
  ])(
    'of %i subsidiaries are computed, or say that the search stopped',
    { tags: 'long' },
    (subsidiaries, verdict, wideIssues) => {
      const network = { ...treasuryOf(subsidiaries), rootId: 'T' }
      const assessed = assessScreened(network, { regime: 'ofac' })
      expect([assessed.verdict, assessed.issues.filter(isWide).length]).toEqual([verdict, wideIssues])
      expect(findBeneficialOwners(network, { rule: 'amlr' }).issues.filter(isWide)).toHaveLength(wideIssues)
      // Effective shares are multiplied, and need no search for subsidiaries.
      expect(computeOwnership(network).issues.filter(isWide)).toEqual([])
    },
  )

  it('that are not solved leave open only the part that enters them', () => {
    const { shares } = indexNetwork(owned(...ringOf(301), ['C0', 'T', 0.01], ['Q', 'T', 0.99]))
    const { untracedFlow } = solveAbsorbingChain(buildUpstreamGraph(shares, 'T'), createEffort())
    expect(untracedFlow).toBeGreaterThan(0)
    expect(untracedFlow).toBeLessThanOrEqual(0.01)
  })

  it('are no reason to call a company wide whose own result is exact', () => {
    const others = Array.from({ length: 200 }, (_, at) => total(['P', `A${at}`, 0.3]))
    const network = networkOf([...others, total(['P', 'B', 0.3]), holds(['B', 'T', 1])], { rootId: 'T' })
    const expected = { kind: 'wide_range', ids: ['B'], names: ['B'] }
    expect(findBeneficialOwners(network, { rule: 'amlr' }).issues.filter(isWide)).toEqual([expected])
  })
})
