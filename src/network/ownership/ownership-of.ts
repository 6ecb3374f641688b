import type { Network } from '../../model/network.ts'
import { checkId } from '../graph/check.ts'
import { type Answer, answerOf, indexed, type NetworkIndex, partyOf } from '../graph/index-network.ts'
import { byText } from '../graph/order.ts'
import type { Party } from '../graph/parties.ts'
import { nothing, type Share, tidy } from '../graph/share.ts'
import { effectiveShares } from './effective.ts'
import { findWays, type OwnershipPath, pathOf } from './paths.ts'
import { lookUp, ultimateOwners } from './upward.ts'

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
  /**
   * What it owns itself and through others, net of what it owns of itself. What comes to a loop of more than 200 companies may
   * belong to anyone, though all shares are known. Where thousands of owners depend on shares that are not known, the interval of
   * the smaller of them is wider than it had to be, and still holds.
   */
  readonly effective: Share
  /** The few ways that contribute most to it; none of more than 100 parties. */
  readonly paths: readonly OwnershipPath[]
}

/**
 * Who owns a company in the end: shares multiplied along each chain of owners and added over all chains, through cross-holdings
 * too. `id` is that of the company, the root of the network where it is left out. Shares are fractions, 0.25 for a quarter.
 *
 * An owner that is itself owned by the company is counted net of its own loop, so that no one owns more than the whole.
 * Where a share is not known, the true value lies between `min` and `max`, whatever that share is.
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
