import type { Relation } from '../../model/network.ts'
import { getOrInsertList } from '../../shared/get-or-insert.ts'
import { tryStringify } from '../../shared/json.ts'
import { readFields } from '../relations/relation-fields.ts'
import { type HoldingKind, unknownEnd } from '../relations/relation-types.ts'
import type { StatedShare } from '../relations/stated-share.ts'
import { isMajority, partsPerWhole, roundingParts, type Share, toParts } from '../share.ts'
import type { DataIssueWithoutNames } from './data-issues.ts'

/**
 * The part of a company that one owner holds. It is computed in four steps: each relation states a stake;
 * stakes that report the same holding form a lot; the lots of one owner form a claim; the claims of all
 * owners, limited to 100 % in total, become the holdings.
 */
export type Holding = {
  /** Id of the owner. */
  readonly owner: string
  /** Id of the company. */
  readonly company: string
  /** Size of the holding. */
  readonly share: Share
  /**
   * True if the maximum of this holding may exceed the part that the other owners' minimum shares leave,
   * because the share is unreadable or held jointly, or because it is uncertain and the stated shares exceed
   * 100 %.
   */
  readonly isUnlimited?: true
  /** The share that the owner certainly holds alone or jointly with others, if that is more than `share.min`. */
  readonly jointMin?: number
}

/** Holdings, indexed by company and by owner. */
export type Holdings = {
  /** The holdings of each company's owners, by the company's id. */
  readonly ofCompany: ReadonlyMap<string, readonly Holding[]>
  /** The holdings of each owner in companies, by the owner's id. */
  readonly ofOwner: ReadonlyMap<string, readonly Holding[]>
  /** The companies in which holdings are wider than necessary, because a loop is too large; undefined if there are none. */
  readonly wideCompanies?: ReadonlySet<string> | undefined
}

/** A relation that states a holding, or a part of a holding. */
export interface Stake {
  readonly relation: Relation
  /**
   * The relation as received, before nodes are merged. After the merge, relations of different nodes may look
   * equal.
   */
  readonly origin: Relation
  readonly stated: StatedShare
  /** Whether the relation is certainly about shares or votes. */
  readonly isHolding: boolean
  /** Whether the relation may have ended, or may not be about shares or votes. */
  readonly isDoubtful: boolean
  /** Whether the owner holds, or may hold, for parties that are not named. */
  readonly isForOthers: boolean
  /** The parties that hold the same stake jointly with the owner. Each holds at least an equal part, and at most all of it. */
  readonly jointWith: readonly string[]
  /** The number of the reading among those of its kind, if the caller returned several. Each is a separate stake. */
  readonly reading: number
}

/** The company whose stakes are combined. */
interface Company {
  readonly id: string
  readonly of: HoldingKind
  /** Whether some shares in the company are percentages, so that a plain number may be a percentage too. */
  readonly hasPercentages: boolean
  readonly issues: DataIssueWithoutNames[]
}

/** The smallest holding that makes a company a subsidiary, as a fraction just above one half. */
const smallestMajority = (partsPerWhole / 2 + 1000) / partsPerWhole

/**
 * Computes the holdings of a company's owners. The minimum holdings never add up to more than 100 %. An owner with an unknown
 * stake may hold any part that the other owners leave.
 */
export function computeHoldings(company: Company, stakes: ReadonlyMap<string, readonly Stake[]>): Holding[] {
  const { id, of, issues } = company
  const claims = Array.from(stakes, ([owner, ownerStakes]) => buildClaim(owner, ownerStakes, company))
  const sumOf = (part: 'claimed' | 'doubtful') => claims.reduce((sum, claim) => sum + toParts(claim[part]), 0)
  const sum = sumOf('claimed')
  // A majority beside a half exceeds the whole by exactly the maximum of a rounding error.
  const exceedsWhole = sum + sumOf('doubtful') - partsPerWhole >= roundingParts
  const excess = sum - partsPerWhole >= roundingParts ? (sum - partsPerWhole) / partsPerWhole : 0
  if (excess > 0) issues.push({ kind: 'shares_above_whole', ids: [id], of, sum: sum / partsPerWhole })
  const reducedClaims = claims.map(({ min, max, claimed }) => ({
    share: { min: excess > 0 ? Math.max(0, Math.min(min, claimed - excess)) : min, max },
  }))
  const unheld = computeUnheld(reducedClaims)
  return claims.map((claim, position) => {
    const { owner, isUnknown, hasStakes, doubtful } = claim
    const { min, max } = reducedClaims[position]?.share ?? claim
    // The other owners leave nothing for this unknown holding, so one of the holdings may be wrong.
    const isCrowdedOut = hasStakes && isUnknown && min === 0 && unheld === 0
    const isUnlimited = claim.isUnlimited || isCrowdedOut || (exceedsWhole && doubtful > 0)
    // The other owners never reduce the maximum below the stated share, even if the owner holds for others.
    const limit = Math.max(claim.claimed, min + unheld)
    const share = { min, max: min === max || isUnlimited ? max : Math.min(max, limit) }
    if (isUnknown && (isCrowdedOut || !isUnlimited))
      issues.push({ kind: 'unknown_share', ids: [owner, id], of, share })
    return {
      owner,
      company: id,
      share,
      ...(isUnlimited && { isUnlimited }),
      ...(claim.jointMin > min && { jointMin: claim.jointMin }),
    }
  })
}

