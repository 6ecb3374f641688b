import { entryOf } from '../graph/lists.ts'
import type { GraphEdge, NetworkGraph } from './graph.ts'

/** Parties with a single line that are many around the same one, on one side of it. */
export interface Fan {
  readonly hub: string
  readonly side: 'above' | 'below'
  readonly edges: readonly GraphEdge[]
}

/** Fewer stand in a row as well as in a block. */
const fewest = 5

/**
 * Finds parties of which dozens in a row would make a picture too wide to see. Owners, holdings and the like stand in one fan,
 * partners, suppliers and roles in another: their lines do not meet.
 */
export function findFans({ rootId, edges }: NetworkGraph): Fan[] {
  const counts = new Map<string, number>()
  for (const { source, target } of edges)
    for (const id of [source, target]) counts.set(id, (counts.get(id) ?? 0) + 1)
  const fans = new Map<string, Fan & { readonly edges: GraphEdge[] }>()
  for (const edge of edges) {
    const { source, target, kind } = edge
    const leaf = [source, target].find(id => id !== rootId && counts.get(id) === 1)
    const side: Fan['side'] = leaf === source ? 'above' : 'below'
    // A broken line is lost among others, and what owns itself hangs on nobody.
    const isBroken = side === 'above' && (edge.isIndirect || kind === 'votes' || kind === 'control')
    if (leaf === undefined || source === target || isBroken) continue
    const hub = leaf === source ? target : source
    const isLoose = kind === 'role' || kind === 'relation'
    entryOf(fans, JSON.stringify([hub, side, isLoose]), () => ({ hub, side, edges: [] })).edges.push(edge)
  }
  return [...fans.values()].filter(fan => fan.edges.length >= fewest)
}
