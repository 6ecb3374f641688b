import { computeOwnership } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, divide, type Exact, exact, invert, one, subtract, toNumber, zero } from './exact.ts'
import { owned } from './networks.ts'
import { type RandomTie, randomTies, runs, sizeOf, tiesOf } from './random-networks.ts'

const companiesOf = (ties: readonly RandomTie[]) => new Set(ties.map(({ company }) => company))

/** What everybody owns of each company, by a dense inverse in rationals; null where a closed loop has none. */
function solveDensely(ties: readonly RandomTie[]): number[][] | null {
  const size = sizeOf(ties)
  const shares = Array.from({ length: size }, () => Array.from({ length: size }, (): Exact => zero))
  for (const { owner, company, hundredths } of ties) {
    const row = shares[owner] ?? []
    row[company] = add(row[company] ?? zero, exact(BigInt(hundredths ?? 0), 100n))
  }
  const inverse = invert(
    shares.map((row, at) => row.map((share, column) => subtract(column === at ? one : zero, share))),
  )
  return inverse?.map((row, owner) => row.map(value => toNumber(divide(value, row[owner] ?? one)))) ?? null
}

/** What everybody owns of a company, by walking up from it a million steps at once: for closed loops, too. */
function walkUp(ties: readonly RandomTie[], company: number, owner: number): number {
  const size = sizeOf(ties)
  // The owner keeps what it gets; one more point takes what nobody owns.
  let steps = Array.from({ length: size + 1 }, () => new Array<number>(size + 1).fill(0))
  for (const [from, row] of steps.entries()) {
    if (from === owner || from === size) row[from] = 1
    else {
      for (const tie of ties) {
        if (tie.company === from) row[tie.owner] = (row[tie.owner] ?? 0) + (tie.hundredths ?? 0) / 100
      }
      row[size] = Math.max(0, 1 - row.reduce((sum, share) => sum + share, 0))
    }
  }
  for (let doubled = 0; doubled < 20; doubled += 1) {
    const before = steps
    steps = before.map(row =>
      row.map((_, to) => row.reduce((sum, share, via) => sum + share * (before[via]?.[to] ?? 0), 0)),
    )
  }
  return steps[company]?.[owner] ?? 0
}

const known = randomTies({ whole: false, unknown: false })
const whole = randomTies({ whole: true, unknown: false })

describe('ownership of random networks', () => {
  it('equals a dense solution in rationals', () => {
    fc.assert(
      fc.property(known, ties => {
        const solved = solveDensely(ties)
        if (solved === null) return
        for (const company of companiesOf(ties)) {
          const { owners } = computeOwnership(owned(...tiesOf(ties)), `N${company}`)
          const given = new Map(owners.map(({ id, effective }) => [id, effective]))
          const errors = solved.map((row, owner) => {
            if (owner === company) return 0
            const { min, max } = given.get(`N${owner}`) ?? { min: 0, max: 0 }
            return min === max ? Math.abs(min - (row[company] ?? 0)) : 1
          })
          expect(Math.max(...errors)).toBeLessThan(1e-12)
        }
      }),
      { numRuns: runs },
    )
  })

  it('equals a random walk, also in closed loops', () => {
    fc.assert(
      fc.property(whole, ties => {
        const [first] = ties
        if (first === undefined) return
        const { owners } = computeOwnership(owned(...tiesOf(ties)), `N${first.company}`)
        const errors = owners.map(({ id, effective }) =>
          Math.abs(effective.min - walkUp(ties, first.company, Number(id.slice(1)))),
        )
        expect(Math.max(0, ...errors)).toBeLessThan(1e-3)
      }),
      { numRuns: runs },
    )
  })

  it('of ultimate owners sums to the whole with the unattributed part', () => {
    fc.assert(
      fc.property(fc.oneof(whole, known), ties => {
        for (const company of companiesOf(ties)) {
          const { owners, unattributed, issues } = computeOwnership(owned(...tiesOf(ties)), `N${company}`)
          const ultimate = owners.filter(({ isUltimate }) => isUltimate)
          const sum = ultimate.reduce((total, { effective }) => total + effective.min, 0)
          expect(Math.abs(sum + unattributed.min - 1)).toBeLessThan(1e-9)
          const sums = new Map<number, number>()
          for (const tie of ties) sums.set(tie.company, (sums.get(tie.company) ?? 0) + (tie.hundredths ?? 0))
          const isComplete = [...sums.values()].every(one => one === 100)
          if (isComplete && issues.every(({ kind }) => kind !== 'closed_loop')) {
            expect(Math.abs(sum - 1)).toBeLessThan(1e-9)
          }
          expect(Math.max(0, ...owners.map(({ effective }) => effective.max))).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: runs },
    )
  })
})

/** Shares for those that are not known, as parts of what is left in each company. */
function complete(ties: readonly RandomTie[], parts: readonly number[]): RandomTie[] {
  const left = new Map<number, number>()
  for (const { company, hundredths } of ties) {
    left.set(company, (left.get(company) ?? 100) - (hundredths ?? 0))
  }
  return ties.map((tie, at) => {
    if (tie.hundredths !== null) return tie
    const room = left.get(tie.company) ?? 0
    const hundredths = Math.floor(room * (parts[at % parts.length] ?? 0))
    left.set(tie.company, room - hundredths)
    return { ...tie, hundredths }
  })
}

describe('unknown shares', () => {
  const completed = fc.record({
    ties: randomTies({ whole: false, unknown: true }),
    parts: fc.array(fc.constantFrom(0, 0.1, 0.5, 0.9, 1, 1), { minLength: 8, maxLength: 64 }),
  })

  it('leave the true share within the interval, for all their values', () => {
    fc.assert(
      fc.property(completed, ({ ties, parts }) => {
        const whole = complete(ties, parts)
        for (const company of companiesOf(ties)) {
          const asked = computeOwnership(owned(...tiesOf(ties)), `N${company}`)
          const truth = computeOwnership(owned(...tiesOf(whole)), `N${company}`)
          const shares = new Map(asked.owners.map(({ id, effective }) => [id, effective]))
          const outside = truth.owners.map(({ id, effective }) => {
            const { min, max } = shares.get(id) ?? { min: 0, max: 0 }
            return Math.max(min - effective.min, effective.max - max)
          })
          expect(Math.max(0, ...outside)).toBeLessThan(1e-12)
        }
      }),
      { numRuns: runs },
    )
  })

  it('give no wider interval than necessary in a tree', () => {
    const { owners, unattributed } = computeOwnership(
      owned(['Q', 'X', 1], ['Q', 'Y', 1], ['X', 'T', null], ['Y', 'T', null], ['P', 'T', 0.6]),
    )
    expect(owners.find(({ id }) => id === 'Q')?.effective).toEqual({ min: 0, max: 0.4 })
    expect(unattributed).toEqual({ min: 0, max: 0.4 })
  })
})
