import type { NetworkNode } from 'entity-screening-sdk'
import { toFollowTheMoney, toGraph, toMermaid, toSentences, toSvg } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../repetitions.ts'
import { assessScreened } from './assess-screened.ts'
import { holds, networkOf, organizationNode, owned, relate, sanction, type Tie } from './networks.ts'
import { runs } from './random-networks.ts'

const types = fc.oneof(
  fc.constantFrom('', ' ', 'Owner', 'owner', '__proto__', 'constructor', 'ShareholdingRelationship', 'a,b'),
  fc.string(),
)
const ids = fc.constantFrom('Co', 'A', 'B', 'P', 'X', '', '-', '__proto__')
const relation = fc
  .record({ source: ids, target: ids, type: types, share: fc.constantFrom(null, 0, 0.3, 0.6, 1, 60) })
  .map(({ source, target, type, share }) => relate(source, target, type, { exactShare: share }))

it('a network never throws for any types of its relations', { tags: 'long' }, async () => {
  let directions = 0
  await fc.assert(
    fc.asyncProperty(fc.array(relation, { maxLength: 8 }), async relations => {
      const network = networkOf([...relations, holds(['P', 'Co', 0.4])])
      const assessed = assessScreened(network, { regime: 'ofac' })
      if (assessed.possible.some(({ doubt }) => doubt === 'direction')) directions += 1
      expect(toSentences(assessed).length).toBeGreaterThan(0)
      for (const draw of [toGraph, toMermaid, toSvg]) await draw(network, { regime: 'ofac' })
      expect(await toFollowTheMoney(network)).not.toBe('')
    }),
    { numRuns: repetitions(200) },
  )
  expect(directions).toBeGreaterThan(0)
})

it('a network of too many types is possible, and does not take hours', { tags: 'long' }, () => {
  const some = Array.from({ length: 2_000 }, (_, at) =>
    relate('Co', `C${at}`, `Type ${at}`, { exactShare: 0.6 }),
  )
  const { verdict } = assessScreened(networkOf([holds(['X', 'D', 1]), ...some, holds(['P', 'Co', 1])]), {
    regime: 'ofac',
  })
  expect(verdict).toBe('possible')
})

const direction = 'source_owns_target'
const verdictOf = (...relations: Parameters<typeof networkOf>[0][number][]) =>
  assessScreened(networkOf(relations), { regime: 'ofac', direction }).verdict

