import { computeOwnership, type DataIssue, type Ownership } from 'entity-screening-sdk/network'
import { expect } from 'vitest'
import { holds, owned, type Tie } from './networks.ts'

/** Numbers from 0 to 1 that are the same in each run. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Companies that own whichever others, a tenth of each with a person. */
export function tangle(size: number, each: number): Tie[] {
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
export function walkUp(ties: readonly Tie[], company: string): Map<string, number> {
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

/** Each company owns 90 % of the one before it, and a person the remaining part. */
export const ringOf = (size: number) =>
  Array.from({ length: size }, (_, at): Tie[] => [
    [`C${(at + 1) % size}`, `C${at}`, 0.9],
    [`P${at}`, `C${at}`, 0.1],
  ]).flat()
export const total = (tie: Tie) => ({ ...holds(tie), label: 'Ultimate owner' })
export const isWide = ({ kind }: DataIssue) => kind === 'wide_range'
export const effectiveOf = ({ owners }: Ownership, party: string) =>
  owners.find(({ id }) => id === party)?.effective ?? { min: 0, max: 0 }

export const expectContained = (
  { min, max }: { readonly min: number; readonly max: number },
  share: number,
) => {
  expect(min).toBeLessThanOrEqual(share + 1e-12)
  expect(max).toBeGreaterThanOrEqual(share - 1e-12)
}

/** The shares of a tangle of companies are within the bounds of random walks, and no wider than allowed. */
export function expectBoundsOfWalks(size: number, apart: number): void {
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
}
