import type { NetworkIndex } from '../graph/index-network.ts'

/** How a party hangs together with the root. */
export interface Way {
  readonly id: string
  /** The next party on the way to the root; null of the root. */
  readonly next: Way | null
  /** Steps to the root. */
  readonly length: number
  /** Whether every step is one of ownership, votes or control, up from the root. */
  readonly isAbove: boolean
  /** The most that the steps leave of the root; 0 of those who are not above. */
  readonly weight: number
}

/** A short way to each party that the root hangs together with, those above first, and in the same order for the same network. */
export function findWays(index: NetworkIndex, rootId: string): Map<string, Way> {
  const root: Way = { id: rootId, next: null, length: 0, isAbove: true, weight: 1 }
  const ways = new Map([[rootId, root]])
  const stepsUp = stepsUpIn(index)
  for (const way of ways.values()) {
    for (const [id, share] of stepsUp(way.id)) {
      if (ways.has(id)) continue
      ways.set(id, { id, next: way, length: way.length + 1, isAbove: true, weight: way.weight * share })
    }
  }
  for (const way of ways.values()) {
    for (const id of neighboursOf(index, way.id)) {
      if (ways.has(id)) continue
      ways.set(id, { id, next: way, length: way.length + 1, isAbove: false, weight: 0 })
    }
  }
  return ways
}

/** By company, who owns it, votes in it or controls it, and how much of it at the most. */
function stepsUpIn({ shares, votes, controls }: NetworkIndex): (company: string) => [string, number][] {
  const controllers = new Map<string, string[]>()
  for (const [party, companies] of controls) {
    for (const company of companies) controllers.set(company, [...(controllers.get(company) ?? []), party])
  }
  return company => {
    const most = new Map<string, number>()
    for (const { owner, share } of [
      ...(shares.ofCompany.get(company) ?? []),
      ...(votes.ofCompany.get(company) ?? []),
    ])
      most.set(owner, Math.max(share.max, most.get(owner) ?? 0))
    for (const party of controllers.get(company) ?? []) most.set(party, 1)
    return [...most].sort(([one, share], [other, otherShare]) => otherShare - share || compare(one, other))
  }
}

function neighboursOf({ relations }: NetworkIndex, id: string): string[] {
  const ids = (relations.get(id) ?? []).map(({ source, target }) => (source === id ? target : source))
  return ids.sort(compare)
}

/** The same order on every machine, whatever its language. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
