import { getOrInsertList } from '../../src/shared/get-or-insert.ts'
import type { PartyLink } from './link.ts'
import type { ScreeningParty } from './party.ts'

/** Parties with the relations between them. */
export interface Neighbourhood {
  readonly parties: readonly ScreeningParty[]
  readonly links: readonly PartyLink[]
}

export interface Graph {
  party(key: string): ScreeningParty | undefined
  linksOf(key: string): readonly PartyLink[]
}

/** The maximum distance of a party from the root of a network, counted in relations. */
export const maxDistance = 3

const noLinks: readonly PartyLink[] = []

export function createGraph({ parties, links }: Neighbourhood): Graph {
  const partyByKey = new Map(parties.map(party => [party.key, party]))
  const linksByParty = new Map<string, PartyLink[]>()
  for (const link of links) {
    for (const partyKey of new Set([link.source, link.target]))
      getOrInsertList(linksByParty, partyKey).push(link)
  }
  return { party: key => partyByKey.get(key), linksOf: key => linksByParty.get(key) ?? noLinks }
}

/** Collects the parties and links within {@link maxDistance} of the root, by a breadth-first search, in a fixed order. */
export function collectNeighbourhood(graph: Graph, root: string): Neighbourhood {
  const visited = new Set([root])
  const visitedLinks = new Set<PartyLink>()
  let frontier = [root]
  for (let distance = 0; distance < maxDistance; distance += 1) {
    const next: string[] = []
    for (const link of frontier.flatMap(key => graph.linksOf(key))) {
      visitedLinks.add(link)
      for (const partyKey of [link.source, link.target]) {
        if (!visited.has(partyKey)) next.push(partyKey)
        visited.add(partyKey)
      }
    }
    frontier = next
  }
  return { parties: [...visited].flatMap(key => graph.party(key) ?? []), links: [...visitedLinks] }
}
