import { computeUnheld, type Holding, type Holdings, indexHoldings } from '../graph/holdings.ts'
import { findOwnershipLoops } from '../graph/loops.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { isMajority, partsPerWhole, type Share, toParts, toShare, zeroShare } from '../share.ts'

/** `min` includes only certain holdings. `max` also includes possible holdings. */
export type Bound = 'min' | 'max'

const cache = {
  min: new WeakMap<Holdings, Holdings>(),
  max: new WeakMap<Holdings, Holdings>(),
  net: new WeakMap<Holdings, Holdings>(),
}

/**
 * Computes the effective holdings of each company's owners for control and beneficial ownership. Shares that a company holds in
 * itself, directly or through wholly owned subsidiaries, are divided among its other owners in proportion to their shares. A
 * holding in a person is included only for the bound `max`.
 */
export function computeCountedHoldings(index: NetworkIndex, holdings: Holdings, bound: Bound): Holdings {
  const cached = cache[bound].get(holdings)
  if (cached !== undefined) return cached
  const included = bound === 'min' ? excludePersons(index, holdings) : holdings
  const countedHoldings = excludeOwnHoldings(included, isWhollyOwned)
  cache[bound].set(holdings, countedHoldings)
  return countedHoldings
}

/**
 * Computes the holdings of each company's owners without the shares that the company holds in itself, directly or through
 * companies of which it holds, or may hold, more than half. They make a block possible, never certain.
 *
 * @param outsiders parties whose shares are never treated as shares that the company holds in itself.
 */
export function computeNetHoldings(holdings: Holdings, outsiders?: ReadonlySet<string>): Holdings {
  if (outsiders !== undefined) return excludeOwnHoldings(holdings, isMajorityOwned, outsiders)
  const cached = cache.net.get(holdings)
  if (cached !== undefined) return cached
  const netHoldings = excludeOwnHoldings(holdings, isMajorityOwned)
  cache.net.set(holdings, netHoldings)
  return netHoldings
}

/** Removes the holdings in persons, which may be data errors. */
export function excludePersons({ parties }: NetworkIndex, holdings: Holdings): Holdings {
  return replaceHoldings(holdings, (company, companyHoldings) =>
    parties.get(company)?.type === 'person' ? null : companyHoldings,
  )
}

function excludeOwnHoldings(
  holdings: Holdings,
  isOwned: OwnershipTest,
  outsiders: ReadonlySet<string> = new Set(),
): Holdings {
  const { ownHoldings, wideCompanies } = findOwnHoldings(holdings, isOwned, outsiders)
  const replaced = replaceHoldings(holdings, (company, companyHoldings) => {
    const ownHolding = ownHoldings.get(company)
    return ownHolding === undefined ? companyHoldings : excludeOwn(companyHoldings, ownHolding)
  })
  return wideCompanies.size === 0 ? replaced : { ...replaced, wideCompanies }
}

/**
 * Whether the holdings in one of the companies are wider than necessary, because its loop is too large. @param isNet whether the
 * holdings without a company's own shares count too.
 */
export function hasWideHoldings(index: NetworkIndex, companies: readonly string[], isNet = false): boolean {
  const counted = [index.shares, index.votes].flatMap(holdings => [
    computeCountedHoldings(index, holdings, 'max'),
    ...(isNet ? [computeNetHoldings(holdings)] : []),
  ])
  return companies.some(company => counted.some(({ wideCompanies }) => wideCompanies?.has(company)))
}

/** Replaces or removes the holdings in each company. Returns the same object if nothing changes. */
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

/** A company's holding of itself. */
interface OwnHolding {
  readonly share: Share
  /** The company's minimum holding of itself if all its possible subsidiaries are its own. */
  readonly floor: number
  /** The company and the subsidiaries that are certainly its own. */
  readonly certain: ReadonlySet<string>
  /** The company and the subsidiaries that are its own, certainly or possibly. */
  readonly possible: ReadonlySet<string>
}

/**
 * Finds each company's holding of itself, and the companies for which the search stopped early. Only a company in an ownership
 * loop can have one.
 */
