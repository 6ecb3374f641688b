import type { Network, Relation } from 'entity-screening-sdk'
import { listHits } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTree } from '../../../cli/network/lines.ts'
import { buildTrees } from '../../../cli/network/tree.ts'
import { textColumns } from '../../../cli/output/text.ts'
import { holds, organizationNode, relate, sanction } from '../../network/networks.ts'
import { repetitions } from '../../repetitions.ts'

function networkAround(ids: readonly string[], relations: readonly Relation[]): Network {
  return {
    rootId: ids[0] ?? null,
    nodes: ids.map(id => organizationNode(id)),
    relations: [...relations],
    isComplete: true,
    overriddenFields: [],
    unknownFields: {},
  }
}

const owns = (owner: string, company: string, share: number | null) => holds([owner, company, share])

function linesOf(network: Network, terminal: number | null = null): string[] {
  const lines = formatTree(network, listHits(network, { entity: 'Root' }), terminal)
  return Array.from(lines, line => line.map(({ text }) => text).join(''))
}

describe('the tree of a network', () => {
  it('has owners first, the largest share on top, and holdings after them', () => {
    const relations = [
      owns('Root', 'Below', 1),
      owns('Small', 'Root', 0.2),
      owns('Large', 'Root', 0.8),
      owns('Top', 'Large', null),
      relate('Voter', 'Root', 'VotingRightsRelationship', { exactShare: 0.3 }),
      relate('Root', 'Other', 'ControlsRelationship', {}),
      relate('Top', 'Kin', 'FamilyRelationship', { description: 'Siblings' }),
    ]
    const ids = ['Root', 'Below', 'Small', 'Large', 'Top', 'Voter', 'Other', 'Kin', 'Alone']
    expect(linesOf(networkAround(ids, relations))).toEqual([
      'Root  organization  Root',
      '├─ owned 80 % by Large  organization  Large',
      '│  └─ owned ? by Top  organization  Top',
      '│     └─ → family (Siblings): Kin  organization  Kin',
      '├─ 30 % of the votes held by Voter  organization  Voter',
      '├─ owned 20 % by Small  organization  Small',
      '├─ owns 100 % of Below  organization  Below',
      '└─ controls Other  organization  Other',
      'Alone  organization  Alone',
    ])
  })

  it('cuts cycles and second chains with a sign', () => {
    const relations = [
      owns('A', 'Root', 0.5),
      owns('B', 'Root', 0.5),
      owns('Top', 'A', 1),
      owns('Top', 'B', 1),
      owns('Root', 'Top', 0.1),
      owns('Root', 'Root', 0.05),
    ]
    expect(linesOf(networkAround(['Root', 'A', 'B', 'Top'], relations))).toEqual([
      'Root  organization  Root',
      '├─ owned 50 % by A  organization  A',
      '│  └─ owned 100 % by Top  organization  Top',
      '├─ owned 50 % by B  organization  B',
      '│  └─ owned 100 % by ↺ Top',
      '├─ owned 5 % by ↺ Root',
      '└─ owns 10 % of ↺ Top',
    ])
  })

  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const type = fc.constantFrom(
    'ShareholdingRelationship',
    'RoleRelationship',
    'ControlsRelationship',
    'Other',
  )
  const relation = fc
    .tuple(type, fc.constantFrom(...ids, 'missing'), fc.constantFrom(...ids))
    .map(([kind, source, target]) => relate(source, target, kind, {}))
  const networks = fc.array(relation, { maxLength: 14 }).map(relations => networkAround(ids, relations))

  it('gives each party one position and each relation one line', () => {
    fc.assert(
      fc.property(networks, network => {
        const places = [...buildTrees(network)]
        const own = places.filter(({ isElsewhere }) => !isElsewhere).map(({ id }) => id)
        const all = new Set([...ids, ...network.relations.flatMap(({ source, target }) => [source, target])])
        expect(own.toSorted()).toEqual([...all].toSorted())
        const shown = places.flatMap(({ link }) => (link === null ? [] : [link.relation]))
        expect(shown).toHaveLength(network.relations.length)
        expect(new Set(shown)).toEqual(new Set(network.relations))
        expect(places[0]).toMatchObject({ id: 'a', link: null })
      }),
      { numRuns: repetitions(500) },
    )
  })

  it('fits a terminal without leaving out a hit, and is complete without a terminal', () => {
    const name = 'Vereinigte Nordwind Turbinen- und Anlagenbau Beteiligungsgesellschaft mbH & Co. KG'
    const depth = 60
    const chain = Array.from({ length: depth }, (_, at) => `company-${at}`)
    const relations = chain.slice(1).map((id, at) => owns(id, chain[at] ?? '', 1))
    const network = networkAround(chain, relations)
    for (const node of network.nodes) Object.assign(node, { name, sanctions: [sanction] })
    for (const columns of [80, 120]) {
      const lines = linesOf(network, columns)
      expect(lines.filter(line => textColumns(line) > columns)).toEqual([])
      expect(lines.filter(line => line.includes('sanctions 1'))).toHaveLength(depth)
    }
    for (const line of linesOf(network)) expect(line).toContain(name)
  })

  it('passes no control character of a name to a terminal', () => {
    const network = networkAround(['Root'], [])
    network.nodes = [organizationNode('Root', { name: 'Evil\u001b[2J\u202e\nName', sanctions: [sanction] })]
    expect(linesOf(network, 80)).toEqual([
      'Evil\\u001b[2J\\u202e\\u000aName  organization  Root  sanctions 1',
    ])
  })
})
