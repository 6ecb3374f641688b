import { getOrInsertList } from '../../src/shared/get-or-insert.ts'
import type { Link } from './link.ts'
import type { Party } from './party.ts'

export interface Neighbourhood {
  readonly parties: readonly Party[]
  readonly links: readonly Link[]
}

export interface Graph {
  party(key: string): Party | undefined
  linksOf(key: string): readonly Link[]
}

/** How many relations a network reaches from its root. */
export const reach = 3

const noLinks: readonly Link[] = []

export function createGraph({ parties, links }: Neighbourhood): Graph {
  const partyByKey = new Map(parties.map(party => [party.key, party]))
  const linksByParty = new Map<string, Link[]>()
  for (const link of links) {
    for (const end of new Set([link.source, link.target])) getOrInsertList(linksByParty, end).push(link)
  }
  return { party: key => partyByKey.get(key), linksOf: key => linksByParty.get(key) ?? noLinks }
}

/** All that is linked to a party, three relations far, in a fixed order. */
export function neighbourhoodOf(graph: Graph, root: string): Neighbourhood {
  const reached = new Set([root])
  const walked = new Set<Link>()
  let frontier = [root]
  for (let distance = 0; distance < reach; distance += 1) {
    const next: string[] = []
    for (const link of frontier.flatMap(key => graph.linksOf(key))) {
      walked.add(link)
      for (const end of [link.source, link.target]) {
        if (!reached.has(end)) next.push(end)
        reached.add(end)
      }
    }
    frontier = next
  }
  return { parties: [...reached].flatMap(key => graph.party(key) ?? []), links: [...walked] }
}
