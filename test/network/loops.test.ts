import { assessSanctions, computeOwnership, indexNetwork } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { owned, type Tie } from './networks.ts'

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

/** What all owners own, by walking up from a company until nothing is left to walk. */
function walkUp(ties: readonly Tie[], company: string): Map<string, number> {
  const owners = new Map<string, Tie[]>()
  for (const tie of ties) owners.set(tie[1], [...(owners.get(tie[1]) ?? []), tie])
  const kept = new Map<string, number>()
  let here = new Map([[company, 1]])
  for (let steps = 0; steps < 400; steps += 1) {
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

  it('of 200 companies are solved, and of thousands lose only what enters them', () => {
    const ringOf = (size: number) =>
      Array.from({ length: size }, (_, at): Tie[] => [
        [`C${(at + 1) % size}`, `C${at}`, 0.9],
        [`P${at}`, `C${at}`, 0.1],
      ]).flat()
    const size = 2_000
    const ring = ringOf(size)
    const { owners } = computeOwnership(indexNetwork({ ...owned(...ringOf(200)), rootId: 'C0' }))
    expect(owners.find(({ id }) => id === 'C1')?.effective.min).toBeCloseTo(0.9, 12)
    expect(owners.find(({ id }) => id === 'C2')?.effective.min).toBeCloseTo(0.81, 12)
    const blocked = assessSanctions(
      owned(...ring.filter(([, company]) => company !== 'C7'), ['C8', 'C7', 0.5], ['X', 'C7', 0.5]),
      { id: 'C0', regime: 'ofac' },
    ).blocked
    expect(blocked).toHaveLength(size + 1)
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
    [300, 1],
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

  it('of hundreds of unknown shares do not take minutes', () => {
    const ties = tangle(400, 3).map(([owner, company]): Tie => [owner, company, null])
    const { owners } = computeOwnership({ ...owned(...ties), rootId: 'C0' })
    expect(owners.every(({ effective }) => effective.min === 0 && effective.max <= 1)).toBe(true)
  })
})
