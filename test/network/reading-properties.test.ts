import { indexNetwork, type Regime } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Direction } from '../../src/network/relations/relation-types.ts'
import { assessScreened } from './assess-screened.ts'
import { holds, networkOf, relate } from './networks.ts'
import { runs } from './random-networks.ts'

describe('a stated share', () => {
  const hundredths = fc.integer({ min: 1, max: 100 })
  /** How a share may be given, and the part that it says at the least. */
  const given = fc
    .tuple(fc.constantFrom('fraction', 'percent', 'band', 'ended') as fc.Arbitrary<string>, hundredths)
    .map(([how, part]) => ({ how, part }))

  it('is never reduced by the claims of other owners, nor raised', () => {
    fc.assert(
      fc.property(fc.array(given, { minLength: 1, maxLength: 6 }), claims => {
        const relations = claims.map(({ how, part }, at) => {
          const text = how === 'percent' ? `${part}%` : `${part}-100%`
          const exactShare = Object(how === 'percent' || how === 'band' ? text : part / 100).valueOf()
          return {
            ...holds([`P${at}`, 'A', exactShare]),
            unknownFields: how === 'ended' ? { end_date: '2020-01-01' } : {},
          }
        })
        const held = indexNetwork(networkOf(relations)).shares.ofCompany.get('A') ?? []
        const isSure = claims.every(({ how }) => how === 'fraction')
        const sum = claims.reduce((total, { part }) => total + part, 0)
        for (const [at, { part }] of claims.entries()) {
          const { min, max } = held.find(({ owner }) => owner === `P${at}`)?.share ?? { min: 1, max: 0 }
          expect(max).toBeGreaterThan(part / 100 - 1e-12)
          expect(min).toBeLessThan(part / 100 + 1e-12)
          if (isSure && sum <= 100) expect([min, max]).toEqual([part / 100, part / 100])
        }
      }),
      { numRuns: runs },
    )
  })
})

describe.each<Regime>(['ofac', 'eu', 'uk'])('without a direction, a verdict under %s', regime => {
  const types = ['ShareholdingRelationship', 'InvestmentRelationship', 'ControlsRelationship'] as const
  const ids = ['A', 'B', 'P', 'X']
  const tie = fc.record({
    type: fc.constantFrom(...types),
    source: fc.constantFrom(...ids),
    target: fc.constantFrom(...ids),
    exactShare: fc.constantFrom(0.2, 0.5, 0.6, 1),
  })
  /** None, all, each alone, and all but each. */
  const sets = [[], types, ...types.flatMap(type => [[type], types.filter(other => other !== type)])]

  it('is at least possible if another reading of the ownership blocks, or may', () => {
    let count = 0
    fc.assert(
      fc.property(fc.array(tie, { minLength: 1, maxLength: 5 }), ties => {
        const relations = ties.map(({ type, source, target, exactShare }) =>
          relate(source, target, type, type === 'ControlsRelationship' ? {} : { exactShare }),
        )
        const network = networkOf([...relations, holds(['P', 'T', 0.1])], { rootId: 'A' })
        if (!network.nodes.some(({ id }) => id === 'A')) return
        const isOpen = (direction?: Record<string, Direction>) =>
          ['blocked', 'possible'].includes(assessScreened(network, { regime, direction }).verdict)
        const readings = sets.map(turned => {
          const endOf = (type: string) =>
            turned.some(one => one === type) ? 'target_owns_source' : 'source_owns_target'
          return Object.fromEntries(types.map(type => [type, endOf(type)] as const))
        })
        if (!readings.some(isOpen)) return
        count += 1
        expect(isOpen()).toBe(true)
      }),
      { numRuns: runs },
    )
    expect(count).toBeGreaterThan(runs / 20)
  })
})