function findOwnHoldings(holdings: Holdings, isOwned: OwnershipTest, outsiders: ReadonlySet<string>) {
  const ownHoldings = new Map<string, OwnHolding>()
  const wideCompanies = new Set<string>()
  for (const members of findOwnershipLoops(holdings, 'max')) {
    const loop = new Set(members.filter(member => !outsiders.has(member)))
    for (const company of members) {
      const companyHoldings = holdings.ofCompany.get(company) ?? []
      if (members.length === 1 && companyHoldings.every(({ owner }) => owner !== company)) continue
      const certainGroup = findSubsidiaries(holdings, company, loop, isOwned, 'min')
      const possibleGroup = findSubsidiaries(holdings, company, loop, isOwned, 'max')
      if (certainGroup === null || possibleGroup === null) wideCompanies.add(company)
      const certain = certainGroup ?? new Set([company])
      const possible = possibleGroup ?? loop
      const sumOf = (group: ReadonlySet<string>, bound: Bound) =>
        companyHoldings.reduce(
          (sum, { owner, share }) => sum + (group.has(owner) ? toParts(share[bound]) : 0),
          0,
        ) / partsPerWhole
      const share = { min: sumOf(certain, 'min'), max: Math.min(1, sumOf(possible, 'max')) }
      if (share.max > 0) ownHoldings.set(company, { share, floor: sumOf(possible, 'min'), certain, possible })
    }
  }
  return { ownHoldings, wideCompanies }
}

/**
 * The maximum size of a group of subsidiaries. For a larger group, the search stops: it treats no subsidiary as certainly owned,
 * and the whole loop as possibly owned.
 */
const maxGroupSize = 100

/** Returns whether a group owns a company, certainly or possibly. */
type OwnershipTest = (
  companyHoldings: readonly Holding[],
  group: ReadonlySet<string>,
  bound: Bound,
) => boolean

/** Finds the companies of a loop that a company owns, including the company itself; null if they are too many. */
function findSubsidiaries(
  { ofCompany, ofOwner }: Holdings,
  company: string,
  loop: ReadonlySet<string>,
  isOwned: OwnershipTest,
  bound: Bound,
): ReadonlySet<string> | null {
  const group = new Set([company])
  for (const owner of group) {
    if (group.size > maxGroupSize) return null
    for (const { company: subsidiary } of ofOwner.get(owner) ?? [])
      if (
        !group.has(subsidiary) &&
        loop.has(subsidiary) &&
        isOwned(ofCompany.get(subsidiary) ?? [], group, bound)
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

/** Whether a group holds more than half of a company, or may hold it: the other owners certainly hold less. */
function isMajorityOwned(
  companyHoldings: readonly Holding[],
  group: ReadonlySet<string>,
  bound: Bound,
): boolean {
  let [groupParts, remaining] = [0, partsPerWhole]
  for (const { owner, share, isUnlimited } of companyHoldings) {
    if (group.has(owner)) {
      groupParts += toParts(share[bound])
      if (isUnlimited) remaining = Number.POSITIVE_INFINITY
    } else remaining -= toParts(share.min)
  }
  return isMajority(bound === 'max' ? Math.min(groupParts, remaining) : groupParts)
}

/**
 * Computes the holdings of a company's other owners as fractions of the part that the company does not hold
 * in itself.
 */
function excludeOwn(companyHoldings: readonly Holding[], own: OwnHolding): Holding[] {
  const others = companyHoldings.filter(({ owner }) => !own.certain.has(owner))
  // The company holds all of itself. A share that may contradict this may be any part of the rest.
  if (own.share.min === 1)
    return others.flatMap(holding => (holding.isUnlimited ? { ...holding, share: { min: 0, max: 1 } } : []))
  const unheld = computeUnheld(companyHoldings)
  return others.map(holding => {
    const share = toShareOfOthers(holding, own, unheld)
    // If a possible subsidiary is the company's own, its share is the company's own share and belongs to no other
    // owner, so its minimum is 0.
    return { ...holding, share: own.possible.has(holding.owner) ? { min: 0, max: share.max } : share }
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
  // A larger holding of the company in itself increases the owner's share of the rest, but only as long as
  // that holding and the owner's maximum fit into `room`, the part that the other owners do not certainly
  // hold.
  const room = share.min + floor + unheld
  const maxOwnShare = Math.min(own.max, Math.max(own.min, room - share.max))
  return {
    min,
    max: maxOwnShare === 1 ? 1 : Math.min(1, Math.min(share.max, room - maxOwnShare) / (1 - maxOwnShare)),
  }
}
