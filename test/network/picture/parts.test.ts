import type { Network } from 'entity-screening-sdk'
import { toGraph } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOut } from '../../../src/network/picture/layout.ts'
import { repetitions } from '../../repetitions.ts'
import { holds, networkOf, organizationNode, relate, sanction, type Tie } from '../networks.ts'

/** Names that take several lines of a box. */
const wide = 'Beteiligungsverwaltungsgesellschaft'

function wideNetwork(ties: readonly Tie[], alone: readonly string[] = []): Network {
  const ids = new Set(['root', ...ties.flatMap(([owner, company]) => [company, owner]), ...alone])
  const nodes = [...ids].map(id => organizationNode(id, { name: `${wide} ${id}` }))
  return networkOf(ties.map(holds), { nodes, rootId: 'root' })
}

function starOf(hub: string, count: number): Tie[] {
  return Array.from({ length: count }, (_, at) => [`${hub}${at}`, hub, 0.1])
}

const itself = (id: string): Tie => [id, id, 0.3]

/** What stands beside the part of the root, and who has no line at all. */
const parts: Record<string, { readonly ties: readonly Tie[]; readonly alone?: readonly string[] }> = {
  'a second part': { ties: starOf('a', 3) },
  'a second and a third part': { ties: [...starOf('a', 6), ...starOf('b', 2)] },
  'a part whose hub owns itself': { ties: [...starOf('a', 3), itself('a')] },
  'parts whose parties all own themselves': {
    ties: [...starOf('a', 6), ...starOf('b', 1), ...['root', 'a', 'b', 'b0', 'c'].map(itself)],
  },
  'a pair': { ties: [['a', 'b', 0.5]] },
  'a chain': {
    ties: [
      ['a', 'b', 0.5],
      ['b', 'c', 0.5],
      ['c', 'd', 0.5],
    ],
  },
  'a zigzag': {
    ties: [
      ['a', 'b', 0.5],
      ['c', 'b', 0.5],
      ['c', 'd', 0.5],
      ['e', 'd', 0.5],
    ],
  },
  'a cycle of two': {
    ties: [
      ['a', 'b', 0.5],
      ['b', 'a', 0.5],
    ],
  },
  'a cycle of three, with owners': {
    ties: [['a', 'b', 0.5], ['b', 'c', 0.5], ['c', 'a', 0.5], ...starOf('a', 5)],
  },
  'parties without a line': { ties: [], alone: ['x', 'y', 'z'] },
}

/** The root without owners, with some, and with so many that all that can hang on another does. */
const owners = [0, 8, 60]

describe('a picture of a network in parts that are not connected', () => {
  it.each(
    Object.entries(parts).flatMap(([name, { ties, alone }]) =>
      owners.map(count => [name, count, wideNetwork([...starOf('root', count), ...ties], alone)] as const),
    ),
  )('has every party and every line: %s, beside a root with %i owners', async (_name, _count, network) => {
    const graph = toGraph(network)
    const { nodes, edges } = await layOut(graph)
    expect(nodes.map(({ node }) => node.id).toSorted()).toEqual(network.nodes.map(({ id }) => id).toSorted())
    expect(new Set(edges.map(({ edge }) => edge))).toEqual(new Set(graph.edges))
  })
})

/** Any lines between any parties: parts, loops, several lines between the same two, parties without a line. */
const anyNetwork = fc.integer({ min: 1, max: 40 }).chain(size => {
  const id = fc.integer({ min: 0, max: size - 1 }).map(at => `N${at}`)
  const tie = fc.tuple(id, id, fc.constantFrom(0.1, 0.6, null))
  const kind = fc.constantFrom('ControlsRelationship', 'SupplierRelationship')
  return fc
    .record({
      ties: fc.array(tie, { maxLength: size }),
      others: fc.array(fc.tuple(id, id, kind), { maxLength: 5 }),
      listed: fc.array(id, { maxLength: 30 }),
    })
    .map(({ ties, others, listed }) => {
      const nodes = Array.from({ length: size }, (_, at) =>
        organizationNode(`N${at}`, { sanctions: listed.includes(`N${at}`) ? [sanction] : [] }),
      )
      const relations = [...ties.map(holds), ...others.map(other => relate(...other))]
      return networkOf(relations, { nodes, rootId: 'N0' })
    })
})

describe('of any network', () => {
  it('each party and each line has its place, once, and no line joins another', {
    tags: 'long',
  }, async () => {
    const property = fc.asyncProperty(anyNetwork, async network => {
      const graph = toGraph(network)
      const { nodes, edges } = await layOut(graph)
      expect(nodes.map(({ node }) => node.id).toSorted()).toEqual(graph.nodes.map(({ id }) => id).toSorted())
      expect(edges).toHaveLength(graph.edges.length)
      const ends = edges.flatMap(({ points }) => [points.at(0), points.at(-1)])
      expect(new Set(ends.map(end => JSON.stringify(end))).size).toBe(ends.length)
    })
    await fc.assert(property, { numRuns: repetitions(100) })
  })

  it('the drawn and the counted parties are all parties, also of those with hits', { tags: 'long' }, () => {
    const property = fc.property(anyNetwork, fc.integer({ min: 1, max: 45 }), (network, maxNodes) => {
      const { nodes, apart } = toGraph(network, { maxNodes })
      expect(nodes.length).toBeLessThanOrEqual(maxNodes)
      const counted = nodes.reduce((sum, { folded }) => sum + folded.count, apart.count)
      expect(nodes.length + counted).toBe(network.nodes.length)
      const all = toGraph(network).nodes
      const isConspicuous = ({ status, hits }: (typeof all)[number]) => status !== null || hits.sanctions > 0
      const withHits = nodes.reduce((sum, { folded }) => sum + folded.withHits, apart.withHits)
      expect(nodes.filter(isConspicuous).length + withHits).toBe(all.filter(isConspicuous).length)
    })
    fc.assert(property, { numRuns: repetitions(500) })
  })
})
