import type { riskLevels } from '../../src/contract/values.ts'
import { foldName } from '../../src/shared/names/fold-name.ts'
import { fraction } from '../state/identifiers.ts'
import { type Graph, reach } from './graph.ts'
import type { Link } from './link.ts'
import { hasHit, type Party } from './party.ts'

/**
 * Risk, 0 to 100. A party's own score is that of its gravest hit, and 5 more for each further kind of hit; without a hit it is
 * 3 to 12. An entity's score is the highest of its own and of those that reach it through its network: a related party's
 * score times the weight of each relation on the way. docs/internals/decisions.md explains it. All of it is simulated.
 */
const hitScores = { sanctions: 95, adverseMedia: 60, pep: 50 } as const

export type RiskLevel = (typeof riskLevels)[number]

export function riskLevelOf(score: number): RiskLevel {
  if (score >= 70) return 'high'
  return score >= 35 ? 'medium' : 'low'
}

export function ownScore(party: Party, seed: number): number {
  const hits = [
    party.sanctions && hitScores.sanctions,
    party.adverseMedia && hitScores.adverseMedia,
    party.pep && hitScores.pep,
  ].filter(score => typeof score === 'number')
  if (hits.length === 0) return 3 + Math.floor(fraction(seed, 'risk', foldName(party.name)) * 10)
  return Math.min(100, Math.max(...hits) + 5 * (hits.length - 1))
}

export function linkWeight({ type, share = 0, roleType, former }: Link): number {
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

/** Half or more is control; sanctioned owners are weighed by what they hold together. */
export function shareWeight(share: number): number {
  if (share >= 0.5) return 0.95
  return share >= 0.25 ? 0.6 : 0.3
}

/** The score of a party with what reaches it through owners and officers: never from a company down to its owners. */
export function scoreInNetwork(graph: Graph, root: Party, seed: number): number {
  let highest = ownScore(root, seed)
  const best = new Map([[root.key, 1]])
  let frontier = [root.key]
  for (let distance = 0; distance < reach; distance += 1) {
    const next: string[] = []
    for (const target of frontier) {
      for (const { party, weight } of incoming(graph, target)) {
        const carried = (best.get(target) ?? 0) * weight
        if (carried <= (best.get(party.key) ?? 0)) continue
        best.set(party.key, carried)
        next.push(party.key)
        // Without a hit of its own, a party's score is only noise.
        if (hasHit(party)) highest = Math.max(highest, ownScore(party, seed) * carried)
      }
    }
    frontier = next
  }
  return Math.round(highest)
}

function incoming(graph: Graph, target: string): { party: Party; weight: number }[] {
  const towards = graph.linksOf(target).filter(link => link.target === target)
  const isSanctionedShare = ({ type, source }: Link) =>
    type === 'ShareholdingRelationship' && graph.party(source)?.sanctions !== undefined
  const together = towards.filter(isSanctionedShare).reduce((sum, { share = 0 }) => sum + share, 0)
  return towards.flatMap(link => {
    const party = graph.party(link.source)
    const weight = isSanctionedShare(link) ? shareWeight(together) : linkWeight(link)
    return party === undefined ? [] : { party, weight }
  })
}
