import type { Relation } from 'entity-screening-sdk'
import {
  computeOwnership,
  type IndexOptions,
  indexNetwork,
  type Regime,
  type RelationReading,
  readPscRelation,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { assessScreened } from '../assess-screened.ts'
import { holds, networkOf, nodeNamed, relate } from '../networks.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']
const index = (relations: readonly Relation[], options: IndexOptions = {}) =>
  indexNetwork(networkOf(relations, { rootId: 'T' }), { direction: 'source_owns_target', ...options })
const verdicts = (relations: readonly Relation[], options: IndexOptions = {}) =>
  regimes.map(regime => assessScreened(index(relations, options), { regime }).verdict)
const all = (verdict: string) => regimes.map(() => verdict)
const labelled = (relation: Relation, label: string | null): Relation => ({ ...relation, label })
const withFields = (relation: Relation, unknownFields: Relation['unknownFields']): Relation => ({
  ...relation,
  unknownFields,
})
const rest = holds(['P', 'T', 0.7])

describe('a field of a listed minority holder', () => {
  it.each([
    { share_from: 0.75, share_to: 1 },
    { from: 75, to: 100 },
    { current_share: 0.6 },
    { shareholding_end: 60 },
    { current: '60 %' },
    { since: '60%' },
    { natures_of_control: ['ownership-of-shares-25-to-50-percent', 'significant-influence-or-control'] },
    { percentage: '30 % as nominee' },
    { indirect_percentage: 30 },
    { total: 90 },
    { ultimate: { amount: 90 } },
    { direct: '60%' },
    { is_direct: 60 },
  ])('is no date or state if it has an amount, and no share alone if it has other words: %j', fields => {
    expect(verdicts([withFields(holds(['X', 'T', 0.3]), fields), rest])).toEqual(all('possible'))
  })

  it.each([
    { nominee: false },
    { is_former: 'no' },
    { jointly: false },
    { tags: [] },
    { attributes: {} },
    { natures_of_control: ['ownership-of-shares-75-to-100-percent'] },
    { share: { exact: 100 } },
  ])('has no effect if it denies a doubt, is empty, or repeats the share: %j', fields => {
    expect(verdicts([withFields(holds(['P', 'T', 1]), fields)])).toEqual(all('nothing_found'))
    expect(verdicts([withFields(holds(['X', 'T', 1]), fields)])).toEqual(all('blocked'))
  })

  it.each([
    { start_date: 'N/A' },
    { start_date: 'none' },
    { since: 'no' },
    { start: 0 },
    { direct: '100%' },
    { is_direct: true },
  ])('has no effect if it has no start, or says that the share is direct: %j', fields => {
    expect(verdicts([withFields(holds(['X', 'T', 1]), fields)])).toEqual(all('blocked'))
    expect(index([withFields(holds(['X', 'T', 1]), fields)]).issues).toEqual([])
  })

  it.each<[Relation['unknownFields'], number | null, unknown]>([
    [{ joint: true }, 0.6, 0.6],
    [{ joint: 'with R' }, null, 'with R'],
    [{ total: 90 }, null, 90],
  ])('is reported with the share, or else with its own value: %j beside %j', (fields, share, raw) => {
    const { issues } = index([withFields(holds(['X', 'T', share]), fields)])
    expect(issues.flatMap(issue => (issue.kind === 'unclear_share' ? [issue.raw] : []))).toEqual([raw])
  })

  it('names an unnamed owner, as a label does', () => {
    const natures = { natures_of_control: ['ownership-of-shares-75-to-100-percent-as-trust'] }
    expect(verdicts([withFields(holds(['P', 'T', 1]), natures)])).toEqual(all('incomplete'))
  })
})

describe('words about the size of a holding', () => {
  it.each(['Wholly-owned subsidiary', 'Sole shareholder', 'Majority owner'])(
    'contradict a small share: %s',
    label => {
      expect(verdicts([labelled(holds(['X', 'T', 0.3]), label), rest])).toEqual(all('possible'))
      expect(verdicts([labelled(holds(['X', 'T', null]), label), holds(['P', 'T', 0.6])])).toEqual(
        all('possible'),
      )
      expect(verdicts([labelled(holds(['X', 'T', 1]), label)])).toEqual(all('blocked'))
      expect(index([labelled(holds(['P', 'T', 1]), label)]).issues).toEqual([])
    },
  )

  it('contradict a large share, so that it does not block', () => {
    expect(verdicts([labelled(holds(['X', 'T', 1]), 'Minority shareholder')])).toEqual(all('possible'))
  })

  it.each(['Holder of the sole class of ordinary shares', 'Sole voting class', 'Majority class'])(
    'are no size of a holding if they are about a class of shares: %s',
    label => {
      expect(verdicts([labelled(holds(['X', 'T', 0.6]), label)])).toEqual(all('blocked'))
      expect(index([labelled(holds(['X', 'T', 0.3]), label), rest]).issues).toEqual([])
    },
  )

  it('leave a subsidiary without a share a subsidiary', () => {
    const subsidiary = labelled(relate('X', 'T', 'SubsidiaryRelationship'), 'Wholly owned subsidiary')
    expect(verdicts([subsidiary])).toEqual(all('blocked'))
  })

  it('contradict a subsidiary without a share if they are less than a majority', () => {
    const subsidiary = labelled(relate('X', 'T', 'SubsidiaryRelationship'), 'Minority-owned subsidiary')
    expect(verdicts([subsidiary])).toEqual(all('possible'))
  })
})