describe('the share of a listed owner', () => {
  const others = fc.constantFrom(0.6, 0.9, 1)
  const name = fc.constantFrom(
    'interest',
    'holding',
    'quota',
    'Anteil',
    'value',
    'share',
    'percentage',
    'held',
  )
  const value = fc.oneof(
    fc.constantFrom(60, 0.6, '60', '60%', '60 %', '0.6', '60 percent', [{ exact_share: 0.6 }], {
      of: { it: 60 },
    }),
    fc.integer({ min: 1, max: 100 }),
  )
  const inPlaces = fc.record({
    name,
    value,
    others,
    isInside: fc.boolean(),
    given: fc.constantFrom(null, 0, 0.1),
  })

  it('is unreadable if another field may state or contradict it: never nothing found', () => {
    fc.assert(
      fc.property(inPlaces, ({ name, value, others, isInside, given }) => {
        const isContradiction = /share|percent/.test(name) || /%|percent/.test(JSON.stringify(value))
        fc.pre(given === null || (isContradiction && ![10, 0.1].includes(Number(value))))
        const unknownFields = { [name]: value }
        const plain = relate('X', 'Co', 'ShareholdingRelationship', { exactShare: given })
        const stake = isInside
          ? { ...plain, details: { ...plain.details, unknownFields } }
          : { ...plain, unknownFields }
        expect(verdictOf(stake, holds(['P', 'Co', others]))).not.toBe('nothing_found')
      }),
      { numRuns: runs },
    )
  })

  it.each([{ label: '60%' }, { description: '60% of the shares' }, { description: 'holds 60 of 100' }])(
    'is unreadable if a text states it: %o',
    ({ label = null, description = null }) => {
      const stake = relate('X', 'Co', 'ShareholdingRelationship', { description })
      expect(verdictOf({ ...stake, label }, holds(['P', 'Co', 0.9]))).toBe('possible')
    },
  )

  it.each([
    { start_date: '2019-05-03', source_id: 17, confidence: 0.9, since: 'May 3, 2019' },
    { percentage: 10, band: '5-25%', share_class: 'A', number_of_shares: 1000 },
    { percent: '10 %', note: 'https://example.com/25%20/9' },
  ])('is read if the other fields are dates, identifiers or scores, or agree: %o', unknownFields => {
    const stake = relate('X', 'Co', 'ShareholdingRelationship', { exactShare: 0.1, unknownFields })
    expect(verdictOf(stake, holds(['P', 'Co', 0.9]))).toBe('nothing_found')
  })

  it.each(['ShareholdingRelationship', 'SubsidiaryRelationship', 'InvestmentRelationship'])(
    'may be wrong, or of the other owners, if those hold all: %s',
    type => {
      const ended = { unknownFields: { end_date: '2099-01-01' } }
      const rest = holds(['P', 'Co', 1])
      expect(verdictOf(relate('X', 'Co', type), rest)).toBe('possible')
      expect(verdictOf(relate('X', 'Co', type, ended), rest)).toBe('possible')
      expect(
        assessScreened(owned(['X', 'Co', 0], ['P', 'Co', 1]), { regime: 'ofac', direction }).verdict,
      ).toBe('nothing_found')
    },
  )

  it.each([
    ['10%', 'majority'],
    ['10%', true],
    ['10%', '60%'],
    ['10%', '10%'],
  ])('is unreadable with two unreadable spellings, in any order: %o, %o', (one, other) => {
    const spelled = [
      { exact_share: one, exactShare: other },
      { exactShare: other, exact_share: one },
      { exact_share: other, exactShare: one },
    ]
    const verdicts = spelled.map(unknownFields => {
      const stake = relate('X', 'Co', 'ShareholdingRelationship', { unknownFields })
      return verdictOf(stake, holds(['P', 'Co', 0.9]))
    })
    expect(verdicts).toEqual(['possible', 'possible', 'possible'])
  })

  it('counts once, or once for each class of shares: both are considered', () => {
    const classes = [{ label: 'Class A' }, { label: 'Class B' }]
    const [one, other] = classes.map(({ label }) => ({ ...holds(['X', 'Co', 0.3]), label }))
    if (one === undefined || other === undefined) throw new Error('two')
    expect(verdictOf(one, other, holds(['P', 'Co', 0.4]))).toBe('possible')
    expect(verdictOf(one, one, holds(['P', 'Co', 0.7]))).toBe('nothing_found')
  })

  it('may have any form and depth without an error', { tags: 'long' }, () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 5_000; depth += 1) deep = [deep]
    for (const share of [
      deep,
      { toString: 1, valueOf: 1 },
      Array(150_000).fill('a'),
      'a-'.repeat(200_000),
      '1'.repeat(400_000),
    ]) {
      const details = { unknownFields: { share, end: share, other: share } }
      const stakes = [null, 0.1].map(exactShare =>
        relate('X', 'Co', 'ShareholdingRelationship', { exactShare, ...details }),
      )
      const assessed = assessScreened(networkOf(stakes), { regime: 'ofac', direction })
      expect(toSentences(assessed).length).toBeGreaterThan(0)
      expect(assessed.verdict).toBe('possible')
    }
  })

  it('may be current despite the date by which it may have ended', () => {
    const details = { unknownFields: { end_date: '2099-01-01' } }
    const ended = relate('X', 'Co', 'SubsidiaryRelationship', details)
    for (const rest of [0.4, 0.6, 0.9, 1]) expect(verdictOf(ended, holds(['P', 'Co', rest]))).toBe('possible')
  })
})

