import type { Entity, NetworkNode, Relation } from 'entity-screening-sdk'
import { diff, formatChange } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { entity, entry, leads, network, node, owns, pepEntry, relation } from '../records.ts'

const ofEntity = (before: Partial<Entity>, after: Partial<Entity>) =>
  diff([entity(before)], [entity(after)]).map(formatChange)

const ofNode = (before: Partial<NetworkNode>, after: Partial<NetworkNode>) => {
  const braskin = node('b', { name: 'Yevgraf Braskin', type: 'person' })
  return diff(network([{ ...braskin, ...before }]), network([{ ...braskin, ...after }])).map(formatChange)
}

const ofRelation = (before: Relation | null, after: Relation | null) => {
  const nodes = [node('d', { name: 'Delta Holding' }), node('n', { name: 'Nordwind GmbH' })]
  const from = network(nodes, before ? [before] : [])
  return diff(from, network(nodes, after ? [after] : [])).map(formatChange)
}

describe('a change of an entity in words', () => {
  it.each<[Partial<Entity>, Partial<Entity>, string]>([
    [{}, { riskLevel: 'high' }, 'Nordwind GmbH: risk up from low to high'],
    [{}, { riskLevel: 'critical' }, 'Nordwind GmbH: risk changed from low to critical'],
    [{ riskLevel: null }, {}, 'Nordwind GmbH: risk level is low now, none before'],
    [{}, { riskLevel: null }, 'Nordwind GmbH: no risk level now, low before'],
    [{}, { riskScore: 5 }, 'Nordwind GmbH: risk score down from 10 to 5'],
    [{ riskScore: null }, { riskScore: 0 }, 'Nordwind GmbH: risk score is 0 now, none before'],
    [{}, { caseStatus: 'DONE' }, 'Nordwind GmbH: case status changed from IN_PROGRESS to DONE'],
    [{}, { countryCode: 'AT' }, 'Nordwind GmbH: country changed from DE to AT'],
    [{}, { registration: 'HRB 7' }, 'Nordwind GmbH: registration is HRB 7 now, none before'],
    [{ dueDate: '2025-04-01' }, {}, 'Nordwind GmbH: no due date now, 2025-04-01 before'],
    [{}, { type: 'person' }, 'Nordwind GmbH: type changed from organization to person'],
    [{}, { name: 'Nordwind AG' }, 'Nordwind GmbH is called Nordwind AG now'],
    [{ name: '' }, {}, 'e1 is called Nordwind GmbH now'],
    [{}, { name: '' }, 'Nordwind GmbH has no name now'],
  ])('%o, then %o', (before, after, line) => {
    expect(ofEntity(before, after)).toEqual([line])
  })

  it('says who is new and who is gone', () => {
    const [line] = diff([], [entity()]).map(formatChange)
    expect(line).toBe('Nordwind GmbH: new in the list (organization, DE, Low Risk)')
    const [gone] = diff([entity({ name: '' })], []).map(formatChange)
    expect(gone).toBe('e1: not in the list any more')
  })
})

describe('a change of a node in words', () => {
  it.each<[Partial<NetworkNode>, Partial<NetworkNode>, string]>([
    [
      {},
      { sanctions: [entry({ program: 'Asset Freeze', listed_on: '2022-03-01', match: { score: 1 } })] },
      'new sanctions entry against Yevgraf Braskin (program: Asset Freeze, listed on: 2022-03-01)',
    ],
    [
      { sanctions: [entry({ program: 'Asset Freeze' })] },
      {},
      'sanctions entry against Yevgraf Braskin is not there any more (program: Asset Freeze)',
    ],
    [
      {},
      { sanctions: [entry({}, ['https://list.example/7'])] },
      'new sanctions entry against Yevgraf Braskin (https://list.example/7)',
    ],
    [{}, { sanctions: [entry()] }, 'new sanctions entry against Yevgraf Braskin'],
    [
      { sanctions: [entry({ program: 'P', until: null })] },
      { sanctions: [entry({ program: 'P', until: '2027', aliases: ['E'] })] },
      'sanctions entry against Yevgraf Braskin has changed (aliases: ["E"] now, nothing before, until: 2027 now, nothing before)',
    ],
    [
      {},
      { pep: [{ ...pepEntry('Minister'), name: 'Evgraf Braskin' }] },
      'new PEP entry about Yevgraf Braskin (Minister, name: Evgraf Braskin)',
    ],
    [
      {},
      { adverseMedia: [{ ...entry({ headline: 'Tried' }), name: 'Yevgraf Braskin' }] },
      'new adverse media entry about Yevgraf Braskin (headline: Tried)',
    ],
    [{}, { calculatedRiskScore: 95 }, 'Yevgraf Braskin: calculated risk score up from 10 to 95'],
    [{}, { countryCode: null }, 'Yevgraf Braskin: no country now, DE before'],
    [{}, { name: 'E. Braskin' }, 'Yevgraf Braskin is called E. Braskin now'],
  ])('%o, then %o', (before, after, line) => {
    expect(ofNode(before, after)).toEqual([line])
  })

  it('says who came into the network, with what, and who is not in it any more', () => {
    const sanctioned = node('b', { name: null, sanctions: [entry({ program: 'P' })] })
    const [with_, without] = [network([node('a'), sanctioned]), network([node('a')])]
    expect(diff(without, with_).map(formatChange)).toEqual([
      'b is new in the network (organization, DE)',
      'new sanctions entry against b (program: P)',
    ])
    expect(diff(with_, without).map(formatChange)).toEqual([
      'b is not in the network any more',
      'sanctions entry against b is not there any more (program: P)',
    ])
    expect(diff(without, network([node('a')], [], 'x')).map(formatChange)).toEqual([
      'the root of the network is x now, Name of a before',
    ])
  })
})

