import type { AssessOptions, Regime, SanctionsAssessment } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { runs } from './random-networks.ts'
import { type Case, cases, isBlockedIn, networkOfCase, networkOfWorld, worldOf } from './worlds.ts'

const dice = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
  minLength: 8,
  maxLength: 60,
})
const regimes: Regime[] = ['ofac', 'eu', 'uk']
const direction = 'source_owns_target'

const assess = (given: Case, regime: Regime, more: Partial<AssessOptions> = {}) =>
  assessScreened(networkOfCase(given), { regime, direction, ...more })

describe.each(regimes)('a verdict under %s', regime => {
  const casesWith = (verdict: SanctionsAssessment['verdict']) =>
    cases.filter(given => assess(given, regime).verdict === verdict)

  it('of blocked holds in every world that is consistent with the network', () => {
    fc.assert(
      fc.property(casesWith('blocked'), fc.array(dice, { minLength: 3, maxLength: 6 }), (given, worlds) => {
        for (const one of worlds) {
          const world = worldOf(given, one)
          expect(given.listed.has('N0') || isBlockedIn(world, regime)).toBe(true)
        }
      }),
      { numRuns: runs },
    )
  })

  it('of nothing found holds in every world: owners and shares within the unknown parts never block', {
    tags: 'long',
  }, () => {
    fc.assert(
      fc.property(
        casesWith('nothing_found'),
        fc.array(dice, { minLength: 3, maxLength: 6 }),
        (given, worlds) => {
          for (const one of worlds) {
            const world = worldOf(given, one)
            expect(isBlockedIn(world, regime, true)).toBe(false)
            const { verdict } = assessScreened(networkOfWorld(world, given.persons), { regime, direction })
            expect(verdict).not.toBe('blocked')
          }
        },
      ),
      { numRuns: runs },
    )
  })

  it('is at least possible if unknown shares alone may block', () => {
    let count = 0
    fc.assert(
      fc.property(cases, fc.array(dice, { minLength: 3, maxLength: 6 }), (given, worlds) => {
        const isAnyBlocked = worlds.some(one =>
          isBlockedIn({ ...worldOf(given, one, true), listed: given.listed }, regime, true),
        )
        if (!isAnyBlocked) return
        count += 1
        expect(['blocked', 'possible']).toContain(assess(given, regime).verdict)
      }),
      { numRuns: runs },
    )
    expect(count).toBeGreaterThan(runs / 50)
  })

  it('is exact for a world without unknown parts', () => {
    fc.assert(
      fc.property(cases, dice, (given, one) => {
        const world = worldOf(given, one)
        const { verdict } = assessScreened(networkOfWorld(world, given.persons), { regime, direction })
        expect(verdict === 'blocked').toBe(world.listed.has('N0') || isBlockedIn(world, regime))
      }),
      { numRuns: runs },
    )
  })

  it('never turns from blocked to nothing found if a share is removed', { tags: 'long' }, () => {
    fc.assert(
      fc.property(casesWith('blocked'), given => {
        for (const tie of given.ties) {
          const { verdict } = assessScreened(networkOfCase(given, tie), { regime, direction })
          expect(verdict).not.toBe('nothing_found')
        }
      }),
      { numRuns: runs },
    )
  })

  it('is never graver with a direction, nor milder without one', () => {
    const grave = ['nothing_found', 'incomplete', 'possible', 'blocked']
    fc.assert(
      fc.property(cases, given => {
        const network = networkOfCase(given)
        const [open, known, reversed] = ([undefined, direction, 'target_owns_source'] as const).map(one =>
          grave.indexOf(assessScreened(network, { regime, direction: one }).verdict),
        )
        expect(open).toBeGreaterThanOrEqual(known ?? 0)
        if (reversed === 3) expect(open).toBeGreaterThanOrEqual(2)
      }),
      { numRuns: runs },
    )
  })

  it('is open if and only if facts are missing, and its owners are the fewest that settle it', () => {
    let count = 0
    fc.assert(
      fc.property(cases, given => {
        const { verdict, missing } = assess(given, regime)
        expect(missing.length > 0).toBe(verdict === 'possible' || verdict === 'incomplete')
        if (missing.length === 0 || missing.some(({ kind }) => kind !== 'owners')) return
        count += 1
        const verdictWith = (ids: readonly string[]) =>
          assess(given, regime, { exemptCompanies: ids.map(id => ({ id, reason: 'known' })) }).verdict
        expect(verdictWith(missing.flatMap(({ ids }) => ids))).toBe('nothing_found')
        const ids = networkOfCase(given).nodes.flatMap(({ id }) => (given.persons.has(id) ? [] : [id]))
        for (const few of subsets(ids, missing.length - 1)) expect(verdictWith(few)).not.toBe('nothing_found')
      }),
      { numRuns: runs },
    )
    expect(count).toBeGreaterThan(runs / 50)
  })
})

function subsets(ids: readonly string[], size: number): string[][] {
  if (size === 0) return [[]]
  return ids.flatMap((id, at) => subsets(ids.slice(at + 1), size - 1).map(rest => [id, ...rest]))
}