describe('the end of a relation, of a company whose other owners are accounted for', () => {
  const asOf = '2026-01-01'
  const verdictWith = (unknownFields: object) => {
    const stake = relate('X', 'Co', 'ShareholdingRelationship', { exactShare: 0.6 })
    const network = networkOf([{ ...stake, unknownFields: { ...unknownFields } }, holds(['P', 'Co', 0.4])])
    const exemptCompanies = [{ id: 'Co', reason: 'known' }]
    return assessScreened(network, { regime: 'ofac', direction, asOf, exemptCompanies: exemptCompanies })
      .verdict
  }

  it.each([
    { end_date: '2024-12-31' },
    { valid_until: '2024-12-31', start_date: '2019' },
    { endedAt: '2020-01-01T10:00:00Z', status: 'former' },
  ])('is a plain date of the relation: %o', fields => {
    expect(verdictWith(fields)).toBe('nothing_found')
  })

  it.each([
    { reporting_period_end_date: '2024-12-31' },
    { fiscal_year_end: '2024-12-31' },
    { data_valid_until: '2024-12-31' },
    { reporting_period: { end: '2024-12-31' } },
    { end_date: '0001-01-01' },
    { end_date: '0000-00-00' },
    { end_date: '1900-01-01' },
    { end_date: '1970-01-01' },
    { end_date: '2020-01-01', start_date: '2024-01-01' },
    { end_date: '2024-12-31', status: 'active' },
    { end_date: '2024-12-31', is_current: true },
    { end_date: '2020-01-01', valid_until: '2099-01-01' },
    { status: 'former' },
    { end_date: '2025' },
    { end_date: 'June 2020', ended: true },
  ])('is doubtful with %o', fields => {
    expect(verdictWith(fields)).toBe('possible')
  })

  it.each([{ end_date: '2099-01-01' }, { start_date: '2020-01-01' }])('is in the future with %o', fields => {
    expect(verdictWith(fields)).toBe('blocked')
  })
})

describe('a listed company that its own company owns', () => {
  const all = (...ties: readonly Tie[]) => {
    const network = owned(...ties)
    const exemptCompanies = ['Co', 'Mid'].flatMap(id =>
      network.nodes.some(node => node.id === id) ? [{ id, reason: 'known' }] : [],
    )
    const listingOf = ({ id }: { readonly id: string }) => id === 'Own'
    const isDoubted = (node: { readonly id: string }) => listingOf(node) && 'possible'
    return [listingOf, isDoubted].map(
      is =>
        assessScreened(network, {
          regime: 'ofac',
          direction,
          exemptCompanies: exemptCompanies,
          listingOf: is,
        }).verdict,
    )
  }

  it('holds its stake in its own name', () => {
    expect(all(['Co', 'Own', 1], ['Own', 'Co', 0.6], ['P', 'Co', 0.4])).toEqual(['blocked', 'possible'])
    expect(all(['Own', 'Mid', 1], ['Mid', 'Own', 1], ['Mid', 'Co', 1])).toEqual(['blocked', 'possible'])
    expect(all(['Co', 'Own', 1], ['Own', 'Mid', 1], ['P', 'Co', 0.4], ['Mid', 'Co', 0.6])).toEqual([
      'blocked',
      'possible',
    ])
  })
})

describe('an owner with the name of a listed party', () => {
  const verdictOfTwo = (own: Partial<NetworkNode>, listed: Partial<NetworkNode>) => {
    const node = organizationNode('Own', { name: 'Acme Trading', ...own })
    const twin = organizationNode('Twin', { name: 'Acme Trading', sanctions: [sanction], ...listed })
    const relations = [holds(['P', 'Own', 1]), holds(['Own', 'Co', 1])]
    const nodes = [...networkOf(relations).nodes.filter(({ id }) => id !== 'Own'), node, twin]
    return assessScreened(networkOf(relations, { nodes }), { regime: 'ofac', direction }).verdict
  }
  const person = (birthDate: string | null) => ({ type: 'person', birthDate })

  it.each<[Partial<NetworkNode>, Partial<NetworkNode>]>([
    [{}, {}],
    [{ registrationNumber: 'HRB 1' }, {}],
    [{ name: 'Acme Trading Ltd' }, { name: 'ACME TRADING LIMITED' }],
    [
      { type: 'person', name: 'DOE, Kim' },
      { type: 'person', name: 'Kim Doe' },
    ],
    [{ registrationNumber: 'HRB 1' }, { registrationNumber: 'hrb1' }],
    [{ registrationNumber: 'HRB 1', name: 'Other' }, { registrationNumber: 'HRB 1' }],
    [{ type: null }, person('1970-05-05')],
    [person('1970'), person('1970-05-05')],
    [person('Jan 1, 1970'), person('1970-05-05')],
    [person('1970-05-05T00:00:00Z'), person('1970-05-05')],
  ])('may be the listed party: %o and %o', (own, listed) => {
    expect(verdictOfTwo(own, listed)).toBe('possible')
  })

  it.each<[Partial<NetworkNode>, Partial<NetworkNode>]>([
    [{ registrationNumber: 'HRB 1' }, { registrationNumber: 'HRB 2' }],
    [{ name: 'Other' }, {}],
  ])('is another party: %o and %o', (own, listed) => {
    expect(verdictOfTwo(own, listed)).toBe('nothing_found')
  })
})
