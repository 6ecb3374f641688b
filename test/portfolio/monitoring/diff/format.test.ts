import type { Entity, NetworkNode, Relation } from 'entity-screening-sdk'
import { diffEntities, diffNetworks, formatChange } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { entity, entry, leads, network, node, owns, pepEntry, relation } from '../records.ts'

const ofEntity = (before: Partial<Entity>, after: Partial<Entity>) =>
  diffEntities([entity(before)], [entity(after)]).map(formatChange)

const ofNode = (before: Partial<NetworkNode>, after: Partial<NetworkNode>) => {
  const braskin = node('b', { name: 'Yevgraf Braskin', type: 'person' })
  return diffNetworks(network([{ ...braskin, ...before }]), network([{ ...braskin, ...after }])).map(
    formatChange,
  )
}

const ofRelation = (before: Relation | null, after: Relation | null) => {
  const nodes = [node('d', { name: 'Delta Holding' }), node('n', { name: 'Nordwind GmbH' })]
  const from = network(nodes, before ? [before] : [])
  return diffNetworks(from, network(nodes, after ? [after] : [])).map(formatChange)
}

describe('a change of an entity in words', () => {
  it.each<[Partial<Entity>, Partial<Entity>, string]>([
    [{}, { riskLevel: 'high' }, 'Nordwind GmbH: risk level up from low to high'],
    [{}, { riskLevel: 'critical' }, 'Nordwind GmbH: risk level changed from low to critical'],
    [{ riskLevel: null }, {}, 'Nordwind GmbH: risk level changed from none to low'],
    [{}, { riskLevel: null }, 'Nordwind GmbH: risk level changed from low to none'],
    [{}, { riskScore: 5 }, 'Nordwind GmbH: risk score down from 10 to 5'],
    [{ riskScore: null }, { riskScore: 0 }, 'Nordwind GmbH: risk score changed from none to 0'],
    [{}, { caseStatus: 'DONE' }, 'Nordwind GmbH: case status changed from IN_PROGRESS to DONE'],
    [{}, { countryCode: 'AT' }, 'Nordwind GmbH: country changed from DE to AT'],
    [{}, { registration: 'HRB 7' }, 'Nordwind GmbH: registration changed from none to HRB 7'],
    [{ dueDate: '2025-04-01' }, {}, 'Nordwind GmbH: due date changed from 2025-04-01 to none'],
    [{}, { type: 'person' }, 'Nordwind GmbH: type changed from organization to person'],
    [{}, { name: 'Nordwind AG' }, 'Nordwind AG: name changed from Nordwind GmbH to Nordwind AG'],
    [{ name: '' }, {}, 'Nordwind GmbH: name changed from none to Nordwind GmbH'],
    [{}, { name: '' }, 'e1: name changed from Nordwind GmbH to none'],
  ])('%o, then %o', (before, after, line) => {
    expect(ofEntity(before, after)).toEqual([line])
  })

  it('says who is new and who is gone', () => {
    const [line] = diffEntities([], [entity()]).map(formatChange)
    expect(line).toBe('new entity Nordwind GmbH (organization, DE, low risk)')
    const [gone] = diffEntities([entity({ name: '' })], []).map(formatChange)
    expect(gone).toBe('entity e1 is not shown any more (organization, DE, low risk)')
  })
})

