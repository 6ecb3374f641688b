import { type Share, tidy } from '../graph/share.ts'
import type { Upward } from './upward.ts'

/** One way by which a part of a company is owned. */
export type OwnershipPath = {
  /** From the owner down to the company, both included. */
  readonly ids: readonly string[]
  /** The shares on the way, multiplied. */
  readonly share: Share
}

/** More of them say little: the next one contributes least. */
const mostPaths = 3

/** No register has so many tiers: all ways of thousands of owners in a chain would fill the memory. */
const longest = 100

/** A way up from the company to a point. */
export interface Way {
  readonly point: number
  readonly below: Way | null
  readonly length: number
  readonly min: number
  readonly max: number
}

/** By point, the ways that contribute most to what it owns: in rounds, each of which makes the ways kept so far longer by one. */
export function findWays(upward: Upward): Way[][] {
  const kept = upward.map((): Way[] => [])
  let latest: Way[] = [{ point: 0, below: null, length: 1, min: 1, max: 1 }]
  while (latest.length > 0) {
    const longer: Way[] = []
    for (const way of latest) {
      const isKept = way.below === null || kept[way.point]?.includes(way)
      for (const { to: point, least, most } of (isKept && upward[way.point]?.steps) || []) {
        const next = { point, below: way, length: way.length + 1, min: way.min * least, max: way.max * most }
        if (keep(kept[point] ?? [], next)) longer.push(next)
      }
    }
    latest = longer
  }
  return kept
}

/** Keeps a way that is among those that contribute most, and goes through no party twice. */
function keep(ways: Way[], way: Way): boolean {
  const worse = ways.findIndex(other => compare(way, other) < 0)
  const at = worse === -1 ? ways.length : worse
  if (at === mostPaths || way.length > longest) return false
  for (let one = way.below; one !== null; one = one.below) if (one.point === way.point) return false
  ways.splice(at, 0, way)
  if (ways.length > mostPaths) ways.pop()
  return true
}

/** How much more one way contributes than another: by its most, then its least; of equal ones the shorter. */
function compare(one: Way, other: Way): number {
  return other.max - one.max || other.min - one.min || one.length - other.length
}

export function pathOf(upward: Upward, way: Way): OwnershipPath {
  const ids: string[] = []
  for (let one: Way | null = way; one !== null; one = one.below) ids.push(upward[one.point]?.id ?? '')
  return { ids, share: tidy(way) }
}
