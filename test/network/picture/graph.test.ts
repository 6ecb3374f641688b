import type { Network } from 'entity-screening-sdk'
import { type NetworkGraph, toGraph, toMermaid, toSvg } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import { repetitions } from '../../repetitions.ts'
import { assessScreened } from '../assess-screened.ts'
import {
  holds,
  networkOf,
  organizationNode,
  owned,
  personNode,
  relate,
  sanction,
  sanctionedNode,
  votes,
} from '../networks.ts'
import { randomTies, tiesOf } from '../random-networks.ts'

const linesOf = ({ edges }: NetworkGraph) =>
  edges.map(({ source, target, kind, label }) => [source, kind, target, label].join(' '))

const nodeOf = ({ nodes }: NetworkGraph, id: string) => nodes.find(node => node.id === id)

describe('lines', () => {
  it('are shares, votes, control, roles and other relations, with their labels', () => {
    const network = networkOf([
      holds(['A', 'B', 0.6]),
      votes(['A', 'B', 0.4]),
      relate('A', 'B', 'ControlsRelationship'),
      relate('P', 'B', 'RoleRelationship', { keyPosition: 'Chair' }),
      relate('C', 'B', 'SupplierRelationship'),
      relate('B', 'C', 'SomethingElse'),
    ])
    expect(linesOf(toGraph(network, { id: 'B' }))).toEqual([
      'A ownership B 60 %',
      'A control B controls',
      'A votes B 40 % of votes',
      'B relation C Something Else',
      'C relation B Supplier',
      'P role B Chair',
    ])
  })

  it('always have a label', () => {
    const network = networkOf([
      relate('P', 'A', 'RoleRelationship', { keyPosition: '  ', roleType: 'officer' }),
      relate('B', 'A', 'Relationship'),
    ])
    expect(linesOf(toGraph(network))).toEqual(['B relation A Relation', 'P role A officer'])
  })

  it('show the range of a share, an unknown share as a question mark, and a subsidiary as more than half', () => {
    const network = networkOf([
      holds(['A', 'C', null]),
      holds(['B', 'C', 0.2]),
      holds(['B', 'C', 0.3]),
      relate('C', 'D', 'SubsidiaryRelationship'),
      holds(['D', 'E', null]),
    ])
    expect(linesOf(toGraph(network))).toEqual([
      'A ownership C 0–70 %',
      'B ownership C 30–50 %',
      'C ownership D > 50 %',
      'D ownership E ?',
    ])
  })

  it('do not promise more than half of a subsidiary if others claim too much for that', () => {
    const network = networkOf([relate('A', 'C', 'SubsidiaryRelationship'), holds(['B', 'C', 0.7])])
    const { edges } = toGraph(network)
    const line = edges.find(({ source }) => source === 'A')
    expect(line?.share?.min).toBeLessThan(0.5)
    expect(line?.label).toBe('30–50.0000001 %')
  })

  it('are drawn once, even if a relation is repeated', () => {
    const chair = relate('P', 'A', 'RoleRelationship', { keyPosition: 'Chair' })
    const counsel = relate('P', 'A', 'RoleRelationship', { keyPosition: 'Counsel' })
    const network = networkOf([holds(['P', 'A', 0.5]), holds(['P', 'A', 0.5]), chair, counsel, chair])
    expect(linesOf(toGraph(network))).toEqual(['P ownership A 50 %', 'P role A Chair, Counsel'])
  })

  it('of votes are the stated ones, without the derived ones', () => {
    const network = networkOf([holds(['A', 'C', 0.5]), holds(['B', 'C', 0.5]), votes(['A', 'C', 1])])
    expect(linesOf(toGraph(network)).filter(line => line.includes('votes'))).toEqual([
      'A votes C 100 % of votes',
    ])
  })

  it('lead around in circles, and back to where they start', () => {
    const network = owned(['A', 'A', 0.1], ['A', 'B', 0.5], ['B', 'A', 0.5])
    expect(linesOf(toGraph(network))).toHaveLength(3)
  })
})