describe('a range beside a number that is only near it', () => {
  it('leaves both open', () => {
    const stake = (share: number) => labelled(holds(['X', 'T', share]), 'more than 50 %')
    expect(verdicts([stake(0.498), holds(['P', 'T', 0.4])])).toEqual(all('possible'))
    expect(verdicts([stake(0.5), holds(['P', 'T', 0.4])])).toEqual(['blocked', 'blocked', 'possible'])
  })
})

describe('a percent sign outside the grammar', () => {
  it.each(['~60%', '50,000%', '75+%', '６０％', '600‰'])(
    'states a share in an unknown way: %s',
    description => {
      const stake = relate('X', 'T', 'ShareholdingRelationship', { exactShare: 0.3, description })
      expect(verdicts([stake, rest])).toEqual(all('possible'))
    },
  )

  it('in an address states none', () => {
    const description = 'Annual report 2 of https://example.com/a%20b'
    const stake = relate('X', 'T', 'ShareholdingRelationship', { exactShare: 0.3, description })
    expect(verdicts([stake, rest])).toEqual(all('nothing_found'))
  })
})

describe('a role', () => {
  it.each([null, 'as a', 'Company', 'Group company', 'Joint', 'Managing company'])(
    'without the title of an office may be more than an office: %s',
    label => {
      const role = labelled(relate('X', 'T', 'RoleRelationship'), label)
      expect(verdicts([role, holds(['P', 'T', 1])])).toEqual(all('possible'))
      expect(verdicts([{ ...role, source: 'Q' }, holds(['P', 'T', 1])])).toEqual(all('nothing_found'))
    },
  )

  it('has its title in one of its texts, or among the words of the caller', () => {
    const role = relate('X', 'T', 'RoleRelationship', { roleType: 'executive' })
    expect(verdicts([labelled(role, 'Group'), holds(['P', 'T', 1])])).toEqual(all('nothing_found'))
    const knownWords = { office: ['Vorstand'] }
    const foreign = labelled(relate('X', 'T', 'RoleRelationship'), 'Vorstand Finance')
    expect(verdicts([foreign, holds(['P', 'T', 1])], { knownWords })).toEqual(all('nothing_found'))
  })

  it.each(['member-of-an-administrative-organ', 'Member of a supervisory organ'])(
    'of an organ is an office: %s',
    label => {
      const role = labelled(relate('X', 'T', 'RoleRelationship'), label)
      expect(verdicts([role, holds(['P', 'T', 1])])).toEqual(all('nothing_found'))
    },
  )
})

describe('a total', () => {
  it('sums up the chain, and is not added to it', () => {
    const chain = [holds(['X', 'A', 1]), holds(['A', 'T', 0.3]), holds(['P', 'T', 0.7])]
    const total = labelled(holds(['X', 'T', 0.3]), 'Total ownership')
    expect(verdicts([...chain, total])).toEqual(all('nothing_found'))
  })
})

describe('a majority beside a half', () => {
  it('is a contradiction, however a doubt resolves it', () => {
    const half = holds(['A', 'T', 0.5])
    const subsidiary = relate('P', 'T', 'SubsidiaryRelationship')
    expect(index([half, subsidiary]).issues.map(({ kind }) => kind)).toContain('shares_above_whole')
    expect(verdicts([withFields(half, { end_date: '2020-01-31' }), subsidiary])[0]).toBe('incomplete')
  })

  it('is not certain beside an unreadable share of the same owner', () => {
    const stakes = [holds(['X', 'T', 0.3]), relate('X', 'T', 'SubsidiaryRelationship')]
    const [stake = holds(['X', 'T', 0.3])] = stakes
    const unreadable = [withFields(stake, { share: 60 }), ...stakes.slice(1)]
    expect([verdicts(stakes), verdicts(unreadable)]).toEqual([all('possible'), all('possible')])
  })
})

