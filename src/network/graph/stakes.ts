import type { Relation } from '../../model/network.ts'
import { writtenAs } from '../../shared/json.ts'
import { listOf } from '../../shared/lists.ts'
import type { Holds, Oddity } from './data-issues.ts'
import { fieldsOf, isBeginning, isEnding } from './relation-fields.ts'
import { isHolding, unknownEnd } from './relation-types.ts'
import { isMajority, parts, rounding, type Share, whole } from './share.ts'
import type { GivenShare } from './share-text.ts'

/**
 * The part of a company that one owner holds.
 *
 * @example
 * const { shares } = indexNetwork(await client.entities.network(id))
 * const holdings: readonly Holding[] = [...shares.ofCompany.values()].flat()
 */
export type Holding = {
  /** Id of the party that holds it. */
  readonly owner: string
  /** Id of the company. */
  readonly company: string
  /** How much of the company it is. */
  readonly share: Share
  /** Whether what the others hold does not limit it: it was given and cannot be read, or is in doubt beside too much. */
  readonly isUnlimited?: true
}

/** A relation that gives a holding, or a part of it. */
export interface Stake {
  readonly relation: Relation
  /** The relation as it came: those of two nodes that are merged are two. */
  readonly origin: Relation
  readonly given: GivenShare
  /** Whether it may have ended, or is no relation of shares or votes. */
  readonly isDoubtful: boolean
}

/** The company whose stakes are read. */
interface Company {
  readonly id: string
  readonly of: Holds
  /** Whether some of its shares are percentages, so that a bare number may be one too. */
  readonly isMixed: boolean
  readonly issues: Oddity[]
}

/** What is said of the holding of one owner. */
interface Claim {
  readonly share: Share
  /** The most that is given: the other owners have to leave it. */
  readonly claimed: number
  /** What is given beside, and may have ended or be of another unit: no claim against the others, who do not limit it either. */
  readonly doubtful: number
  readonly isUnknown: boolean
  readonly isUnlimited: boolean
}

/** A lone subsidiary is held by more than half. */
const majority: Share = { min: (whole / 2 + 1000) / whole, max: 1 }

/** What the owners of a company hold, such that they never hold more than the whole together; an owner without a stake may have one. */
export function holdingsOf(company: Company, stakes: ReadonlyMap<string, readonly Stake[]>): Holding[] {
  const { id, of, issues } = company
  const claims = Array.from(stakes, ([owner, some]) => ({
    owner,
    isGiven: some.length > 0,
    ...claimOf(owner, some, company),
  }))
  const sum = claims.reduce((total, { claimed }) => total + parts(claimed), 0)
  const doubtful = claims.reduce((total, claim) => total + parts(claim.doubtful), 0)
  const excess = sum - whole > rounding ? (sum - whole) / whole : 0
  if (excess > 0) issues.push({ kind: 'shares_above_whole', ids: [id], of, sum: sum / whole })
  const minOf = ({ share: { min }, claimed }: Claim) =>
    excess > 0 ? Math.max(0, Math.min(min, claimed - excess)) : min
  const left = leftIn(claims.map(claim => ({ share: { min: minOf(claim) } })))
  return claims.map(claim => {
    const { owner, isGiven, isUnknown } = claim
    const [min, { max }] = [minOf(claim), claim.share]
    // Who holds a part of which the others leave nothing shows that what they hold may be wrong.
    const isLeftOut = isGiven && isUnknown && min === 0 && left === 0
    const isDoubted = claim.doubtful > 0 && sum + doubtful - whole > rounding
    const isUnlimited = claim.isUnlimited || isLeftOut || isDoubted
    const share = min === max || isUnlimited ? { min, max } : { min, max: Math.min(max, min + left) }
    if (isUnknown && (isLeftOut || !isUnlimited))
      issues.push({ kind: 'unknown_share', ids: [owner, id], of, share })
    return { owner, company: id, share, ...(isUnlimited && { isUnlimited }) }
  })
}

/** The fraction of a company that no owner certainly holds. */
export function leftIn(held: readonly { readonly share: Pick<Share, 'min'> }[]): number {
  let left = whole
  for (const { share } of held) left -= parts(share.min)
  return left > rounding ? left / whole : 0
}

