import { entryOf } from '../graph/index-network.ts'
import type { GraphEdge } from './graph.ts'

const fewest = 5

/**
 * By the one line that a party has, how many ranks it is away from the other end: dozens of owners of one company stand in rows
 * above each other, not in one row that nobody can see whole.
 */
export function rowsOfLeaves(edges: readonly GraphEdge[]): Map<GraphEdge, number> {
  const counts = new Map<string, number>()
  for (const id of edges.flatMap(({ source, target }) => [source, target]))
    counts.set(id, (counts.get(id) ?? 0) + 1)
  const fans = new Map<string, GraphEdge[]>()
  for (const edge of edges) {
    const isLeafAbove = counts.get(edge.source) === 1
    if (!isLeafAbove && counts.get(edge.target) !== 1) continue
    const fan = isLeafAbove ? `above ${edge.target}` : `below ${edge.source}`
    entryOf(fans, fan, () => []).push(edge)
  }
  return new Map(
    [...fans.values()].flatMap(fan => {
      const perRow = Math.max(fewest, Math.ceil(Math.sqrt(fan.length * 1.5)))
      return fan.map((edge, at) => [edge, 1 + Math.floor(at / perRow)] as const)
    }),
  )
}