describe('parties', () => {
  it('have the status of the assessment, under each regime', () => {
    const network = owned(['X', 'B', 0.5], ['B', 'A', 0.5], ['Y', 'C', null], ['C', 'A', 0.5])
    for (const regime of ['ofac', 'uk', 'eu'] as const) {
      const { blocked, possible } = assessScreened(network, { regime })
      const { nodes } = toGraph(network, { regime })
      const standing = (status: string) => nodes.filter(node => node.status === status).map(({ id }) => id)
      expect(standing('blocked')).toEqual(blocked.map(({ id }) => id).sort())
      expect(standing('possible')).toEqual(possible.map(({ id }) => id).sort())
    }
  })

  it('are blocked if listingOf decides so', () => {
    const graph = toGraph(owned(['P', 'A', 0.7]), { listingOf: ({ id }) => id === 'P' })
    expect(graph.nodes.map(({ status }) => status)).toEqual(['blocked', 'blocked'])
  })

  it('have their hits counted; of several nodes with the same id, the node with most counts', () => {
    const network: Network = {
      ...owned(['P', 'A', 1]),
      nodes: [
        organizationNode('A'),
        personNode('P', { sanctions: [sanction, sanction], countryCode: 'DE' }),
        personNode('P', { sanctions: [sanction], adverseMedia: [sanction] }),
      ],
    }
    expect(nodeOf(toGraph(network), 'P')).toMatchObject({
      hits: { sanctions: 2, pep: 0, adverseMedia: 1, risks: 0 },
      countryCode: 'DE',
    })
  })

  it('are drawn if the network has no node for them', () => {
    const network: Network = { ...owned(['M', 'A', 0.6]), nodes: [organizationNode('A')] }
    expect(nodeOf(toGraph(network), 'M')).toMatchObject({ isMissing: true, name: null, status: 'possible' })
  })

  it('are the same in any order of the network', () => {
    const network = owned(['P', 'B', 0.5], ['Q', 'B', 0.5], ['B', 'A', 0.9], ['R', 'A', 0.1])
    const turned = {
      ...network,
      nodes: network.nodes.toReversed(),
      relations: network.relations.toReversed(),
    }
    expect(toGraph(turned)).toEqual(toGraph(network))
  })
})

describe('of a large network', () => {
  /** A company of 1,000 suppliers, of whom the last has a blocked owner, and of 20 owners. */
  const suppliers = Array.from({ length: 1000 }, (_, at) => `S${at}`)
  const network = networkOf(
    [
      ...suppliers.map(id => relate(id, 'A', 'SupplierRelationship')),
      holds(['X', 'S999', 0.6]),
      ...Array.from({ length: 20 }, (_, at) => holds([`P${at}`, 'A', at / 400])),
    ],
    { rootId: 'A' },
  )

  it('the parties with hits, their chains and most owners are drawn, and the others are counted', () => {
    const graph = toGraph(network, { maxNodes: 12 })
    expect(graph.nodes.map(({ id }) => id)).toEqual(
      ['A', 'X', 'S999', ...Array.from({ length: 9 }, (_, at) => `P${19 - at}`)].sort(),
    )
    expect(nodeOf(graph, 'A')?.folded).toEqual({ count: 1010, withHits: 0 })
    expect(graph.summary).toContain('1,010 parties are not drawn.')
  })

  it('all parties are drawn or counted, once, at every size', { tags: 'long' }, () => {
    for (const maxNodes of [1, 2, 3, 7, 150, 500]) {
      const { nodes, apart } = toGraph(network, { maxNodes })
      expect(nodes.length).toBeLessThanOrEqual(maxNodes)
      const folded = nodes.reduce((sum, node) => sum + node.folded.count, 0)
      expect(nodes.length + folded + apart.count).toBe(1022)
    }
  })

  it('parties with risk factors alone are drawn like those with other hits', () => {
    const risky = network.nodes.map(node => (node.id === 'S5' ? { ...node, risks: ['late filing'] } : node))
    expect(nodeOf(toGraph({ ...network, nodes: risky }, { maxNodes: 12 }), 'S5')?.hits.risks).toBe(1)
  })

  it('hits are never folded without a count', { tags: 'long' }, () => {
    const hits = (graph: NetworkGraph) =>
      graph.nodes.reduce((sum, node) => sum + node.folded.withHits + Number(node.status !== null), 0) +
      graph.apart.withHits
    for (const maxNodes of [1, 2, 3, 12]) expect(hits(toGraph(network, { maxNodes }))).toBe(2)
    const lone = { ...network, nodes: [...network.nodes, sanctionedNode('Lone')] }
    expect(toGraph(lone, { maxNodes: 1 }).apart).toEqual({ count: 1, withHits: 1 })
    expect(nodeOf(toGraph(lone, { maxNodes: 20 }), 'Lone')?.status).toBe('blocked')
  })

  it('a hit at the end of a chain that is too long is counted at the end of the drawn chain', () => {
    const chain = Array.from({ length: 300 }, (_, at) =>
      holds([at === 299 ? 'X' : `C${at + 1}`, `C${at}`, 1]),
    )
    const graph = toGraph(networkOf(chain, { rootId: 'C0' }), { maxNodes: 10 })
    expect(graph.nodes.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `C${at}`))
    expect(nodeOf(graph, 'C9')?.folded).toEqual({ count: 291, withHits: 291 })
  })

  it('the number of lines is limited too, and the others are counted', () => {
    const ids = Array.from({ length: 40 }, (_, at) => `N${at}`)
    const all = ids.flatMap(one => ids.map(other => relate(one, other, 'PartnershipRelationship')))
    const { edges, summary } = toGraph(networkOf(all, { rootId: 'N0' }), { maxNodes: 40 })
    expect(edges).toHaveLength(90)
    expect(summary).toContain('1,510 lines between the others are not drawn.')
  })
})

