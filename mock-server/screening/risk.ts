import { fraction } from '../state/identifiers.ts'
import type { Link } from './links.ts'
import { foldName } from './names.ts'
import type { Party } from './parties.ts'

/**
 * Risk, 0 to 100. A party's own score is that of its gravest hit, and 5 more for each further kind of hit; without a hit it is
 * 3 to 12. An entity's score is the highest of its own and of those that reach it through its network: a related party's
 * score times the weight of each relation on the way. docs/decisions.md explains it to testers. All of it is simulated.
 */
const hitScores = { sanctions: 95, adverseMedia: 60, pep: 50 } as const

/** The specification shows two levels, low and medium, and says that there are more (specification: Entity, riskLevel). */
/** A risk level as the options name it. */
export type Level = 'low' | 'medium' | 'high'

const labels: Readonly<Record<Level, string>> = { low: 'Low Risk', medium: 'Medium Risk', high: 'High Risk' }

export function riskLevelOf(score: number): Level {
  if (score >= 70) return 'high'
  return score >= 35 ? 'medium' : 'low'
}

export function riskLabelOf(score: number): string {
  return labels[riskLevelOf(score)]
}

/** What is held against a party itself. */
export function ownScore(
  party: Pick<Party, 'name' | 'sanctions' | 'adverseMedia' | 'pep'>,
  seed: number,
): number {
  const hits = [
    party.sanctions && hitScores.sanctions,
    party.adverseMedia && hitScores.adverseMedia,
    party.pep && hitScores.pep,
  ].filter(score => typeof score === 'number')
  if (hits.length === 0) return 3 + Math.floor(fraction(seed, 'risk', foldName(party.name)) * 10)
  return Math.min(100, Math.max(...hits) + 5 * (hits.length - 1))
}

/** How much of a party's risk a relation carries on. */
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