describe('a change of a node in words', () => {
  it.each<[Partial<NetworkNode>, Partial<NetworkNode>, string]>([
    [
      {},
      { sanctions: [entry({ program: 'Asset Freeze', listed_on: '2022-03-01', match: { score: 1 } })] },
      'new sanctions entry against Yevgraf Braskin (listedon: 2022-03-01, program: Asset Freeze)',
    ],
    [
      { sanctions: [entry({ program: 'Asset Freeze' })] },
      {},
      'sanctions entry against Yevgraf Braskin is not shown any more (program: Asset Freeze)',
    ],
    [
      {},
      { sanctions: [entry({}, ['https://list.example/7'])] },
      'new sanctions entry against Yevgraf Braskin',
    ],
    [{}, { sanctions: [entry()] }, 'new sanctions entry against Yevgraf Braskin'],
    [
      { sanctions: [entry({ program: 'P', until: null })] },
      { sanctions: [entry({ program: 'P', until: '2027', aliases: ['E'] })] },
      'sanctions entry against Yevgraf Braskin changed (aliases from none to ["E"], until from none to 2027)',
    ],
    [
      {},
      { pep: [{ ...pepEntry('Minister'), name: 'Evgraf Braskin' }] },
      'new PEP entry about Yevgraf Braskin (name: Evgraf Braskin, position: Minister)',
    ],
    [
      {},
      { adverseMedia: [{ ...entry({ headline: 'Tried' }), name: 'Yevgraf Braskin' }] },
      'new adverse media entry about Yevgraf Braskin (headline: Tried)',
    ],
    [
      { adverseMedia: [entry({ headline: 'Tried' }, ['a'])] },
      { adverseMedia: ['a', 'b'].map(source => entry({ headline: 'Tried' }, [source])) },
      'adverse media entry about Yevgraf Braskin changed (entry added: {"headline":"Tried","sources":["b"],"party.countrycode":"DE","party.type":"person"})',
    ],
    [
      { adverseMedia: ['a', 'b'].map(source => entry({ headline: 'Tried' }, [source])) },
      { adverseMedia: [entry({ headline: 'Tried' }, ['a'])] },
      'adverse media entry about Yevgraf Braskin changed (entry removed: {"headline":"Tried","sources":["b"],"party.countrycode":"DE","party.type":"person"})',
    ],
    [
      {},
      { adverseMedia: ['a', 'b'].map(source => entry({ headline: 'Tried' }, [source])) },
      'new adverse media entry about Yevgraf Braskin (headline: Tried)',
    ],
    [{}, { calculatedRiskScore: 95 }, 'Yevgraf Braskin: risk score up from 10 to 95'],
    [{}, { countryCode: null }, 'Yevgraf Braskin: country changed from DE to none'],
    [{}, { name: 'E. Braskin' }, 'E. Braskin: name changed from Yevgraf Braskin to E. Braskin'],
  ])('%o, then %o', (before, after, line) => {
    expect(ofNode(before, after)).toEqual([line])
  })

  it('says who came into the network, with what, and who is not in it any more', () => {
    const sanctioned = node('b', { name: null, sanctions: [entry({ program: 'P' })] })
    const [with_, without] = [network([node('a'), sanctioned]), network([node('a')])]
    expect(diffNetworks(without, with_).map(formatChange)).toEqual([
      'new party b (organization, DE)',
      'new sanctions entry against b (program: P)',
    ])
    expect(diffNetworks(with_, without).map(formatChange)).toEqual([
      'party b is not shown any more (organization, DE)',
      'sanctions entry against b is not shown any more (program: P)',
    ])
    expect(diffNetworks(without, network([node('a')], [], 'x')).map(formatChange)).toEqual([
      'root of the network changed from Name of a to x',
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
    [
      owns('d', 'n', 0.4),
      owns('d', 'n', 0.6),
      'share of Delta Holding in Nordwind GmbH up from 40 % to 60 %',
    ],
    [
      owns('d', 'n', null),
      owns('d', 'n', 1),
      'share of Delta Holding in Nordwind GmbH changed from unknown to 100 %',
    ],
    [
      owns('d', 'n', 0.07),
      owns('d', 'n', 1 / 3),
      'share of Delta Holding in Nordwind GmbH up from 7 % to 33.3333 %',
    ],
    [
      owns('d', 'n', 0.5),
      owns('d', 'n', 0.500001),
      'share of Delta Holding in Nordwind GmbH up from 50 % to 50.0001 %',
    ],
    [votes(0.4), votes(0.6), 'voting rights of Delta Holding in Nordwind GmbH up from 40 % to 60 %'],
    [
      relation('d', 'n', 'InvestmentRelationship', { exactShare: 0.1 }),
      relation('d', 'n', 'InvestmentRelationship', { exactShare: 0.2 }),
      'investment relationship from Delta Holding to Nordwind GmbH up from 10 % to 20 %',
    ],
    [null, owns('d', 'n', 0.6), 'new share of Delta Holding in Nordwind GmbH (60 %)'],
    [null, owns('d', 'n', null), 'new share of Delta Holding in Nordwind GmbH'],
    [null, owns('d', 'n', 0.00001), 'new share of Delta Holding in Nordwind GmbH (0.001 %)'],
    [owns('d', 'n', 0.6), null, 'share of Delta Holding in Nordwind GmbH is not shown any more (60 %)'],
    [null, votes(0.3), 'new voting rights of Delta Holding in Nordwind GmbH (30 %)'],
    [controls, null, 'control of Delta Holding over Nordwind GmbH is not shown any more'],
    [null, former, 'new role of Delta Holding in Nordwind GmbH (Director, Former)'],
    [
      null,
      relation('d', 'n', 'RoleRelationship', { label: 'Head' }),
      'new role of Delta Holding in Nordwind GmbH (Head)',
    ],
    [null, relation('d', 'n', 'RoleRelationship'), 'new role of Delta Holding in Nordwind GmbH'],
    [director, null, 'role of Delta Holding in Nordwind GmbH is not shown any more (Director)'],
    [director, former, 'role of Delta Holding in Nordwind GmbH changed from Director to Director, Former'],
    [
      director,
      board,
      'role of Delta Holding in Nordwind GmbH changed from Director to Director, board_member, not executive',
    ],
    [null, supplies('Steel'), 'new supplier relationship from Delta Holding to Nordwind GmbH (Steel)'],
    [supplies(null), null, 'supplier relationship from Delta Holding to Nordwind GmbH is not shown any more'],
    [
      supplies('Steel'),
      supplies(null),
      'supplier relationship from Delta Holding to Nordwind GmbH changed from Steel to none',
    ],
    [null, relation('d', 'n', ''), 'new relation from Delta Holding to Nordwind GmbH'],
    [null, relation('d', 'ghost', 'ControlsRelationship'), 'new control of Delta Holding over ghost'],
  ])('%o, then %o', (before, after, line) => {
    expect(ofRelation(before, after)).toEqual([line])
  })
})

describe('the line of a change', () => {
  it('is one line, without anything that a terminal would obey', () => {
    const name = 'Nord\nwind\r\n\u001b[31mGmbH\u2028\u202e\u0085\ud800'
    const [line = ''] = ofEntity({ name }, { name, riskLevel: 'high' })
    expect(line).toBe('Nord wind [31mGmbH \ufffd: risk level up from low to high')
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
