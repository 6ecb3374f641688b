import type { Network } from '../../model/network.ts'
import { checkId } from '../graph/check.ts'
import { type Answer, answerOf, byText, indexed, type NetworkIndex, partyOf } from '../graph/index-network.ts'
import type { Party } from '../graph/parties.ts'
import { exactly, nothing, parts, type Share, tidy, whole } from '../graph/share.ts'
import { type Effort, maxOwnership } from './max-ownership.ts'
import { minOwnership } from './min-ownership.ts'
import { lookUp, type Upward, ultimateOwners } from './upward.ts'

/** Who owns a company, directly and through others. */
export interface Ownership extends Answer {
  /** Marks this kind of result. */
  readonly kind: 'ownership'
  /** All owners, those who may own most first. */
  readonly owners: readonly Owner[]
  /** What no ultimate owner holds: what the network does not show, and what a closed loop keeps. */
  readonly unattributed: Share
}

/** An owner of a company. */
export interface Owner extends Party {
  /** Whether it has no owner in the network but itself. What such owners own and `unattributed` add up to 1. */
  readonly isUltimate: boolean
  /** What it holds itself; null where it owns only through others. */
  readonly direct: Share | null
  /** What it owns itself and through others, net of its own loops; wider than it had to be in networks of thousands of owners. */
  readonly effective: Share
  /** The few ways that contribute most to it; none of more than 100 parties. */
  readonly paths: readonly OwnershipPath[]
}

/** One way by which a part of a company is owned. */
export type OwnershipPath = {
  /** From the owner down to the company, both included. */
  readonly ids: readonly string[]
  /** The shares on the way, multiplied. */
  readonly share: Share
}

/**
 * Who owns a company in the end: shares multiplied along each chain of owners and added over all chains, through cross-holdings
 * too. `id` is that of the company, the root of the network where it is left out. Where a share is not known, the true value lies
 * between `min` and `max`.
 *
 * @throws InputValidationError (`invalid_input`) where no node has the id, or none is given and the network has no root.
 * @example
 * const { owners, unattributed, issues } = ownershipOf(await client.entities.network(id))
 * for (const { name, effective } of owners.filter(owner => owner.isUltimate)) console.log(name, effective.min, effective.max)
 */
export function ownershipOf(network: Network | NetworkIndex, id?: string): Ownership {
  const index = indexed(network)
  const company = checkId('ownershipOf', index, id)
  const upward = lookUp(index.shares, company)
  const { of, unattributed } = effectiveShares(upward)
  const ultimate = new Set(ultimateOwners(upward))
  const direct = new Map(index.shares.ofCompany.get(company)?.map(({ owner, share }) => [owner, tidy(share)]))
  const ways = findWays(upward)
  const owners = upward.map((point, at) => ({
    ...partyOf(index, point.id),
    isUltimate: ultimate.has(at),
    direct: direct.get(point.id) ?? null,
    effective: tidy(of[at] ?? nothing),
    paths: (ways[at] ?? []).map(way => pathOf(upward, way)),
  }))
  const ids = upward.map(point => point.id)
  return {
    kind: 'ownership',
    ...answerOf(index, company, ids),
    owners: owners.slice(1).sort(byShare),
    unattributed: tidy(unattributed),
  }
}

function byShare(one: Pick<Owner, 'id' | 'effective'>, other: Pick<Owner, 'id' | 'effective'>): number {
  const [more, less] = [other.effective, one.effective]
  return more.max - less.max || more.min - less.min || byText(one.id, other.id)
}

/** More of them say little: the next one contributes least. */
const mostPaths = 3

/** No register has so many tiers: all ways of thousands of owners in a chain would fill the memory. */
const longest = 100

/** A way up from the company to a point. */
interface Way {
  readonly point: number
  readonly below: Way | null
  readonly length: number
  readonly min: number
  readonly max: number
}

/** By point, the ways that contribute most to what it owns: in rounds, each of which makes the ways kept so far longer by one. */
function findWays(upward: Upward): Way[][] {
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

function pathOf(upward: Upward, way: Way): OwnershipPath {
  const ids: string[] = []
  for (let one: Way | null = way; one !== null; one = one.below) ids.push(upward[one.point]?.id ?? '')
  return { ids, share: tidy(way) }
}

/** What each point owns of the company, and what no owner does. */
interface EffectiveShares {
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