describe('a change of a relation in words', () => {
  const votes = (share: number | null) =>
    relation('d', 'n', 'VotingRightsRelationship', { exactShare: share, uid: 'v' })
  const controls = relation('d', 'n', 'ControlsRelationship')
  const director = leads('d', 'n', 'Director', 'r')
  const former = { ...director, details: { ...director.details, description: 'Former' } }
  const board = {
    ...director,
    details: { ...director.details, roleType: 'board_member', isExecutive: false },
  }
  const supplies = (label: string | null) => relation('d', 'n', 'SupplierRelationship', { label })

  it.each<[Relation | null, Relation | null, string]>([
    [owns('d', 'n', 0.4), owns('d', 'n', 0.6), 'Delta Holding owns 60 % of Nordwind GmbH now, 40 % before'],
    [
      owns('d', 'n', null),
      owns('d', 'n', 1),
      'Delta Holding owns 100 % of Nordwind GmbH now, an unknown share before',
    ],
    [
      owns('d', 'n', 0.07),
      owns('d', 'n', 1 / 3),
      'Delta Holding owns 33.33 % of Nordwind GmbH now, 7 % before',
    ],
    [
      owns('d', 'n', 0.5),
      owns('d', 'n', 0.500001),
      'Delta Holding owns 50.0001 % of Nordwind GmbH now, 50 % before',
    ],
    [
      votes(0.4),
      votes(0.6),
      'Delta Holding holds 60 % of the voting rights in Nordwind GmbH now, 40 % before',
    ],
    [
      relation('d', 'n', 'InvestmentRelationship', { exactShare: 0.1 }),
      relation('d', 'n', 'InvestmentRelationship', { exactShare: 0.2 }),
      'Delta Holding has 20 % of Nordwind GmbH now, 10 % before (investment relationship)',
    ],
    [null, owns('d', 'n', 0.6), 'new owner of Nordwind GmbH: Delta Holding (60 %)'],
    [null, owns('d', 'n', null), 'new owner of Nordwind GmbH: Delta Holding'],
    [null, owns('d', 'n', 0.00001), 'new owner of Nordwind GmbH: Delta Holding (0.001 %)'],
    [owns('d', 'n', 0.6), null, 'Delta Holding is not shown as owner of Nordwind GmbH any more (60 %)'],
    [null, votes(0.3), 'new holder of voting rights in Nordwind GmbH: Delta Holding (30 %)'],
    [controls, null, 'Delta Holding is not shown as party in control of Nordwind GmbH any more'],
    [null, former, 'new role in Nordwind GmbH: Delta Holding, Director (Former)'],
    [
      null,
      relation('d', 'n', 'RoleRelationship', { label: 'Head' }),
      'new role in Nordwind GmbH: Delta Holding, Head',
    ],
    [null, relation('d', 'n', 'RoleRelationship'), 'new role in Nordwind GmbH: Delta Holding'],
    [director, null, 'role not shown any more in Nordwind GmbH: Delta Holding, Director'],
    [director, former, 'role of Delta Holding in Nordwind GmbH: Director, Former now, Director before'],
    [
      director,
      board,
      'role of Delta Holding in Nordwind GmbH: Director, board_member, not executive now, Director before',
    ],
    [null, supplies('Steel'), 'new supplier relationship from Delta Holding to Nordwind GmbH (Steel)'],
    [supplies(null), null, 'supplier relationship from Delta Holding to Nordwind GmbH is not shown any more'],
    [
      supplies('Steel'),
      supplies(null),
      'supplier relationship from Delta Holding to Nordwind GmbH: nothing said now, Steel before',
    ],
    [null, relation('d', 'n', ''), 'new relation from Delta Holding to Nordwind GmbH'],
    [null, relation('d', 'ghost', 'ControlsRelationship'), 'new party in control of ghost: Delta Holding'],
  ])('%o, then %o', (before, after, line) => {
    expect(ofRelation(before, after)).toEqual([line])
  })
})

describe('the line of a change', () => {
  it('is one line, without anything that a terminal would obey', () => {
    const name = 'Nord\nwind\r\n\u001b[31mGmbH\u2028\u202e\u0085\ud800'
    const [line = ''] = ofEntity({ name }, { name, riskLevel: 'high' })
    expect(line).toBe('Nord wind [31mGmbH \ufffd: risk up from low to high')
  })

  it('does not hand on a text without end', () => {
    const endless = '😀'.repeat(100_000)
    const [line = ''] = ofNode({}, { adverseMedia: [entry({ headline: endless })] })
    expect(line.length).toBeLessThan(500)
    expect(line.isWellFormed()).toBe(true)
    const [role = ''] = ofRelation(null, leads('d', 'n', endless))
    expect(role.length).toBeLessThan(500)
    const [status = ''] = ofEntity({ name: endless }, { name: endless, caseStatus: endless })
    expect(status.length).toBeLessThan(1000)
  })
})
