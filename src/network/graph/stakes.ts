import type { Relation } from '../../model/network.ts'
import type { Holds, Oddity } from './findings.ts'
import { exactly, isMajority, nothing, parts, rounding, type Share, whole } from './share.ts'

/** The part of a company that somebody holds. */
export interface Holding {
  /** Id of the party that holds it. */
  readonly owner: string
  /** Id of the company. */
  readonly company: string
  /** How much of the company it is. */
  readonly share: Share
}

/** What the relations between one owner and one company say. */
export interface Stake {
  readonly owner: string
  /** Different shares that are given, in their order. */
  readonly values: number[]
  /** What is given and can be no share. */
  readonly wrong: number[]
  /** Identifiers of the relations that give a share. */
  readonly given: Set<string>
  /** Relations that give none that can be read. */
  readonly without: { readonly uid: string | null; readonly isSubsidiary: boolean }[]
}

/** A lone subsidiary is held by more than half. */
const majority: Share = { min: (whole / 2 + 1000) / whole, max: 1 }
const unknown: Share = { min: 0, max: 1 }

export function createStake(owner: string): Stake {
  return { owner, values: [], wrong: [], given: new Set(), without: [] }
}

/** Duplicates count once: a share between the same ends is the same share. */
export function addRelation({ values, wrong, given, without }: Stake, { type, details }: Relation): void {
  const { exactShare } = details
  const uid = details.uid || null
  const isSubsidiary = type === 'SubsidiaryRelationship'
  if (typeof exactShare !== 'number') without.push({ uid, isSubsidiary })
  else if (exactShare >= 0 && exactShare <= 1) {
    if (uid !== null) given.add(uid)
    if (!values.includes(exactShare)) values.push(exactShare)
  } else {
    without.push({ uid: null, isSubsidiary })
    if (!wrong.includes(exactShare)) wrong.push(exactShare)
  }
}

/** What the owners of a company hold, such that they never hold more than the whole together. */
export function holdingsOf(
  company: string,
  stakes: readonly Stake[],
  of: Holds,
  findings: Oddity[],
): Holding[] {
  const stated = stakes.map(stake => statedShare(company, stake, of, findings))
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

/** The fraction of a company that nobody certainly holds. */
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

function statedShare(company: string, stake: Stake, of: Holds, findings: Oddity[]): Stated {
  const { owner, values, wrong, given } = stake
  const ids = [owner, company]
  for (const value of wrong) findings.push({ kind: 'share_out_of_range', ids, of, value })
  // A relation that is listed twice, once without its share, is one.
  const without = stake.without.filter(({ uid }) => uid === null || !given.has(uid))
  const isSubsidiary = without.some(one => one.isSubsidiary)
  const [first, ...others] = values
  if (first === undefined) {
    const share = isSubsidiary ? majority : unknown
    return { share, claim: share.min, isUnknown: true }
  }
  const min = Math.min(first, ...others)
  const sum = others.reduce((total, value) => total + value, first)
  // Another holding beside the known one may add to it.
  const isUnknown = without.some(one => !one.isSubsidiary)
  const isTooFew = isSubsidiary && !isUnknown && !isMajority(parts(sum))
  if (others.length > 0 || isTooFew) findings.push({ kind: 'conflicting_shares', ids, of, values })
  const max = isUnknown || isTooFew ? 1 : Math.min(1, sum)
  return { share: { min, max }, claim: isTooFew ? majority.min : min, isUnknown }
}
