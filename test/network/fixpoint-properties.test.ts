import type { Regime } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { controlledBy } from './controlled.ts'
import { holds, networkOf, organizationNode, sanction } from './networks.ts'
import { type RandomTie, randomTies, runs, sizeOf, tiesOf } from './random-networks.ts'

/** Whether so much is enough of so many hundredths. */
type Decides = (held: number, of: number) => boolean
const isHalf: Decides = (held, of) => of > 0 && 2 * held >= of
const isMore: Decides = (held, of) => of > 0 && 2 * held > of

/**
 * The least set that holds the seeds and every company of which its members hold enough: by trying all subsets, and taking what
 * is in each of those that are closed.
 */
function leastClosed(
  ties: readonly RandomTie[],
  seeds: number,
  decides: Decides,
  most: boolean,
  isNet = most,
): number {
  const size = sizeOf(ties)
  let least = 2 ** size - 1
  for (let subset = 0; subset < 2 ** size; subset += 1) {
    if ((subset & seeds) === seeds && isClosed(ties, subset, decides, most, isNet)) least &= subset
  }
  return least
}

/** @param isNet whether the shares that a company holds in itself are left out, also of what is certain. */
function isClosed(
  ties: readonly RandomTie[],
  subset: number,
  decides: Decides,
  most: boolean,
  isNet: boolean,
): boolean {
  return Array.from({ length: sizeOf(ties) }, (_, company) => company).every(company => {
    if ((subset & (1 << company)) !== 0) return true
    const ofCompany = ties.filter(tie => tie.company === company && tie.owner !== company)
    const own = ties.find(tie => tie.company === company && tie.owner === company)
    const isIn = ({ owner }: RandomTie) => (subset & (1 << owner)) !== 0
    const sum = (those: readonly RandomTie[]) =>
      those.reduce((total, { hundredths }) => total + (hundredths ?? 0), 0)
    const inside = ofCompany.filter(isIn)
    const isUnknown = inside.some(({ hundredths }) => hundredths === null)
    const ownLeast = own?.hundredths ?? 0
    if (!most) return !decides(sum(inside), isNet ? 100 - ownLeast : 100)
    // Who may hold more leaves nothing to the company; who may not gains most where the company holds all that is left.
    const mayHold = isUnknown ? 100 - ownLeast - sum(ofCompany.filter(tie => !isIn(tie))) : sum(inside)
    const ownMost = own?.hundredths === null && !isUnknown ? 100 - sum(ofCompany) : ownLeast
    return !decides(mayHold, 100 - ownMost)
  })
}

/**
 * Whether a company holds parts of itself through another of which it may hold more than half: these are its own shares, and a brute force over
 * subsets does not know of them. `verdict-properties.test.ts` has worlds of them.
 */
function hasOwnSubsidiary(ties: readonly RandomTie[]): boolean {
  const companies = new Set(ties.map(({ company }) => company))
  return [...companies].some(company => {
    const group = new Set([company])
    for (const one of group) {
      for (const { company: below } of ties.filter(({ owner }) => owner === one)) {
        const others = ties.filter(tie => tie.company === below && !group.has(tie.owner))
        if (others.reduce((sum, { hundredths }) => sum + (hundredths ?? 0), 0) < 50) group.add(below)
      }
    }
    group.delete(company)
    return ties.some(tie => tie.company === company && group.has(tie.owner))
  })
}

const membersOf = (subset: number) =>
  Array.from({ length: 8 }, (_, at) => at)
    .filter(at => (subset & (1 << at)) !== 0)
    .map(at => `N${at}`)

const idsOf = (parties: readonly { readonly id: string }[]) => parties.map(({ id }) => id).toSorted()

const setting = fc.record({
  ties: randomTies({ whole: false, unknown: true }).filter(ties => !hasOwnSubsidiary(ties)),
  seeds: fc.integer({ min: 0, max: 255 }),
})

function networkWith(ties: readonly RandomTie[], seeds: number) {
  const size = sizeOf(ties)
  const nodes = Array.from({ length: size }, (_, at) =>
    organizationNode(`N${at}`, { sanctions: (seeds & (1 << at)) === 0 ? [] : [sanction] }),
  )
  return networkOf(tiesOf(ties).map(holds), { nodes, rootId: 'N0' })
}

describe('on random networks', () => {
  it('control is the least closed set of a brute force over all subsets', () => {
    fc.assert(
      fc.property(setting, ({ ties }) => {
        const network = networkWith(ties, 0)
        for (const { owner } of ties.slice(0, 3)) {
          const others = (subset: number) => membersOf(subset & ~(1 << owner))
          const certain = controlledBy(network, `N${owner}`)
          const possible = controlledBy(network, `N${owner}`, 'max')
          expect(certain.toSorted()).toEqual(others(leastClosed(ties, 1 << owner, isMore, false, true)))
          expect(possible.toSorted()).toEqual(others(leastClosed(ties, 1 << owner, isMore, true)))
        }
      }),
      { numRuns: runs },
    )
  })

  it.each<Regime>(['ofac', 'eu'])(
    'sanctions under %s is the least closed set of a brute force over all subsets',
    regime => {
      fc.assert(
        fc.property(setting, ({ ties, seeds: given }) => {
          const seeds = given & (2 ** sizeOf(ties) - 1)
          if (ties.length === 0) return
          const { blocked, possible, verdict } = assessScreened(networkWith(ties, seeds), {
            regime,
            direction: 'source_owns_target',
          })
          const certain = leastClosed(ties, seeds, isHalf, false)
          const most = leastClosed(ties, seeds, isHalf, true)
          expect(idsOf(blocked)).toEqual(membersOf(certain))
          expect(idsOf(possible)).toEqual(membersOf(most & ~certain))
          const otherwise = expect.stringMatching(/^(incomplete|nothing_found)$/)
          expect(verdict).toEqual((certain & 1) !== 0 ? 'blocked' : (most & 1) !== 0 ? 'possible' : otherwise)
        }),
        { numRuns: runs },
      )
    },
  )

  it('sanctions under uk is the union over each blocked party alone', () => {
    fc.assert(
      fc.property(setting, ({ ties, seeds: given }) => {
        const seeds = given & (2 ** sizeOf(ties) - 1)
        if (ties.length === 0) return
        const { blocked, possible } = assessScreened(networkWith(ties, seeds), {
          regime: 'uk',
          direction: 'source_owns_target',
        })
        const all = (most: boolean) =>
          [0, 1, 2, 3, 4, 5, 6, 7]
            .filter(at => (seeds & (1 << at)) !== 0)
            .reduce((found, at) => found | leastClosed(ties, 1 << at, isMore, most), 0)
        expect(idsOf(blocked)).toEqual(membersOf(all(false)))
        expect(idsOf(possible)).toEqual(membersOf(all(true) & ~all(false)))
      }),
      { numRuns: runs },
    )
  })
})
