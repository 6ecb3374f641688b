import type { Relation } from '../../model/network.ts'
import type { Holds, Oddity } from './findings.ts'
import { exactly, nothing, parts, rounding, type Share, whole } from './share.ts'

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
  isSubsidiary: boolean
}

/** A lone subsidiary is held by more than half. */
const majority: Share = { min: (whole / 2 + 1000) / whole, max: 1 }
const unknown: Share = { min: 0, max: 1 }

export function createStake(owner: string): Stake {
  return { owner, values: [], wrong: [], isSubsidiary: false }
}

/** Duplicates count once: a share between the same ends is the same share. */
export function addRelation(stake: Stake, { type, details }: Relation): void {
  const { exactShare } = details
  if (type === 'SubsidiaryRelationship') stake.isSubsidiary = true
  if (typeof exactShare !== 'number') return
  const known = exactShare >= 0 && exactShare <= 1 ? stake.values : stake.wrong
  if (!known.includes(exactShare)) known.push(exactShare)
}

/** What the owners of a company hold, such that they never hold more than the whole together. */
export function holdingsOf(
  company: string,
  stakes: readonly Stake[],
  of: Holds,
  findings: Oddity[],
): Holding[] {
  const stated = stakes.map(stake => statedShare(company, stake, of, findings))
  const sum = stated.reduce((total, share) => total + parts(share.min), 0)
  const excess = sum - whole > rounding ? (sum - whole) / whole : 0
  if (excess > 0) findings.push({ kind: 'shares_above_whole', ids: [company], of, sum: sum / whole })
  const least = excess > 0 ? stated.map(({ min, max }) => ({ min: Math.max(0, min - excess), max })) : stated
  const left = leftIn(least.map(share => ({ share })))
  return stakes.map(({ owner, values }, at) => {
    const { min, max } = least[at] ?? nothing
    const share = min === max ? exactly(min) : { min, max: Math.min(max, min + left) }
    if (values.length === 0) findings.push({ kind: 'unknown_share', ids: [owner, company], of, share })
    return { owner, company, share }
  })
}

/** The fraction of a company that nobody certainly holds. */
export function leftIn(held: readonly Pick<Holding, 'share'>[]): number {
  let left = whole
  for (const { share } of held) left -= parts(share.min)
  return left > rounding ? left / whole : 0
}

function statedShare(
  company: string,
  { owner, values, wrong, isSubsidiary }: Stake,
  of: Holds,
  findings: Oddity[],
): Share {
  const ids = [owner, company]
  for (const value of wrong) findings.push({ kind: 'share_out_of_range', ids, of, value })
  const [first, ...others] = values
  if (first === undefined) return isSubsidiary ? majority : unknown
  if (others.length === 0) return exactly(first)
  findings.push({ kind: 'conflicting_shares', ids, of, values })
  const sum = others.reduce((total, value) => total + value, first)
  return { min: Math.min(first, ...others), max: Math.min(1, sum) }
}
