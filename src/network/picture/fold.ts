import type { NetworkIndex } from '../graph/index-network.ts'
import { entryOf } from '../graph/lists.ts'
import { compare, findWays, type Way } from './ways.ts'

/** Which parties are drawn, and where the others are counted. */
export interface Folding {
  readonly drawn: ReadonlySet<string>
  /** By the id of a drawn party, those that are folded into it. */
  readonly folded: ReadonlyMap<string, readonly string[]>
  /** Who does not hang together with the root and is not drawn. */
  readonly apart: readonly string[]
  /** Drawn parties whose way to the next drawn one leads through folded ones. */
  readonly shortcuts: readonly Shortcut[]
}

export interface Shortcut {
  readonly source: string
  readonly target: string
  readonly isAbove: boolean
  /** How many parties are left out in between. */
  readonly between: number
}

/**
 * Draws all parties of a small network. Of many, draws those who have hits themselves, with their ways to the root, then the owners,
 * those of the most first, then who stands next to the root. Every other party is folded into the next drawn party on the way.
 */
export function fold(
  index: NetworkIndex,
  rootId: string,
  maxNodes: number,
  hasHits: (id: string) => boolean,
): Folding {
  const ways = findWays(index, rootId)
  const ids = [...index.parties.keys()]
  if (ids.length <= maxNodes) return { drawn: new Set(ids), folded: new Map(), apart: [], shortcuts: [] }
  // Who has hits is drawn also where nothing leads to the root.
  const alone = ids
    .filter(id => !ways.has(id) && hasHits(id))
    .sort(compare)
    .slice(0, Math.floor(maxNodes / 2))
  const drawn = new Set([...choose(ways, rootId, maxNodes - alone.length, hasHits), ...alone])
  const folded = new Map<string, string[]>()
  const apart: string[] = []
  for (const id of ids.sort(compare)) {
    if (drawn.has(id)) continue
    const into = nextDrawn(ways.get(id), drawn)?.way.id
    if (into === undefined) apart.push(id)
    else entryOf(folded, into, () => []).push(id)
  }
  return {
    drawn,
    folded,
    apart,
    shortcuts: [...drawn].sort(compare).flatMap(id => shortcutOf(ways.get(id), drawn)),
  }
}

function choose(
  ways: ReadonlyMap<string, Way>,
  rootId: string,
  maxNodes: number,
  hasHits: (id: string) => boolean,
): Set<string> {
  const rankOf = ({ id, isAbove, length }: Way) => {
    if (hasHits(id)) return isAbove ? 0 : 1
    return isAbove ? 2 : length === 1 ? 3 : null
  }
  const candidates = [...ways.values()]
    .flatMap(way => {
      const rank = rankOf(way)
      return rank === null ? [] : [{ way, rank }]
    })
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        other.way.weight - one.way.weight ||
        one.way.length - other.way.length ||
        compare(one.way.id, other.way.id),
    )
  const drawn = new Set([rootId])
  for (const { way } of candidates) {
    const room = maxNodes - drawn.size
    if (room === 0) break
    const missing = missingOn(way, drawn)
    for (const id of missing.length <= room ? missing : [way.id]) drawn.add(id)
  }
  return drawn
}

function missingOn(way: Way, drawn: ReadonlySet<string>): string[] {
  const missing: string[] = []
  for (let one: Way | null = way; one !== null && !drawn.has(one.id); one = one.next) missing.push(one.id)
  return missing
}

/** The first drawn party on the way, and how many come before it. */
function nextDrawn(
  way: Way | null | undefined,
  drawn: ReadonlySet<string>,
): { readonly way: Way; readonly between: number } | undefined {
  let between = 0
  for (let one = way ?? null; one !== null; one = one.next) {
    if (drawn.has(one.id)) return { way: one, between }
    between += 1
  }
  return undefined
}

function shortcutOf(way: Way | undefined, drawn: ReadonlySet<string>): Shortcut[] {
  const next = nextDrawn(way?.next, drawn)
  if (way === undefined || next === undefined || next.between === 0) return []
  return [{ source: way.id, target: next.way.id, isAbove: way.isAbove, between: next.between }]
}
