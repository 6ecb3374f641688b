import type { Network } from 'entity-screening-sdk'
import { toGraph } from 'entity-screening-sdk/network'
import { expect, it } from 'vitest'
import { layOut } from '../../../src/network/picture/layout.ts'
import { holds, networkOf, organizationNode, sanction, type Tie } from '../networks.ts'

/** Parties with a few owners each, some of them sanctioned: of the large ones a part is drawn. */
function networkOfSize(size: number, seed: number): Network {
  let state = seed
  const random = () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
  const chains = Array.from({ length: size - 1 }, (_, at): Tie => {
    const company = Math.floor(random() * 0.6 * (at + 1))
    return [`N${at + 1}`, `N${company}`, random() < 0.3 ? null : random() * 0.4]
  })
  const others = Array.from({ length: size / 5 }, (): Tie => {
    const [owner, company] = [Math.floor(random() * size), Math.floor(random() * size)]
    return [`N${owner}`, `N${company}`, random() / 10]
  })
  const nodes = Array.from({ length: size }, (_, at) =>
    organizationNode(`N${at}`, {
      name: 'Long Name '.repeat(1 + (at % 4)),
      sanctions: at % 29 === 3 ? [sanction] : [],
      risks: at % 31 === 4 ? ['late filing'] : [],
    }),
  )
  return networkOf([...chains, ...others].map(holds), { nodes, rootId: 'N0' })
}

it.each([
  [10, 1],
  [40, 1],
  [150, 1],
  [1000, 7],
  [1000, 8],
])('a line never crosses the box of another party, of %i', { tags: 'long' }, async (size, seed) => {
  const { nodes, edges } = await layOut(toGraph(networkOfSize(size, seed)))
  const crossings = edges.flatMap(({ edge, points }) =>
    nodes
      .filter(({ node }) => node.id !== edge.source && node.id !== edge.target)
      .filter(box => points.some((point, at) => at > 0 && isThrough(box, points[at - 1] ?? point, point)))
      .map(({ node }) => `${edge.source} to ${edge.target} through ${node.id}`),
  )
  expect(crossings).toEqual([])
})

it('a party that owns itself is placed, with its neighbours', async () => {
  const row = Array.from({ length: 9 }, (_, at) => organizationNode(`N${at}`))
  const ties: Tie[] = [
    ['N1', 'N1', 0.4],
    ['N2', 'N1', 0.1],
  ]
  const graph = toGraph(networkOf(ties.map(holds), { nodes: row, rootId: 'N0' }))
  const { nodes } = await layOut(graph)
  expect(nodes.map(({ node }) => node.id).toSorted()).toEqual(row.map(({ id }) => id))
})

interface Place {
  readonly x: number
  readonly y: number
}

/** Whether a part of a straight line is inside a box, by more than a pixel. */
function isThrough(
  box: Place & { readonly width: number; readonly height: number },
  one: Place,
  other: Place,
) {
  const [left, right] = [box.x + 1, box.x + box.width - 1]
  const [top, bottom] = [box.y + 1, box.y + box.height - 1]
  const isBeside =
    Math.max(one.x, other.x) <= left ||
    Math.min(one.x, other.x) >= right ||
    Math.max(one.y, other.y) <= top ||
    Math.min(one.y, other.y) >= bottom
  if (isBeside) return false
  return Array.from({ length: 65 }, (_, at) => at / 64).some(part => {
    const [x, y] = [one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part]
    return x > left && x < right && y > top && y < bottom
  })
}