/** Computes the fraction that the owners' minimum shares do not cover. */
export function computeUnheld(holdings: readonly { readonly share: Pick<Share, 'min'> }[]): number {
  let unheld = partsPerWhole
  for (const { share } of holdings) unheld -= toParts(share.min)
  return unheld > roundingParts ? unheld / partsPerWhole : 0
}

/**
 * Combines all stakes of one owner. `claimed`: the largest share that the current relations state, which
 * limits the other owners. `doubtful`: an additional share that may have ended or may be in another unit. The
 * doubtful share does not limit the other owners, and their shares do not limit it.
 */
function buildClaim(owner: string, stakes: readonly Stake[], company: Company) {
  const { id, of, hasPercentages, issues } = company
  const ids = [owner, id]
  for (const stake of stakes) reportShare(stake, ids, company)
  const lots = groupIntoLots(owner, stakes).map(lot => summarizeLot(lot, hasPercentages))
  const knownLots = lots.filter(({ shares }) => shares.length > 0)
  const lotsWithoutShare = lots.filter(({ shares, isUnreadable }) => shares.length === 0 && !isUnreadable)
  const isUnlimited = lots.some(({ isUnreadable }) => isUnreadable)
  const subsidiaryLots = lotsWithoutShare.filter(lot => lot.isSubsidiary)
  const isSubsidiary = subsidiaryLots.length > 0
  // A subsidiary without a share repeats a known holding. The share of a relation of another kind is not the holding, and an
  // unreadable share may contradict the majority.
  const hasMajority = isSubsidiary && !isUnlimited && !knownLots.some(lot => lot.isHolding)
  const isMajorityCertain = hasMajority && subsidiaryLots.some(lot => !lot.isDoubtful && !lot.isForOthers)
  const leastMajority = isMajorityCertain ? smallestMajority : 0
  const isJoint = stakes.some(({ jointWith }) => jointWith.length > 0)
  const jointMin = Math.max(0, ...lots.map(lot => lot.jointMin))
  const claim = { owner, hasStakes: stakes.length > 0, isUnlimited: isUnlimited || isJoint, jointMin }
  if (knownLots.length === 0) {
    const doubtful = isSubsidiary ? smallestMajority - leastMajority : 0
    return { ...claim, min: leastMajority, max: 1, claimed: leastMajority, doubtful, isUnknown: !isUnlimited }
  }
  const sumOf = (part: 'claimed' | 'doubtful' | 'max') => knownLots.reduce((sum, lot) => sum + lot[part], 0)
  // Relations without a share may report an additional holding. A subsidiary relation, however, only repeats the known holding.
  const isUnknown = hasMajority || lotsWithoutShare.length > subsidiaryLots.length
  const isBelowMajority = isSubsidiary && !isUnknown && !isMajority(toParts(sumOf('max')))
  if (knownLots.length > 1 || knownLots.some(({ shares }) => shares.length > 1) || isBelowMajority)
    issues.push({ kind: 'conflicting_shares', ids, of, values: knownLots.flatMap(({ shares }) => shares) })
  return {
    ...claim,
    min: Math.max(leastMajority, ...knownLots.map(({ min }) => min)),
    max: isUnknown || isBelowMajority || isUnlimited ? 1 : Math.min(1, sumOf('max')),
    claimed: Math.max(sumOf('claimed'), isBelowMajority ? smallestMajority : leastMajority),
    doubtful: sumOf('doubtful'),
    isUnknown,
  }
}

