import { foldName } from '../../src/shared/names/fold-name.ts'
import { fraction } from '../state/identifiers.ts'
import { type Graph, maxDistance } from './graph.ts'
import type { PartyLink } from './link.ts'
import { hasHit, type ScreeningParty } from './party.ts'

/**
 * The simulated risk score of each kind of hit, 0 to 100. The score of a party is its highest hit score, plus 5 for each other
 * kind of hit, or 3 to 12 without a hit. The score of an entity is the maximum of its own party's score and the weighted scores
 * of its related parties with hits. The rules are in docs/internals/decisions.md.
 */
const hitScores = { sanctions: 95, adverseMedia: 60, pep: 50 } as const

export function computeOwnScore(party: ScreeningParty, seed: number): number {
  const hits = [
    party.sanctions && hitScores.sanctions,
    party.adverseMedia && hitScores.adverseMedia,
    party.pep && hitScores.pep,
  ].filter(score => typeof score === 'number')
  if (hits.length === 0) return 3 + Math.floor(fraction(seed, 'risk', foldName(party.name)) * 10)
  return Math.min(100, Math.max(...hits) + 5 * (hits.length - 1))
}

export function linkWeight({ type, share = 0, roleType, former }: PartyLink): number {
  switch (type) {
    case 'ShareholdingRelationship':
    case 'VotingRightsRelationship':
      return shareWeight(share)
    case 'ControlsRelationship':
    case 'SubsidiaryRelationship':
      return 0.95
    case 'RoleRelationship':
      if (former) return 0.2
      return roleType === 'advisor' ? 0.4 : 0.6
    default:
      return 0.2
  }
}

/** Returns the weight with which an owner's score counts for a company. A share of half or more gives control. */
export function shareWeight(share: number): number {
  if (share >= 0.5) return 0.95
  return share >= 0.25 ? 0.6 : 0.3
}

/**
 * Computes the score of a party from its own score and the scores of its owners and officers. Risk never passes from a company to
 * its owners.
 */
export function computeNetworkScore(graph: Graph, root: ScreeningParty, seed: number): number {
  let highest = computeOwnScore(root, seed)
  const bestWeights = new Map([[root.key, 1]])
  let frontier = [root.key]
  for (let distance = 0; distance < maxDistance; distance += 1) {
    const next: string[] = []
    for (const target of frontier) {
      for (const { party, weight } of listIncoming(graph, target)) {
        const carriedWeight = (bestWeights.get(target) ?? 0) * weight
        if (carriedWeight <= (bestWeights.get(party.key) ?? 0)) continue
        bestWeights.set(party.key, carriedWeight)
        next.push(party.key)
        // The score of a party without a hit is random, so it is ignored here.
        if (hasHit(party)) highest = Math.max(highest, computeOwnScore(party, seed) * carriedWeight)
      }
    }
    frontier = next
  }
  return Math.round(highest)
}

function listIncoming(graph: Graph, target: string): { party: ScreeningParty; weight: number }[] {
  const incomingLinks = graph.linksOf(target).filter(link => link.target === target)
  // The shares of all sanctioned owners are added up.
  const isSanctionedShare = ({ type, source }: PartyLink) =>
    type === 'ShareholdingRelationship' && graph.party(source)?.sanctions !== undefined
  const sanctionedShare = incomingLinks
    .filter(isSanctionedShare)
    .reduce((sum, { share = 0 }) => sum + share, 0)
  return incomingLinks.flatMap(link => {
    const party = graph.party(link.source)
    const weight = isSanctionedShare(link) ? shareWeight(sanctionedShare) : linkWeight(link)
    return party === undefined ? [] : { party, weight }
  })
}
