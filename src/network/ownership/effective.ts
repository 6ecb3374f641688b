import { exactly, parts, type Share, whole } from '../graph/share.ts'
import { type Effort, maxOwnership } from './max-ownership.ts'
import { minOwnership } from './min-ownership.ts'
import { type Upward, ultimateOwners } from './upward.ts'

/** What each point owns of the company, and what no owner does. */
export interface EffectiveShares {
  readonly of: readonly Share[]
  readonly unattributed: Share
}

/** Those who own most at the least come first where there is no time to weigh all: of the others the interval is wider. */
export function effectiveShares(upward: Upward, effort: Effort = { weighed: 0 }): EffectiveShares {
  const { of: least, lost, slack } = minOwnership(upward)
  const { unsure, ownedBy } = maxOwnership(upward, effort)
  const leastOf = (point: number) => least[point] ?? 0
  const ultimate = ultimateOwners(upward)
  const attributed = ultimate.reduce((sum, point) => sum + leastOf(point), 0)
  const attributable =
    unsure.length === 0 ? attributed + lost : Math.max(attributed + lost, ownedBy(ultimate) ?? 1)
  const of = Array.from(least, min => between(min, min + lost))
  for (const point of unsure.toSorted((one, other) => leastOf(other) - leastOf(one))) {
    // A maximum above the minimum comes from unknown shares.
    const highest = leastOf(point) + slack
    of[point] = between(leastOf(point), Math.min(highest, ownedBy([point]) ?? highest))
  }
  return { of, unattributed: { min: rest(attributable), max: rest(attributed) } }
}

/** What some own together who have no owners in it. */
export function effectiveShareOf(upward: Upward, ids: readonly string[]): Share {
  const { of, lost } = minOwnership(upward)
  const points = ids.map(id => upward.findIndex(point => point.id === id))
  const min = points.reduce((sum, point) => sum + parts(of[point] ?? 0), 0) / whole
  const { unsure, ownedBy } = maxOwnership(upward, { weighed: 0 })
  return between(min, unsure.length === 0 ? min + lost : (ownedBy(points) ?? 1))
}

function between(min: number, max: number): Share {
  return max - min < negligible ? exactly(min) : { min, max: Math.min(1, max) }
}

const negligible = 1e-12

function rest(attributed: number): number {
  return 1 - attributed < negligible ? 0 : 1 - attributed
}
