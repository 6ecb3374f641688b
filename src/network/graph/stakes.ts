import type { Relation } from '../../model/network.ts'
import { writtenAs } from '../../shared/json.ts'
import { listOf } from '../../shared/lists.ts'
import type { Holds, Oddity } from './data-issues.ts'
import { fieldsOf, isBeginning, isEnding } from './relation-fields.ts'
import { isHolding, unknownEnd } from './relation-types.ts'
import { isMajority, parts, rounding, type Share, whole } from './share.ts'
import type { GivenShare } from './share-text.ts'

/** The part of a company that one owner holds. */
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

/** A lone subsidiary is held by more than half. */
const majority = (whole / 2 + 1000) / whole

/** What the owners of a company hold, such that they never hold more than the whole together; an owner without a stake may have one. */
export function holdingsOf(company: Company, stakes: ReadonlyMap<string, readonly Stake[]>): Holding[] {
  const { id, of, issues } = company
  const claims = Array.from(stakes, ([owner, some]) => claimOf(owner, some, company))
  const sumOf = (part: 'claimed' | 'doubtful') => claims.reduce((sum, claim) => sum + parts(claim[part]), 0)
  const sum = sumOf('claimed')
  const isTooMuch = sum + sumOf('doubtful') - whole > rounding
  const excess = sum - whole > rounding ? (sum - whole) / whole : 0
  if (excess > 0) issues.push({ kind: 'shares_above_whole', ids: [id], of, sum: sum / whole })
  const held = claims.map(({ min, max, claimed }) => ({
    share: { min: excess > 0 ? Math.max(0, Math.min(min, claimed - excess)) : min, max },
  }))
  const left = leftIn(held)
  return claims.map(({ owner, isUnknown, isGiven, doubtful, ...claim }, at) => {
    const { min, max } = held[at]?.share ?? claim
    // Who holds a part of which the others leave nothing shows that what they hold may be wrong.
    const isLeftOut = isGiven && isUnknown && min === 0 && left === 0
    const isUnlimited = claim.isUnlimited || isLeftOut || (isTooMuch && doubtful > 0)
    const share = { min, max: min === max || isUnlimited ? max : Math.min(max, min + left) }
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

/**
 * What is said of the holding of one owner. `claimed` is the most that is given, which the other owners have to leave; `doubtful`
 * what is given beside, and may have ended or be of another unit: it is no claim against the others, who do not limit it either.
 */
function claimOf(owner: string, stakes: readonly Stake[], company: Company) {
  const { id, of, isMixed, issues } = company
  const ids = [owner, id]
  for (const stake of stakes) reportShare(stake, ids, company)
  const lots = lotsOf(owner, stakes).map(lot => readLot(lot, isMixed))
  const known = lots.filter(({ shares }) => shares.length > 0)
  const without = lots.filter(({ shares, isUnreadable }) => shares.length === 0 && !isUnreadable)
  const isUnlimited = lots.some(({ isUnreadable }) => isUnreadable)
  const isSubsidiary = without.some(lot => lot.isSubsidiary)
  const claim = { owner, isGiven: stakes.length > 0, isUnlimited }
  if (known.length === 0) {
    const isCertain = isSubsidiary && without.every(({ isDoubtful }) => !isDoubtful)
    const [min, doubtful] = isCertain ? [majority, 0] : [0, isSubsidiary ? majority : 0]
    return { ...claim, min, max: 1, claimed: min, doubtful, isUnknown: !isUnlimited }
  }
  const sumOf = (part: 'claimed' | 'doubtful' | 'max') => known.reduce((sum, lot) => sum + lot[part], 0)
  // Another holding beside the known one may add to it; a subsidiary is the known one.
  const isUnknown = without.some(lot => !lot.isSubsidiary)
  const isTooFew = isSubsidiary && !isUnknown && !isMajority(parts(sumOf('max')))
  if (known.length > 1 || known.some(({ shares }) => shares.length > 1) || isTooFew)
    issues.push({ kind: 'conflicting_shares', ids, of, values: known.flatMap(({ shares }) => shares) })
  return {
    ...claim,
    min: Math.max(...known.map(({ min }) => min)),
    max: isUnknown || isTooFew || isUnlimited ? 1 : Math.min(1, sumOf('max')),
    claimed: Math.max(sumOf('claimed'), isTooFew ? majority : 0),
    doubtful: sumOf('doubtful'),
    isUnknown,
  }
}

function reportShare({ relation, given }: Stake, ids: string[], { of, isMixed, issues }: Company): void {
  if (given.kind === 'missing') return
  const { kind, raw } = given
  const report = (reading: 'percent' | 'mixed_units' | 'unreadable' | 'other_type') =>
    issues.push({ kind: 'unclear_share', ids, of, raw, reading })
  if (!isHolding(relation.type)) report('other_type')
  if (kind !== 'fraction') report(kind)
  else if (isMixed && raw !== 0) report('mixed_units')
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
    const { source, target } = stake.origin
    const { type } = stake.relation
    const dates = fieldsOf(stake.origin).filter(([words]) => isEnding(words) || isBeginning(words))
    const isSame =
      uid === null || noIdentifier.test(uid.trim())
        ? { ...stake.origin, type, details }
        : [source, target, type, uid.trim(), details.description, dates]
    listOf(lots, owner === unknownEnd ? `${at}` : (writtenAs(isSame) ?? `${at}`)).push(stake)
  }
  return [...lots.values()]
}

/** One holding, which several relations may report: where these give several shares, one of them is right. */
function readLot(stakes: readonly Stake[], isMixed: boolean) {
  const given = stakes.flatMap(stake => ('share' in stake.given ? stake.given : []))
  const shares: Share[] = []
  for (const { kind, share } of given) {
    const { min, max } = share
    const read = isMixed && kind === 'fraction' ? { min: min / 100, max } : share
    if (!shares.some(one => one.min === read.min && one.max === max)) shares.push(read)
  }
  const isDoubtful = stakes.some(stake => stake.isDoubtful)
  const claimed = isDoubtful ? 0 : Math.max(0, ...shares.map(({ min }) => min))
  return {
    shares,
    min: isDoubtful ? 0 : Math.min(1, ...shares.map(({ min }) => min)),
    max: Math.max(0, ...shares.map(({ max }) => max)),
    claimed,
    doubtful: Math.max(0, ...given.map(({ share }) => share.min)) - claimed,
    isDoubtful,
    isUnreadable: stakes.some(stake => stake.given.kind === 'unreadable'),
    isSubsidiary: stakes[0]?.relation.type === 'SubsidiaryRelationship',
  }
}
