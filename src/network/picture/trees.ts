import { entryOf } from '../graph/index-network.ts'
import type { GraphEdge, NetworkGraph } from './graph.ts'

/** By the id of a party, the lines to the parties that hang on it alone. */
export type Trees = ReadonlyMap<string, Branches>

/** Lines to parties above a party, and below it. */
export interface Branches {
  readonly above: GraphEdge[]
  readonly below: GraphEdge[]
}

/** Fewer stand in a row as well as in a block. */
const fewest = 5

/** Parties with a single line that are many around the same one: dozens in a row would make a picture too wide to see. */
export function findFans({ rootId, edges }: NetworkGraph): Trees {
  const counts = countLines(edges)
  const fans = new Map<string, Branches>()
  for (const edge of edges) {
    const leaf = [edge.source, edge.target].find(id => id !== rootId && counts.get(id) === 1)
    if (leaf !== undefined) hang(fans, edge, leaf)
  }
  for (const { above, below } of fans.values()) {
    for (const side of [above, below]) if (side.length < fewest) side.length = 0
  }
  return fans
}

/** All that hangs on a party by a single line, with all that hangs on it in turn: taken off leaf by leaf. */
export function findTrees({ rootId, edges }: NetworkGraph): Trees {
  const counts = countLines(edges)
  const lines = new Map<string, Set<GraphEdge>>()
  for (const edge of edges)
    for (const id of [edge.source, edge.target]) entryOf(lines, id, () => new Set()).add(edge)
  const trees = new Map<string, Branches>()
  const leaves = [...counts.keys()].filter(id => counts.get(id) === 1)
  for (const leaf of leaves) {
    const [edge] = lines.get(leaf) ?? []
    if (edge === undefined || leaf === rootId || !hang(trees, edge, leaf)) continue
    const hub = edge.source === leaf ? edge.target : edge.source
    const left = lines.get(hub)
    left?.delete(edge)
    lines.delete(leaf)
    if (left?.size === 1) leaves.push(hub)
  }
  return trees
}

function countLines(edges: readonly GraphEdge[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { source, target } of edges)
    for (const id of [source, target]) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Hangs a party on another, unless its line would run through what hangs on itself, or be lost among other broken lines. */
function hang(trees: Map<string, Branches>, edge: GraphEdge, leaf: string): boolean {
  const isAbove = edge.source === leaf
  const isBroken = edge.isIndirect || edge.kind === 'votes' || edge.kind === 'control'
  const own = trees.get(leaf)
  // What owns itself does not hang on itself: it would be nowhere.
  if (edge.source === edge.target) return false
  if ((isAbove && isBroken) || (isAbove ? own?.below : own?.above)?.length) return false
  const branches = entryOf(trees, isAbove ? edge.target : edge.source, () => ({ above: [], below: [] }))
  branches[isAbove ? 'above' : 'below'].push(edge)
  return true
}