it('in any network, every line ends at drawn parties, and every party is drawn or counted', () => {
  const property = fc.property(
    randomTies({ whole: false, unknown: true }),
    fc.integer({ min: 1, max: 9 }),
    (ties, maxNodes) => {
      fc.pre(ties.length > 0)
      const network = owned(...tiesOf(ties))
      const { nodes, edges, apart } = toGraph(network, { maxNodes })
      const ids = new Set(nodes.map(({ id }) => id))
      const ends = (edge: NetworkGraph['edges'][number]) => [edge.source, edge.target]
      expect(edges.flatMap(ends).filter(id => !ids.has(id))).toEqual([])
      const counted = nodes.reduce((sum, { folded }) => sum + folded.count, ids.size) + apart.count
      expect(counted).toBe(network.nodes.length)
      expect(nodes.filter(({ isRoot }) => isRoot)).toHaveLength(1)
    },
  )
  fc.assert(property, { numRuns: repetitions(500) })
})

describe('wrong options', () => {
  const network = owned(['P', 'A', 0.5])

  it.each([
    ['regime', 'un', 'must be one of "ofac", "eu", "uk"'],
    ['maxNodes', 0, 'must be a whole number from 1 to 500'],
    ['maxNodes', 1.5, 'must be a whole number from 1 to 500'],
    ['maxNodes', 501, 'must be a whole number from 1 to 500'],
    ['maxNodes', '10', 'must be a whole number from 1 to 500'],
    ['id', 'Z', 'must be the id of a node of the network'],
    ['listingOf', true, 'must be a function'],
    ['unlistedOwners', 'all', 'is no option'],
  ])('%s %j is refused, with the accepted values', async (field, value, message) => {
    const options = Object({ [field]: value })
    const refusal = { name: 'InputValidationError', issues: [{ path: [field], message }] }
    for (const draw of [toGraph, toMermaid]) {
      expect(() => draw(network, options)).toThrow(
        expect.objectContaining({ ...refusal, operation: draw.name }),
      )
    }
    expect(await failureOf(toSvg(network, options))).toMatchObject({ ...refusal, operation: 'toSvg' })
  })

  it('a title that is not a text is refused', async () => {
    const failure = await failureOf(toSvg(network, Object({ title: 7 })))
    const issues = [{ path: ['title'], message: 'must be a text' }]
    expect(failure).toMatchObject({ operation: 'toSvg', issues })
  })
})
