import type { Relation } from 'entity-screening-sdk'
import type { Regime } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { networkOf, nodeNamed, organizationNode, relate, sanction } from './networks.ts'
import { runs } from './random-networks.ts'

/** T is assessed. X and Y are listed persons, L is a listed company. */
const companies = ['T', 'A', 'B', 'L'] as const
const owners = [...companies, 'P', 'Q', 'X', 'Y'] as const
const listed = ['X', 'Y', 'L']
const nodesWith = (listedIds: readonly string[]) =>
  owners.map(id => {
    const sanctions = listedIds.includes(id) ? [sanction] : []
    return { ...organizationNode(id, { sanctions }), type: nodeNamed(id).type }
  })
const nodes = nodesWith(listed)
const direction = 'source_owns_target'
const regimes: Regime[] = ['ofac', 'eu', 'uk']

const holdingTypes = [
  'ShareholdingRelationship',
  'SubsidiaryRelationship',
  'InvestmentRelationship',
  'VotingRightsRelationship',
] as const
const otherTypes = [
  'PartnershipRelationship',
  'AcquisitionRelationship',
  'BranchRelationship',
  'ControlsRelationship',
  'HasStake',
] as const
const shares = [0, 0.001, 0.1, 0.3, 0.4, 0.5, 0.6, 0.7, 1] as const
const share = fc.constantFrom(...shares)

const ends = fc.record({ source: fc.constantFrom(...owners), target: fc.constantFrom(...companies) })
const relationOf = (types: readonly Relation['type'][], exactShare: fc.Arbitrary<number | null>) =>
  fc
    .record({ ends, type: fc.constantFrom(...types), exactShare })
    .map(({ ends: { source, target }, type, exactShare }) => relate(source, target, type, { exactShare }))
const shareholding = relationOf(['ShareholdingRelationship'], share)
const anyRelation = fc.oneof(
  { arbitrary: shareholding, weight: 4 },
  relationOf([...holdingTypes, ...otherTypes, 'RoleRelationship'], fc.oneof(share, fc.constant(null))),
)
const others = fc.array(anyRelation, { maxLength: 5 })

const withShare = (relation: Relation, exactShare: number | null): Relation => ({
  ...relation,
  details: { ...relation.details, exactShare },
})
const withFields = (relation: Relation, unknownFields: Relation['unknownFields']): Relation => ({
  ...relation,
  unknownFields,
})

const verdicts = ['nothing_found', 'incomplete', 'possible', 'blocked']
const possible = verdicts.indexOf('possible')
const blocked = verdicts.indexOf('blocked')
const gravity = (
  relations: readonly Relation[],
  regime: Regime,
  parties = nodes,
  asOf: string | null = null,
) => {
  const network = networkOf(relations, { rootId: 'T', nodes: parties })
  return verdicts.indexOf(assessScreened(network, { regime, direction, asOf }).verdict)
}

/** The part of a company that its owners hold at least. A subsidiary without a share is held by more than half. */
function heldPart(company: string, relations: readonly Relation[]): number {
  return relations
    .filter(({ target }) => target === company)
    .reduce(
      (sum, { type, details }) =>
        sum + (details.exactShare ?? (type === 'SubsidiaryRelationship' ? 0.500001 : 0)),
      0,
    )
}

/** Whether a company has a holder of an unknown share. */
function hasUnknownHolder(company: string, relations: readonly Relation[]): boolean {
  return relations.some(({ target, details }) => target === company && details.exactShare === null)
}

/** Whether the shares of a company exceed 100 %, or leave nothing to a holder. What is said of one of them may then answer why. */
function hasTooManyShares(relations: readonly Relation[]): boolean {
  return companies.some(company => {
    const held = heldPart(company, relations)
    return held > 1 || (held === 1 && hasUnknownHolder(company, relations))
  })
}

/**
 * The shares that the other relations leave in the company of a relation. A share that leaves nothing to a holder of an unknown share
 * contradicts it.
 */
function sharesLeft({ target }: Relation, relations: readonly Relation[]): number[] {
  const held = heldPart(target, relations)
  const hasUnknown = hasUnknownHolder(target, relations)
  return shares.filter(exactShare => (hasUnknown ? exactShare + held < 1 : exactShare + held <= 1))
}

/** Whether two relations are one holding, because only the share would tell them apart. */
function isRepeated(relation: Relation, relations: readonly Relation[]): boolean {
  return relations.some(other => JSON.stringify(other) === JSON.stringify(relation))
}

const words = [
  ...[
    'Nominee',
    'Trustee',
    'Founder',
    'Joint shareholder',
    'Minority shareholder',
    'Majority owner',
    'Sole owner',
  ],
  ...['Ordinary shares', 'Class A', 'Right to appoint', 'Golden share', '25-50 %', '10 %', '60 %', 'q'],
]
const addition = fc.oneof(
  fc
    .record({
      word: fc.constantFrom(...words),
      place: fc.constantFrom('roleType', 'keyPosition', 'description'),
    })
    .map(
      ({ word, place }) =>
        (relation: Relation): Relation => ({ ...relation, details: { ...relation.details, [place]: word } }),
    ),
  fc.constantFrom(...words).map(
    label =>
      (relation: Relation): Relation => ({ ...relation, label }),
  ),
  fc
    .constantFrom(
      { capacity: 'nominee' },
      { share: 10 },
      { share: 60 },
      { joint: true },
      { note: 'q' },
      { status: 'active' },
    )
    .map(fields => (relation: Relation) => withFields(relation, fields)),
)

