import type { Relation } from 'entity-screening-sdk'
import { computeOwnership, findBeneficialOwners, indexNetwork } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { controlledBy } from './controlled.ts'
import { holds, networkOf, owned, relate, votes } from './networks.ts'

const known = holds(['X', 'T', 0.3])

function read(...relations: readonly Relation[]) {
  const index = indexNetwork(networkOf(relations, { rootId: 'T' }))
  const { effective } = computeOwnership(index).owners.find(({ id }) => id === 'X') ?? {}
  return {
    share: effective,
    verdict: assessScreened(index, { regime: 'ofac' }).verdict,
    kinds: index.issues.map(({ kind }) => kind),
  }
}

describe('a relation without a share beside one with a share between the same ends', () => {
  it.each(['ShareholdingRelationship', 'InvestmentRelationship'] as const)(
    'is a second holding of unknown size: %s',
    type => {
      const { share, verdict, kinds } = read(known, relate('X', 'T', type), holds(['P', 'T', 0.4]))
      expect(share?.min).toBe(0.3)
      expect(share?.max).toBeCloseTo(0.6, 12)
      expect([verdict, kinds]).toEqual(['possible', ['unknown_share']])
    },
  )

  it('counts if its share is out of range', () => {
    const { share, verdict, kinds } = read(known, holds(['X', 'T', -50]))
    expect([share, verdict]).toEqual([{ min: 0.3, max: 1 }, 'possible'])
    expect(kinds).toEqual(['unclear_share'])
  })

  it('contradicts a share of less than half if it is a subsidiary', () => {
    const subsidiary = relate('X', 'T', 'SubsidiaryRelationship')
    const { share, verdict, kinds } = read(known, subsidiary)
    expect([share, verdict, kinds]).toEqual([{ min: 0.3, max: 1 }, 'possible', ['conflicting_shares']])
    const tight = read(known, subsidiary, holds(['P', 'T', 0.7]))
    expect(tight.share?.min).toBeCloseTo(0.3, 8)
    expect(tight.share?.max).toBeGreaterThan(0.5)
    expect(tight.verdict).toBe('possible')
  })

  it('is treated in votes as in shares', () => {
    const network = networkOf([votes(['X', 'T', 0.3]), votes(['X', 'T', null]), holds(['P', 'T', 1])])
    expect(controlledBy(network, 'X')).toEqual([])
    expect(controlledBy(network, 'X', 'max')).toEqual(['T'])
  })

  it('is the same relation if it has the same identifier', () => {
    const [one, other] = [0.3, null].map(exactShare =>
      relate('X', 'T', 'ShareholdingRelationship', { uid: 'r1', exactShare }),
    )
    const { share, verdict, kinds } = one && other ? read(one, other) : read()
    expect([share, verdict, kinds]).toEqual([{ min: 0.3, max: 0.3 }, 'incomplete', []])
  })
})

describe("a company's holding of itself", () => {
  const network = owned(['T', 'T', 0.5], ['X', 'T', 0.3], ['Q', 'T', 0.2])

  it('counts for its other owners in proportion, in every result, and makes a block possible', () => {
    const { owners } = computeOwnership(network)
    expect(owners.find(({ id }) => id === 'X')?.effective.min).toBeCloseTo(0.6, 12)
    for (const regime of ['ofac', 'eu', 'uk'] as const) {
      const { verdict, possible } = assessScreened(network, { regime })
      expect(verdict).toBe('possible')
      expect(possible[0]).toMatchObject({ share: { min: 0.3, max: 0.3 }, netShare: { min: 0.6, max: 0.6 } })
    }
    expect(controlledBy(network, 'X')).toEqual(['T'])
    const found = findBeneficialOwners(network, { rule: 'amlr' }).owners.map(({ id, by }) => [id, by])
    expect(found).toEqual([
      ['X', ['ownership', 'control']],
      ['Q', ['ownership']],
    ])
  })

  it('may make the others reach the threshold if it is unknown', () => {
    const unknown = owned(['T', 'T', null], ['X', 'T', 0.3], ['Q', 'T', 0.2])
    expect(assessScreened(unknown, { regime: 'ofac' }).verdict).toBe('possible')
    const { owners } = computeOwnership(unknown)
    expect(owners.find(({ id }) => id === 'X')?.effective.max).toBeCloseTo(0.6, 12)
    const tooFew = owned(['T', 'T', null], ['X', 'T', 0.3], ['Q', 'T', 0.6])
    expect(assessScreened(tooFew, { regime: 'ofac' }).verdict).toBe('nothing_found')
  })
})
