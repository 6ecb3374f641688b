import { type Link, links } from './links.ts'
import { type Party, parties } from './parties.ts'
import { linkWeight, ownScore, shareWeight } from './risk.ts'

/** Parties around one of them, and the links between them. */
export interface Neighbourhood {
  readonly parties: readonly Party[]
  readonly links: readonly Link[]
}

/** How many relations a network reaches from its root. */
const reach = 3

const partyByKey = new Map(parties.map(party => [party.key, party]))
const linksByParty = new Map<string, Link[]>()
for (const link of links) {
  for (const end of [link.source, link.target])
    linksByParty.set(end, [...(linksByParty.get(end) ?? []), link])
}

/** All that is linked to a party, three relations far, in a fixed order. */
export function neighbourhoodOf(root: Party): Neighbourhood {
  const reached = new Set([root.key])
  const walked = new Set<Link>()
  let frontier = [root.key]
  for (let distance = 0; distance < reach; distance += 1) {
    const next: string[] = []
    for (const link of frontier.flatMap(key => linksByParty.get(key) ?? [])) {
      walked.add(link)
      for (const end of [link.source, link.target]) {
        if (!reached.has(end)) next.push(end)
        reached.add(end)
      }
    }
    frontier = next
  }
  return { parties: [...reached].flatMap(key => partyByKey.get(key) ?? []), links: [...walked] }
}

/** The score of a party with what reaches it through owners and officers: never from a company down to its owners. */
export function scoreInNetwork(root: Party, seed: number): number {
  let highest = ownScore(root, seed)
  const best = new Map([[root.key, 1]])
  let frontier = [root.key]
  for (let distance = 0; distance < reach; distance += 1) {
    const next: string[] = []
    for (const target of frontier) {
      for (const { source, weight } of incoming(target)) {
        const carried = (best.get(target) ?? 0) * weight
        const party = partyByKey.get(source)
        if (party === undefined || carried <= (best.get(source) ?? 0)) continue
        best.set(source, carried)
        next.push(source)
        // Without a hit of its own, a party's score is only noise.
        if (party.sanctions || party.adverseMedia || party.pep)
          highest = Math.max(highest, ownScore(party, seed) * carried)
      }
    }
    frontier = next
  }
  return Math.round(highest)
}

function incoming(target: string): { source: string; weight: number }[] {
  const towards = (linksByParty.get(target) ?? []).filter(link => link.target === target)
  const sanctionedShare = towards
    .filter(link => link.type === 'ShareholdingRelationship' && partyByKey.get(link.source)?.sanctions)
    .reduce((sum, link) => sum + (link.share ?? 0), 0)
  return towards.map(link => {
    const together = link.type === 'ShareholdingRelationship' && partyByKey.get(link.source)?.sanctions
    return { source: link.source, weight: together ? shareWeight(sanctionedShare) : linkWeight(link) }
  })
}
