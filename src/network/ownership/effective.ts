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
  const { from, to, slack } = minOwnership(upward)
  const most = maxOwnership(upward, effort)
  const least = (point: number) => from[point] ?? 0
  const atLeast = (point: number) => to[point] ?? least(point)
  const ultimate = ultimateOwners(upward)
  const attributed = ultimate.reduce((sum, point) => sum + least(point), 0)
  const attributable =
    most.unsure.length === 0 ? attributed : Math.max(attributed, most.ownedBy(ultimate) ?? 1)
  const of = Array.from(from, (min, point) => between(min, atLeast(point)))
  for (const point of most.unsure.toSorted((one, other) => atLeast(other) - atLeast(one))) {
    // A maximum above the minimum comes from unknown shares.
    const highest = Math.min(1, atLeast(point) + slack)
    const weighed = most.ownedBy([point]) ?? highest
    of[point] = between(least(point), Math.max(atLeast(point), Math.min(highest, weighed)))
  }
  return { of, unattributed: { min: rest(attributable), max: rest(attributed) } }
}

/** What some own together who have no owners in it. */
export function effectiveShareOf(upward: Upward, ids: readonly string[]): Share {
  const { from } = minOwnership(upward)
  const points = ids.map(id => upward.ids.indexOf(id))
  const min = points.reduce((sum, point) => sum + parts(from[point] ?? 0), 0) / whole
  const most = maxOwnership(upward, { weighed: 0 })
  return most.unsure.length === 0 ? exactly(min) : { min, max: Math.max(min, most.ownedBy(points) ?? 1) }
}

function between(min: number, max: number): Share {
  return max - min < negligible ? exactly(min) : { min, max }
}

const negligible = 1e-12

function rest(attributed: number): number {
  return 1 - attributed < negligible ? 0 : 1 - attributed
}