describe.each(regimes)('a share under %s', regime => {
  const isControlPossible = regime !== 'ofac'

  it('takes nothing back of what a type may mean for control, or counts alone', () => {
    fc.assert(
      fc.property(relationOf(otherTypes, share), others, (relation, rest) => {
        const without = gravity([...rest, withShare(relation, null)], regime)
        const given = gravity([...rest, relation], regime)
        if (isControlPossible && without >= possible) expect(given).toBeGreaterThanOrEqual(possible)
        if (without === blocked) expect(given).toBe(blocked)
        if (!isControlPossible)
          expect(given).toBe(gravity([...rest, { ...relation, type: 'SupplierRelationship' }], regime))
      }),
      { numRuns: runs },
    )
  })

  it('that is not known is as grave as any that the other owners leave', () => {
    fc.assert(
      fc.property(relationOf(holdingTypes, fc.constant(null)), others, (relation, rest) => {
        const unknown = gravity([...rest, relation], regime)
        const isMajority = (exactShare: number) =>
          relation.type !== 'SubsidiaryRelationship' || exactShare > 0.5
        for (const exactShare of sharesLeft(relation, rest).filter(isMajority))
          if (gravity([...rest, withShare(relation, exactShare)], regime) >= possible)
            expect(unknown).toBeGreaterThanOrEqual(possible)
      }),
      { numRuns: runs },
    )
  })

  it('of a listed owner is no better if it is larger', () => {
    // Under a rule that does not add up, the share of one listed person leaves less to another.
    const only = regime === 'uk' ? nodesWith(['X']) : nodes
    const listedOwner = relationOf(['ShareholdingRelationship'], share).map(
      (relation): Relation => ({ ...relation, source: 'X' }),
    )
    fc.assert(
      fc.property(listedOwner, others, (relation, relations) => {
        // In a loop, a larger share leaves less to a company that nets the shares it holds in itself.
        const order = ['P', 'Q', 'X', 'Y', 'L', 'B', 'A', 'T']
        const rest = relations.filter(({ source, target }) => order.indexOf(source) < order.indexOf(target))
        const larger = sharesLeft(relation, rest).map(exactShare => withShare(relation, exactShare))
        const grave = larger
          .filter(one => !isRepeated(one, rest))
          .map(one => gravity([...rest, one], regime, only))
        expect(grave).toEqual(grave.toSorted((a, b) => a - b))
      }),
      { numRuns: runs },
    )
  })

  it('is not taken back by words or fields, unless they say that it has ended: blocked may become possible', () => {
    fc.assert(
      fc.property(
        fc.array(anyRelation, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        addition,
        (relations, position, add) => {
          const [relation = relate('X', 'T', '')] = relations.slice(position % relations.length)
          // The title of an office answers what a role without words leaves open.
          fc.pre(relation.type !== 'RoleRelationship' && !hasTooManyShares(relations))
          const before = gravity(relations, regime)
          const after = gravity(
            relations.map(one => (one === relation ? add(one) : one)),
            regime,
          )
          if (before >= possible) expect(after).toBeGreaterThanOrEqual(possible)
        },
      ),
      { numRuns: runs },
    )
  })

  it('that has ended counts no more once the day has passed its end, and is a doubt without a day', () => {
    fc.assert(
      fc.property(anyRelation, others, (relation, rest) => {
        fc.pre(!isRepeated(relation, rest) && !hasTooManyShares([...rest, relation]))
        const ended = [...rest, withFields(relation, { end_date: '2024-06-30' })]
        expect(gravity(ended, regime, nodes, '2024-07-01')).toBe(gravity(rest, regime))
        expect(gravity(ended, regime, nodes, '2024-06-29')).toBe(gravity([...rest, relation], regime))
        const [current, over] = [gravity([...rest, relation], regime), gravity(rest, regime)]
        expect(gravity(ended, regime)).toBeGreaterThanOrEqual(Math.min(possible, Math.max(current, over)))
      }),
      { numRuns: runs },
    )
  })

  it('of half or less contradicts a subsidiary: the owner may hold all or nothing', () => {
    fc.assert(
      fc.property(
        relationOf(['SubsidiaryRelationship'], fc.constantFrom(0, 0.1, 0.3, 0.499, 0.5)),
        others,
        (relation, rest) => {
          const given = gravity([...rest, { ...relation, source: 'X', target: 'T' }], regime)
          expect(given).toBeGreaterThanOrEqual(possible)
        },
      ),
      { numRuns: runs },
    )
  })
})