function claimOf(owner: string, stakes: readonly Stake[], company: Company): Claim {
  const { id, of, issues } = company
  const ids = [owner, id]
  for (const stake of stakes) reportShare(stake, ids, company)
  const lots = lotsOf(owner, stakes).map(lot => readLot(lot, company.isMixed))
  const known = lots.filter(({ shares }) => shares.length > 0)
  const without = lots.filter(({ shares, isUnreadable }) => shares.length === 0 && !isUnreadable)
  const isUnlimited = lots.some(({ isUnreadable }) => isUnreadable)
  const isSubsidiary = without.some(lot => lot.isSubsidiary)
  const sumOf = (part: 'claimed' | 'doubtful' | 'max') => known.reduce((all, lot) => all + lot[part], 0)
  const [claimed, doubtful, sum] = [sumOf('claimed'), sumOf('doubtful'), sumOf('max')]
  if (known.length === 0) {
    const isCertain = isSubsidiary && without.every(({ isDoubtful }) => !isDoubtful)
    const share = isCertain ? majority : { min: 0, max: 1 }
    const mostDoubtful = isSubsidiary && !isCertain ? majority.min : 0
    return { share, claimed: share.min, doubtful: mostDoubtful, isUnknown: !isUnlimited, isUnlimited }
  }
  // Another holding beside the known one may add to it; a subsidiary is the known one.
  const isUnknown = without.some(lot => !lot.isSubsidiary)
  const isTooFew = isSubsidiary && !isUnknown && !isMajority(parts(sum))
  if (known.length > 1 || known.some(({ shares }) => shares.length > 1) || isTooFew)
    issues.push({ kind: 'conflicting_shares', ids, of, values: known.flatMap(({ shares }) => shares) })
  const min = Math.max(...known.map(lot => lot.min))
  const max = isUnknown || isTooFew || isUnlimited ? 1 : Math.min(1, sum)
  const least = isTooFew ? majority.min : 0
  return { share: { min, max }, claimed: Math.max(claimed, least), doubtful, isUnknown, isUnlimited }
}

function reportShare({ relation, given }: Stake, ids: string[], { of, isMixed, issues }: Company): void {
  if (given.kind === 'missing') return
  const report = (reading: 'percent' | 'mixed_units' | 'unreadable' | 'other_type') =>
    issues.push({ kind: 'unclear_share', ids, of, raw: given.raw, reading })
  if (!isHolding(relation.type)) report('other_type')
  if (given.kind !== 'fraction') report(given.kind)
  else if (isMixed && given.raw > 0) report('mixed_units')
}

/** What stands in a source for an identifier that it does not have. */
const noIdentifier =
  /^([^\p{L}\p{N}]*|0+|n\W?a\W?|unknown|none|null|nil|undefined|not (available|applicable|known))$/iu

/**
 * Relations are one holding if they are one relation: they have the same type, description and dates, and the same `uid`, or,
 * without one, the same share and all else but the sources, of which two may report it. Owners who are not known are different
 * owners.
 */
function lotsOf(owner: string, stakes: readonly Stake[]): (readonly Stake[])[] {
  if (stakes.length === 1) return [stakes]
  const lots = new Map<string, Stake[]>()
  for (const [at, stake] of stakes.entries()) {
    const { uid, sources, ...details } = stake.origin.details
    const { source, target, type } = stake.origin
    const dates = fieldsOf(stake.origin).filter(([words]) => isEnding(words) || isBeginning(words))
    const isSame =
      uid === null || noIdentifier.test(uid.trim())
        ? { ...stake.origin, details }
        : [source, target, type, uid.trim(), details.description, dates]
    listOf(lots, owner === unknownEnd ? `${at}` : (writtenAs(isSame) ?? `${at}`)).push(stake)
  }
  return [...lots.values()]
}

/** One holding, which several relations may report: where these give several shares, one of them is right. */
function readLot(stakes: readonly Stake[], isMixed: boolean) {
  const given = stakes.map(stake => stake.given).filter(one => 'share' in one)
  const isOfEitherUnit = ({ kind }: GivenShare) => isMixed && kind === 'fraction'
  const shares = new Map<string, Share>()
  for (const one of given) {
    const { min, max } = one.share
    const share = isOfEitherUnit(one) ? { min: min / 100, max } : one.share
    shares.set(JSON.stringify(share), share)
  }
  const isDoubtful = stakes.some(stake => stake.isDoubtful)
  const [least, most] = [
    [...shares.values()].map(({ min }) => min),
    [...shares.values()].map(({ max }) => max),
  ]
  const claimed = isDoubtful ? 0 : Math.max(0, ...least)
  return {
    shares: [...shares.values()],
    min: isDoubtful ? 0 : Math.min(1, ...least),
    max: Math.max(0, ...most),
    claimed,
    doubtful: Math.max(0, ...given.map(({ share }) => share.min)) - claimed,
    isDoubtful,
    isUnreadable: stakes.some(stake => stake.given.kind === 'unreadable'),
    isSubsidiary: stakes[0]?.relation.type === 'SubsidiaryRelationship',
  }
}
