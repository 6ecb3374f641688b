import type { Relation } from '../../model/network.ts'
import { writtenAs } from '../../shared/json.ts'
import type { Holds, Oddity } from './data-issues.ts'
import { datesOf } from './ended.ts'
import { isHolding } from './relation-types.ts'
import { exactly, isMajority, nothing, parts, rounding, type Share, whole } from './share.ts'
import { type GivenShare, givenShare } from './share-text.ts'
import { unknownEnd } from './unknown-ends.ts'

/**
 * The part of a company that one owner holds.
 *
 * @example
 * const { shares } = indexNetwork(await client.entities.network(id))
 * const holdings: readonly Holding[] = [...shares.ofCompany.values()].flat()
 * const large = holdings.filter(({ share }) => share.min >= 0.25)
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

/** What gives a holding of one owner in one company. */
export interface Stake {
  readonly owner: string
  /** In their order; none where it is only known that there may be a holding. */
  readonly relations: StakeRelation[]
}

export interface StakeRelation {
  readonly relation: Relation
  /** Whether it may have ended, or is no relation of shares or votes. */
  readonly isDoubtful: boolean
  /** Its ends before nodes were merged: relations of two nodes are two. */
  readonly ends: string
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
const majority: Share = { min: (whole / 2 + 1000) / whole, max: 1 }
const unknown: Share = { min: 0, max: 1 }

/** What the owners of a company hold, such that they never hold more than the whole together. */
export function holdingsOf(company: Company, stakes: readonly Stake[]): Holding[] {
  const { id, of, issues } = company
  const stated = stakes.map(stake => plainShare(stake, company) ?? statedShare(stake, company))
  const sumOf = (claims: readonly number[]) => claims.reduce((total, claim) => total + parts(claim), 0)
  const sum = sumOf(stated.map(({ claim }) => claim))
  const excess = sum - whole > rounding ? (sum - whole) / whole : 0
  const isTooMuch = sum + sumOf(stated.map(({ doubtful }) => doubtful)) - whole > rounding
  if (excess > 0) issues.push({ kind: 'shares_above_whole', ids: [id], of, sum: sum / whole })
  const least = stated.map(({ share: { min, max }, claim }) => ({
    min: excess > 0 ? Math.max(0, Math.min(min, claim - excess)) : min,
    max,
  }))
  const left = leftIn(least.map(share => ({ share })))
  return stakes.map(({ owner, relations }, at) => {
    const { min, max } = least[at] ?? nothing
    const { isUnlimited = false, isUnknown = false, doubtful = 0 } = stated[at] ?? {}
    // Who holds a part of which the others leave nothing shows that what they hold may be wrong.
    const isLeftOut = isUnknown && min === 0 && left === 0 && relations.length > 0
    const isLimited = !(isUnlimited || isLeftOut || (isTooMuch && doubtful > 0))
    const limited = min === max ? exactly(min) : { min, max: Math.min(max, min + left) }
    const share = isLimited ? limited : { min, max }
    if (isUnknown && (isLimited || isLeftOut))
      issues.push({ kind: 'unknown_share', ids: [owner, id], of, share })
    return { owner, company: id, share, ...(!isLimited && { isUnlimited: true }) }
  })
}

/** The fraction of a company that no owner certainly holds. */
export function leftIn(held: readonly Pick<Holding, 'share'>[]): number {
  let left = whole
  for (const { share } of held) left -= parts(share.min)
  return left > rounding ? left / whole : 0
}

/** Whether shares are percentages: another number of the company may be one too. */
export function isPercentage(given: GivenShare): boolean {
  return given.kind === 'percent' || (given.kind === 'unreadable' && given.isPercentage)
}

interface Stated {
  readonly share: Share
  /** The most that is given: the other owners have to leave it. */
  readonly claim: number
  /** What is given beside, and may have ended or be of another unit: no claim against the others, who do not limit it either. */
  readonly doubtful: number
  readonly isUnknown: boolean
  readonly isUnlimited: boolean
}

/** Of nearly every stake one share is given, as a fraction. */
function plainShare({ relations }: Stake, { isMixed }: Company): Stated | null {
  const [only] = relations
  if (only === undefined || relations.length > 1 || only.isDoubtful || isMixed) return null
  const given = givenShare(only.relation)
  if (given.kind !== 'fraction') return null
  return { share: given.share, claim: given.raw, doubtful: 0, isUnknown: false, isUnlimited: false }
}

/** One holding, which several relations may report. */
interface Lot {
  /** What its relations give, each share once. */
  readonly shares: Share[]
  /** The largest of them, as far as it is certain; of a band, its least. */
  claim: number
  /** The same, as it was given. */
  given: number
  isDoubtful: boolean
  isUnlimited: boolean
  isSubsidiary: boolean
}

function statedShare({ owner, relations }: Stake, company: Company): Stated {
  const { id, of, issues } = company
  const ids = [owner, id]
  const lots = lotsOf(owner, relations, company)
  const known = lots.filter(({ shares }) => shares.length > 0)
  const given = known.map(totalOf)
  const claimed = known.reduce((all, lot) => (lot.isDoubtful ? all : all + lot.claim), 0)
  const doubtful = known.reduce((all, lot) => all + lot.given, 0) - claimed
  const isContradicted = lots.some(({ shares }) => shares.length > 1)
  const isUnlimited = lots.some(lot => lot.isUnlimited)
  const without = lots.filter(lot => lot.shares.length === 0 && !lot.isUnlimited)
  const isSubsidiary = without.some(lot => lot.isSubsidiary)
  if (given.length === 0) {
    const share = isSubsidiary && without.every(lot => !lot.isDoubtful) ? majority : unknown
    const mostDoubtful = isSubsidiary && share === unknown ? majority.min : doubtful
    return { share, claim: share.min, doubtful: mostDoubtful, isUnknown: !isUnlimited, isUnlimited }
  }
  const min = Math.max(...given.map(share => share.min))
  const sum = given.reduce((total, share) => total + share.max, 0)
  // Another holding beside the known one may add to it.
  const isUnknown = without.some(lot => !lot.isSubsidiary)
  const isTooFew = isSubsidiary && !isUnknown && !isMajority(parts(sum))
  if (given.length > 1 || isContradicted || isTooFew)
    issues.push({ kind: 'conflicting_shares', ids, of, values: lots.flatMap(({ shares }) => shares) })
  const max = isUnknown || isTooFew || isUnlimited ? 1 : Math.min(1, sum)
  const claim = Math.max(claimed, isTooFew ? majority.min : 0)
  return { share: { min, max }, claim, doubtful, isUnknown, isUnlimited }
}

/** Where one relation gives several shares, one of them is right. */
function totalOf({ shares, isDoubtful }: Lot): Share {
  const min = isDoubtful ? 0 : Math.min(...shares.map(share => share.min))
  return { min, max: Math.max(...shares.map(share => share.max)) }
}

/** What stands in a source for an identifier that it does not have. */
const noIdentifier =
  /^([^\p{L}\p{N}]*|0+|n\W?a\W?|unknown|none|null|nil|undefined|not (available|applicable|known))$/iu

/**
 * Relations are one holding if they are one relation: they have the same type, description and dates, and the same `uid`, or,
 * without one, the same share and all else but the sources, of which two may report it. Owners who are not known are different
 * owners.
 */
function lotsOf(owner: string, relations: readonly StakeRelation[], company: Company): Lot[] {
  const lots: Lot[] = []
  const byKey = new Map<string, Lot>()
  // Those with a uid first: one without it may be one of them.
  const ordered = relations.toSorted(
    (one, other) => Number(uidOf(one) === null) - Number(uidOf(other) === null),
  )
  for (const one of ordered) {
    const { relation, isDoubtful, ends } = one
    const { type, details } = relation
    const given = givenShare(relation)
    const isSubsidiary = type === 'SubsidiaryRelationship'
    const raw = given.kind === 'missing' ? null : given.raw
    const facts = [type, details.description, datesOf(relation)]
    const content = writtenAs([...facts, raw, ends, besidesOf(relation)]) ?? String(lots.length)
    const id = uidOf(one)
    const uid = id === null ? null : JSON.stringify([...facts, id])
    let lot = byKey.get(uid ?? content)
    // What gives no share may be any holding of its owner: it is one of its own, but for a subsidiary.
    if (
      lot === undefined ||
      (uid === null && (owner === unknownEnd || (given.kind === 'missing' && !isSubsidiary)))
    ) {
      lot = { shares: [], claim: 0, given: 0, isDoubtful: false, isUnlimited: false, isSubsidiary }
      lots.push(lot)
      if (uid !== null) byKey.set(uid, lot)
      if (!byKey.has(content)) byKey.set(content, lot)
    }
    lot.isDoubtful ||= isDoubtful
    if (raw !== null && !isHolding(type))
      company.issues.push({
        kind: 'unclear_share',
        ids: [owner, company.id],
        of: company.of,
        raw,
        reading: 'other_type',
      })
    addShare(lot, given, owner, company)
  }
  return lots
}

/** What else may tell two holdings apart, such as a class of shares. */
function besidesOf({ label, unknownFields, details }: Relation): unknown {
  const { uid, sources, exactShare, ...others } = details
  return [label, unknownFields, others]
}

function uidOf({ relation }: StakeRelation): string | null {
  const uid = relation.details.uid?.trim() ?? ''
  return noIdentifier.test(uid) ? null : uid
}

function addShare(lot: Lot, given: GivenShare, owner: string, { id, of, isMixed, issues }: Company): void {
  if (given.kind === 'missing') return
  const { raw } = given
  const isOfEitherUnit = given.kind === 'fraction' && isMixed && given.raw > 0
  if (given.kind !== 'fraction' || isOfEitherUnit) {
    const reading = given.kind === 'fraction' ? 'mixed_units' : given.kind
    issues.push({ kind: 'unclear_share', ids: [owner, id], of, raw, reading })
  }
  if (given.kind === 'unreadable') {
    lot.isUnlimited = true
    return
  }
  const { min, max } = given.share
  const share = isOfEitherUnit ? { min: min / 100, max } : given.share
  lot.claim = Math.max(lot.claim, share.min)
  lot.given = Math.max(lot.given, given.kind === 'percent' ? min : max)
  if (!lot.shares.some(one => one.min === share.min && one.max === share.max)) lot.shares.push(share)
}
