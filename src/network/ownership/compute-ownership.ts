import type { Network } from '../../model/network.ts'
import { buildCompanyResult, type CompanyResult } from '../company-result.ts'
import { toIndex } from '../graph/index-network.ts'
import { type NetworkIndex, partyOf, resolveCompanyId } from '../graph/network-index.ts'
import type { Party } from '../graph/parties.ts'
import { compareText } from '../graph/sort-items.ts'
import { partsPerWhole, roundShare, type Share, toParts, toShare, zeroShare } from '../share.ts'
import { solveAbsorbingChain } from './absorbing-chain.ts'
import { buildUpstreamGraph, findUltimateOwners, type UpstreamGraph } from './upstream-graph.ts'
import { createEffort, createValueIteration, type Effort } from './value-iteration.ts'

/** The owners of a company, direct and indirect. */
export interface Ownership extends CompanyResult {
  /** The kind of the result: `ownership`. Distinguishes this result from those of other functions, such as `beneficial_owners`. */
  readonly kind: 'ownership'
  /** All owners, sorted by their maximum holding, the largest first. */
  readonly owners: readonly Owner[]
  /**
   * The share of the company that has no ultimate owner, because the network does not show who owns it or because it belongs to
   * a closed loop.
   */
  readonly unattributed: Share
}

/** An owner of a company. */
export interface Owner extends Party {
  /**
   * Whether this owner has no owner in the network besides itself. The holdings of ultimate owners and `unattributed` add up to
   * 1.
   */
  readonly isUltimate: boolean
  /** The owner's direct holding; null if the owner holds shares only through other parties. */
  readonly direct: Share | null
  /**
   * The share that the owner holds directly and through other parties. A chain that passes through the owner
   * twice is not counted. If the range from `min` to `max` may be wider than necessary, `issues` contains a
   * `wide_range`.
   */
  readonly effective: Share
  /** The three chains that contribute most to `effective`. Chains of more than 100 parties are omitted. */
  readonly paths: readonly OwnershipPath[]
}

/** A chain of parties through which an owner holds a part of a company. */
export type OwnershipPath = {
  /** From the owner down to the company, both included. */
  readonly ids: readonly string[]
  /** The product of the shares along the chain. */
  readonly share: Share
}

/**
 * Computes who owns a company, directly and through other parties. Shares are multiplied along each chain of
 * owners and added over all chains, including cross-holdings. `id` is the company, by default the root of the
 * network. If a share is unknown, the true value lies between `min` and `max`.
 *
 * @throws InputValidationError (`invalid_input`) if `id` is not the id of a node, or if there is neither an `id` nor a root.
 * @example
 * const { owners, unattributed, issues } = computeOwnership(await client.entities.network(id))
 * for (const { name, effective } of owners.filter(owner => owner.isUltimate)) console.log(name, effective.min, effective.max)
 */
export function computeOwnership(network: Network | NetworkIndex, id?: string): Ownership {
  const index = toIndex(network)
  const company = resolveCompanyId('computeOwnership', index, id)
  const upstream = buildUpstreamGraph(index.shares, company)
  const effort = createEffort()
  const { byPoint: shares, unattributed } = computeEffectiveShares(upstream, effort)
  const ultimatePoints = new Set(findUltimateOwners(upstream))
  const direct = new Map(
    index.shares.ofCompany.get(company)?.map(({ owner, share }) => [owner, roundShare(share)]),
  )
  const pathLinks = findTopPaths(upstream)
  const owners = upstream.map((point, position) => ({
    ...partyOf(index, point.id),
    isUltimate: ultimatePoints.has(position),
    direct: direct.get(point.id) ?? null,
    effective: roundShare(shares[position] ?? zeroShare),
    paths: (pathLinks[position] ?? []).map(link => toOwnershipPath(upstream, link)),
  }))
  const ids = upstream.map(point => point.id)
  return {
    kind: 'ownership',
    ...buildCompanyResult(index, company, ids, effort.isExceeded),
    owners: owners.slice(1).sort(compareByShare),
    unattributed: roundShare(unattributed),
  }
}

function compareByShare(a: Pick<Owner, 'id' | 'effective'>, b: Pick<Owner, 'id' | 'effective'>): number {
  const [more, less] = [b.effective, a.effective]
  return more.max - less.max || more.min - less.min || compareText(a.id, b.id)
}

/** The number of chains that are listed for each owner: those that contribute most. */
const maxPaths = 3

/**
 * The maximum number of parties in a chain. Without this limit, chains of thousands of owners would exhaust
 * the memory.
 */
const maxPathLength = 100

/** The upper end of a chain of owners that begins at the company. `below` is the rest of the chain. */
interface PathLink {
  readonly point: number
  readonly below: PathLink | null
  readonly length: number
  readonly min: number
  readonly max: number
}

