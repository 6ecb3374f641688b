import {
  assessSanctions,
  computeOwnership,
  type DataIssue,
  findBeneficialOwners,
  indexNetwork,
  type Ownership,
  toSentences,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { solveAbsorbingChain } from '../../src/network/ownership/absorbing-chain.ts'
import { buildUpstreamGraph } from '../../src/network/ownership/upstream-graph.ts'
import { createEffort } from '../../src/network/ownership/value-iteration.ts'
import { holds, networkOf, owned, type Tie } from './networks.ts'

/** Numbers from 0 to 1 that are the same in each run. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Companies that own whichever others, a tenth of each with a person. */
function tangle(size: number, each: number): Tie[] {
  const dice = createDice(7)
  return Array.from({ length: size }, (_, at) => at).flatMap((at): Tie[] => {
    const owners = new Set(
      Array.from({ length: each }, () => Math.floor(dice() * size)).filter(one => one !== at),
    )
    const share = Math.floor(900_000 / Math.max(1, owners.size)) / 1_000_000
    return [...Array.from(owners, (one): Tie => [`C${one}`, `C${at}`, share]), [`P${at}`, `C${at}`, 0.1]]
  })
}

function sumOf(shares: Iterable<number>): number {
  return [...shares].reduce((sum, share) => sum + share, 0)
}

/** What all owners own, by walking up from a company until nothing is left to walk. */
function walkUp(ties: readonly Tie[], company: string): Map<string, number> {
  const owners = new Map<string, Tie[]>()
  for (const tie of ties) owners.set(tie[1], [...(owners.get(tie[1]) ?? []), tie])
  const kept = new Map<string, number>()
  let here = new Map([[company, 1]])
  for (let walking = 1; walking > 1e-18; walking = sumOf(here.values())) {
    const next = new Map<string, number>()
    for (const [at, part] of here) {
      const above = owners.get(at)
      if (above === undefined) kept.set(at, (kept.get(at) ?? 0) + part)
      for (const [owner, , share] of above ?? [])
        next.set(owner, (next.get(owner) ?? 0) + part * (share ?? 0))
    }
    here = next
  }
  return kept
}

describe('loops', () => {
  it('are exact if they are nearly closed', () => {
    const nearly = 1 - 1e-8
    const { owners, unattributed } = computeOwnership(
      owned(['P', 'B', 1e-8], ['B', 'A', 1], ['A', 'B', nearly], ['A', 'T', 0.5], ['Q', 'T', 0.5]),
    )
    expect(owners.find(({ id }) => id === 'P')?.effective).toEqual({ min: 0.5, max: 0.5 })
    expect(unattributed).toEqual({ min: 0, max: 0 })
  })

  /** Each company owns 90 % of the one before it, and a person the remaining part. */
  const ringOf = (size: number) =>
    Array.from({ length: size }, (_, at): Tie[] => [
      [`C${(at + 1) % size}`, `C${at}`, 0.9],
      [`P${at}`, `C${at}`, 0.1],
    ]).flat()
  const total = (tie: Tie) => ({ ...holds(tie), label: 'Ultimate owner' })
  const isWide = ({ kind }: DataIssue) => kind === 'wide_range'
  const effectiveOf = ({ owners }: Ownership, party: string) =>
    owners.find(({ id }) => id === party)?.effective ?? { min: 0, max: 0 }

  const expectContained = ({ min, max }: { readonly min: number; readonly max: number }, share: number) => {
    expect(min).toBeLessThanOrEqual(share + 1e-12)
    expect(max).toBeGreaterThanOrEqual(share - 1e-12)
  }

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
    const assessed = assessSanctions(owned(...blockedRing, ['C8', 'C7', 0.5], ['X', 'C7', 0.5]), {
      id: 'C0',
      regime: 'ofac',
    })
    expect(assessed.blocked).toHaveLength(302)
    expect(assessed.issues.filter(isWide)).toEqual([])
    const minority = assessSanctions(
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

  it.each([
    [1, 67],
    [4, 39],
    [8, 24],
  ])('of %i groups of %i that all own parts of each other are exact', (groups, size) => {
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

  it.each([
    [150, 1e-12],
    [300, 1e-12],
    [301, 1],
  ])('of %i companies in a tangle are within the bounds of random walks, at most %f apart', (size, apart) => {
    const ties = tangle(size, 4)
    const { owners, unattributed } = computeOwnership({ ...owned(...ties), rootId: 'C0' })
    const truth = walkUp(ties, 'C0')
    const expectWithin = ({ id, effective }: (typeof owners)[number], part: number) => {
      expect(part, id).toBeGreaterThanOrEqual(effective.min - 1e-12)
      expect(part, id).toBeLessThanOrEqual(effective.max + 1e-12)
      expect(effective.max - effective.min).toBeLessThanOrEqual(apart)
    }
    const persons = owners.filter(({ isUltimate }) => isUltimate)
    expect(persons.length).toBeGreaterThan(size * 0.8)
    for (const person of persons) expectWithin(person, truth.get(person.id) ?? 0)
    expect(unattributed.min).toBeLessThan(1e-3)
    // A company that keeps what it gets owns as much as walks ever come to it.
    for (const company of owners.filter(({ id }) => id.startsWith('C')).slice(0, 5)) {
      const others = ties.filter(([, one]) => one !== company.id)
      expectWithin(company, walkUp(others, 'C0').get(company.id) ?? 0)
    }
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
    (subsidiaries, verdict, wideIssues) => {
      const network = { ...treasuryOf(subsidiaries), rootId: 'T' }
      const assessed = assessSanctions(network, { regime: 'ofac' })
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

  it('are no reason to call a company wide whose own result is exact', () => {
    const others = Array.from({ length: 200 }, (_, at) => total(['P', `A${at}`, 0.3]))
    const network = networkOf([...others, total(['P', 'B', 0.3]), holds(['B', 'T', 1])], { rootId: 'T' })
    const expected = { kind: 'wide_range', ids: ['B'], names: ['B'] }
    expect(findBeneficialOwners(network, { rule: 'amlr' }).issues.filter(isWide)).toEqual([expected])
  })

  it('of hundreds of unknown shares do not take minutes', () => {
    const ties = tangle(400, 3).map(([owner, company]): Tie => [owner, company, null])
    const { owners, issues } = computeOwnership({ ...owned(...ties), rootId: 'C0' })
    expect(owners.every(({ effective }) => effective.min === 0 && effective.max <= 1)).toBe(true)
    expect(issues.filter(isWide)).toHaveLength(1)
    const few = tangle(20, 3).map(([owner, company]): Tie => [owner, company, null])
    expect(computeOwnership({ ...owned(...few), rootId: 'C0' }).issues.filter(isWide)).toEqual([])
  })
})
