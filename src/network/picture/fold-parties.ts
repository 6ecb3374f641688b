import { getOrInsertList } from '../../shared/get-or-insert.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { compareText } from '../graph/sort-items.ts'
import { findChainsTo } from '../graph/upstream.ts'

/** The parties that are drawn in a picture, and the parties that are only counted. */
interface Folding {
  readonly drawn: ReadonlySet<string>
  /** For each drawn party, by id, the parties that are not drawn but counted in its box. */
  readonly folded: ReadonlyMap<string, readonly string[]>
  /** Parties that are not drawn and not connected with the root. */
  readonly apart: readonly string[]
}

/**
 * Selects the parties to draw. Selects all parties of a small network. In a large network, parties with hits
 * come first, then owners, nearest first, then neighbours of the root. Each comes with its whole chain to the
 * root. Every other party is folded into the next drawn party on its chain.
 */
export function foldParties(
  index: NetworkIndex,
  rootId: string,
  maxNodes: number,
  hasHits: (id: string) => boolean,
): Folding {
  const ids = [...index.parties.keys()].sort(compareText)
  if (ids.length <= maxNodes) return { drawn: new Set(ids), folded: new Map(), apart: [] }
  const { upstream, connected: connectedTo, chainOf } = findChainsTo(index, rootId)
  const connected = [...new Set([...upstream.keys(), ...connectedTo.keys()])]
  const ranks = [hasHits, (id: string) => upstream.has(id), (id: string) => connectedTo.get(id) === rootId]
  // Parties with hits are drawn even if no chain connects them with the root.
  const unconnected = ids.filter(id => chainOf(id) === null && hasHits(id)).slice(0, Math.floor(maxNodes / 2))
  const drawn = new Set([rootId])
  for (const id of ranks.flatMap(isRanked => connected.filter(isRanked))) {
    const missing = (chainOf(id) ?? []).filter(step => !drawn.has(step))
    if (drawn.size + missing.length + unconnected.length <= maxNodes)
      for (const step of missing) drawn.add(step)
  }
  const folded = new Map<string, string[]>()
  const apart: string[] = []
  for (const id of ids) {
    if (drawn.has(id) || unconnected.includes(id)) continue
    const drawnId = chainOf(id)?.find(step => drawn.has(step))
    if (drawnId === undefined) apart.push(id)
    else getOrInsertList(folded, drawnId).push(id)
  }
  return { drawn: new Set([...drawn, ...unconnected]), folded, apart }
}
