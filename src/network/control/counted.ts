import { type Holdings, holdingsFrom, type NetworkIndex } from '../graph/index-network.ts'
import { findLoops } from '../graph/loops.ts'
import { exactly, nothing, parts, type Share, whole } from '../graph/share.ts'
import { type Holding, leftIn } from '../graph/stakes.ts'

/** Whether only what is certain counts, or whatever may be. */
export type Bound = 'min' | 'max'

const counted = { min: new WeakMap<Holdings, Holdings>(), max: new WeakMap<Holdings, Holdings>() }

/**
 * Holdings as they count for others: what a company holds of itself, also through wholly owned subsidiaries, is with its other
 * owners in proportion; what parties hold who are `apart` is never its own. That a person has owners is not certain.
 */
export function countedIn(
  { parties }: NetworkIndex,
  holdings: Holdings,
  bound: Bound,
  apart?: ReadonlySet<string>,
): Holdings {
  const known = apart === undefined ? counted[bound].get(holdings) : undefined
  if (known !== undefined) return known
  const own = ownIn(holdings, apart ?? new Set())
  const made = holdingsWith(holdings, (company, held) => {
    if (bound === 'min' && parties.get(company)?.type === 'person') return null
    const found = own.get(company)
    return found === undefined ? held : withoutOwn(held, found)
  })
  if (apart === undefined) counted[bound].set(holdings, made)
  return made
}

/** The holdings in each company replaced by others, or left out; the same where nothing changes. */
export function holdingsWith(
  holdings: Holdings,
  change: (company: string, held: readonly Holding[]) => readonly Holding[] | null,
): Holdings {
  const ofCompany = new Map<string, readonly Holding[]>()
  let isSame = true
  for (const [company, held] of holdings.ofCompany) {
    const others = change(company, held)
    if (others !== held) isSame = false
    if (others !== null) ofCompany.set(company, others)
  }
  return isSame ? holdings : { ...holdingsFrom([...ofCompany.values()].flat()), ofCompany }
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

/** By company. Only companies that own parts of each other hold any of themselves through a subsidiary. */
function ownIn(holdings: Holdings, apart: ReadonlySet<string>): Map<string, Own> {
  const own = new Map<string, Own>()
  for (const members of findLoops(holdings, 'max')) {
    const loop = new Set(members.filter(member => !apart.has(member)))
    for (const company of members) {
      const held = holdings.ofCompany.get(company) ?? []
      if (members.length === 1 && held.every(({ owner }) => owner !== company)) continue
      const certain = groupOf(holdings, company, loop, 'min')
      const possible = groupOf(holdings, company, loop, 'max')
      const sumOf = (group: ReadonlySet<string>, bound: Bound) =>
        held.reduce((sum, { owner, share }) => sum + (group.has(owner) ? parts(share[bound]) : 0), 0) / whole
      const share = { min: sumOf(certain, 'min'), max: Math.min(1, sumOf(possible, 'max')) }
      if (share.max > 0) own.set(company, { share, floor: sumOf(possible, 'min'), certain, possible })
    }
  }
  return own
}

/** Who owns more companies of its loop is not followed further: it may own all of them. */
const mostOwned = 100

/** A company, and those of its loop that it owns whole. */
function groupOf(
  { ofCompany, ofOwner }: Holdings,
  company: string,
  loop: ReadonlySet<string>,
  bound: Bound,
): ReadonlySet<string> {
  const group = new Set([company])
  for (const owner of group) {
    if (group.size > mostOwned) return bound === 'min' ? new Set([company]) : loop
    for (const { company: one } of ofOwner.get(owner) ?? [])
      if (!group.has(one) && loop.has(one) && isWholly(ofCompany.get(one) ?? [], group, bound)) group.add(one)
  }
  return group
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

function ofRest({ share, isUnlimited }: Holding, { share: own, floor }: Own, left: number): Share {
  if (share.max === 0) return nothing
  const min = share.min / (1 - own.min)
  if (isUnlimited) return { min, max: 1 }
  if (share.min === share.max && own.min === own.max) return exactly(Math.min(1, min))
  // The more the company holds of itself, the more a share is of the rest, until it leaves less than that share.
  const room = share.min + floor + left
  const most = Math.min(own.max, Math.max(own.min, room - share.max))
  return { min, max: most === 1 ? 1 : Math.min(1, Math.min(share.max, room - most) / (1 - most)) }
}
