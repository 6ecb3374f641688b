import type { Relation } from 'entity-screening-sdk'
import {
  computeOwnership,
  findBeneficialOwners,
  type IndexOptions,
  indexNetwork,
  type Regime,
  readPscRelation,
  toFollowTheMoney,
  toGraph,
  toMermaid,
  toSentences,
  toSvg,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { assessScreened } from '../assess-screened.ts'
import { holds, networkOf, relate, votes } from '../networks.ts'
import { naturesOfControl } from './natures-of-control.ts'

type Words = { label?: string; details?: Partial<Relation['details']>; fields?: Relation['unknownFields'] }

function worded(relation: Relation, { label, details, fields }: Words): Relation {
  return {
    ...relation,
    label: label ?? relation.label,
    details: { ...relation.details, ...details },
    unknownFields: fields ?? relation.unknownFields,
  }
}

const regimes: Regime[] = ['ofac', 'eu', 'uk']
const role = (source: string, label: string | null) => ({ ...relate(source, 'T', 'RoleRelationship'), label })
const index = (relations: readonly Relation[], options: IndexOptions = {}) =>
  indexNetwork(networkOf(relations, { rootId: 'T' }), { direction: 'source_owns_target', ...options })
const verdict = (relations: readonly Relation[], regime: Regime = 'ofac', options: IndexOptions = {}) =>
  assessScreened(index(relations, options), { regime }).verdict
const shareOf = (relation: Relation) => index([relation]).shares.ofCompany.get('T')?.[0]?.share
const wordsOf = (relation: Relation, options: IndexOptions = {}) =>
  index([relation], options).issues.flatMap(issue => (issue.kind === 'doubtful_relation' ? issue.words : []))

it('a label that repeats the type of its relation says nothing more than the type', () => {
  const owned = holds(['X', 'T', 0.6])
  expect(verdict([worded(owned, { label: owned.type })])).toBe('blocked')
  expect(verdict([worded(owned, { label: 'Another relationship' })])).toBe('possible')
  const unnamed = relate('X', 'T', 'RoleRelationship', {})
  expect(verdict([{ ...unnamed, label: unnamed.rawType }])).toBe(verdict([unnamed]))
})

describe('an indirect holding', () => {
  const chain = [
    holds(['X', 'A', 0.4]),
    holds(['A', 'T', 0.4]),
    holds(['Y', 'T', 0.2]),
    holds(['P', 'T', 0.4]),
  ]
  const summary = (share: number) => worded(holds(['X', 'T', share]), { label: 'Indirect shareholding' })

  it('is never added to the chain that it sums up', () => {
    for (const relation of [
      summary(0.16),
      worded(holds(['X', 'T', 0.16]), { fields: { is_indirect: true } }),
      worded(holds(['X', 'T', 0.16]), { fields: { direct_or_indirect: 'indirect' } }),
      worded(holds(['X', 'T', 0.16]), { details: { description: 'Held indirectly through A' } }),
    ]) {
      const owner = computeOwnership(index([...chain, relation])).owners.find(({ id }) => id === 'X')
      expect([owner?.effective, owner?.direct]).toEqual([{ min: 0.16, max: 0.16 }, null])
    }
  })

  it('does not block, as the same stake does directly', () => {
    const full = [holds(['X', 'A', 1]), holds(['A', 'T', 0.3]), holds(['P', 'T', 0.7])]
    expect(verdict([...full, holds(['X', 'T', 0.3])])).not.toBe('nothing_found')
    expect(verdict([...full, summary(0.3)])).toBe('nothing_found')
  })

  it('is added as far as the chain does not explain it, within half a point, and never for certain', () => {
    const directOf = (relation: Relation) =>
      computeOwnership(index([...chain, relation])).owners.find(({ id }) => id === 'X')?.direct
    expect([0.16, 0.165, 0.1651].map(share => directOf(summary(share)))).toEqual([
      null,
      null,
      { min: 0, max: 0.0051 },
    ])
    const blocking = [holds(['X', 'A', 1]), holds(['A', 'T', 0.3]), summary(0.9)]
    expect(regimes.map(regime => verdict(blocking, regime))).toEqual(['possible', 'possible', 'possible'])
    // A summary without a share may be any part.
    expect(verdict([...chain, worded(holds(['X', 'T', null]), { label: 'Ultimate owner' })])).toBe('possible')
  })

  it('is not explained by what its owner holds directly, unless it is a total', () => {
    const direct = [holds(['X', 'T', 0.3]), holds(['P', 'T', 0.4])]
    expect(verdict([...direct, summary(0.3)])).toBe('possible')
    expect(
      verdict([...direct, holds(['Q', 'T', 0.3]), worded(holds(['X', 'T', 0.3]), { label: 'Total' })]),
    ).toBe('nothing_found')
  })

  it('is doubtful as far as no chain explains it', () => {
    expect(verdict([summary(0.6), holds(['P', 'T', 1])])).toBe('possible')
    // Half of a half of a half, each of which counts in full.
    expect(verdict([summary(0.13), holds(['P', 'T', 1])])).toBe('possible')
    const { owners } = computeOwnership(index([...chain, summary(0.5)]))
    expect(owners.find(({ id }) => id === 'X')?.direct).toEqual({ min: 0, max: 0.34 })
    const clean = worded(holds(['Q', 'T', 0.6]), { label: 'Ultimate owner' })
    expect(verdict([clean, holds(['P', 'T', 1])])).toBe('nothing_found')
  })
})

describe('a holding for others', () => {
  it.each<Words>([
    { label: 'Nominee' },
    { details: { keyPosition: 'Trustee' } },
    { details: { roleType: 'custodian' } },
    { details: { description: 'Bearer shares' } },
    { details: { description: 'held on behalf of a client' } },
    { label: 'ownership-of-shares-as-trust' },
    { label: 'Treuhänder' },
    { fields: { nominee: true } },
    { fields: { capacity: 'trustee' } },
  ])('has an owner who is not named: %j', words => {
    const network = [worded(holds(['P', 'T', 1]), words)]
    for (const regime of regimes) expect(verdict(network, regime)).toBe('incomplete')
    const { owners, withUnnamedOwners } = findBeneficialOwners(index(network), { rule: 'amlr' })
    expect(owners.map(({ id, isCertain }) => [id, isCertain])).toEqual([['P', false]])
    expect(withUnnamedOwners.map(({ id }) => id)).toEqual(['T'])
    expect(verdict([worded(holds(['X', 'T', 1]), words)])).toBe('possible')
    // The part of a minority holder is too small for an owner who could block the company.
    expect(verdict([worded(holds(['P', 'T', 0.3]), words), holds(['Q', 'T', 0.7])])).toBe('nothing_found')
  })

  it.each<Words>([
    { label: 'Ordinary shares' },
    { details: { keyPosition: 'Sole shareholder', roleType: 'parent_company' } },
    { details: { description: 'Founded the company in the nineties' } },
    { label: '100 % owner' },
    { fields: { nominee: null, source_url: 'https://example.com/nominee', is_indirect: false } },
  ])('is not what certain words and fields say: %j', words => {
    expect(verdict([worded(holds(['P', 'T', 1]), words)])).toBe('nothing_found')
    expect(verdict([worded(holds(['X', 'T', 1]), words)])).toBe('blocked')
    expect(index([worded(holds(['P', 'T', 1]), words)]).issues).toEqual([])
  })
})

describe('a range beside a number that lies in it', () => {
  it.each<Words>([
    { label: 'more than 25 % but not more than 50 %' },
    { details: { description: 'Ownership of shares – More than 25% but not more than 50%' } },
    { fields: { share_band: 'more than 25 per cent but not more than 50 per cent' } },
  ])('is the share: %j', words => {
    const stake = (owner: string) => worded(holds([owner, 'T', 0.4]), words)
    expect(shareOf(stake('P'))).toEqual({ min: 0.250000001, max: 0.5 })
    expect(verdict([stake('X'), holds(['P', 'T', 0.5])])).toBe('possible')
    // The unit of the number is certain, so that other numbers of the company are fractions.
    expect(verdict([stake('P'), holds(['X', 'T', 0.5])])).toBe('blocked')
  })

  it('contradicts a number outside it', () => {
    expect(shareOf(worded(holds(['P', 'T', 0.7]), { fields: { band: '25-50%' } }))).toEqual({
      min: 0,
      max: 1,
    })
  })

  it('excludes both of its ends', () => {
    const stake = worded(holds(['P', 'T', 0.4]), { label: 'more than 25% and less than 50%' })
    expect(shareOf(stake)).toEqual({ min: 0.250000001, max: 0.499999999 })
  })
})

describe('a role', () => {
  const owner = holds(['P', 'T', 1])

  it.each([
    ...naturesOfControl,
    'Member/Manager',
    'Secretary and sole member',
    'Shadow director',
    'Golden share',
    'Founder',
    'Gesellschafter',
    'Beneficial owner',
    'Controller',
  ])('may control, unless all of its words are those of an office: %s', label => {
    for (const regime of regimes) {
      expect(verdict([role('X', label), owner], regime)).toBe('possible')
      // Without a listed party there is nothing to settle.
      expect(verdict([role('Q', label), owner], regime)).toBe('nothing_found')
    }
    expect(wordsOf(role('Q', label)).length).toBeGreaterThan(0)
  })

  it.each([
    'Managing Director',
    'Non-Executive Director',
    'Member of the Supervisory Board',
    'member of the board of directors',
    'Committee member',
    'Company Secretary',
    'Chief Human Resources Officer',
    'VICE_PRESIDENT',
  ])('is certain if all of its words are those of an office: %s', label => {
    expect(verdict([role('X', label), owner])).toBe('nothing_found')
    expect(index([role('X', label)]).issues).toEqual([])
  })

  it('of the past is a former office, or a former right', () => {
    const past = (label: string) => index([role('X', label), owner]).issues.map(({ kind }) => kind)
    expect(past('Former director')).toEqual(['ended_relation'])
    expect(past('Former shareholder')).toEqual(['ended_relation', 'doubtful_relation'])
    expect(verdict([role('X', 'Former shareholder'), owner])).toBe('possible')
  })
})

describe('a nature of control of the UK register', () => {
  const readRelation = readPscRelation
  const isOfLand = (nature: string) => nature.startsWith('registered-owner')
  const listed = (nature: string) =>
    relate('P', 'T', 'RoleRelationship', { unknownFields: { natures_of_control: [nature] } })

  it.each(naturesOfControl)('on a holding of a listed party never passes as nothing found: %s', nature => {
    for (const regime of regimes) {
      const stake = worded(holds(['X', 'T', 0.6]), { label: nature })
      expect(['possible', 'blocked']).toContain(verdict([stake, holds(['P', 'T', 0.4])], regime))
      if (/as-|right-to|influence|registered-owner/.test(nature))
        expect(verdict([stake, holds(['P', 'T', 0.4])], regime)).toBe('possible')
    }
  })

  it.each(naturesOfControl.filter(nature => !isOfLand(nature)))('is read by readPscRelation: %s', nature => {
    const [reading, ...others] = readPscRelation(role('P', nature)) ?? []
    expect(others).toEqual([])
    expect(readPscRelation(listed(nature))).toEqual([reading])
    expect(reading?.kind).toBe(
      /shares|surplus/.test(nature) ? 'shares' : /voting/.test(nature) ? 'votes' : 'control',
    )
    expect(reading && 'isForOthers' in reading).toBe(/-as-/.test(nature))
    const spelled = role('P', nature.toUpperCase().replaceAll('-', '_'))
    expect(readPscRelation(spelled)).toEqual([reading])
    expect(index([role('P', nature)], { readRelation }).issues.map(({ kind }) => kind)).not.toContain(
      'doubtful_relation',
    )
  })

  it('of land, or outside the published list, is not read', () => {
    for (const nature of [
      ...naturesOfControl.filter(isOfLand),
      'voting-rights-10-to-25-percent',
      'voting-rights-as-of-old',
    ])
      expect(readPscRelation(role('P', nature))).toBeUndefined()
    expect(readPscRelation(role('P', 'Managing Director'))).toBeUndefined()
    expect(readPscRelation(listed('unknown'))).toBeUndefined()
  })

  it('may be one of several', () => {
    const texts = [
      'ownership-of-shares-75-to-100-percent',
      'voting-rights-50-to-75-percent',
      'significant-influence-or-control',
    ]
    const relation = relate('P', 'T', 'RoleRelationship', { unknownFields: { natures_of_control: texts } })
    expect(readPscRelation(relation)).toEqual([
      { kind: 'shares', min: 0.75, max: 1, isIndirect: null },
      { kind: 'votes', min: 0.5, max: 0.75, isMinExclusive: true, isIndirect: null },
      { kind: 'control' },
    ])
    const { owners } = findBeneficialOwners(index([relation], { readRelation }), { rule: 'amlr' })
    expect(owners).toMatchObject([{ id: 'P', by: ['ownership', 'control'], isCertain: true }])
    const ceased = { ...relation, unknownFields: { ceased_on: '2020-01-31' } }
    expect(verdict([{ ...ceased, source: 'X' }], 'ofac', { readRelation })).toBe('possible')
    expect(verdict([{ ...ceased, source: 'X' }], 'ofac', { readRelation, asOf: '2026-01-31' })).toBe(
      'incomplete',
    )
  })
})

describe('a joint holding', () => {
  it('may belong to each holder in full', () => {
    const joint = ['X', 'P'].map(owner => worded(holds([owner, 'T', 0.3]), { label: 'Joint shareholder' }))
    expect(regimes.map(regime => verdict([...joint, holds(['Q', 'T', 0.4])], regime))).toEqual(
      regimes.map(() => 'possible'),
    )
  })

  it('has named owners with jointWith', () => {
    const readRelation: IndexOptions['readRelation'] = ({ label }) =>
      label === 'Joint' ? [{ kind: 'shares', min: 0.6, max: 0.6, jointWith: ['R'] }] : undefined
    const of = (holder: string) => [
      worded(holds([holder, 'T', null]), { label: 'Joint' }),
      holds(['Q', 'T', 0.4]),
      role('R', 'Director'),
    ]
    expect(regimes.map(regime => verdict(of('X'), regime, { readRelation }))).toEqual(
      regimes.map(() => 'possible'),
    )
    expect(regimes.map(regime => verdict(of('P'), regime, { readRelation }))).toEqual(
      regimes.map(() => 'nothing_found'),
    )
  })
})

describe('a date or a state of unknown meaning', () => {
  it.each([
    { gyldigTil: '2020-01-31' },
    { removed_on: '2020-01-31' },
    { status: 'superseded' },
    { state: 'historic' },
    { 終了日: '2020-01-31' },
  ])('leaves open whether the relation still holds: %j', fields => {
    for (const regime of regimes)
      expect(verdict([worded(holds(['X', 'T', 1]), { fields })], regime)).toBe('possible')
    expect(index([worded(holds(['P', 'T', 1]), { fields })]).issues.map(({ kind }) => kind)).toContain(
      'ended_relation',
    )
    const day = { asOf: '2026-01-31' }
    expect(verdict([worded(holds(['X', 'T', 1]), { fields })], 'ofac', day)).toBe('possible')
  })

  it.each([
    { created_at: '2020-01-31' },
    { notified_on: '2020-01-31' },
    { registered: '2019' },
    { status: 'active' },
  ])('is not a start, a time of the record, or a current state: %j', fields =>
    expect(verdict([worded(holds(['X', 'T', 1]), { fields })])).toBe('blocked'),
  )
})

describe('a doubt', () => {
  const stake = worded(holds(['X', 'T', 1]), { label: 'Gesellschafter', fields: { Anlage: 'ja' } })

  it('is settled by known words and known fields', () => {
    expect(wordsOf(stake)).toEqual(['gesellschafter', 'Anlage'])
    const knownWords = { holding: ['GESELLSCHAFTER'] }
    expect(wordsOf(stake, { knownWords })).toEqual(['Anlage'])
    expect(wordsOf(stake, { knownWords: { office: ['Gesellschafter'] } })).toEqual([
      'gesellschafter',
      'Anlage',
    ])
    expect(verdict([stake], 'ofac', { knownWords, knownFields: { anlage: 'ignore' } })).toBe('blocked')
    const office = role('X', 'Mitglied der Geschäftsführung')
    const phrase = { knownWords: { office: ['Mitglied der Geschäftsführung'] } }
    expect(verdict([office, holds(['P', 'T', 1])], 'ofac', phrase)).toBe('nothing_found')
  })

  it('is settled by readRelation, which is called once for each relation', () => {
    const calls: Relation[] = []
    const readRelation: IndexOptions['readRelation'] = relation => {
      calls.push(relation)
      return relation.source === 'X'
        ? [{ kind: 'shares', min: 0.6, max: 1, isMinExclusive: true }]
        : undefined
    }
    const network = networkOf([stake, holds(['P', 'T', null]), holds(['T', 'B', 1])], { rootId: 'T' })
    expect(assessScreened(network, { regime: 'ofac', readRelation }).verdict).toBe('blocked')
    expect(calls).toEqual(network.relations)
    const read = (reading: Parameters<NonNullable<IndexOptions['readRelation']>>[0] | object) => () =>
      index([stake], { readRelation: () => Object([reading]) })
    for (const kind of ['office', 'none'] as const)
      expect(
        verdict([stake, holds(['P', 'T', 1])], 'ofac', {
          readRelation: ({ source }) => (source === 'X' ? [{ kind }] : undefined),
        }),
      ).toBe('nothing_found')
    expect(read({ kind: 'share' })).toThrow(
      'indexNetwork: readRelation[0].kind must be one of "shares", "votes", "control", "office", "none", in the result for "X" and "T"',
    )
    expect(read({ kind: 'shares', min: 0.6, max: 0.5 })).toThrow('readRelation[0].max must be at least min')
    expect(read({ kind: 'shares', min: 0.5, max: 0.5, isMinExclusive: true })).toThrow(
      'readRelation[0].max must be at least min, or greater than min if isMinExclusive is true',
    )
    expect(read({ kind: 'shares', min: 60, max: 60 })).toThrow(
      'readRelation[0].min must be a fraction from 0 to 1',
    )
    expect(read({ kind: 'control', endedOn: 'today' })).toThrow('endedOn must be a day, YYYY-MM-DD')
    expect(read({ kind: 'control', min: 1 })).toThrow('readRelation[0].min is not a field here')
    expect(read({ kind: 'votes', min: 0, max: 1, isIndirect: 1 })).toThrow(
      'isIndirect must be true, false or null',
    )
    expect(read({ kind: 'shares', min: 0, max: 1, jointWith: ['typo'] })).toThrow(
      'jointWith must be a list of ids of nodes of the network',
    )
    expect(() => index([stake], { readRelation: () => [] })).toThrow(
      'readRelation must be undefined, or a list',
    )
    for (const result of [null, 'shares', Promise.resolve([])])
      expect(() => index([stake], { readRelation: () => Object(result) })).toThrow(
        /readRelation (must be undefined|is a Promise).*, in the result for "X" and "T"/,
      )
  })

  it('has valid options', () => {
    expect(() => index([stake], { knownWords: Object({ holdings: [] }) })).toThrow(
      'knownWords must be { holding, office }',
    )
    expect(() => index([stake], { knownWords: { holding: [' '] } })).toThrow('knownWords must be')
    expect(() => index([stake], { knownFields: Object({ a: 'no' }) })).toThrow(
      'knownFields must have "ignore"',
    )
    expect(() => index([stake], { readRelation: Object('x') })).toThrow('readRelation must be a function')
  })

  it('stands in a sentence, in the pictures and in FollowTheMoney, with its words', async () => {
    const assessed = assessScreened(index([stake]), { regime: 'ofac' })
    expect(toSentences(assessed)).toContain(
      'A relation of X and T (ShareholdingRelationship) has words or fields of unknown meaning ("gesellschafter", "Anlage"): the holder may hold for others who are not named, and one end may control the other.',
    )
    const doubt = '"gesellschafter", "Anlage"'
    expect(toGraph(index([stake])).edges).toMatchObject([{ doubt, label: `? (${doubt})` }])
    expect(toGraph(index([holds(['X', 'T', 1])])).edges).toMatchObject([{ doubt: null, label: '100 %' }])
    expect(toMermaid(index([stake]))).toContain('-.->')
    expect(await toSvg(index([stake]))).toContain('stroke-dasharray="3 4"')
    expect(await toFollowTheMoney(index([stake]))).toContain('doubtful: gesellschafter, Anlage')
  })

  it('about votes or control is no certain control', () => {
    const nominee = { details: { description: 'as a nominee' } }
    expect(verdict([worded(votes(['X', 'T', 1]), nominee), holds(['P', 'T', 1])], 'uk')).toBe('possible')
    const control = worded(relate('P', 'T', 'ControlsRelationship'), { fields: { capacity: 'x' } })
    const { owners } = findBeneficialOwners(index([control]), { rule: 'amlr' })
    expect(owners.map(({ isCertain }) => isCertain)).toEqual([false])
    const confirmed = worded(relate('P', 'T', 'ControlsRelationship'), { label: 'Puppet master' })
    expect(
      findBeneficialOwners(index([confirmed]), { rule: 'amlr' }).owners.map(({ isCertain }) => isCertain),
    ).toEqual([true])
  })
})
