import type { Relation } from '../../model/network.ts'
import type { Holds, Oddity } from './findings.ts'
import { exactly, isMajority, nothing, parts, rounding, type Share, whole } from './share.ts'
import { unknownEnd } from './unknown-ends.ts'

/** The part of a company that one owner holds. */
export interface Holding {
  /** Id of the party that holds it. */
  readonly owner: string
  /** Id of the company. */
  readonly company: string
  /** How much of the company it is. */
  readonly share: Share
}

/** What gives a holding of one owner in one company. */
export interface Stake {
  readonly owner: string
  /** In their order; none where it is only known that there may be a holding. */
  readonly relations: Relation[]
}

/** A lone subsidiary is held by more than half. */
const majority: Share = { min: (whole / 2 + 1000) / whole, max: 1 }
const unknown: Share = { min: 0, max: 1 }

/** What the owners of a company hold, such that they never hold more than the whole together. */
export function holdingsOf(
  company: string,
  stakes: readonly Stake[],
  of: Holds,
  findings: Oddity[],
): Holding[] {
  const stated = stakes.map(stake => plainShare(stake) ?? statedShare(company, stake, of, findings))
  const sum = stated.reduce((total, { claim }) => total + parts(claim), 0)
  const excess = sum - whole > rounding ? (sum - whole) / whole : 0
  if (excess > 0) findings.push({ kind: 'shares_above_whole', ids: [company], of, sum: sum / whole })
  const least = stated.map(({ share: { min, max }, claim }) => ({
    min: excess > 0 ? Math.max(0, Math.min(min, claim - excess)) : min,
    max,
  }))
  const left = leftIn(least.map(share => ({ share })))
  return stakes.map(({ owner }, at) => {
    const { min, max } = least[at] ?? nothing
    const share = min === max ? exactly(min) : { min, max: Math.min(max, min + left) }
    if (stated[at]?.isUnknown) findings.push({ kind: 'unknown_share', ids: [owner, company], of, share })
    return { owner, company, share }
  })
}

/** The fraction of a company that no owner certainly holds. */
export function leftIn(held: readonly Pick<Holding, 'share'>[]): number {
  let left = whole
  for (const { share } of held) left -= parts(share.min)
  return left > rounding ? left / whole : 0
}

interface Stated {
  readonly share: Share
  /** How much the other owners have to leave to it. */
  readonly claim: number
  readonly isUnknown: boolean
}

/** Of nearly every stake one share is given. */
function plainShare({ relations }: Stake): Stated | null {
  const share = relations.length === 1 ? relations[0]?.details.exactShare : undefined
  if (typeof share !== 'number' || !isFraction(share)) return null
  return { share: exactly(share), claim: share, isUnknown: false }
}

function isFraction(share: number): boolean {
  return share >= 0 && share <= 1
}

function statedShare(company: string, { owner, relations }: Stake, of: Holds, findings: Oddity[]): Stated {
  const ids = [owner, company]
  const shares = holdingsByShare(owner, relations)
  const values: number[] = []
  for (const [value, { size }] of shares) {
    if (!isFraction(value)) findings.push({ kind: 'share_out_of_range', ids, of, value })
    else for (let count = Math.max(1, size); count > 0; count -= 1) values.push(value)
  }
  const gives = ({ details }: Relation) => isNumber(details.exactShare) && isFraction(details.exactShare)
  const given = new Set(relations.filter(gives).map(({ details }) => details.uid || null))
  // A relation that is listed twice, once without its share, is one; what can be no share is one of its own.
  const isTwice = ({ details: { uid, exactShare } }: Relation) =>
    !isNumber(exactShare) && Boolean(uid) && given.has(uid)
  const without = relations
    .filter(relation => !gives(relation) && !isTwice(relation))
    .map(({ type }) => ({ isSubsidiary: type === 'SubsidiaryRelationship' }))
  const isSubsidiary = without.some(one => one.isSubsidiary)
  const [first, ...others] = values
  if (first === undefined) {
    const share = isSubsidiary ? majority : unknown
    return { share, claim: share.min, isUnknown: true }
  }
  const min = others.reduce((least, value) => Math.min(least, value), first)
  const sum = others.reduce((total, value) => total + value, first)
  // Another holding beside the known one may add to it.
  const isUnknown = without.some(one => !one.isSubsidiary)
  const isTooFew = isSubsidiary && !isUnknown && !isMajority(parts(sum))
  if (others.length > 0 || isTooFew) findings.push({ kind: 'conflicting_shares', ids, of, values })
  const max = isUnknown || isTooFew ? 1 : Math.min(1, sum)
  return { share: { min, max }, claim: isTooFew ? majority.min : min, isUnknown }
}

/**
 * By share, what tells apart the holdings that have it. Sources repeat a holding, so that one without a `uid` is none of its own; but
 * different `uid`s may be different holdings, and owners that are not known different owners.
 */
function holdingsByShare(owner: string, relations: readonly Relation[]): Map<number, Set<unknown>> {
  const byShare = new Map<number, Set<unknown>>()
  for (const relation of relations) {
    const { exactShare, uid } = relation.details
    if (!isNumber(exactShare)) continue
    const holdings = byShare.get(exactShare) ?? new Set()
    byShare.set(exactShare, holdings)
    if (uid) holdings.add(uid)
    else if (owner === unknownEnd) holdings.add(relation)
  }
  return byShare
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}
