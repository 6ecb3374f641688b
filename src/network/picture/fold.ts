import type { NetworkIndex } from '../graph/index-network.ts'
import { entryOf } from '../graph/lists.ts'
import { byText } from '../graph/order.ts'
import { leadersIn } from '../graph/reach.ts'

/** Which parties are drawn, and where the others are counted. */
export interface Folding {
  readonly drawn: ReadonlySet<string>
  /** By the id of a drawn party, those that are folded into it. */
  readonly folded: ReadonlyMap<string, readonly string[]>
  /** Who does not hang together with the root and is not drawn. */
  readonly apart: readonly string[]
}

/** How a party hangs together with the root. */
interface Way {
  readonly id: string
  /** The next party on the way to the root; null of the root. */
  readonly next: Way | null
  readonly length: number
  /** Whether every step is one of ownership, votes or control, up from the root. */
  readonly isAbove: boolean
  /** The most that the steps leave of the root; 0 where a step does not say that it is ownership or control. */
  readonly weight: number
}

/**
 * Draws all parties of a small network. Of many, draws those who have hits themselves, then the owners, those of the most first,
 * then who stands next to the root, each with the whole way to the root. Every other party is folded into the next drawn one.
 */
export function fold(
  index: NetworkIndex,
  rootId: string,
  maxNodes: number,
  hasHits: (id: string) => boolean,
): Folding {
  const ids = [...index.parties.keys()].sort(byText)
  if (ids.length <= maxNodes) return { drawn: new Set(ids), folded: new Map(), apart: [] }
  const ways = findWays(index, rootId)
  // Who has hits is drawn also where nothing leads to the root.
  const alone = ids.filter(id => !ways.has(id) && hasHits(id)).slice(0, Math.floor(maxNodes / 2))
  const drawn = choose([...ways.values()], maxNodes - alone.length, hasHits)
  const folded = new Map<string, string[]>()
  const apart: string[] = []
  for (const id of ids) {
    if (drawn.has(id) || alone.includes(id)) continue
    const into = stepsToDrawn(ways.get(id), drawn).at(-1)?.next?.id
    if (into === undefined) apart.push(id)
    else entryOf(folded, into, () => []).push(id)
  }
  return { drawn: new Set([...drawn, ...alone]), folded, apart }
}

/** A short way to each party that the root hangs together with, those above first. */
function findWays(index: NetworkIndex, rootId: string): Map<string, Way> {
  const { shares, votes, controls, relations } = index
  const leaders = leadersIn(index)
  const ways = new Map<string, Way>()
  const add = (id: string, next: Way | null, isAbove: boolean, weight: number) => {
    if (!ways.has(id)) ways.set(id, { id, next, length: (next?.length ?? -1) + 1, isAbove, weight })
  }
  add(rootId, null, true, 1)
  for (const way of ways.values()) {
    const held = [shares, votes].flatMap(({ ofCompany }) => ofCompany.get(way.id) ?? [])
    for (const { owner, share } of held.sort((one, other) => other.share.max - one.share.max))
      add(owner, way, true, way.weight * share.max)
    for (const leader of leaders.get(way.id) ?? [])
      add(leader, way, true, controls.get(leader)?.includes(way.id) ? way.weight : 0)
  }
  for (const way of ways.values())
    for (const { source, target } of relations.get(way.id) ?? [])
      add(source === way.id ? target : source, way, false, 0)
  return ways
}

function choose(ways: readonly Way[], room: number, hasHits: (id: string) => boolean): Set<string> {
  const rankOf = ({ id, isAbove, length }: Way) => {
    if (hasHits(id)) return isAbove ? 0 : 1
    return isAbove ? 2 : length === 1 ? 3 : 4
  }
  const ranked = ways.map(way => ({ way, rank: rankOf(way) })).filter(({ rank }) => rank < 4)
  ranked.sort(
    (one, other) =>
      one.rank - other.rank ||
      other.way.weight - one.way.weight ||
      one.way.length - other.way.length ||
      byText(one.way.id, other.way.id),
  )
  const drawn = new Set(ways.slice(0, 1).map(({ id }) => id))
  for (const { way } of ranked) {
    const missing = stepsToDrawn(way, drawn)
    if (drawn.size + missing.length <= room) for (const { id } of missing) drawn.add(id)
  }
  return drawn
}

/** What of a way comes before a drawn party. */
function stepsToDrawn(way: Way | undefined, drawn: ReadonlySet<string>): Way[] {
  const steps: Way[] = []
  for (let one: Way | null = way ?? null; one !== null && !drawn.has(one.id); one = one.next) steps.push(one)
  return steps
}