describe('readings of the caller', () => {
  const read = (...readings: RelationReading[]) => ({
    readRelation: ({ source }: Relation) => (source === 'P' ? readings : undefined),
  })

  it('are stakes of their own, also if they are equal', () => {
    const stake: RelationReading = { kind: 'shares', min: 0.3, max: 0.3 }
    const { shares } = index([holds(['P', 'T', 0.6]), holds(['Q', 'T', 0.4])], read(stake, stake))
    expect(shares.ofCompany.get('T')?.map(({ owner, share }) => [owner, share])).toContainEqual([
      'P',
      { min: 0.3, max: 0.6 },
    ])
  })

  it('add a joint holding to what a partner holds alone', () => {
    const joint = [holds(['P', 'T', 0.6]), holds(['X', 'T', 0.2]), holds(['Q', 'T', 0.2])]
    const options = read({ kind: 'shares', min: 0.6, max: 0.6, jointWith: ['X'] })
    expect(verdicts(joint, options)).toEqual(all('possible'))
  })

  it('count the holder of a joint holding once', () => {
    const options = read({ kind: 'shares', min: 1, max: 1, jointWith: ['P'] })
    expect(index([holds(['P', 'T', 1])], options).shares.ofCompany.get('T')).toEqual([
      { owner: 'P', company: 'T', share: { min: 1, max: 1 } },
    ])
  })

  it('add a joint holding once to a holder without a relation, however many partners state it', () => {
    const holders = ['X', 'Y', 'R']
    const readRelation = ({ source }: Relation): RelationReading[] => [
      { kind: 'shares', min: 1, max: 1, jointWith: holders.filter(id => id !== source) },
    ]
    const nodes = ['T', ...holders].map(nodeNamed)
    const network = networkOf([holds(['X', 'T', null]), holds(['Y', 'T', null])], { rootId: 'T', nodes })
    const joint = indexNetwork(network, { readRelation, direction: 'source_owns_target' })
    expect(joint.issues).toEqual([])
    for (const id of holders)
      expect(joint.shares.ofCompany.get('T')?.find(({ owner }) => owner === id)?.share).toEqual({
        min: 1 / 3,
        max: 1,
      })
    expect(assessScreened(joint, { regime: 'ofac' }).verdict).toBe('blocked')
  })

  it('add each of two joint holdings of equal size', () => {
    const stake: RelationReading = { kind: 'shares', min: 0.3, max: 0.3, jointWith: ['Q'] }
    const { shares } = index([holds(['P', 'T', null]), holds(['Q', 'T', 0.1])], read(stake, stake))
    expect(shares.ofCompany.get('T')?.find(({ owner }) => owner === 'Q')?.share).toEqual({
      min: 0.15,
      max: 0.7,
    })
  })

  it('leave open whether an equal share of a partner is the joint holding', () => {
    const options = read({ kind: 'shares', min: 0.3, max: 0.3, jointWith: ['X'] })
    const shareOf = (relations: readonly Relation[]) =>
      index(relations, options)
        .shares.ofCompany.get('T')
        ?.find(({ owner }) => owner === 'X')?.share
    expect(shareOf([holds(['P', 'T', null]), holds(['X', 'T', 0.3])])).toEqual({ min: 0.15, max: 0.6 })
    const majority = read({ kind: 'shares', min: 0.6, max: 0.6, jointWith: ['X'] })
    expect(verdicts([holds(['P', 'T', null]), holds(['X', 'T', 0.6])], majority)).toEqual(all('possible'))
  })

  it('of one holding may be in another order', () => {
    const natures = ['ownership-of-shares-25-to-50-percent', 'voting-rights-25-to-50-percent']
    const stakes = [natures, natures.toReversed()].map(listed =>
      relate('P', 'T', 'RoleRelationship', { uid: 'u1', unknownFields: { natures_of_control: listed } }),
    )
    const { shares, votes, issues } = index(stakes, { readRelation: readPscRelation })
    for (const { ofCompany } of [shares, votes])
      expect(ofCompany.get('T')?.[0]?.share).toEqual({ min: 0.250000001, max: 0.5 })
    expect(issues).toEqual([])
  })

  it('of the UK register are not added to a chain of the network', () => {
    const nature = (source: string) =>
      labelled(relate(source, 'T', 'RoleRelationship'), 'ownership-of-shares-25-to-50-percent')
    const chain = [holds(['X', 'A', 1]), holds(['A', 'T', 0.4]), holds(['P', 'T', 0.6])]
    const options = { readRelation: readPscRelation }
    expect(verdicts([...chain, nature('X')], options)).not.toContain('blocked')
    const { owners } = computeOwnership(index([nature('X')], options))
    expect(owners.find(({ id }) => id === 'X')?.effective).toEqual({ min: 0.250000001, max: 0.5 })
    const twice = withFields(relate('X', 'T', 'RoleRelationship'), {
      natures_of_control: [
        'ownership-of-shares-25-to-50-percent',
        'ownership-of-shares-25-to-50-percent-as-trust',
      ],
    })
    expect(verdicts([twice, holds(['P', 'T', 0.4])], options)).toEqual(all('possible'))
  })
})
