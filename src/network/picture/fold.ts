import { listOf } from '../../shared/lists.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { byText } from '../graph/order.ts'
import { chainFrom, stepsAnyway, stepsUp } from '../graph/reach.ts'

/** Which parties are drawn, and where the others are counted. */
export interface Folding {
  readonly drawn: ReadonlySet<string>
  /** By the id of a drawn party, those that are folded into it. */
  readonly folded: ReadonlyMap<string, readonly string[]>
  /** Who does not hang together with the root and is not drawn. */
  readonly apart: readonly string[]
}

/**
 * Draws all parties of a small network. Of many, draws those who have hits themselves, then the owners, the nearest first, then who
 * stands next to the root, each with the whole way to the root. Every other party is folded into the next drawn one.
 */
export function fold(
  index: NetworkIndex,
  rootId: string,
  maxNodes: number,
  hasHits: (id: string) => boolean,
): Folding {
  const ids = [...index.parties.keys()].sort(byText)
  if (ids.length <= maxNodes) return { drawn: new Set(ids), folded: new Map(), apart: [] }
  const [up, anyway] = [stepsUp(index, rootId), stepsAnyway(index, rootId)]
  const wayOf = (id: string) => chainFrom(id, up) ?? chainFrom(id, anyway)
  const connected = [...new Set([...up.keys(), ...anyway.keys()])]
  const ranks = [hasHits, (id: string) => up.has(id), (id: string) => anyway.get(id) === rootId]
  // Who has hits is drawn also where nothing leads to the root.
  const alone = ids.filter(id => wayOf(id) === null && hasHits(id)).slice(0, Math.floor(maxNodes / 2))
  const drawn = new Set([rootId])
  for (const id of ranks.flatMap(isRanked => connected.filter(isRanked))) {
    const missing = (wayOf(id) ?? []).filter(one => !drawn.has(one))
    if (drawn.size + missing.length + alone.length <= maxNodes) for (const one of missing) drawn.add(one)
  }
  const folded = new Map<string, string[]>()
  const apart: string[] = []
  for (const id of ids) {
    if (drawn.has(id) || alone.includes(id)) continue
    const into = wayOf(id)?.find(one => drawn.has(one))
    if (into === undefined) apart.push(id)
    else listOf(folded, into).push(id)
  }
  return { drawn: new Set([...drawn, ...alone]), folded, apart }
}