/**
 * Finds, for each party of the graph, the chains that contribute most to its holding. Each round extends the chains of the
 * previous round by one owner.
 */
function findTopPaths(upstream: UpstreamGraph): PathLink[][] {
  const pathsByPoint = upstream.map((): PathLink[] => [])
  let frontier: PathLink[] = [{ point: 0, below: null, length: 1, min: 1, max: 1 }]
  while (frontier.length > 0) {
    const nextFrontier: PathLink[] = []
    for (const link of frontier) {
      const isTopPath = link.below === null || pathsByPoint[link.point]?.includes(link)
      for (const { to: point, least, most } of (isTopPath && upstream[link.point]?.steps) || []) {
        const next = {
          point,
          below: link,
          length: link.length + 1,
          min: link.min * least,
          max: link.max * most,
        }
        if (insertPath(pathsByPoint[point] ?? [], next)) nextFrontier.push(next)
      }
    }
    frontier = nextFrontier
  }
  return pathsByPoint
}

/** Inserts a chain if it contains no party twice, and is among the top chains of the owner at its upper end. */
function insertPath(links: PathLink[], link: PathLink): boolean {
  const worseIndex = links.findIndex(other => comparePaths(link, other) < 0)
  const insertAt = worseIndex === -1 ? links.length : worseIndex
  if (insertAt === maxPaths || link.length > maxPathLength) return false
  for (let step = link.below; step !== null; step = step.below) if (step.point === link.point) return false
  links.splice(insertAt, 0, link)
  if (links.length > maxPaths) links.pop()
  return true
}

/** Orders chains by their maximum, then by their minimum, then by length. */
function comparePaths(a: PathLink, b: PathLink): number {
  return b.max - a.max || b.min - a.min || a.length - b.length
}

function toOwnershipPath(upstream: UpstreamGraph, link: PathLink): OwnershipPath {
  const ids: string[] = []
  for (let step: PathLink | null = link; step !== null; step = step.below)
    ids.push(upstream[step.point]?.id ?? '')
  return { ids, share: roundShare(link) }
}

/**
 * The share of the company that each party of the upstream graph holds, indexed by the party's number, and
 * the share that no known owner holds.
 */
interface EffectiveShares {
  readonly byPoint: readonly Share[]
  readonly unattributed: Share
}

/**
 * Computes the holding of each party of the graph. Parties with the largest minimum come first, because ranges become wider when
 * the maximum effort is used up.
 */
export function computeEffectiveShares(upstream: UpstreamGraph, effort: Effort): EffectiveShares {
  const { minShares, untraced, untracedFlow, slack } = solveAbsorbingChain(upstream, effort)
  const { uncertainPoints, maxReachability } = createValueIteration(upstream, effort)
  const minShareOf = (point: number) => minShares[point] ?? 0
  const ultimatePoints = findUltimateOwners(upstream)
  const attributed = ultimatePoints.reduce((sum, point) => sum + minShareOf(point), 0)
  const attributable =
    uncertainPoints.length === 0
      ? attributed + untracedFlow
      : Math.max(attributed + untracedFlow, maxReachability(ultimatePoints) ?? 1)
  const maxShareOf = (point: number) => minShareOf(point) + (untraced[point] ?? 0)
  const byPoint = Array.from(minShares, (min, point) => toInterval(min, maxShareOf(point)))
  for (const point of uncertainPoints.toSorted((a, b) => minShareOf(b) - minShareOf(a))) {
    // Only unknown shares and unsolved loops can raise the maximum above the minimum.
    const highest = maxShareOf(point) + slack
    byPoint[point] = toInterval(minShareOf(point), Math.min(highest, maxReachability([point]) ?? highest))
  }
  return {
    byPoint,
    unattributed: { min: computeRemainder(attributable), max: computeRemainder(attributed) },
  }
}

/** Computes the share that several parties hold together. The parties must have no owners in the graph. */
export function computeJointShare(upstream: UpstreamGraph, ids: readonly string[], effort: Effort): Share {
  const { minShares, untracedFlow } = solveAbsorbingChain(upstream, effort)
  const points = ids.map(id => upstream.findIndex(point => point.id === id))
  const min = points.reduce((sum, point) => sum + toParts(minShares[point] ?? 0), 0) / partsPerWhole
  const { uncertainPoints, maxReachability } = createValueIteration(upstream, effort)
  return toInterval(min, uncertainPoints.length === 0 ? min + untracedFlow : (maxReachability(points) ?? 1))
}

function toInterval(min: number, max: number): Share {
  return max - min < negligible ? toShare(min) : { min, max: Math.min(1, max) }
}

const negligible = 1e-12

function computeRemainder(attributed: number): number {
  return 1 - attributed < negligible ? 0 : 1 - attributed
}
