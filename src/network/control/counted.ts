import { listOf } from '../../shared/lists.ts'
import type { Holdings, NetworkIndex } from '../graph/index-network.ts'
import { findLoops } from '../graph/loops.ts'
import { exactly, nothing, parts, type Share, whole } from '../graph/share.ts'
import { type Holding, leftIn } from '../graph/stakes.ts'

/** Whether only what is certain counts, or whatever may be. */
export type Bound = 'min' | 'max'

const counted = { min: new WeakMap<Holdings, Holdings>(), max: new WeakMap<Holdings, Holdings>() }

/**
 * Holdings as they count for others: what a company holds of itself, also through wholly owned subsidiaries, is with its other
 * owners in proportion. That a person has owners may be a mistake, and is not certain.
 */
export function countedIn(index: NetworkIndex, holdings: Holdings, bound: Bound): Holdings {
  const known = counted[bound].get(holdings)
  if (known !== undefined) return known
  const changed = withoutOwnIn(index, holdings, bound, ownIn(holdings))
  counted[bound].set(holdings, changed)
  return changed
}

/** {@link countedIn}, where what these parties hold is never a company's own, even if it owns them. */
export function countedApart(
  index: NetworkIndex,
  holdings: Holdings,
  bound: Bound,
  apart: ReadonlySet<string>,
): Holdings {
  return withoutOwnIn(index, holdings, bound, ownFrom(holdings, apart))
}

function withoutOwnIn(
  { parties }: NetworkIndex,
  holdings: Holdings,
  bound: Bound,
  own: ReadonlyMap<string, Own>,
): Holdings {
  const isPerson = (company: string) => bound === 'min' && parties.get(company)?.type === 'person'
  return holdingsWith(holdings, (company, held) => {
    if (isPerson(company)) return null
    const found = own.get(company)
    return found === undefined ? held : withoutOwn(held, found)
  })
}

/** The holdings in each company replaced by others, or left out; the same where nothing changes. */
export function holdingsWith(
  holdings: Holdings,
  change: (company: string, held: readonly Holding[]) => readonly Holding[] | null,
): Holdings {
  const ofCompany = new Map<string, readonly Holding[]>()
  const ofOwner = new Map<string, Holding[]>()
  let isSame = true
  for (const [company, held] of holdings.ofCompany) {
    const others = change(company, held)
    if (others !== held) isSame = false
    if (others !== null) ofCompany.set(company, others)
  }
  if (isSame) return holdings
  for (const held of ofCompany.values()) for (const one of held) listOf(ofOwner, one.owner).push(one)
  return { ofCompany, ofOwner }
}

/** What a company holds of itself. */
interface Own {
  readonly share: Share
  /** What it holds at the least where all count that may be wholly owned. */
  readonly floor: number
  /** Itself and its wholly owned subsidiaries, certainly or possibly. */
  readonly certain: ReadonlySet<string>
  readonly possible: ReadonlySet<string>
}

const found = new WeakMap<Holdings, ReadonlyMap<string, Own>>()

/** By company, what it holds of itself. Only companies that own parts of each other hold any through a subsidiary. */
function ownIn(holdings: Holdings): ReadonlyMap<string, Own> {
  const known = found.get(holdings)
  if (known !== undefined) return known
  const own = ownFrom(holdings)
  found.set(holdings, own)
  return own
}

function ownFrom(holdings: Holdings, apart: ReadonlySet<string> = new Set()): ReadonlyMap<string, Own> {
  const own = new Map<string, Own>()
  for (const members of findLoops(holdings, 'max')) {
    const loop = new Set(members.filter(member => !apart.has(member)))
    for (const company of members) {
      const held = holdings.ofCompany.get(company) ?? []
      const isAny = members.length > 1 || held.some(({ owner }) => owner === company)
      const one = isAny ? ownOf(holdings, company, held, loop) : null
      if (one !== null) own.set(company, one)
    }
  }
  return own
}

/** Who owns more companies of its loop is not followed further: it may own all of them. */
const mostOwned = 100

function ownOf(
  { ofCompany, ofOwner }: Holdings,
  company: string,
  held: readonly Holding[],
  loop: ReadonlySet<string>,
): Own | null {
  const groups = (['min', 'max'] as const).map(bound => {
    const group = new Set([company])
    for (const owner of group) {
      if (group.size > mostOwned) break
      for (const { company: one } of ofOwner.get(owner) ?? [])
        if (!group.has(one) && loop.has(one) && isWholly(ofCompany.get(one) ?? [], group, bound))
          group.add(one)
    }
    if (group.size <= mostOwned) return group
    return bound === 'min' ? new Set([company]) : loop
  })
  const [certain = new Set<string>(), possible = certain] = groups
  const sumOf = (group: ReadonlySet<string>, bound: Bound) =>
    held.reduce((sum, { owner, share }) => sum + (group.has(owner) ? parts(share[bound]) : 0), 0)
  const share = { min: sumOf(certain, 'min') / whole, max: Math.min(1, sumOf(possible, 'max') / whole) }
  return share.max === 0 ? null : { share, floor: sumOf(possible, 'min') / whole, certain, possible }
}

function isWholly(held: readonly Holding[], group: ReadonlySet<string>, bound: Bound): boolean {
  let sum = 0
  for (const { owner, share } of held) {
    if (group.has(owner)) sum += parts(share[bound])
    else if (bound === 'max' && share.min > 0) return false
  }
  return sum >= whole
}

/** What the others hold of the rest. The true part lies within, whatever the unknown shares are. */
function withoutOwn(held: readonly Holding[], own: Own): Holding[] {
  if (own.share.min === 1) return []
  const left = leftIn(held)
  return held.flatMap(holding => {
    if (own.certain.has(holding.owner)) return []
    const share = ofRest(holding, own, left)
    // What may be the company's own may not count at all.
    return [{ ...holding, share: own.possible.has(holding.owner) ? { min: 0, max: share.max } : share }]
  })
}

function ofRest(
  { share: { min, max }, isUnlimited }: Holding,
  { share: own, floor }: Own,
  left: number,
): Share {
  if (max === 0) return nothing
  if (isUnlimited) return { min: min / (1 - own.min), max: 1 }
  if (min === max && own.min === own.max) return exactly(Math.min(1, min / (1 - own.min)))
  // The more the company holds of itself, the more a share is of the rest, until it leaves less than that share.
  const room = min + floor + left
  const most = Math.min(own.max, Math.max(own.min, room - max))
  if (most === 1) return { min: min / (1 - own.min), max: 1 }
  return { min: min / (1 - own.min), max: Math.min(1, Math.min(max, room - most) / (1 - most)) }
}
