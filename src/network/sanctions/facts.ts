import type { Holds } from '../graph/data-issues.ts'
import type { Share } from '../graph/share.ts'

/** A fact that is missing, distinguished by `kind`, before it is put in words. */
export interface Fact {
  /**
   * What is to be found out. `share`: what an owner (`ids[0]`) holds in a company (`ids[1]`); `owners`: who holds the rest of a
   * company; `listing`: whether a party is listed; `relation`: whether a party (`ids[0]`) owns or controls another (`ids[1]`) by
   * a relation that does not say so; `control`: whether a company is controlled by the parties that seem to control it;
   * `direction`: which end of a relation is the owner; `same_person`: whether two nodes are one person; `screening`: the
   * result of a screening that has not ended; `network`: the rest of the network.
   */
  readonly kind:
    | 'share'
    | 'owners'
    | 'listing'
    | 'relation'
    | 'control'
    | 'direction'
    | 'same_person'
    | 'screening'
    | 'network'
  /** The parties that it is about. */
  readonly ids: readonly string[]
  /** Of a share, whether of shares or votes; null otherwise. */
  readonly of: Holds | null
  /** What can be held: the share, or the rest of the company; null otherwise. */
  readonly share: Share | null
}

export function factOf(
  kind: Fact['kind'],
  ids: readonly string[],
  share: Share | null = null,
  of: Holds | null = null,
): Fact {
  return { kind, ids, of, share }
}

/** Shares and votes of one owner are found out together. */
export function keyOf({ kind, ids }: Pick<Fact, 'kind' | 'ids'>): string {
  return JSON.stringify([kind, ...ids])
}

/** How many conflicts are looked for at the most, and how many sets are tried: beyond, the list is good and may not be the shortest. */
const mostConflicts = 40
const mostTries = 20_000
const mostFacts = 100

/**
 * The fewest facts without which nothing is left to be found out. `conflictIn` says by which facts, beside those that are settled,
 * the verdict is still open; null for none. Each of its conflicts holds at least one fact of every such set, and the smallest set
 * that meets all conflicts and leaves none is the answer.
 *
 * @param first - What it says before anything is settled.
 * @param mostRounds - How often it may be asked.
 */
export function fewestFacts(
  first: readonly Fact[] | null,
  conflictIn: (settled: ReadonlySet<string>) => readonly Fact[] | null,
  mostRounds: number,
): Fact[] {
  const facts = new Map<string, Fact>()
  const conflicts: string[][] = []
  let chosen: string[] = []
  for (let round = 0; round < mostRounds && chosen.length < mostFacts; round += 1) {
    const conflict = round === 0 ? first : conflictIn(new Set(chosen))
    for (const fact of conflict ?? []) facts.set(keyOf(fact), fact)
    const keys = [...new Set(conflict?.map(keyOf))].filter(key => !chosen.includes(key))
    if (keys.length === 0) break
    conflicts.push(keys)
    chosen = (conflicts.length <= mostConflicts ? smallest(conflicts) : null) ?? [
      ...chosen,
      ...keys.slice(0, 1),
    ]
  }
  return chosen.flatMap(key => facts.get(key) ?? [])
}

/** The smallest set that has a member of each list; null where it takes too long to find. */
function smallest(lists: readonly (readonly string[])[]): string[] | null {
  let tries = 0
  const ordered = lists.toSorted((one, other) => one.length - other.length)
  const find = (chosen: readonly string[], room: number): string[] | null => {
    const open = ordered.find(list => !list.some(key => chosen.includes(key)))
    if (open === undefined) return [...chosen]
    if (room === 0) return null
    for (const key of open) {
      tries += 1
      if (tries > mostTries) return null
      const found = find([...chosen, key], room - 1)
      if (found !== null) return found
    }
    return null
  }
  for (let size = 1; size <= lists.length && tries <= mostTries; size += 1) {
    const found = find([], size)
    if (found !== null) return found
  }
  return null
}