function reportShare(
  { isHolding, stated }: Stake,
  ids: string[],
  { of, hasPercentages, issues }: Company,
): void {
  if (stated.kind === 'missing' || stated.kind === 'settled') return
  const { kind, raw } = stated
  const report = (reading: Extract<DataIssueWithoutNames, { kind: 'unclear_share' }>['reading']) =>
    issues.push({ kind: 'unclear_share', ids, of, raw, reading })
  if (!isHolding) report('other_type')
  if (kind === 'unreadable' && stated.isContradicted) report('contradicted')
  else if (kind !== 'fraction') report(kind)
  else if (hasPercentages && raw !== 0) report('mixed_units')
}

/** Placeholders that sources write for a missing identifier. */
const placeholderIdentifier =
  /^([^\p{L}\p{N}]*|0+|n\W?a\W?|unknown|none|null|nil|undefined|not (available|applicable|known))$/iu

/**
 * Groups the relations that report the same holding: they have the same type, description, dates and `uid`.
 * Without a `uid`, all other fields except the sources must be the same too. Relations with unnamed owners
 * are never grouped, because the owners may be different parties.
 */
export function groupIntoLots(owner: string, stakes: readonly Stake[]): (readonly Stake[])[] {
  if (stakes.length === 1) return [stakes]
  const lots = new Map<string, Stake[]>()
  for (const [position, stake] of stakes.entries()) {
    const { uid, sources, ...details } = stake.origin.details
    const { source, target } = stake.origin
    const { type } = stake.relation
    const dates = readFields(stake.origin).filter(({ meaning }) => /^(start|end|date)$/.test(meaning ?? ''))
    const identity =
      uid === null || placeholderIdentifier.test(uid.trim())
        ? { ...stake.origin, type, details, reading: stake.reading }
        : [source, target, type, uid.trim(), details.description, dates, stake.reading]
    getOrInsertList(
      lots,
      owner === unknownEnd ? `${position}` : (tryStringify(identity) ?? `${position}`),
    ).push(stake)
  }
  return [...lots.values()]
}

/**
 * Summarizes the relations that report the same holding. If they state different shares, any of the shares
 * may be correct, so the range covers all of them.
 */
function summarizeLot(stakes: readonly Stake[], hasPercentages: boolean) {
  const shares: Share[] = []
  let leastMin = 1
  let greatestMin = 0
  let greatestMax = 0
  let greatestStated = 0
  let holders = 1
  for (const { stated, jointWith } of stakes) {
    holders = Math.max(holders, 1 + jointWith.length)
    if (!('share' in stated)) continue
    const { min, max } = stated.share
    const interval = hasPercentages && stated.kind === 'fraction' ? { min: min / 100, max } : stated.share
    leastMin = Math.min(leastMin, interval.min)
    greatestMin = Math.max(greatestMin, interval.min)
    greatestMax = Math.max(greatestMax, max)
    greatestStated = Math.max(greatestStated, min)
    if (!shares.some(other => other.min === interval.min && other.max === max)) shares.push(interval)
  }
  const isDoubtful = stakes.some(stake => stake.isDoubtful)
  const isForOthers = stakes.some(stake => stake.isForOthers)
  const isJoint = holders > 1 && shares.length > 0
  const claimed = isDoubtful ? 0 : greatestMin / holders
  return {
    shares,
    // The part that is held for others has no certain owner.
    min: isDoubtful || isForOthers ? 0 : leastMin / holders,
    max: greatestMax,
    claimed,
    jointMin: isJoint && !isDoubtful && !isForOthers ? leastMin : 0,
    doubtful: greatestStated - claimed,
    isDoubtful,
    isForOthers,
    isUnreadable: stakes.some(stake => stake.stated.kind === 'unreadable'),
    isHolding: stakes.some(stake => stake.isHolding),
    isSubsidiary: stakes[0]?.relation.type === 'SubsidiaryRelationship',
  }
}

export function indexHoldings(allHoldings: Iterable<Holding>): Holdings {
  const ofCompany = new Map<string, Holding[]>()
  const ofOwner = new Map<string, Holding[]>()
  for (const holding of allHoldings) {
    getOrInsertList(ofCompany, holding.company).push(holding)
    getOrInsertList(ofOwner, holding.owner).push(holding)
  }
  return { ofCompany, ofOwner }
}
