import { computeUnheld, type Holding } from '../graph/holdings.ts'
import { type Holdings, indexHoldings, type NetworkIndex } from '../graph/index-network.ts'
import { findOwnershipLoops } from '../graph/loops.ts'
import { partsPerWhole, type Share, toParts, toShare, zeroShare } from '../graph/share.ts'

/** Whether only what is certain counts, or whatever may be. */
export type Bound = 'min' | 'max'

const cache = { min: new WeakMap<Holdings, Holdings>(), max: new WeakMap<Holdings, Holdings>() }

/**
 * Holdings as they count for others: what a company holds of itself, also through wholly owned subsidiaries, is with its other
 * owners in proportion; what parties hold who are `apart` is never its own. That a person has owners is not certain.
 */
export function computeCountedHoldings(
  { parties }: NetworkIndex,
  holdings: Holdings,
  bound: Bound,
  outsiders?: ReadonlySet<string>,
): Holdings {
  const cached = outsiders === undefined ? cache[bound].get(holdings) : undefined
  if (cached !== undefined) return cached
  const ownHoldings = findOwnHoldings(holdings, outsiders ?? new Set())
  const countedHoldings = replaceHoldings(holdings, (company, companyHoldings) => {
    if (bound === 'min' && parties.get(company)?.type === 'person') return null
    const ownHolding = ownHoldings.get(company)
    return ownHolding === undefined ? companyHoldings : excludeOwn(companyHoldings, ownHolding)
  })
  if (outsiders === undefined) cache[bound].set(holdings, countedHoldings)
  return countedHoldings
}

/** The holdings in each company replaced by others, or left out; the same where nothing changes. */
export function replaceHoldings(
  holdings: Holdings,
  replace: (company: string, companyHoldings: readonly Holding[]) => readonly Holding[] | null,
): Holdings {
  const ofCompany = new Map<string, readonly Holding[]>()
  let isSame = true
  for (const [company, companyHoldings] of holdings.ofCompany) {
    const replacement = replace(company, companyHoldings)
    if (replacement !== companyHoldings) isSame = false
    if (replacement !== null) ofCompany.set(company, replacement)
  }
  return isSame ? holdings : { ...indexHoldings([...ofCompany.values()].flat()), ofCompany }
}

/** What a company holds of itself. */
interface OwnHolding {
  readonly share: Share
  /** What it holds at the least where all count that may be wholly owned. */
  readonly floor: number
  /** Itself and its wholly owned subsidiaries, certainly or possibly. */
  readonly certain: ReadonlySet<string>
  readonly possible: ReadonlySet<string>
}

/** By company. Only companies that own parts of each other hold any of themselves through a subsidiary. */
function findOwnHoldings(holdings: Holdings, outsiders: ReadonlySet<string>): Map<string, OwnHolding> {
  const own = new Map<string, OwnHolding>()
  for (const members of findOwnershipLoops(holdings, 'max')) {
    const loop = new Set(members.filter(member => !outsiders.has(member)))
    for (const company of members) {
      const companyHoldings = holdings.ofCompany.get(company) ?? []
      if (members.length === 1 && companyHoldings.every(({ owner }) => owner !== company)) continue
      const certain = findWhollyOwned(holdings, company, loop, 'min')
      const possible = findWhollyOwned(holdings, company, loop, 'max')
      const sumOf = (group: ReadonlySet<string>, bound: Bound) =>
        companyHoldings.reduce(
          (sum, { owner, share }) => sum + (group.has(owner) ? toParts(share[bound]) : 0),
          0,
        ) / partsPerWhole
      const share = { min: sumOf(certain, 'min'), max: Math.min(1, sumOf(possible, 'max')) }
      if (share.max > 0) own.set(company, { share, floor: sumOf(possible, 'min'), certain, possible })
    }
  }
  return own
}

/** Who owns more companies of its loop is not followed further: it may own all of them. */
const maxGroupSize = 100

/** A company, and those of its loop that it owns whole. */
function findWhollyOwned(
  { ofCompany, ofOwner }: Holdings,
  company: string,
  loop: ReadonlySet<string>,
  bound: Bound,
): ReadonlySet<string> {
  const group = new Set([company])
  for (const owner of group) {
    if (group.size > maxGroupSize) return bound === 'min' ? new Set([company]) : loop
    for (const { company: subsidiary } of ofOwner.get(owner) ?? [])
      if (
        !group.has(subsidiary) &&
        loop.has(subsidiary) &&
        isWhollyOwned(ofCompany.get(subsidiary) ?? [], group, bound)
      )
        group.add(subsidiary)
  }
  return group
}

function isWhollyOwned(
  companyHoldings: readonly Holding[],
  group: ReadonlySet<string>,
  bound: Bound,
): boolean {
  let sum = 0
  for (const { owner, share } of companyHoldings) {
    if (group.has(owner)) sum += toParts(share[bound])
    else if (bound === 'max' && share.min > 0) return false
  }
  return sum >= partsPerWhole
}

/** What the others hold of the rest. The true part lies within, whatever the unknown shares are. */
function excludeOwn(companyHoldings: readonly Holding[], own: OwnHolding): Holding[] {
  if (own.share.min === 1) return []
  const unheld = computeUnheld(companyHoldings)
  return companyHoldings.flatMap(holding => {
    if (own.certain.has(holding.owner)) return []
    const share = toShareOfOthers(holding, own, unheld)
    // What may be the company's own may not count at all.
    return [{ ...holding, share: own.possible.has(holding.owner) ? { min: 0, max: share.max } : share }]
  })
}

function toShareOfOthers(
  { share, isUnlimited }: Holding,
  { share: own, floor }: OwnHolding,
  unheld: number,
): Share {
  if (share.max === 0) return zeroShare
  const min = share.min / (1 - own.min)
  if (isUnlimited) return { min, max: 1 }
  if (share.min === share.max && own.min === own.max) return toShare(Math.min(1, min))
  // The more the company holds of itself, the more a share is of the rest, until it leaves less than that share.
  const room = share.min + floor + unheld
  const maxOwnShare = Math.min(own.max, Math.max(own.min, room - share.max))
  return {
    min,
    max: maxOwnShare === 1 ? 1 : Math.min(1, Math.min(share.max, room - maxOwnShare) / (1 - maxOwnShare)),
  }
}
